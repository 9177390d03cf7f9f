#!/usr/bin/env node
// The executable. Hooks are answered from here, within a few milliseconds; every other verb loads the whole command line.

import { startHook } from "../runtime/hook-process/start-hook.ts";

type Exiting = NodeJS.Process & { reallyExit(code: number): never };

const [verb, ...words] = process.argv.slice(2);

if (verb === "hook" && !words.includes("--help") && !words.includes("-h")) {
  startHook({
    words,
    folder: __dirname,
    importModule: (address) => import(address),
    load: (name) => require(`${__dirname}/${name}.cjs`),
    require,
    // What would be tidied up goes with the process, and hosts wait for its end. Nobody listens for it either.
    end: () => (process as Exiting).reallyExit(Number(process.exitCode ?? 0)),
  });
} else {
  // Not a literal, so that it stays a file of its own.
  const commandLine: string = "./cli.mjs";
  void import(commandLine);
}
