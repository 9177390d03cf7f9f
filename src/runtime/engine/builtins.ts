// The functions that generated conditions call: tests on values that may be missing, unknown or of the wrong type.
// A missing value is an error in every test except `is present` and `is missing`: the compiler guards against it, JSON may not.

import { compileGlob, type Glob, matchGlob } from "../../language/glob.ts";
import { mentionsPhrase } from "../../language/mention.ts";
import { ERROR, FALSE, or, TRUE, type Truth, truth, UNKNOWN } from "../../language/truth.ts";
import { errorValue, isSentinel, type ListView, type Maybe, type Regex, unknownValue } from "../../language/value.ts";
import type { Context } from "./event/context.ts";
import { fold, type PathValue } from "./paths/paths.ts";
import type { Listed } from "./program.ts";
import { any, countOf } from "./quantifiers.ts";
import { unsettled } from "./unsettled.ts";

type Scalar = string | number | boolean;

/** Records which condition was false, for --explain, and returns false. */
export function miss(c: Context, condition: number): Truth {
  c.missed = condition;
  return FALSE;
}

/** Records a condition that is not true, for --explain; returns whether it is false. */
export function isFalse(c: Context, condition: number, truth: Truth): boolean {
  if (truth === FALSE) c.missed = condition;
  else c.doubts = [...c.doubts, [condition, truth]];
  return truth === FALSE;
}

/** A path compares by its text, everything else by itself. */
const scalarOf = (value: Maybe<Scalar | PathValue>): Maybe<Scalar> =>
  typeof value === "object" ? textOf(value) : value;

/** Files that were not listed have texts, but not known ones. */
const textOf = ({ text, rest }: PathValue): Maybe<string> => (rest === undefined ? text : unknownValue);

function compared(
  a: Maybe<Scalar | PathValue>,
  b: Maybe<Scalar | PathValue>,
  test: (a: Scalar, b: Scalar) => boolean,
): Truth {
  const left = scalarOf(a);
  const right = scalarOf(b);
  if (left === undefined || right === undefined || isSentinel(left) || isSentinel(right)) return unsettled(left, right);
  return typeof left === typeof right ? truth(test(left, right)) : ERROR;
}

export const equal = (a: Maybe<Scalar | PathValue>, b: Maybe<Scalar | PathValue>): Truth =>
  compared(a, b, (x, y) => x === y);
export const notEqual = (a: Maybe<Scalar | PathValue>, b: Maybe<Scalar | PathValue>): Truth =>
  compared(a, b, (x, y) => x !== y);
export const less = (a: Maybe<Scalar>, b: Maybe<Scalar>): Truth => compared(a, b, (x, y) => x < y);
export const lessEqual = (a: Maybe<Scalar>, b: Maybe<Scalar>): Truth => compared(a, b, (x, y) => x <= y);
export const greater = (a: Maybe<Scalar>, b: Maybe<Scalar>): Truth => compared(a, b, (x, y) => x > y);
export const greaterEqual = (a: Maybe<Scalar>, b: Maybe<Scalar>): Truth => compared(a, b, (x, y) => x >= y);

type List = Maybe<readonly Scalar[] | ReadonlySet<Scalar> | ListView<string | PathValue>>;

/** The value equals an item of the list. */
export function oneOf(value: Maybe<Scalar | PathValue>, list: List): Truth {
  const scalar = scalarOf(value);
  if (list === undefined || isSentinel(list) || scalar === undefined || isSentinel(scalar))
    return unsettled(scalar, list);
  if (list instanceof Set) return truth(list.has(scalar));
  if (Array.isArray(list)) return truth(list.includes(scalar));
  return "complete" in list ? any(list, (item) => equal(item, scalar)) : ERROR;
}

export const hasItem = (list: List, value: Maybe<Scalar | PathValue>): Truth => oneOf(value, list);

function overTexts(
  a: Maybe<string | PathValue>,
  b: Maybe<string | PathValue>,
  test: (a: string, b: string) => boolean,
): Truth {
  const left = scalarOf(a);
  const right = scalarOf(b);
  if (typeof left === "string" && typeof right === "string") return truth(test(left, right));
  return unsettled(
    left === unknownValue ? left : typeof left === "string" ? left : errorValue,
    right === unknownValue ? right : typeof right === "string" ? right : errorValue,
  );
}

