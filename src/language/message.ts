// Policy text shown to people and models: one line, nothing invisible, no secrets, bounded.

import { maskSecrets } from "./masks/mask.ts";

/** Longest interpolated value, and longest message, in characters. */
const SHOWN = 200;
const MESSAGE_LIMIT = 2000;

/** Control, format, bidi, separator and lone surrogate characters: never printed raw. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u115f\u1160\u3164\uffa0]/gu;

const onKeyboard = /^[\x20-\x7e]*$/;

const names: { readonly [char: string]: string } = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Makes every character of a text visible, on one line. */
export function visible(text: string): string {
  if (onKeyboard.test(text)) return text;
  return text.replace(invisible, (char) => names[char] ?? `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`);
}

/** Cuts between characters, never inside a surrogate pair. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const last = text.charCodeAt(limit - 2);
  const end = last >= 0xd800 && last <= 0xdbff ? limit - 2 : limit - 1;
  return `${text.slice(0, end)}…`;
}

/** Short, printable and without a backquote: nothing to escape, and too short for a secret. */
function isHarmless(text: string): boolean {
  if (text.length > 7) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e || code === 0x60) return false;
  }
  return true;
}

/** An interpolated value of a message, in backquotes. */
export const show = (value: unknown): string => `\`${shown(value)}\``;

/** The same without backquotes: generated code includes them in its own texts, which avoids copying the value twice. */
export const shown = (value: unknown): string =>
  typeof value === "string" && isHarmless(value) ? value : madeHarmless(value);

const madeHarmless = (value: unknown): string => cut(visible(maskSecrets(plain(value))).replaceAll("`", "'"), SHOWN);

/** Longer text is truncated before masking, so that a huge field costs no more than a small one. */
const READ = 4096;

function plain(value: unknown): string {
  if (value === undefined) return "(missing)";
  // Unknown or in error: the only symbols that occur, also when the value comes from another copy of this module.
  if (typeof value === "symbol") return "(unknown)";
  if (typeof value === "string") return value.length > READ ? value.slice(0, READ) : value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return listed(value, true);
  if (typeof value === "object" && value !== null) {
    if ("shown" in value && value.shown !== undefined) return plain(value.shown);
    if ("text" in value) return plain(value.text);
    if ("items" in value && Array.isArray(value.items))
      return listed(value.items, "complete" in value && value.complete === true, possible(value));
  }
  return "(value)";
}

/** The elements that a list only may have. */
const possible = (list: object): readonly unknown[] =>
  "maybe" in list && Array.isArray(list.maybe) ? (list.maybe as readonly unknown[]) : [];

function listed(items: readonly unknown[], complete: boolean, maybe: readonly unknown[] = []): string {
  const known = items.slice(0, 16).map(plain).join(", ");
  if (known === "" && maybe.length > 0) return `possibly ${maybe.slice(0, 16).map(plain).join(", ")}`;
  if (complete && items.length <= 16) return known;
  return known === "" ? "something unknown" : `${known} and possibly more`;
}

/** What to do about a command that could not be read: the last sentence of a reason for that. */
export const UNREAD_ADVICE = "Write it plainly, or split it into several commands.";

/** A whole message, bounded. */
export function bounded(message: string): string {
  return message.length <= MESSAGE_LIMIT ? message : cut(message, MESSAGE_LIMIT);
}
