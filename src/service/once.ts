// One agent call in a process of its own, from start to reply: verifies the bundle, asks its rules within the deadline, and
// refuses in the host's format when that throws or takes too long.

import type { AgentReply } from "../hosts/shared/adapter.ts";
import { failureText } from "../language/load-error.ts";
import { uptimeMs } from "../runtime/machine/uptime.ts";
import type { Answer, CallAnswer, CallRequest } from "./answer.ts";
import type { CallArguments } from "./arguments.ts";
import { ownCaller } from "./caller.ts";
import { endRefusing } from "./last-resort.ts";
import { type CallBundle, openBundle } from "./open-bundle.ts";
import type { ReadInput } from "./read-input.ts";
import { within } from "./sync-timeout.ts";
import { writeReply } from "./write-reply.ts";

export interface OneCall {
  readonly options: CallArguments;
  readonly importModule: CallRequest["importModule"];
  /** What has already been read from stdin; null: nothing. */
  readonly input: ReadInput | null;
  /** The bundle's folder as the entry point names it; null when there is no bundle. */
  readonly folder: string | null;
  /** Returns the function that answers from the rules of a verified bundle. */
  readonly rules: (bundle: CallBundle) => Answer;
  /** Returns the function that answers without rules. */
  readonly bare: () => Answer;
  /** Called after the reply has been written and nothing is left to do. */
  readonly end: () => void;
}

export function answerOnce({ options, importModule, input, folder, rules, bare, end }: OneCall): void {
  const { revision, deadlineMs } = options;
  const request = { importModule, progress: { input }, caller: ownCaller(options) };
  let answer: CallAnswer | null = null;
  let bundle: CallRequest["bundle"] = null;
  try {
    if (folder !== null) {
      // The deadline includes the start of the process.
      const finished = within(deadlineMs - uptimeMs(), () => {
        const opened = openBundle(folder, revision);
        return rules(opened)({ ...request, bundle: opened });
      });
      bundle = { error: `no decision within ${deadlineMs} ms` };
      answer = finished?.value ?? null;
    }
  } catch (caught) {
    bundle = { error: failureText(caught).replace(/^policyc: /, "") };
  }
  try {
    sendAnswer(answer ?? bare()({ ...request, bundle }), deadlineMs, end);
  } catch (caught) {
    endRefusing(failureText(caught));
  }
}

/** `endsAt` is on the clock of uptimeMs(). */
function sendAnswer(answer: CallAnswer, endsAt: number, end: () => void): void {
  if (answer.reply instanceof Promise) {
    void waitFor(answer, answer.reply, endsAt, end);
    return;
  }
  process.exitCode = writeReply(answer.reply);
  end();
}

const CLOSE_MS = 500;

/** For decisions that wait for external hooks. The reply is written once, whatever else happens in the process. */
async function waitFor(answer: CallAnswer, reply: Promise<AgentReply>, endsAt: number, end: () => void): Promise<void> {
  let isSent = false;
  const send = (sent: AgentReply): void => {
    if (isSent) return;
    isSent = true;
    process.exitCode = writeReply(sent);
  };
  process.on("uncaughtException", () => {
    send(answer.refuse("policyc: an external hook crashed the process"));
    process.exit();
  });
  // A process that runs out of work without an answer must refuse as well.
  process.on("exit", () => send(answer.refuse("policyc: no decision was made")));
  const left = Math.max(1, endsAt - uptimeMs());
  const late = delay(left).then(() => answer.refuse("policyc: no decision was made in time"));
  send(await Promise.race([reply, late]));
  await Promise.race([answer.close(), delay(CLOSE_MS)]).catch(() => undefined);
  end();
  process.exit();
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
