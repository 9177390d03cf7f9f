// One agent call in a process of its own, from its start to its reply: the bundle is verified, its rules are asked within the
// time there is, and what ends without an answer, by an exception or by taking too long, is refused in the host's format.

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
  /** What was read from stdin already. */
  readonly input: ReadInput | null;
  /** The bundle's folder by the name that the entry gives it; null when none is asked. */
  readonly folder: string | null;
  /** How to ask the rules of a verified bundle. */
  readonly rules: (bundle: CallBundle) => Answer;
  /** Answers without rules. */
  readonly bare: () => Answer;
  /** Called when the reply is out and nothing is left to do. */
  readonly end: () => void;
}

export function answerOnce({ options, importModule, input, folder, rules, bare, end }: OneCall): void {
  const { revision, deadlineMs } = options;
  const request = { importModule, progress: { input }, caller: ownCaller(options) };
  let answer: CallAnswer | null = null;
  let bundle: CallRequest["bundle"] = null;
  try {
    if (folder !== null) {
      // The time of the start-up counts too.
      const made = within(deadlineMs - uptimeMs(), () => {
        const opened = openBundle(folder, revision);
        return rules(opened)({ ...request, bundle: opened });
      });
      bundle = { error: `no decision within ${deadlineMs} ms` };
      answer = made?.value ?? null;
    }
  } catch (caught) {
    bundle = { error: failureText(caught).replace(/^policyc: /, "") };
  }
  try {
    giveAnswer(answer ?? bare()({ ...request, bundle }), deadlineMs, end);
  } catch (caught) {
    endRefusing(failureText(caught));
  }
}

/** `endsAt` is in the time of uptimeMs(). */
function giveAnswer(answer: CallAnswer, endsAt: number, end: () => void): void {
  if (answer.reply instanceof Promise) {
    void waitFor(answer, answer.reply, endsAt, end);
    return;
  }
  process.exitCode = writeReply(answer.reply);
  end();
}

const CLOSE_MS = 500;

/** Only a decision that waits for external hooks comes here. The reply is written once, whatever the process still does. */
async function waitFor(answer: CallAnswer, reply: Promise<AgentReply>, endsAt: number, end: () => void): Promise<void> {
  let isGiven = false;
  const give = (given: AgentReply): void => {
    if (isGiven) return;
    isGiven = true;
    process.exitCode = writeReply(given);
  };
  process.on("uncaughtException", () => {
    give(answer.refuse("policyc: an external hook crashed the process"));
    process.exit();
  });
  // Nothing left to wait for and no answer: that too is not agreement.
  process.on("exit", () => give(answer.refuse("policyc: no decision was made")));
  const left = Math.max(1, endsAt - uptimeMs());
  const late = delay(left).then(() => answer.refuse("policyc: no decision was made in time"));
  give(await Promise.race([reply, late]));
  await Promise.race([answer.close(), delay(CLOSE_MS)]).catch(() => undefined);
  end();
  process.exit();
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