export const contains = (a: Maybe<string | PathValue>, b: Maybe<string>): Truth =>
  overTexts(a, b, (x, y) => x.includes(y));
export const startsWith = (a: Maybe<string | PathValue>, b: Maybe<string>): Truth =>
  overTexts(a, b, (x, y) => x.startsWith(y));
export const endsWith = (a: Maybe<string | PathValue>, b: Maybe<string>): Truth =>
  overTexts(a, b, (x, y) => x.endsWith(y));

export const mentions = (a: Maybe<string | PathValue>, b: Maybe<string>): Truth => overTexts(a, b, mentionsPhrase);

export const matchesRegex = (value: Maybe<string | PathValue>, regex: Regex): Truth =>
  overTexts(value, "", (text) => regex.test(text));

/** A regular expression on the engine's own matcher: for patterns shown to be safe there. */
export function nativeRegex(source: string, flags: string): Regex {
  // Compiled when first used, like globs.
  let once: RegExp | null = null;
  let all: RegExp | null = null;
  const replaceAll = (text: string, by: string): string => {
    all ??= new RegExp(source, `${flags}g`);
    return text.replace(all, () => by);
  };
  const test = (text: string): boolean => {
    once ??= new RegExp(source, flags);
    return once.test(text);
  };
  return { test, replaceAll };
}

// Globs over names and hosts; paths have their own in paths.ts

/** Globs as a rule has them, compiled when first matched. */
type TextGlobs = () => readonly Glob[];

function textGlobs(patterns: Listed, kind: "name" | "host"): TextGlobs {
  let globs: readonly Glob[] | null = null;
  return () => {
    globs ??= patterns().map((pattern) => compileGlob(kind === "host" ? fold(pattern) : pattern, kind));
    return globs;
  };
}

export const nameGlobs = (patterns: Listed): TextGlobs => textGlobs(patterns, "name");
export const hostGlobs = (patterns: Listed): TextGlobs => textGlobs(patterns, "host");

export const matchesText = (value: Maybe<string>, globs: TextGlobs): Truth =>
  overTexts(value, "", (text) => globs().some((glob) => matchGlob(glob, text)));

/** Host names are case-insensitive, so restricting and allowing rules compare alike. */
export const matchesHost = (value: Maybe<string>, globs: TextGlobs): Truth =>
  overTexts(value, "", (text) => {
    const host = fold(text);
    return globs().some((glob) => matchGlob(glob, host));
  });

export const isPresent = (value: unknown): Truth =>
  value === unknownValue ? UNKNOWN : value === errorValue ? ERROR : truth(value !== undefined && value !== null);

export const isMissing = (value: unknown): Truth =>
  value === unknownValue ? UNKNOWN : value === errorValue ? ERROR : truth(value === undefined || value === null);

export const holds = (value: Maybe<boolean>): Truth =>
  typeof value === "boolean" ? truth(value) : value === unknownValue ? UNKNOWN : ERROR;

// Session state

function markedIn(c: Context, label: string, shadow: boolean): Truth {
  const now = c.marks?.get(shadow ? `~${label}` : label) ?? FALSE;
  if (now === TRUE) return TRUE;
  const session = c.stateOf();
  if (session === null) c.lacks(`marked(${label})`);
  const result = or(now, session === null ? UNKNOWN : session.marked(label, shadow));
  if (result === UNKNOWN && session !== null) c.lacks(`marked(${label})`);
  return result;
}

export const marked = (c: Context, label: string): Truth => markedIn(c, label, false);

/** Shadow rules see enforcing labels and those of shadow rules. */
export const markedInShadow = (c: Context, label: string): Truth =>
  or(markedIn(c, label, false), markedIn(c, label, true));

function countedIn(c: Context, counter: string, windowMs: number, shadow: boolean): number | typeof unknownValue {
  const session = c.stateOf();
  if (session === null) {
    c.lacks(`counted(${counter})`);
    return unknownValue;
  }
  const time = Math.max(c.time_ms ?? 0, session.lastTime);
  const earlier = session.counted(counter, shadow, windowMs, time);
  return c.counts?.has(shadow ? `~${counter}` : counter) === true ? earlier + 1 : earlier;
}

