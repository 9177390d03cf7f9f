// One answer of a bundle within a time limit, together with its decision. Only external hooks make it wait.

import type { AgentReply } from "../../hosts/shared/adapter.ts";
import type { Decision, Point } from "../../language/contract.ts";
import { uptimeMs } from "../../runtime/machine/uptime.ts";
import type { CallAnswer } from "../answer.ts";
import type { Caller } from "../caller.ts";
import type { Client, ResidentBundle } from "./resident-bundle.ts";

export interface Answered {
  /** A refusal when it is late. */
  readonly reply: AgentReply;
  readonly isLate: boolean;
  /** Null when the rules were not evaluated. */
  readonly decided: { readonly agent: string; readonly point: Point; readonly decision: Decision } | null;
}

export interface ResidentQuestion {
  readonly client: Client;
  /** The id of the call. */
  readonly ask: string;
  /** The payload. */
  readonly text: string;
  readonly limitMs: number;
}

/** Returns a promise only when an external hook runs. */
export function withDeadline(
  bundle: ResidentBundle,
  { client, ask, text, limitMs }: ResidentQuestion,
): Answered | Promise<Answered> {
  let decided: Answered["decided"] = null;
  const endsAt = uptimeMs() + limitMs;
  const note: Caller["decided"] = (agent, { point }, decision) => {
    decided = { agent, point, decision };
  };
  const { options, environment, cwd, policies } = client;
  const answer = bundle.answer({ options, environment, cwd, policies, ask, endsAt, decided: note }, text);
  const { reply } = answer;
  if (!(reply instanceof Promise)) return { reply, isLate: false, decided };
  return waitFor(answer, reply, endsAt).then((inTime) =>
    inTime === null
      ? { reply: answer.refuse("policyc: no decision was made in time"), isLate: true, decided: null }
      : { reply: inTime, isLate: false, decided },
  );
}

/** Null when it is late. */
async function waitFor(answer: CallAnswer, reply: Promise<AgentReply>, endsAt: number): Promise<AgentReply | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, endsAt - uptimeMs()));
  });
  try {
    return await Promise.race([reply, late]);
  } finally {
    clearTimeout(timer);
    answer.close().catch(() => undefined);
  }
}
