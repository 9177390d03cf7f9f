#!/usr/bin/env node
// The executable. An agent call is answered by launch-hook.cjs, which is small; every other verb loads the whole command line.

import { lastResort } from "../runtime/hook-process/last-resort.ts";

const [verb, ...words] = process.argv.slice(2);

if (verb === "hook" && !words.includes("--help") && !words.includes("-h")) {
  lastResort(() => {
    const { launchHook }: typeof import("../runtime/hook-process/launch.ts") = require(`${__dirname}/launch-hook.cjs`);
    launchHook({
      words,
      importModule: (address) => import(address),
      bare: () => require(`${__dirname}/bare-hook.cjs`).answer,
      require,
      end: () => process.exit(),
    });
  });
} else {
  // Not a literal, so that it stays a file of its own.
  const commandLine: string = "./cli.mjs";
  void import(commandLine);
}
