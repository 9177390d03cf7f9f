// Names in a zip archive, from its central directory: nothing is inflated.

import type { PathListing } from "../../../language/listing.ts";
import type { ArchiveBytes } from "./archive-bytes.ts";
import { MOST_NAMES } from "./tar.ts";

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const END_LENGTH = 22;
const ENTRY_LENGTH = 46;
const LONGEST_COMMENT = 0xffff;
/** In this place the number is in another record, of archives beyond 4 GiB. */
const ELSEWHERE = 0xffffffff;
const UNIX = 3;
const LINK_MODE = 0o120000;

/** Null when it has no directory that can be read. */
export function zipNames(bytes: ArchiveBytes): PathListing | null {
  const directory = directoryOf(bytes);
  if (directory === null) return null;
  const entries: string[] = [];
  let isWhole = true;
  for (let at = 0; at + ENTRY_LENGTH <= directory.length && directory.readUInt32LE(at) === ENTRY; ) {
    if (entries.length >= MOST_NAMES) return { entries, isWhole: false };
    const nameEnd = at + ENTRY_LENGTH + directory.readUInt16LE(at + 28);
    const name = directory.toString("utf8", at + ENTRY_LENGTH, nameEnd);
    if (name === "" || name.includes("\0")) return { entries, isWhole: false };
    entries.push(name.replaceAll("\\", "/"));
    // Where a link leads is in its content.
    if (isLink(directory, at)) isWhole = false;
    at = nameEnd + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return { entries, isWhole: isWhole && entries.length === countOf(bytes) };
}

const isLink = (directory: Buffer, at: number): boolean =>
  directory[at + 5] === UNIX && ((directory.readUInt32LE(at + 38) >>> 16) & 0o170000) === LINK_MODE;

function endRecord(bytes: ArchiveBytes): Buffer | null {
  const length = Math.min(bytes.size, END_LENGTH + LONGEST_COMMENT);
  const tail = bytes.read(bytes.size - length, length);
  if (tail === null) return null;
  for (let at = tail.length - END_LENGTH; at >= 0; at--)
    if (tail.readUInt32LE(at) === END && at + END_LENGTH + tail.readUInt16LE(at + 20) === tail.length)
      return tail.subarray(at);
  return null;
}

const countOf = (bytes: ArchiveBytes): number => endRecord(bytes)?.readUInt16LE(10) ?? -1;

function directoryOf(bytes: ArchiveBytes): Buffer | null {
  const end = endRecord(bytes);
  if (end === null) return null;
  const size = end.readUInt32LE(12);
  const start = end.readUInt32LE(16);
  if (size === ELSEWHERE || start === ELSEWHERE || start + size > bytes.size) return null;
  return bytes.read(start, size);
}
