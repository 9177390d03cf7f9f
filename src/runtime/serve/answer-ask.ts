// A question of `policyc hook`: a line that says who asks and for which bundle, then the payload as the agent wrote it.
// What this process should not decide in the place of the hook is declined, and the hook decides by itself.

import { realpathSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Decision, Scope } from "../contract.ts";
import type { AskAnswer, AskHead } from "../hook-process/ask-resident.ts";
import { type Answered, inTime } from "./in-time.ts";
import type { ResidentBundle } from "./resident-bundle.ts";

export interface AskResult {
  readonly answer: AskAnswer;
  readonly decided: Answered["decided"];
}

/** The session's file could not be had in the time this process gives to one question; the hook has more. */
const STORE_FAILED = "P706";

const declined = (why: string): AskResult => ({ answer: { declined: why }, decided: null });

export function answerAsk(body: Buffer, bundles: readonly ResidentBundle[]): AskResult | Promise<AskResult> {
  const end = body.indexOf("\n");
  const head = readHead(body.toString("utf8", 0, Math.max(0, end)));
  if (head === null) return declined("the question cannot be read");
  const { agent, revision, state, scope, serve, cwd, environment } = head;
  // Where a home folder begins is part of what rules say.
  if (environment.HOME !== process.env.HOME) return declined("it is asked for another home folder");
  const bundle = bundleAt(head.bundle, bundles);
  if (bundle === undefined) return declined("the bundle is not served here");
  if (revision !== null && revision !== bundle.revision) return declined("another revision is served here");
  const options = { agent, bundle: head.bundle, revision, state, scope, serve, capture: null, error: null };
  const client = { options: { ...options, deadlineMs: head.limitMs }, environment, cwd, policies: null };
  const served = bundle.revision;
  const given = inTime(bundle, client, body.toString("utf8", end + 1), head.limitMs);
  return given instanceof Promise ? given.then((late) => resultOf(late, served)) : resultOf(given, served);
}

function resultOf({ reply, isLate, decided }: Answered, revision: string): AskResult {
  if (isLate) return declined("no decision was made in time");
  if (decided !== null && failedIn(decided.decision)) return declined("the session is held by another process");
  return { answer: { ...reply, revision }, decided };
}

const failedIn = ({ failures }: Decision): boolean => failures.some(({ code }) => code === STORE_FAILED);

/** By the name it is served under, or by where that name leads. */
function bundleAt(dir: string, bundles: readonly ResidentBundle[]): ResidentBundle | undefined {
  const named = bundles.find((one) => one.dir === dir || one.folder === dir);
  if (named !== undefined) return named;
  try {
    const folder = realpathSync.native(dir);
    return bundles.find((one) => one.folder === folder);
  } catch {
    return undefined;
  }
}

type Head = AskHead & { readonly scope: Scope };

function readHead(line: string): Head | null {
  try {
    const head = JSON.parse(line);
    return isHead(head) ? head : null;
  } catch {
    return null;
  }
}

function isHead(value: unknown): value is Head {
  if (typeof value !== "object" || value === null) return false;
  const { agent, bundle, revision, state, scope, serve, limitMs, cwd, environment } = value as Record<string, unknown>;
  return (
    [agent, revision, state].every((one) => one === null || typeof one === "string") &&
    [bundle, serve, cwd].every((one) => typeof one === "string" && isAbsolute(one)) &&
    (scope === "internal" || scope === "user" || scope === "repo") &&
    typeof limitMs === "number" &&
    typeof environment === "object" &&
    environment !== null &&
    Object.values(environment).every((one) => typeof one === "string")
  );
}
