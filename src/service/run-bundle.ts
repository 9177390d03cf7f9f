// A bundle that runs by itself, as `node hook.cjs` or `node worker.mjs`: one agent call on stdin, or many as lines.

import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import { hookHosts } from "../hosts/adapters.ts";
import { type Answer, answerCall, type CallRequest } from "./answer.ts";
import { type CallArguments, readArguments } from "./arguments.ts";
import type { RulesModule } from "./decide.ts";
import { answerLines } from "./lines.ts";
import { answerOnce } from "./once.ts";

export interface BundleRun {
  /** The program's file, by the name that it was started under. */
  readonly file: string;
  readonly words: readonly string[];
  readonly importModule: CallRequest["importModule"];
  readonly answer: Answer;
  readonly rules: () => RulesModule;
}

const usage = `usage: node worker.mjs --as HOST       answer one call of HOST's hooks on stdin
       node worker.mjs --as picoclaw   keep running, as picoclaw's process hook
       node worker.mjs --rpc           keep running, JSON-RPC 2.0, one message per line
agents: ${hookHosts.join(", ")}
options: --state DIR       where session state is stored; default ~/.policyc/state
         --policy-id NAME  the policy's name in a state folder shared by several bundles
         --revision R      the only revision of the bundle to accept
         --scope S         internal, user or repo: the scope to load the bundle with; default user
         --target T        the agent that carries out the decisions; default: the calling agent
         --deadline MS     answer within this many milliseconds; default: less than the agent's own limit, at most 5000
`;

export function runBundle({ file, words, importModule, answer, rules }: BundleRun): void {
  const own = dirname(file);
  const given = readArguments(words);
  if (words.length === 0 || words.includes("--help") || (given.mode === "rpc" && given.agent !== null)) {
    process.stderr.write(usage);
    // Exit code 2 refuses in most hosts; any other would agree.
    process.exitCode = 2;
    return;
  }
  const options = { ...given, error: given.error ?? foreignBundle(given, own) };
  if (options.mode !== "once") {
    void answerLines({ folder: own, options, importModule, rules }).then(() => process.exit());
    return;
  }
  answerOnce({
    options,
    importModule,
    input: null,
    folder: own,
    rules: () => answer,
    bare: () => (request) => answerCall(request, null),
    end: () => process.exit(),
  });
}

/** What is wrong if the words name another bundle than the one that runs. */
function foreignBundle({ bundle }: CallArguments, own: string): string | null {
  try {
    if (bundle === null || realpathSync.native(bundle) === realpathSync.native(own)) return null;
  } catch {
    // It cannot be the one that runs.
  }
  return "--bundle is not the folder of this program";
}
