// Reads what a hook wrote: from JSON text to checked fields. Wrong types become failure messages, never exceptions.

import type { Json } from "../../language/contract.ts";
import { parseStrictText } from "../../language/strict-json.ts";

export type JsonObject = { readonly [key: string]: Json };

/** Output without a leading byte-order mark and surrounding blanks. */
export function answerText(stdout: string): string {
  return stdout.replace(/^\uFEFF/, "").trim();
}

/** The text as one JSON object, or what is wrong with it. */
export function readObject(text: string): { readonly object: JsonObject } | { readonly error: string } {
  const parsed = parseStrictText(text);
  if ("error" in parsed) return parsed;
  return isObject(parsed.value) ? { object: parsed.value } : { error: "it is not a JSON object" };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** An own field; null counts as absent. */
export function fieldOf(object: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? (object[name] ?? undefined) : undefined;
}

/** Reads fields by type. A field of the wrong type is treated as absent and recorded in `faults`. */
export interface FieldReader {
  text(name: string): string | null;
  bool(name: string): boolean | null;
  object(name: string): JsonObject | null;
  list(name: string): readonly Json[] | null;
  texts(name: string): readonly string[];
}

/** `place` is put before names in faults, for nested fields. */
export function readerOf(object: JsonObject, faults: string[], place = ""): FieldReader {
  const read = <T>(name: string, what: string, check: (value: Json) => T | undefined): T | null => {
    const value = fieldOf(object, name);
    if (value === undefined) return null;
    const checked = check(value);
    if (checked === undefined) faults.push(`\`${place}${name}\` must be ${what}`);
    return checked ?? null;
  };
  return {
    text: (name) => read(name, "a string", textOf),
    bool: (name) => read(name, "true or false", (value) => (typeof value === "boolean" ? value : undefined)),
    object: (name) => read(name, "an object", (value) => (isObject(value) ? value : undefined)),
    list: (name) => read(name, "a list", listOf),
    texts: (name) => read(name, "a list of strings", textsOf) ?? [],
  };
}

const textOf = (value: Json): string | undefined => (typeof value === "string" ? value : undefined);
const listOf = (value: Json): readonly Json[] | undefined =>
  Array.isArray(value) ? (value as readonly Json[]) : undefined;
const isText = (value: Json): value is string => typeof value === "string";
const textsOf = (value: Json): readonly string[] | undefined => {
  const list = listOf(value);
  return list?.every(isText) ? list.filter(isText) : undefined;
};

/** One line of at most `limit` characters, the form in which hosts show reasons. */
export function oneLine(text: string, limit: number): string {
  const line = [...text.replace(/\s+/g, " ").trim()];
  return line.length > limit ? `${line.slice(0, limit).join("")}…` : line.join("");
}
