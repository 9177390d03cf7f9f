// Names in a tar archive (ustar, pax, GNU), from its headers. A broken header ends the list, which is then not whole.

import type { PathListing } from "../../../language/listing.ts";
import type { ArchiveBytes } from "./archive-bytes.ts";

const BLOCK = 512;
export const MOST_NAMES = 4096;
/** A longer name names no file. */
const LONGEST_NAME = 16_384;

interface Header {
  readonly name: string;
  readonly size: number;
  readonly type: string;
  readonly link: string;
}

/** Names for the next entry, from the headers before it. */
interface Ahead {
  name?: string;
  link?: string;
}

/** Null when it does not begin like a tar archive. */
export function tarNames(bytes: ArchiveBytes): PathListing | null {
  const entries: string[] = [];
  let ahead: Ahead = {};
  let isWhole = true;
  for (let at = 0; at < bytes.size; ) {
    const block = bytes.read(at, BLOCK);
    if (block === null) return { entries, isWhole: false };
    const header = block.length === BLOCK ? headerOf(block) : null;
    if (header === "end") return { entries, isWhole };
    if (header === null) return at === 0 ? null : { entries, isWhole: false };
    if (entries.length >= MOST_NAMES) return { entries, isWhole: false };
    const content = at + BLOCK;
    at = content + Math.ceil(header.size / BLOCK) * BLOCK;
    const isNameAhead = "LKx".includes(header.type);
    if (isNameAhead) {
      if (header.size > LONGEST_NAME) return { entries, isWhole: false };
      const data = bytes.read(content, header.size);
      if (data === null) return { entries, isWhole: false };
      noteAhead(ahead, header.type, data);
    } else if (header.type !== "g") {
      const name = ahead.name ?? header.name;
      const link = ahead.link ?? header.link;
      ahead = {};
      if (name.includes("\0")) return { entries, isWhole: false };
      entries.push(header.type === "5" && !name.endsWith("/") ? `${name}/` : name);
      // What is written through such a link is elsewhere.
      if ((header.type === "1" || header.type === "2") && /^\/|(?:^|\/)\.\.(?:\/|$)/.test(link)) isWhole = false;
    }
  }
  return { entries, isWhole };
}

function headerOf(block: Buffer): Header | "end" | null {
  if (block.every((byte) => byte === 0)) return "end";
  const size = sizeOf(block.subarray(124, 136));
  if (size === null || !isSumRight(block)) return null;
  const prefix = block.toString("latin1", 257, 262) === "ustar" ? textOf(block, 345, 500) : "";
  const name = textOf(block, 0, 100);
  return {
    // GNU has times where ustar has the prefix.
    name: prefix === "" || block.toString("latin1", 257, 265) === "ustar  \0" ? name : `${prefix}/${name}`,
    size: isWithoutData(block) ? 0 : size,
    type: block[156] === 0 ? "0" : String.fromCharCode(block[156] ?? 0),
    link: textOf(block, 157, 257),
  };
}

/** Links, devices and pipes have no content, whatever size they give. */
const isWithoutData = (block: Buffer): boolean => /[1-6]/.test(String.fromCharCode(block[156] ?? 0));

/** The sum of all bytes, its own field taken as blanks. */
function isSumRight(block: Buffer): boolean {
  const written = Number.parseInt(textOf(block, 148, 156).trim(), 8);
  let sum = 0;
  for (let at = 0; at < BLOCK; at++) sum += at >= 148 && at < 156 ? 0x20 : (block[at] ?? 0);
  return sum === written;
}

/** Octal digits, or binary where the first bit is set. */
function sizeOf(field: Buffer): number | null {
  if (((field[0] ?? 0) & 0x80) !== 0) {
    const size = Number(field.readBigUInt64BE(4));
    return Number.isSafeInteger(size) ? size : null;
  }
  const text = field
    .toString("latin1")
    .replace(/[\0 ]+$/, "")
    .trim();
  return text === "" ? 0 : /^[0-7]+$/.test(text) ? Number.parseInt(text, 8) : null;
}

function textOf(block: Buffer, start: number, end: number): string {
  const field = block.subarray(start, end);
  const zero = field.indexOf(0);
  return (zero === -1 ? field : field.subarray(0, zero)).toString("utf8");
}

function noteAhead(ahead: Ahead, type: string, data: Buffer): void {
  if (type === "L") ahead.name = textOf(data, 0, data.length);
  else if (type === "K") ahead.link = textOf(data, 0, data.length);
  else
    for (const [key, value] of paxRecords(data)) {
      if (key === "path") ahead.name = value;
      if (key === "linkpath") ahead.link = value;
    }
}

/** `LENGTH KEY=VALUE\n`, the length counting the whole record. */
function paxRecords(data: Buffer): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = [];
  for (let at = 0; at < data.length; ) {
    const blank = data.indexOf(0x20, at);
    const length = blank === -1 ? Number.NaN : Number(data.toString("latin1", at, blank));
    if (!Number.isSafeInteger(length) || length <= blank - at) break;
    const record = data.toString("utf8", blank + 1, at + length - 1);
    const equals = record.indexOf("=");
    if (equals !== -1) found.push([record.slice(0, equals), record.slice(equals + 1)]);
    at += length;
  }
  return found;
}
