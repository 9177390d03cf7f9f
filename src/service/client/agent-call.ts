// `policyc hook`: one agent call. Asks the resident process if there is one. Without one, or if anything is wrong with its
// answer, verifies the bundle and runs its hook.cjs. If there was no resident process, one is started for later calls.

import type { AgentReply } from "../../hosts/shared/adapter.ts";
import type { Answer, CallRequest } from "../answer.ts";
import { type CallArguments, readArguments } from "../arguments.ts";
import { newAskId } from "../caller.ts";
import { lastResort } from "../last-resort.ts";
import { answerOnce } from "../once.ts";
import { type ReadInput, readInput } from "../read-input.ts";
import { programOf } from "../run-module.ts";
import { writeReply } from "../write-reply.ts";
import { askResident } from "./ask-resident.ts";
import { defaultRunFolder, hasSocket, programId, type RunFiles, runFiles } from "./run-folder.ts";

/** Modules in files of their own, because few calls need them. */
interface OnDemandModules {
  readonly "answer-bare": { readonly answer: Answer };
  readonly "start-resident": typeof import("./start-resident.ts");
}

export interface AgentCall {
  readonly args: readonly string[];
  /** The path of this program. */
  readonly program: string;
  readonly importModule: CallRequest["importModule"];
  readonly require: NodeJS.Require;
  readonly load: <N extends keyof OnDemandModules>(name: N) => OnDemandModules[N];
  /** Called when nothing is left to do. */
  readonly end: () => void;
}

export function answerAgentCall(call: AgentCall): void {
  const parsed = readArguments(call.args);
  const files = residentFor(call, parsed);
  const options = { ...parsed, askId: parsed.askId ?? newAskId() };
  // An `--ask-id` means that the caller has already asked the resident process.
  if (files === null || parsed.askId !== null || !hasSocket(files)) return decideHere(call, options, null, files);
  const input = readInput(options.deadlineMs);
  if ("error" in input) return decideHere(call, options, input, files);
  const finish = (reply: AgentReply | null): void =>
    lastResort(() => {
      if (reply === null) return decideHere(call, options, input, files);
      process.exitCode = writeReply(reply);
      call.end();
    });
  askResident({ files, args: call.args, options, ask: options.askId, payload: input.text }).then(finish, () =>
    finish(null),
  );
}

/** The files of this program's resident process; null when none may be used or started. */
function residentFor({ program }: AgentCall, options: CallArguments): RunFiles | null {
  const { bundle, capture, error, isAlone, serve } = options;
  if (isAlone || bundle === null || capture !== null || error !== null || options.mode !== "once") return null;
  // Both sides trust each other because of a socket in a private folder, which Node does not support on Windows.
  if (process.env.POLICYC_RESIDENT === "never" || process.platform === "win32") return null;
  try {
    return runFiles(serve ?? defaultRunFolder(), programId(program));
  } catch {
    return null;
  }
}

function decideHere(call: AgentCall, options: CallArguments, input: ReadInput | null, files: RunFiles | null): void {
  answerOnce({
    options,
    importModule: call.importModule,
    input,
    folder: options.bundle,
    rules: (bundle) => programOf(bundle, call.require).answer,
    bare: () => call.load("answer-bare").answer,
    // The answer has been written; a resident process can only make later calls faster.
    end: () => (files === null || isCi() ? call.end() : startForLater(call, files)),
  });
}

/** A CI machine is gone before a resident process pays off. */
const isCi = (): boolean => (process.env.CI ?? "") !== "";

function startForLater({ load, program, end }: AgentCall, files: RunFiles): void {
  try {
    load("start-resident").ensureResident(files, program, end);
  } catch {
    // Later calls decide by themselves.
    end();
  }
}
