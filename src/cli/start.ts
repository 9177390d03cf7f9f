#!/usr/bin/env node
// The executable. It answers agent calls with as little code as they need; every other verb loads the whole command
// line.

import settings from "../../package.json" with { type: "json" };
import { answerAgentCall } from "../service/client/agent-call.ts";
import { lastResort } from "../service/last-resort.ts";

const [verb, ...words] = process.argv.slice(2);
const load = (name: string) => require(`${__dirname}/${name}.cjs`);

if (verb === "hook" && !words.includes("--help") && !words.includes("-h")) {
  lastResort(() =>
    answerAgentCall({
      args: words,
      program: __filename,
      importModule: (address) => import(address),
      require,
      load,
      end: () => process.exit(),
    }),
  );
} else if (verb === "resident") {
  // Started by calls, never by people: see start-resident.ts.
  const { runResident }: typeof import("../service/resident/run-resident.ts") = load("resident");
  void runResident({ folder: words[0] ?? "", program: __filename, version: settings.version }).then(() =>
    process.exit(),
  );
} else {
  // Not a literal, so that it stays a file of its own.
  const commandLine: string = "./cli.mjs";
  void import(commandLine);
}
