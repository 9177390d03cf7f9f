// The text of files that the line does not write itself, asked of the disk when code is read from them.

import { compileGlob, matchGlob } from "../../language/glob.ts";
import { effectsOf } from "../effects/effects.ts";
import { linkedPaths } from "../effects/links.ts";
import type { Frame } from "../expand/reader.ts";
import { fileAt, pathKey } from "../expand/record.ts";
import { folderEntry } from "../expand/scope.ts";
import { readOptions } from "../programs/table/options.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Call, Word } from "../syntax/model.ts";

/** How many files of one line are read, and how long each may be. */
const MOST_FILES = 16;
const LONGEST_FILE = 64 * 1024;

/** A file as it is when the call runs: its text, null when there is none, undefined when that is unknown. */
export function diskText(path: string, frame: Frame): string | null | undefined {
  const { word, others, failed } = folderEntry(frame.scope);
  const isAbsolute = path.startsWith("/");
  if (!isAbsolute && word !== null && word.kind !== "literal") return undefined;
  const key = pathKey(path, frame);
  const text = textAt(key, frame);
  if (isAbsolute) return text;
  // A `cd` before it may have failed: the file of that name in the other folder would run.
  for (const other of [...others, ...failed]) {
    if (other !== null && other.kind !== "literal") return undefined;
    const elsewhere = askDisk(plain(other === null ? path : `${other.text}/${path}`), frame);
    if (elsewhere !== null && elsewhere !== text) return undefined;
  }
  return text;
}

/** The same for a path that is absolute or relative to where the whole command runs. */
export const diskTextAt = (path: string, frame: Frame): string | null | undefined => textAt(plain(path), frame);

function textAt(key: string, frame: Frame): string | null | undefined {
  const written = fileAt(frame, key);
  if (written === undefined && !isChanged(key, frame)) return askDisk(key, frame);
  if (written?.text?.why === null && written.isCertain) return written.text.text;
  if (written !== undefined && (written.by !== "file" || written.text !== null || !written.isCertain)) return undefined;
  if (written === undefined && isChanged(key, frame, linkCalls(frame))) return undefined;
  // `mv a b && ./b`, `cp -r a b && b/x.sh`: the text is that of the other name.
  const [origin, ...more] = linkedPaths(frame.reader, { kind: "literal", text: key }, frame.reader.calls.length);
  if (origin?.kind !== "literal" || more.length > 0) return undefined;
  const from = plain(origin.text);
  if (fileAt(frame, from) !== undefined || isChanged(from, frame, linkCalls(frame))) return undefined;
  const text = askDisk(from, frame);
  // If the folder existed, the copy is below it, and the file of this name stays what it was.
  const before = written === undefined ? askDisk(key, frame) : null;
  return before === null || before === text ? text : undefined;
}

const linkCalls = ({ reader }: Frame): ReadonlySet<number> => new Set(reader.links.map(({ call }) => call));

function askDisk(path: string, { reader }: Frame): string | null | undefined {
  const { environment } = reader;
  if (environment.files === undefined) return undefined;
  reader.disk ??= new Map();
  if (reader.disk.has(path)) return reader.disk.get(path);
  if (reader.disk.size >= MOST_FILES) return undefined;
  reader.budget.spend(4);
  const text = environment.files(path);
  const found = typeof text !== "string" || isText(text) ? text : undefined;
  reader.disk.set(path, found);
  return found;
}

/** The files that fit a glob; undefined when that is unknown, or the line may change which. */
export function matchesOf(glob: string, frame: Frame): readonly string[] | undefined {
  const { reader, scope } = frame;
  const { word, others, failed } = folderEntry(scope);
  if (others.length > 0 || failed.length > 0 || (word !== null && word.kind !== "literal")) return undefined;
  const folder = word === null || glob.startsWith("/") ? "" : `${word.text.replace(/[\\*?[\]]/g, "\\$&")}/`;
  const pattern = `${folder}${glob}`;
  const { programs } = reader.environment;
  const isChanged = reader.calls.some((call) => {
    if (keepsContent(call, programs)) return false;
    const { writes, deletes } = effectsOf(call, programs);
    return [...writes.items, ...writes.maybe, ...deletes.items].some(
      (one) => one.kind === "dynamic" || mayFit(one, pattern),
    );
  });
  if (isChanged) return undefined;
  reader.budget.spend(8);
  return reader.environment.matches?.(pattern);
}

/** Files that the line itself writes or deletes, where names of the pattern may be: both are about one part of the tree. */
const mayFit = ({ kind, text }: Word, pattern: string): boolean => {
  const path = plain(text);
  const fixed = plain(
    pattern
      .split("/")
      .filter((part) => !/[*?[\\]/.test(part))
      .join("/"),
  );
  return (
    kind === "glob" ||
    path === "" ||
    matchGlob(compileGlob(plain(pattern), "path"), path) ||
    fixed.startsWith(`${path}/`)
  );
};

/** Neither too long nor binary; a character that could not be decoded shows another encoding. */
const isText = (text: string): boolean => text.length <= LONGEST_FILE && !/[\0\ufffd]/.test(text);

/** Does an earlier call of the line write the file, in a way that leaves its text unknown? */
function isChanged(key: string, { reader }: Frame, except: ReadonlySet<number> = noCalls): boolean {
  const programs = reader.environment.programs;
  return reader.calls.some((call) => {
    if (except.has(call.id) || keepsContent(call, programs)) return false;
    const { writes } = effectsOf(call, programs);
    if (writes.items.some((word) => covers(word, key)) || writes.maybe.some((word) => covers(word, key))) return true;
    // A program under an unknown name does anything; an unknown argument of a known one is seldom just this file.
    return call.program.kind === "dynamic";
  });
}

const noCalls: ReadonlySet<number> = new Set();

/** `chmod +x x.sh`, `mkdir -p build`, `touch x`: the text of files stays. */
function keepsContent(call: Call, programs: Frame["reader"]["environment"]["programs"]): boolean {
  const table = tableOf(call, programs);
  if (table === undefined) return false;
  const { table: row } = readOptions(call, table);
  return row.setsMode === "operand" || textKeepers.has(row.name);
}

const textKeepers: ReadonlySet<string> = new Set(["mkdir", "touch", "chown", "chgrp", "setfacl", "chattr"]);

function covers(word: Word, key: string): boolean {
  if (word.kind === "dynamic") return false;
  const written = plain(word.text);
  if (written === key || key.startsWith(`${written}/`) || (written === "" && !key.startsWith("/"))) return true;
  return word.kind === "glob" && written.length <= 256 && matchGlob(compileGlob(written, "path"), key);
}

/** `./a//b/../c` is `a/c`, as in keys. */
function plain(text: string): string {
  const parts: string[] = [];
  for (const part of text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  return (text.startsWith("/") ? "/" : "") + parts.join("/");
}
