// A hook process asks the resident process to decide in its place. Only an answer that is proven, whole, in time and of the
// pinned revision counts; after anything else the hook decides by itself, which never means to let it pass.

import type { HookReply } from "../../hosts/answer-as.ts";
import { askSocket } from "../serve/ask-socket.ts";
import { uptimeMs } from "../uptime.ts";
import type { HookArguments } from "./arguments.ts";

/** The rest is left for deciding here. */
const SHARE = 0.6;
const MARGIN_MS = 100;

/** What the head of the question says; the payload follows as it came. */
export interface AskHead {
  readonly agent: string | null;
  readonly bundle: string;
  readonly revision: string | null;
  readonly state: string | null;
  readonly scope: string;
  readonly serve: string;
  readonly limitMs: number;
  readonly cwd: string;
  readonly environment: { readonly [name: string]: string | undefined };
}

export type AskAnswer = (HookReply & { readonly revision: string }) | { readonly declined: string };

type Options = HookArguments & { readonly serve: string; readonly bundle: string };

/** Null, or a rejection: decide here. */
export async function askResident(options: Options, payload: string): Promise<HookReply | null> {
  const { agent, bundle, revision, state, scope, serve } = options;
  const limitMs = Math.max(1, Math.round((options.deadlineMs - uptimeMs()) * SHARE));
  const head: AskHead = {
    ...{ agent, bundle, revision, state, scope, serve },
    limitMs: Math.max(1, limitMs - MARGIN_MS),
    cwd: process.cwd(),
    environment: process.env,
  };
  const body = Buffer.from(`${JSON.stringify(head)}\n${payload}`);
  const answer = await askSocket({ folder: serve, method: "POST", path: "/ask", body, limitMs });
  return answer.status === 200 ? replyIn(JSON.parse(answer.body.toString("utf8")), revision) : null;
}

function replyIn(answer: { readonly [field: string]: unknown }, pin: string | null): HookReply | null {
  const { stdout, stderr, exitCode, revision } = answer;
  if (typeof stdout !== "string" || typeof stderr !== "string" || typeof revision !== "string") return null;
  if (typeof exitCode !== "number" || !Number.isInteger(exitCode) || exitCode < 0 || exitCode > 255) return null;
  return pin === null || pin === revision ? { stdout, stderr, exitCode } : null;
}
