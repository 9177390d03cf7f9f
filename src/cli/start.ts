#!/usr/bin/env node
// The executable. Hooks are answered from here, within a few milliseconds; every other verb loads the whole command line.

import { join } from "node:path";
import { launchHook } from "../runtime/hook-process/launch.ts";

const [verb, ...words] = process.argv.slice(2);

if (verb === "hook" && !words.includes("--help") && !words.includes("-h")) {
  launchHook({
    words,
    importModule: (address) => import(address),
    load: (name) => require(join(__dirname, `${name}.cjs`)),
    require,
    // What would be tidied up goes with the process, and hosts wait for its end.
    end: () => process.exit(),
  });
} else {
  // Not a literal, so that it stays a file of its own.
  const commandLine: string = "./cli.mjs";
  void import(commandLine);
}
