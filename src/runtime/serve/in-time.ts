// One answer of a bundle within the time there is, and what was decided for it. Only external hooks make it wait.

import type { HookReply } from "../../hosts/answer-as.ts";
import type { Decision, Point } from "../contract.ts";
import { uptimeMs } from "../uptime.ts";
import type { Asker, ResidentBundle } from "./resident-bundle.ts";

export interface Answered {
  /** A refusal when it is late. */
  readonly reply: HookReply;
  readonly isLate: boolean;
  /** Null when no rule was asked. */
  readonly decided: { readonly agent: string; readonly point: Point; readonly decision: Decision } | null;
}

export async function inTime(bundle: ResidentBundle, asker: Omit<Asker, "decided">, text: string): Promise<Answered> {
  let decided: Answered["decided"] = null;
  const { options, environment, cwd, endsAt } = asker;
  const note: Asker["decided"] = (agent, { point }, decision) => {
    decided = { agent, point, decision };
  };
  const answer = bundle.answer({ options, environment, cwd, endsAt, decided: note }, text);
  if (!(answer.reply instanceof Promise)) return { reply: answer.reply, isLate: false, decided };
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), Math.max(0, endsAt - uptimeMs()));
  });
  try {
    const reply = await Promise.race([answer.reply, late]);
    if (reply !== null) return { reply, isLate: false, decided };
    return { reply: answer.refuse("policyc: no decision was made in time"), isLate: true, decided: null };
  } finally {
    clearTimeout(timer);
    answer.close().catch(() => undefined);
  }
}
