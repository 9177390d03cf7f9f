// What a limit on one value implies for values derived from it: its length, its lower-case form, its presence.

import type { IrValue } from "../ir/ir.ts";
import { passes } from "./implies.ts";
import { type Limit, type Scalar, subjectOf } from "./limits.ts";

export function derivedLimits(limit: Limit): readonly Limit[] {
  return [...lengths(limit), ...smallLetters(limit), ...presence(limit)];
}

const isText = (value: Scalar): value is string => typeof value === "string";

function lengths({ value, allowed, text }: Limit): readonly Limit[] {
  const subject = subjectOf({ op: "length", of: "text", value });
  if (allowed !== undefined && [...allowed].every(isText))
    return [{ ...subject, allowed: new Set([...allowed].filter(isText).map((one) => one.length)) }];
  if (text?.isTrue === true && text.meaning?.isLiteral === true) return [{ ...subject, low: text.part.length }];
  return [];
}

/** ASCII letters only: the lower case of other letters can depend on their neighbours. */
const isPlain = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

function smallLetters({ value, allowed, text }: Limit): readonly Limit[] {
  const subject = subjectOf({ op: "lower", value });
  if (allowed !== undefined && [...allowed].every(isText))
    return [{ ...subject, allowed: new Set([...allowed].filter(isText).map((one) => one.toLowerCase())) }];
  if (text?.isTrue !== true || text.meaning?.isLiteral !== true || !isPlain(text.part)) return [];
  const { meaning } = text;
  const part = text.part.toLowerCase();
  return [{ ...subject, text: { meaning, part, isTrue: true, fits: (one) => meaning.fits(one, part) } }];
}

/** `(model ?? "a") == "b"`: it is present, because its default would not pass. */
function presence(limit: Limit): readonly Limit[] {
  const { value } = limit;
  if (value.op !== "default" || value.fallback.op !== "const" || limit.isPresent !== undefined) return [];
  return passes(value.fallback.value, limit) ? [] : [{ ...subjectOf(value.value as IrValue), isPresent: true }];
}
