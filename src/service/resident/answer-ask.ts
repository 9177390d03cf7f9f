// Answers a call that a client forwards: a line that describes the caller, then the payload as the agent wrote it (docs:
// resident protocol, version 1). What this process should not decide for the client is declined; the client then decides.

import { isAbsolute } from "node:path";
import type { Decision } from "../../language/contract.ts";
import { failureText } from "../../language/load-error.ts";
import { readArguments } from "../arguments.ts";
import type { BundleOpener } from "./open-bundles.ts";
import { type Answered, withDeadline } from "./with-deadline.ts";

export const PROTOCOL = 1;

/** The first line of a forwarded call. */
export interface AskHead {
  readonly protocol: typeof PROTOCOL;
  /** The id of the call: 32 hexadecimal digits. */
  readonly ask: string;
  /** The arguments after `policyc hook`, unchanged. */
  readonly words: readonly string[];
  readonly cwd: string;
  readonly environment: { readonly [name: string]: string | undefined };
  readonly limitMs: number;
}

/** `declined`: the client decides by itself. */
export type AskAnswer =
  | { readonly stdout: string; readonly stderr: string; readonly exitCode: number; readonly revision: string }
  | { readonly declined: string };

export interface AskResult {
  readonly answer: AskAnswer;
  readonly decided: Answered["decided"];
}

/** The session's file stayed locked for as long as this process waits; the client can wait longer. */
const STORE_FAILED = "P706";

const declined = (why: string): AskResult => ({ answer: { declined: why }, decided: null });

export function answerAsk(body: Buffer, bundles: BundleOpener): AskResult | Promise<AskResult> {
  const end = body.indexOf("\n");
  const head = readHead(body.toString("utf8", 0, Math.max(0, end)));
  if (head === null) return declined("the call cannot be read");
  const { ask, words, cwd, environment, limitMs } = head;
  // Rules may refer to the home folder.
  if (environment.HOME !== process.env.HOME) return declined("the call is for another home folder");
  const options = readArguments(words, () => cwd);
  const { bundle: dir, revision, error, capture, mode } = options;
  if (error !== null || dir === null || capture !== null || mode !== "once") return declined("the options differ");
  const bundle = openAt(dir, bundles);
  if ("declined" in bundle) return declined(bundle.declined);
  const served = bundle.revision;
  if (revision !== null && revision !== served) return declined("the bundle has another revision");
  const client = { options, environment, cwd, policies: null };
  const answered = withDeadline(bundle, { client, ask, text: body.toString("utf8", end + 1), limitMs });
  return answered instanceof Promise ? answered.then((one) => resultOf(one, served)) : resultOf(answered, served);
}

function openAt(dir: string, bundles: BundleOpener): ReturnType<BundleOpener> | { readonly declined: string } {
  try {
    return bundles(dir);
  } catch (caught) {
    // The client opens the bundle by itself and refuses.
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
