// Pieces of policy text: names, strings, messages, comments. Whatever comes in, what goes out parses and hides nothing.

import type { Json } from "../../language/contract.ts";
import { visible } from "../diagnostics/report/visible.ts";

const UNSAFE = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

/** A string literal; hidden characters are written as escapes. */
export function stringText(text: string): string {
  const escaped = text.replace(/["\\]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return `"${escaped.replace(UNSAFE, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`)}"`;
}

/** The same for the text of an effect, where braces would be placeholders. */
export function messageText(text: string): string {
  return stringText(text).replace(/[{}]/g, (brace, at: number, whole: string) =>
    isEscapeBrace(whole, at) ? brace : `\\${brace}`,
  );
}

/** Whether a brace belongs to `\u{...}`. */
function isEscapeBrace(text: string, at: number): boolean {
  return /\\u\{[0-9a-f]*$/.test(text.slice(Math.max(0, at - 10), text[at] === "{" ? at + 1 : at));
}

export const listText = (items: readonly string[]): string => `[${items.map(stringText).join(", ")}]`;

/** JSON as an event literal: keys without quotes where they need none. */
export function dataText(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(dataText).join(", ")}]`;
  if (typeof value === "object" && value !== null) {
    const entries = Object.entries(value).map(([key, item]) => `${keyText(key)}: ${dataText(item)}`);
    return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
  }
  return typeof value === "string" ? stringText(value) : String(value);
}

const keyText = (key: string): string => (/^[a-z][a-z0-9_]*$/.test(key) ? key : stringText(key));

/** A comment of one line. */
export const commentText = (text: string): string => `# ${visible(text)}`;

/** A regex literal. */
export function regexText(source: string, flags: string): string {
  const inside = source.replace(/\\[\s\S]|\//g, (found) => (found === "/" ? "\\/" : found));
  return `/${inside}/${flags}`;
}

/** Names of rules out of names of any kind, each once. */
export function ruleNames(): (wanted: string) => string {
  const taken = new Set<string>();
  return (wanted) => {
    const words = wanted
      .normalize("NFKD")
      .toLowerCase()
      .replace(/[^a-z0-9_]+/g, "-")
      .replace(/^[-0-9]+|-+$/g, "");
    const base = words === "" ? "hook" : words.slice(0, 60).replace(/-+$/, "");
    let name = base;
    for (let next = 2; taken.has(name); next++) name = `${base}-${next}`;
    taken.add(name);
    return name;
  };
}

/** Milliseconds as a duration of the language. */
export function durationText(ms: number): string {
  const whole = Math.max(1, Math.round(ms));
  return whole % 1000 === 0 ? `${whole / 1000}s` : `${whole}ms`;
}
