// `policyc hook`: answers one agent call. The executable does this before this file is loaded;
// it has the help, and the same action for callers of the command line as a module.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { answerAgentCall } from "../../service/client/agent-call.ts";
import { cliEntry } from "../install/cli-entry.ts";
import type { DefineVerb } from "./verb.ts";

const NOTES = `
Reads the payload from stdin and writes the answer to stdout, in the format of the calling agent.
If anything goes wrong, the answer is a refusal with exit code 0 wherever the agent can still be stopped; exit code 2
is used only for payloads that cannot be recognised at all.`;

export const defineHook: DefineVerb = (command, _io, finish) => {
  command
    .description("Answers one hook call of an agent. `policyc install` writes this command into an agent's settings.")
    .option("--agent <agent>", "the agent expected to call; the payload takes precedence")
    .option("--bundle <folder>", "the bundle that decides")
    .option("--revision <hash>", "the only revision of the bundle to accept")
    .option("--state <folder>", "where session state is stored, instead of ~/.policyc/state")
    .option("--policy-id <name>", "the policy's name in a state folder shared by several bundles")
    .option("--scope <scope>", "the scope to load the bundle with: internal, user (the default) or repo")
    .option(
      "--deadline <ms>",
      "answer within this many milliseconds (default: less than the agent's own limit, at most 5000)",
    )
    .option(
      "--serve <folder>",
      "the folder of the resident process to ask first (default: ~/.policyc/run); `never`: decide in this process",
    )
    .option("--capture <file>", "record payloads with secrets masked; without --bundle, let everything pass")
    .addHelpText("after", NOTES)
    // A mistake is answered to the agent, not to a terminal.
    .allowUnknownOption()
    .allowExcessArguments()
    .action((_options: object) => {
      const words = process.argv.slice(process.argv.indexOf("hook") + 1);
      const require = createRequire(import.meta.url);
      answerAgentCall({
        args: words,
        program: cliEntry(),
        importModule: (address) => import(address),
        require,
        load: (name) => require(fileURLToPath(new URL(`${name}.cjs`, import.meta.url))),
        end: () => undefined,
      });
      finish(process.exitCode === 2 ? 2 : 0);
    });
};
