// The end of a hook process: the answer is written once, as a whole, and in time, whatever the process still does.

import type { HookReply } from "../../hosts/answer-as.ts";
import { writeReply } from "../bundle-worker/standard-streams.ts";
import { uptimeMs } from "../uptime.ts";
import type { HookAnswer } from "./answer-hook.ts";

const CLOSE_MS = 500;

/** `endsAt` is in the time of uptimeMs(). True when the answer is out, false when it is waited for. */
export function giveAnswer(answer: HookAnswer, endsAt: number): boolean {
  if (answer.reply instanceof Promise) {
    void waitFor(answer, answer.reply, endsAt);
    return false;
  }
  process.exitCode = writeReply(answer.reply);
  return true;
}

/** Only a decision that waits for external hooks comes here. */
async function waitFor(answer: HookAnswer, reply: Promise<HookReply>, endsAt: number): Promise<void> {
  let isGiven = false;
  const give = (given: HookReply): void => {
    if (isGiven) return;
    isGiven = true;
    process.exitCode = writeReply(given);
  };
  process.on("uncaughtException", () => {
    give(answer.refuse("policyc: an external hook made the process fail"));
    process.exit();
  });
  // Nothing left to wait for and no answer: that too is not agreement.
  process.on("exit", () => give(answer.refuse("policyc: no decision was made")));
  const left = Math.max(1, endsAt - uptimeMs());
  const late = delay(left).then(() => answer.refuse("policyc: no decision was made in time"));
  give(await Promise.race([reply, late]));
  await Promise.race([answer.close(), delay(CLOSE_MS)]).catch(() => undefined);
  process.exit();
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
