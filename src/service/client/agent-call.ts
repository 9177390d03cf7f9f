// `policyc hook`: one agent call. Asks the resident process if there is one, and otherwise, or on any doubt about its answer,
// runs the hook.cjs of the bundle after verifying it. Where there is no resident, one is started for the calls to come.

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

/** What is in files of its own because few calls need it. */
interface Beside {
  readonly "answer-bare": { readonly answer: Answer };
  readonly "start-resident": typeof import("./start-resident.ts");
}

export interface AgentCall {
  readonly words: readonly string[];
  /** Our own program, by its path. */
  readonly program: string;
  readonly importModule: CallRequest["importModule"];
  readonly require: NodeJS.Require;
  readonly load: <N extends keyof Beside>(name: N) => Beside[N];
  /** Called when nothing is left to do. */
  readonly end: () => void;
}

export function answerAgentCall(call: AgentCall): void {
  const given = readArguments(call.words);
  const files = residentFor(call, given);
  const options = { ...given, askId: given.askId ?? newAskId() };
  // Whoever names the question has asked the resident already.
  if (files === null || given.askId !== null || !hasSocket(files)) return decideHere(call, options, null, files);
  const input = readInput(options.deadlineMs);
  if ("error" in input) return decideHere(call, options, input, files);
  const give = (reply: AgentReply | null): void =>
    lastResort(() => {
      if (reply === null) return decideHere(call, options, input, files);
      process.exitCode = writeReply(reply);
      call.end();
    });
  askResident({ files, words: call.words, options, ask: options.askId, payload: input.text }).then(give, () =>
    give(null),
  );
}

/** Where the resident of this program is, or may be started; null when none is to be asked. */
function residentFor({ program }: AgentCall, options: CallArguments): RunFiles | null {
  const { bundle, capture, error, isAlone, serve } = options;
  if (isAlone || bundle === null || capture !== null || error !== null || options.mode !== "once") return null;
  // A socket in a folder is how both sides know each other; Node has none on Windows.
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
    // The answer is out: what follows can only make later calls faster.
    end: () => (files === null || isCi() ? call.end() : ensureWith(call, files)),
  });
}

/** There a machine is gone before a resident pays. */
const isCi = (): boolean => (process.env.CI ?? "") !== "";

function ensureWith({ load, program, end }: AgentCall, files: RunFiles): void {
  try {
    load("start-resident").ensureResident(files, program, end);
  } catch {
    // Calls go on deciding by themselves.
    end();
  }
}
