// One call of a hook: payload in, decision out, in the words of the host. Whatever goes wrong, and a decision that takes
// too long, is that host's refusal wherever something can still be held up.

import { type HookDialect, type HookReply, readPayload, remarked } from "../../hosts/answer-as.ts";
import { oneShotProtocols } from "../../hosts/protocols.ts";
import type { Point, PolicyEvent } from "../contract.ts";
import { askerOf } from "../hook-process/asker-of.ts";
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
  let dialect = started;
  let event: PolicyEvent | undefined;
  let isAnswered = false;
  let policy: LoadedPolicy | null = null;

  const answer = (reply: HookReply): void => {
    if (isAnswered) return;
    isAnswered = true;
    process.exitCode = writeReply(reply);
  };
  const refuse = (message: string): void => answer(refusal(dialect, event?.point ?? null, message, event));
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
    if ("error" in read) return refusal(dialect, null, `policyc: ${read.error}`);
    const asker = askerOf(read.payload, started.name);
    dialect = asker.dialect ?? started;
    const asked = dialect.read(read.payload, process.env);
    if ("ignored" in asked) return asked.ignored;
    if ("error" in asked) return refusal(dialect, asked.point, `policyc: ${asked.error}`);
    event = asked.event;
    policy = await opening;
    const reply = dialect.write(remarked(await policy.decide(event), asker.remark), event);
    if (Buffer.byteLength(reply.stdout) <= stdoutCapOf(dialect.name)) return reply;
    return refusal(dialect, event.point, "policyc: the rewritten event is too large for the host to read");
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

/** A dialect that fails at failing must not end in silence. */
function refusal(dialect: HookDialect, point: Point | null, message: string, event?: PolicyEvent): HookReply {
  try {
    return dialect.failure(point, message, event);
  } catch {
    return { stdout: "", stderr: `${message}\n`, exitCode: 2 };
  }
}

function deadlineOf({ name }: HookDialect, options: Invocation["options"]): number {
  if (!("error" in options) && options.deadlineMs !== undefined) return options.deadlineMs;
  return Math.min(SHARE * (oneShotProtocols.get(name)?.timeoutMs ?? MOST_MS), MOST_MS);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
