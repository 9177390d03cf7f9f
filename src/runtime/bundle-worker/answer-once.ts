// One call of a hook: payload in, decision out, in the words of the host. Whatever goes wrong, and a decision that takes
// too long, is that host's refusal wherever something can still be held up.

import { type HookDialect, type HookReply, readPayload } from "../../hosts/answer-as.ts";
import { eventsOf, ignoredReply, problemOf, refuseCall, replyTo } from "../../hosts/answer-call.ts";
import { readCall } from "../../hosts/identify-host.ts";
import { oneShotProtocols } from "../../hosts/protocols.ts";
import type { Decision } from "../contract.ts";
import { failureText } from "../load-error.ts";
import type { LoadedPolicy } from "../loaded-policy.ts";
import { uptimeMs } from "../uptime.ts";
import type { Invocation } from "./arguments.ts";
import { openPolicy } from "./open-policy.ts";
import { readStdin, stdoutCapOf, writeReply } from "./standard-streams.ts";

/** The part of a host's own limit that is ours, start of the process included. */
const SHARE = 0.8;
/** No person waits longer, whatever the host would allow. */
const MOST_MS = 9000;
const CLOSE_MS = 500;

export function answerOnce(folder: string, started: HookDialect, options: Invocation["options"]): void {
  const deadlineMs = deadlineOf(started, options);
  let call = readCall({ error: "the payload was not read" }, started.name, process.env);
  let isAnswered = false;
  let policy: LoadedPolicy | null = null;

  const answer = (reply: HookReply): void => {
    if (isAnswered) return;
    isAnswered = true;
    process.exitCode = writeReply(reply);
  };
  const refuse = (message: string): void => answer(refuseCall(call, message));
  const finish = async (): Promise<void> => {
    await Promise.race([policy?.close(), delay(CLOSE_MS)]).catch(() => undefined);
    process.exit();
  };

  const decide = async (): Promise<HookReply> => {
    const opening = openPolicy(folder, options, deadlineMs - uptimeMs());
    // Looked at later: first the payload has to say what is asked.
    opening.catch(() => undefined);
    const input = await readStdin();
    const read = "error" in input ? input : readPayload(input.text);
    call = readCall(read, started.name, process.env);
    const ignored = ignoredReply(call);
    if (ignored !== null) return ignored;
    const problem = problemOf(call);
    if (problem !== null) return refuseCall(call, `policyc: ${problem}`);
    policy = await opening;
    const decisions: Decision[] = [];
    for (const { event } of eventsOf(call)) decisions.push(await policy.decide(event));
    const reply = replyTo(call, decisions);
    if (Buffer.byteLength(reply.stdout) <= stdoutCapOf(call.adapter?.name ?? started.name)) return reply;
    return refuseCall(call, "policyc: the rewritten event is too large for the host to read");
  };

  process.on("uncaughtException", (caught) => {
    refuse(failureText(caught));
    process.exit();
  });
  // Nothing left to wait for and no answer: that too is not agreement.
  process.on("exit", () => refuse("policyc: no decision was made"));
  setTimeout(
    () => {
      refuse(`policyc: no decision within ${deadlineMs} ms`);
      void finish();
    },
    Math.max(1, deadlineMs - uptimeMs()),
  );
  void decide()
    .then(answer, (caught) => refuse(failureText(caught)))
    .then(finish);
}

function deadlineOf({ name }: HookDialect, options: Invocation["options"]): number {
  if (!("error" in options) && options.deadlineMs !== undefined) return options.deadlineMs;
  return Math.min(SHARE * (oneShotProtocols.get(name)?.timeoutMs ?? MOST_MS), MOST_MS);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
