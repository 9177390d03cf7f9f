// Whose words to answer in: those of the host that asks, which the payload tells better than the command line does.

import type { HookDialect } from "../hosts/answer-as.ts";
import { hookDialect, hookHosts } from "../hosts/dialects.ts";
import { recogniseHost } from "../hosts/recognise.ts";
import type { Json } from "../runtime/contract.ts";
import { shown } from "../runtime/load-error.ts";

export interface Asker {
  /** Null when nobody can be answered. */
  readonly dialect: HookDialect | null;
  /** What is wrong with who the hook was started for. */
  readonly error: string | null;
  /** The hook was started for another host than the one that asks. */
  readonly remark: string | null;
}

/** Its payloads are what several other hosts copy. */
const MOST_LIKELY = "claude-code";

export function askerOf(
  payload: Json | undefined,
  agent: string | null,
  environment: NodeJS.ProcessEnv = process.env,
): Asker {
  const isKnown = agent !== null && hookHosts.includes(agent);
  const { host, confident } = recogniseHost(payload, environment, isKnown ? agent : MOST_LIKELY);
  const dialect = payload === undefined && !isKnown ? null : (hookDialect(host) ?? null);
  if (agent === null) return { dialect, error: "--agent is missing", remark: null };
  if (!isKnown) return { dialect, error: `${shown(agent)} is not an agent that policyc can answer`, remark: null };
  const isOther = confident && host !== agent;
  return { dialect, error: null, remark: isOther ? `this hook was started for ${agent}, and ${host} asks` : null };
}
