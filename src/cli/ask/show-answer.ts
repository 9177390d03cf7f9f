// The answer to a question: the decision with its rules and their places, what the agent reads, and the agent's own format.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { hostOf } from "../../hosts/index.ts";
import { planFor } from "../../hosts/shared/plan.ts";
import type { Decision, Json, PolicyEvent } from "../../language/contract.ts";
import type { Asked } from "../../service/ask.ts";
import { decisionText } from "../show/show-decision.ts";

/** The text that the agent or its user reads; null when nothing is said. */
function messageFor(host: string, decision: Decision, event: PolicyEvent): string | null {
  const known = hostOf(host);
  const { changes: _, ...rest } = decision;
  const reason = known === null ? "" : planFor(known, {}, rest, event).reason;
  return reason === "" ? null : reason;
}

export function answerText({ host, decided, reply }: Asked, says: string, isReplyWanted: boolean): string {
  const message = decided === null ? null : messageFor(host, decided.decision, decided.event);
  const lines = [
    ...(message === null ? [] : ["", "the agent reads:", ...message.split("\n").map((line) => `  ${visible(line)}`)]),
    "",
    `asked: ${visible(says)}`,
  ];
  const decision = decided === null ? "not decided: the call cannot be read\n" : decisionText(decided.decision);
  return `${decision}${lines.join("\n")}\n${isReplyWanted ? replyText(host, reply) : ""}`;
}

/** The reply is shown as it is: it is what the agent gets, byte for byte. */
function replyText(host: string, reply: Asked["reply"]): string {
  if (reply === null) return `\n${host} has no reply as text: its plug-in or proxy carries out the decision\n`;
  const { stdout, stderr, exitCode } = reply;
  return [
    `\nreply to ${host}, exit code ${exitCode}\n`,
    stdout === "" ? "stdout: nothing\n" : `stdout:\n${stdout}`,
    stderr === "" ? "" : `stderr:\n${stderr}`,
  ].join("");
}

export function answerJson({ host, decided, reply }: Asked, says: string): Json {
  return {
    asked: says,
    agent: host,
    proceed: decided?.decision.proceed ?? false,
    decision: decided === null ? null : (decided.decision as unknown as Json),
    message: decided === null ? null : messageFor(host, decided.decision, decided.event),
    reply: reply === null ? null : { stdout: reply.stdout, stderr: reply.stderr, exitCode: reply.exitCode },
  };
}
