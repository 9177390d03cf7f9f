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
  /** The path that the program was started with. */
  readonly file: string;
  readonly args: readonly string[];
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

export function runBundle({ file, args, importModule, answer, rules }: BundleRun): void {
  const own = dirname(file);
  const parsed = readArguments(args);
  if (args.length === 0 || args.includes("--help") || (parsed.mode === "rpc" && parsed.agent !== null)) {
    process.stderr.write(usage);
    // Most hosts treat exit code 2 as a refusal and any other code as approval.
    process.exitCode = 2;
    return;
  }
  const options = { ...parsed, error: parsed.error ?? foreignBundle(parsed, own) };
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

/** The mistake if `--bundle` names another bundle than the running one; null: none. */
function foreignBundle({ bundle }: CallArguments, own: string): string | null {
  try {
    if (bundle === null || realpathSync.native(bundle) === realpathSync.native(own)) return null;
  } catch {
    // A folder that cannot be resolved is not the running one.
  }
  return "--bundle is not the folder of this program";
}
