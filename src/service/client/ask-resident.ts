// Asks the resident process to decide a call. An answer is used only if it is proven, complete, in time and of the pinned
// revision; otherwise the call is decided in this process, never simply allowed.

import type { AgentReply } from "../../hosts/shared/adapter.ts";
import { uptimeMs } from "../../runtime/machine/uptime.ts";
import type { CallArguments } from "../arguments.ts";
import { withoutLoaderVariables } from "../loader-variables.ts";
import type { AskHead } from "../resident/answer-ask.ts";
import { askSocket } from "./ask-socket.ts";
import type { RunFiles } from "./run-folder.ts";

/** The other half of the time is for deciding in this process. */
const SHARE = 0.5;
const MARGIN_MS = 100;
/** A longer head, caused by a large environment, is not sent. */
const MOST_HEAD_BYTES = 256 * 1024;

export interface ResidentAsk {
  readonly files: RunFiles;
  readonly args: readonly string[];
  readonly options: CallArguments;
  /** The id of the call. */
  readonly ask: string;
  readonly payload: string;
}

/** Null or a rejection means: decide in this process. */
export async function askResident({ files, args, options, ask, payload }: ResidentAsk): Promise<AgentReply | null> {
  const limitMs = Math.max(1, Math.round((options.deadlineMs - uptimeMs()) * SHARE));
  const head: AskHead = {
    protocol: 1,
    ask,
    words: args,
    cwd: process.cwd(),
    environment: withoutLoaderVariables(process.env),
    limitMs: Math.max(1, limitMs - MARGIN_MS),
  };
  const line = Buffer.from(`${JSON.stringify(head)}\n`);
  if (line.length > MOST_HEAD_BYTES) return null;
  const body = Buffer.concat([line, Buffer.from(payload)]);
  const answer = await askSocket({ files, method: "POST", path: "/ask", body, limitMs });
  return answer.status === 200 ? replyIn(JSON.parse(answer.body.toString("utf8")), options.revision) : null;
}

function replyIn(answer: { readonly [field: string]: unknown }, pin: string | null): AgentReply | null {
  const { stdout, stderr, exitCode, revision } = answer;
  if (typeof stdout !== "string" || typeof stderr !== "string" || typeof revision !== "string") return null;
  if (typeof exitCode !== "number" || !Number.isInteger(exitCode) || exitCode < 0 || exitCode > 255) return null;
  return pin === null || pin === revision ? { stdout, stderr, exitCode } : null;
}
