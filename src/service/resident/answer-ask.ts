// A question of a client: a line that says for whom it is asked, then the payload as the agent wrote it. docs: resident
// protocol, version 1. What this process should not decide in the place of the client is declined, and the client goes on
// without it.

import { isAbsolute } from "node:path";
import type { Decision } from "../../language/contract.ts";
import { failureText } from "../../language/load-error.ts";
import { readArguments } from "../arguments.ts";
import type { BundleOpener } from "./open-bundles.ts";
import { type Answered, withDeadline } from "./with-deadline.ts";

export const PROTOCOL = 1;

/** What the head of a question says. */
export interface AskHead {
  readonly protocol: typeof PROTOCOL;
  /** Names the question: 32 hexadecimal digits. */
  readonly ask: string;
  /** The options after `policyc hook`, as they were given. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly limitMs: number;
}

/** `declined`: the client decides without this process. */
export type AskAnswer =
  | { readonly stdout: string; readonly stderr: string; readonly exitCode: number; readonly revision: string }
  | { readonly declined: string };

export interface AskResult {
  readonly answer: AskAnswer;
  readonly decided: Answered["decided"];
}

/** The session's file could not be had in the time this process gives to one question; the client has more. */
const STORE_FAILED = "P706";

const declined = (why: string): AskResult => ({ answer: { declined: why }, decided: null });

export function answerAsk(body: Buffer, bundles: BundleOpener): AskResult | Promise<AskResult> {
  const end = body.indexOf("\n");
  const head = readHead(body.toString("utf8", 0, Math.max(0, end)));
  if (head === null) return declined("the call cannot be read");
  const { ask, words, cwd, environment, limitMs } = head;
  // Where a home folder begins is part of what rules say.
  if (environment.HOME !== process.env.HOME) return declined("the call is for another home folder");
  const options = readArguments(words, () => cwd);
  const { bundle: dir, revision, error, capture, mode } = options;
  if (error !== null || dir === null || capture !== null || mode !== "once") return declined("the options differ");
  const bundle = openAt(dir, bundles);
  if ("declined" in bundle) return declined(bundle.declined);
  const served = bundle.revision;
  if (revision !== null && revision !== served) return declined("the bundle has another revision");
  const client = { options, environment, cwd, policies: null };
  const given = withDeadline(bundle, { client, ask, text: body.toString("utf8", end + 1), limitMs });
  return given instanceof Promise ? given.then((late) => resultOf(late, served)) : resultOf(given, served);
}

function openAt(dir: string, bundles: BundleOpener): ReturnType<BundleOpener> | { readonly declined: string } {
  try {
    return bundles(dir);
  } catch (caught) {
    // The client looks by itself and refuses.
    return { declined: failureText(caught) };
  }
}

function resultOf({ reply, isLate, decided }: Answered, revision: string): AskResult {
  if (isLate) return declined("no decision was made in time");
  if (decided !== null && failedIn(decided.decision)) return declined("another process has locked the session");
  return { answer: { ...reply, revision }, decided };
}

const failedIn = ({ failures }: Decision): boolean => failures.some(({ code }) => code === STORE_FAILED);

function readHead(line: string): AskHead | null {
  try {
    const head = JSON.parse(line);
    return isHead(head) ? head : null;
  } catch {
    return null;
  }
}

function isHead(value: unknown): value is AskHead {
  if (typeof value !== "object" || value === null) return false;
  const { protocol, ask, words, cwd, environment, limitMs } = value as Record<string, unknown>;
  return (
    protocol === PROTOCOL &&
    typeof ask === "string" &&
    /^[0-9a-f]{32}$/.test(ask) &&
    Array.isArray(words) &&
    words.every((word) => typeof word === "string") &&
    typeof cwd === "string" &&
    isAbsolute(cwd) &&
    typeof limitMs === "number" &&
    typeof environment === "object" &&
    environment !== null &&
    Object.values(environment).every((one) => typeof one === "string")
  );
}
