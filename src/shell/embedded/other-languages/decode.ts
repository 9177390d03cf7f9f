// Constant text through the small programs that hide code: base64, xxd, rev, tr, printf, echo. Pure string functions.

import { limits } from "../../syntax/limits.ts";

/** Bytes as text when they are UTF-8, else null: shell code is never anything else. */
function fromBytes(bytes: readonly number[]): string | null {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join(""));
  } catch {
    return null;
  }
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function base64Bytes(text: string): readonly number[] | null {
  if (text.length > limits.hidden) return null;
  const clean = text.replace(/\s+/g, "").replace(/-/g, "+").replace(/_/g, "/").replace(/=+$/, "");
  const bytes: number[] = [];
  let bits = 0;
  let buffer = 0;
  for (const character of clean) {
    const value = ALPHABET.indexOf(character);
    if (value === -1) return null;
    buffer = ((buffer << 6) | value) & 0xffffff;
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 0xff);
    }
  }
  return bytes;
}

export function fromBase64(text: string): string | null {
  const bytes = base64Bytes(text);
  return bytes === null ? null : fromBytes(bytes);
}

/** UTF-16 in base64, as PowerShell's `-EncodedCommand` takes it. */
export function fromBase64Utf16(text: string): string | null {
  const bytes = base64Bytes(text);
  if (bytes === null || bytes.length % 2 !== 0) return null;
  let found = "";
  for (let at = 0; at < bytes.length; at += 2)
    found += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
  return found;
}

export function fromHex(text: string): string | null {
  if (text.length > limits.hidden) return null;
  const digits = text.replace(/\s+/g, "");
  if (digits.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(digits)) return null;
  return fromBytes((digits.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)));
}

const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export function fromBase32(text: string): string | null {
  if (text.length > limits.hidden) return null;
  const bytes: number[] = [];
  let bits = 0;
  let buffer = 0;
  for (const character of text.replace(/[\s=]+/g, "")) {
    const value = BASE32.indexOf(character);
    if (value === -1) return null;
    buffer = ((buffer << 5) | value) & 0xffffff;
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push((buffer >> bits) & 0xff);
    }
  }
  return fromBytes(bytes);
}

export function reversedLines(text: string): string {
  return text
    .split("\n")
    .map((line) => [...line].reverse().join(""))
    .join("\n");
}

const classes: ReadonlyMap<string, string> = new Map([
  ["upper", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"],
  ["lower", "abcdefghijklmnopqrstuvwxyz"],
  ["digit", "0123456789"],
  ["space", " \t\n\r\v\f"],
  ["blank", " \t"],
]);

/** The characters of a `tr` set, in order; null when it uses more than ranges and classes. */
function setOf(text: string): readonly string[] | null {
  const plain = escaped(text);
  if (plain === null) return null;
  const found: string[] = [];
  for (let at = 0; at < plain.length; at++) {
    const named = /^\[:(\w+):\]/.exec(plain.slice(at, at + 12));
    if (named !== null) {
      const members = classes.get(named[1] ?? "");
      if (members === undefined) return null;
      found.push(...members);
      at += named[0].length - 1;
      continue;
    }
    const last = plain.charCodeAt(at + 2);
    if (plain.charAt(at + 1) === "-" && at + 2 < plain.length && last >= plain.charCodeAt(at)) {
      if (last - plain.charCodeAt(at) > 256) return null;
      for (let code = plain.charCodeAt(at); code <= last; code++) found.push(String.fromCharCode(code));
      at += 2;
    } else found.push(plain.charAt(at));
  }
  return found;
}

export function translated(text: string, args: readonly string[]): string | null {
  const flags = args.filter((arg) => /^-[a-zA-Z]+$/.test(arg)).join("");
  const [from, to] = args.filter((arg) => !/^-[a-zA-Z]+$/.test(arg));
  const first = setOf(from ?? "");
  if (first === null || from === undefined || /[cCst]/.test(flags)) return null;
  if (flags.includes("d")) {
    const gone = new Set(first);
    let remaining = "";
    for (const character of text) if (!gone.has(character)) remaining += character;
    return remaining;
  }
  const second = setOf(to ?? "");
  if (second === null || second.length === 0) return null;
  const map = new Map(first.map((character, i) => [character, second[Math.min(i, second.length - 1)] ?? ""]));
  let result = "";
  for (const character of text) result += map.get(character) ?? character;
  return result;
}

const simple: ReadonlyMap<string, string> = new Map([
  ["n", "\n"],
  ["t", "\t"],
  ["r", "\r"],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["v", "\v"],
  ["e", "\x1b"],
  ["E", "\x1b"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["?", "?"],
]);

/** Backslash escapes of `printf` and `echo -e`; null when bytes do not make text. */
function escaped(text: string): string | null {
  if (!text.includes("\\")) return text;
  const found = text.replace(
    /\\(?:x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|U([0-9a-fA-F]{1,8})|0([0-7]{1,3})|([0-7]{1,3})|([\s\S]))/g,
    (whole, hex, short, long, zero, octal, letter: string | undefined) => {
      const digits = hex ?? short ?? long;
      if (digits !== undefined) return codePoint(Number.parseInt(digits, 16));
      const eights = zero ?? octal;
      if (eights !== undefined) return codePoint(Number.parseInt(eights, 8) & 0xff);
      return simple.get(letter ?? "") ?? whole;
    },
  );
  return found.includes("\0") ? null : found;
}

function codePoint(value: number): string {
  return value > 0 && value <= 0x10ffff ? String.fromCodePoint(value) : "\0";
}

export function echoed(args: readonly string[], shell: string): string | null {
  let at = 0;
  let escapes = shell !== "bash";
  let newline = true;
  for (; at < args.length && /^-[neE]+$/.test(args[at] ?? ""); at++) {
    if (args[at]?.includes("n") === true) newline = false;
    if (args[at]?.includes("e") === true) escapes = true;
    if (args[at]?.includes("E") === true) escapes = false;
  }
  const text = args.slice(at).join(" ");
  const body = escapes ? escaped(text) : text;
  return body === null ? null : body + (newline ? "\n" : "");
}

export function formatted(format: string, args: readonly string[]): string | null {
  const template = escaped(format);
  if (template === null || template.length * (args.length + 1) > 65536) return null;
  const holes = [...template.matchAll(/%(-?\d*(?:\.\d+)?)([a-zA-Z%])|%/g)];
  if (holes.some(([, width, kind]) => kind === undefined || !"sbqdic%xo".includes(kind) || (width ?? "") !== ""))
    return null;
  const taking = holes.filter(([, , kind]) => kind !== "%").length;
  let next = 0;
  let failed = false;
  const round = (): string =>
    template.replace(/%([a-zA-Z%])/g, (_, kind: string) => {
      if (kind === "%") return "%";
      const arg = args[next++] ?? "";
      if (kind === "s") return arg;
      if (kind === "b") {
        const text = escaped(arg);
        failed ||= text === null;
        return text ?? "";
      }
      if (kind === "c") return arg.charAt(0);
      if ((kind === "d" || kind === "i") && /^-?\d{0,15}$/.test(arg)) return arg === "" ? "0" : String(Number(arg));
      if (kind === "x" && /^\d{1,9}$/.test(arg)) return Number(arg).toString(16);
      if (kind === "o" && /^\d{1,9}$/.test(arg)) return Number(arg).toString(8);
      failed = true;
      return "";
    });
  let found = round();
  while (taking > 0 && next < args.length && !failed && found.length < 65536) found += round();
  return failed ? null : found;
}
