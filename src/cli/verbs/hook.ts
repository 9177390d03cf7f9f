// `policyc hook`: answers one call of an agent's hook. The executable does this before anything of this file is loaded;
// here are its help, and the same for whoever runs the command line as a module.

import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { answerAgentCall } from "../../service/client/agent-call.ts";
import { cliEntry } from "../install/cli-entry.ts";
import type { DefineVerb } from "./verb.ts";

const NOTES = `
The payload is read from stdin and the answer written to stdout, in the format of the agent that asks.
Whatever goes wrong is a refusal wherever the agent can still be held up, with exit code 0; exit code 2
is left for payloads that do not even say what they are about.`;

export const defineHook: DefineVerb = (command, _io, finish) => {
  command
    .description("Answers one call of an agent's hook: `policyc install` writes calls of it into an agent's settings.")
    .option("--agent <agent>", "who is expected to ask; the payload says better")
    .option("--bundle <folder>", "the bundle to ask")
    .option("--revision <hash>", "the only revision of the bundle to accept")
    .option("--state <folder>", "where session state is kept, instead of ~/.policyc/state")
    .option("--policy-id <name>", "the policy's name in a state folder that several bundles share")
    .option("--scope <scope>", "the layer the bundle is loaded as: internal, user (the default) or repo")
    .option(
      "--deadline <ms>",
      "answer within so many milliseconds (default: below the agent's own limit, 5000 at most)",
    )
    .option(
      "--serve <folder>",
      "where a resident process is asked first (default: ~/.policyc/run); `never`: decide here",
    )
    .option("--capture <file>", "record payloads, secrets masked; without --bundle let everything pass")
    .addHelpText("after", NOTES)
    // A mistake is answered to the agent, not to a terminal.
    .allowUnknownOption()
    .allowExcessArguments()
    .action((_options: object) => {
      const words = process.argv.slice(process.argv.indexOf("hook") + 1);
      const require = createRequire(import.meta.url);
      answerAgentCall({
        words,
        program: cliEntry(),
        importModule: (address) => import(address),
        require,
        load: (name) => require(fileURLToPath(new URL(`${name}.cjs`, import.meta.url))),
        end: () => undefined,
      });
      finish(process.exitCode === 2 ? 2 : 0);
    });
};
