// A session as text and back. The text carries its own hash: a file that is cut, changed or another session's is refused,
// because taking it for a new session would forget what the session has done.

import { sha256Hex } from "../../language/sha256.ts";
import { TRUE, UNKNOWN } from "../../language/truth.ts";
import { BUCKETS, REMEMBERED_CALLS, type SessionSnapshot, type WindowSnapshot } from "../engine/event/session.ts";

const HEADER = "policyc-session 1";

/** How the truth of a mark is written: files outlive the numbers of a version. */
const WRITTEN = { [TRUE]: 1, [UNKNOWN]: 2 } as const;

/** `name` is the session's, hashed. */
export function sessionText(name: string, session: SessionSnapshot): string {
  const body = JSON.stringify({ name, ...session, marks: session.marks.map(([key, truth]) => [key, WRITTEN[truth]]) });
  return `${HEADER} ${sha256Hex(body)}\n${body}\n`;
}

/** The session in the text, or null when `sessionText` did not write it for this session. */
export function readSession(name: string, bytes: Buffer): SessionSnapshot | null {
  const text = bytes.toString("utf8");
  const end = text.indexOf("\n");
  const body = text.slice(end + 1, -1);
  if (end === -1 || !text.endsWith("\n") || text.slice(0, end) !== `${HEADER} ${sha256Hex(body)}`) return null;
  try {
    return sessionOf(name, JSON.parse(body));
  } catch {
    return null;
  }
}

type Fields = { readonly [name: string]: unknown };

function sessionOf(name: string, fields: Fields): SessionSnapshot | null {
  const { lastTime, blocksInRow, marks, counters, calls } = fields;
  if (fields.name !== name || !isCount(blocksInRow) || !isNumber(lastTime)) return null;
  if (!isListOf(calls, isText) || calls.length > REMEMBERED_CALLS) return null;
  if (!isListOf(marks, isMark) || !isListOf(counters, isCounter)) return null;
  return {
    lastTime,
    blocksInRow,
    marks: marks.map(([key, written]) => [key, written === WRITTEN[TRUE] ? TRUE : UNKNOWN]),
    counters: counters.map(([key, windows]) => [key, windows.map(windowOf)]),
    calls,
  };
}

/** A window in which nothing was counted has no newest bucket, which JSON writes as null. */
type WrittenWindow = Omit<WindowSnapshot, "latest"> & { readonly latest: number | null };

function windowOf(window: WrittenWindow): WindowSnapshot {
  return { ...window, latest: window.latest ?? Number.NEGATIVE_INFINITY };
}

const isText = (value: unknown): value is string => typeof value === "string";
const isNumber = (value: unknown): value is number => typeof value === "number";
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;

function isListOf<T>(value: unknown, isOne: (item: unknown) => item is T): value is T[] {
  return Array.isArray(value) && value.every(isOne);
}

function isMark(value: unknown): value is readonly [key: string, written: 1 | 2] {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && (value[1] === 1 || value[1] === 2);
}

function isCounter(value: unknown): value is [key: string, windows: WrittenWindow[]] {
  return Array.isArray(value) && value.length === 2 && isText(value[0]) && isListOf(value[1], isWindow);
}

function isWindow(value: unknown): value is WrittenWindow {
  if (typeof value !== "object" || value === null) return false;
  const { windowMs, latest, counts } = value as Fields;
  return isNumber(windowMs) && windowMs > 0 && (latest === null || isNumber(latest)) && isListOf(counts, isSlot);
}

function isSlot(value: unknown): value is [slot: number, count: number] {
  return Array.isArray(value) && value.length === 2 && isCount(value[0]) && value[0] <= BUCKETS && isCount(value[1]);
}
