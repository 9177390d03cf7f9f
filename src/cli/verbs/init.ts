// `policyc init`: a commented starter policy to grow from. Never overwrites anything.

import { writeFile } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { makeFolder } from "../../compiler/bundle/make-folder.ts";
import { cliError, failWith, reasonOf, systemCode } from "../base/cli-error.ts";
import { shownPath } from "../base/find-policies.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { POLICY_FILE } from "../base/project-places.ts";
import { starterPolicy } from "../base/starter-policy.ts";
import type { DefineVerb } from "./verb.ts";

export const defineInit: DefineVerb = (command, io, finish) => {
  command
    .description("Writes a starter policy with comments and says what to do next. Never overwrites a file.")
    .argument("[file]", "the file to write", POLICY_FILE)
    .action(async (file: string) => finish(await init(file, io)));
};

async function init(file: string, io: Io): Promise<Exit> {
  const place = resolve(io.cwd, file);
  const shown = shownPath(place, io);
  try {
    makeFolder(dirname(place));
    await writeFile(place, starterPolicy(), { flag: "wx" });
  } catch (error) {
    if (systemCode(error) === "EEXIST") return failWith(cliError("P805", { path: shown }), io);
    return failWith(cliError("P804", { path: shown, why: reasonOf(error) }), io);
  }
  const paths = shown.startsWith("policies/") ? "" : ` ${shown}`;
  const steps = [
    [`policyc check${paths}`, "find mistakes, run the examples"],
    [`policyc test${paths}`, "run the test blocks"],
    [`policyc inspect${paths}`, "read every rule as a sentence"],
    [`policyc build${paths}`, "compile it into .policyc/bundle"],
    ["policyc install claude-code", "make it the hook of your agent"],
  ] as const;
  const width = Math.max(...steps.map(([command]) => command.length));
  const lines = steps.map(
    ([command, purpose]) => `  ${command.padEnd(width)}  ${purpose}
`,
  );
  io.stdout.write(`wrote ${shown}

Next:
${lines.join("")}`);
  return exit.clean;
}