/** How often the counter went up in the window, this event included. */
export const counted = (c: Context, counter: string, windowMs: number): Maybe<number> =>
  countedIn(c, counter, windowMs, false);

export function countedInShadow(c: Context, counter: string, windowMs: number): Maybe<number> {
  const enforced = countedIn(c, counter, windowMs, false);
  const shadow = countedIn(c, counter, windowMs, true);
  return typeof enforced === "number" && typeof shadow === "number" ? Math.max(enforced, shadow) : unknownValue;
}

// Values

const weekdays = ["sun", "mon", "tue", "wed", "thu", "fri", "sat"];

/** A fact of the world; null answers (no branch, no such variable) are missing values. */
export function fact(c: Context, key: string): Maybe<string | number | boolean> {
  const clock = /^(hour|weekday):(.*)$/.exec(key);
  const value = clock === null ? c.fact(key) : clockFact(c, clock[1] === "hour", clock[2] ?? "UTC");
  if (value === unknownValue) {
    c.lacks(key);
    return unknownValue;
  }
  return value === null ? undefined : value;
}

/** Hour and weekday are those of the event's time, so a replay gives the same. */
function clockFact(c: Context, hour: boolean, zone: string): string | number | typeof unknownValue {
  if (c.time_ms === undefined) return unknownValue;
  try {
    const format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hour: "numeric",
      hourCycle: "h23",
      weekday: "short",
    });
    const parts = format.formatToParts(c.time_ms);
    const part = (type: string): string => parts.find((one) => one.type === type)?.value ?? "";
    const value = hour ? Number(part("hour")) % 24 : part("weekday").toLowerCase();
    return hour
      ? Number.isInteger(value)
        ? value
        : unknownValue
      : weekdays.includes(String(value))
        ? value
        : unknownValue;
  } catch {
    return unknownValue;
  }
}

type JsonType = "string" | "int" | "bool" | "json" | "list<string>";

/** A property of a JSON value: missing if not there, an error if of another type. */
export function json(base: unknown, path: readonly string[], type: JsonType): Maybe<never> {
  if (isSentinel(base)) return base;
  let value: unknown = base;
  for (const key of path) {
    if (value === undefined || value === null) return undefined;
    if (typeof value !== "object" || Array.isArray(value)) return errorValue;
    value = Object.hasOwn(value, key) ? (value as { readonly [key: string]: unknown })[key] : undefined;
  }
  if (value === undefined || value === null) return undefined;
  return (fitsType(value, type) ? value : errorValue) as Maybe<never>;
}

function fitsType(value: unknown, type: JsonType): boolean {
  if (type === "json") return true;
  if (type === "string") return typeof value === "string";
  if (type === "bool") return typeof value === "boolean";
  if (type === "int") return Number.isSafeInteger(value);
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

export const orElse = <V>(value: Maybe<V>, fallback: Maybe<V>): Maybe<V> => (value === undefined ? fallback : value);

/** The first operand that is not plain text decides: an error before an unknown. */
export function concat(...parts: readonly Maybe<string | PathValue>[]): Maybe<string> {
  let text = "";
  let unknown = false;
  for (const part of parts) {
    const one = scalarOf(part);
    if (typeof one === "string") text += one;
    else if (one === unknownValue) unknown = true;
    else return errorValue;
  }
  return unknown ? unknownValue : text;
}

const overText = <R>(value: Maybe<string | PathValue>, map: (text: string) => R): Maybe<R> => {
  const text = scalarOf(value);
  return typeof text === "string" ? map(text) : text === unknownValue ? unknownValue : errorValue;
};

export const lower = (value: Maybe<string | PathValue>): Maybe<string> => overText(value, (text) => text.toLowerCase());

/** Characters of a text, items of a list; an incomplete list has no known length. */
export function lengthOf(value: Maybe<string | PathValue | readonly unknown[] | ListView<unknown>>): Maybe<number> {
  if (value === undefined || value === errorValue) return errorValue;
  if (value === unknownValue) return unknownValue;
  if (typeof value === "string") return value.length;
  if ("items" in value) return value.complete && (value.maybe ?? []).length === 0 ? countOf(value) : unknownValue;
  return "text" in value ? value.text.length : value.length;
}

export const maskText = (value: Maybe<string | PathValue>, regex: Regex): Maybe<string> =>
  overText(value, (text) => regex.replaceAll(text, "***"));
