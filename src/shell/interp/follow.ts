// Scripts and tasks whose text is on the disk are read as if it stood on the line. Text that cannot be read, or that exceeds
// a limit, leaves no trace: the script is then external, as one whose text is unknown.

import type { FollowedFile, Frame, Output, Reader } from "../expand/reader.ts";
import { addExternal } from "../expand/record.ts";
import { LimitReached, limits } from "../syntax/limits.ts";
import type { Call, External } from "../syntax/model.ts";

/** How many files may lead to each other, and how often text of files is read for one line. */
const DEEPEST = 4;
const MOST_RUNS = 32;

/** What runs, and the file its text comes from. */
export interface Followed {
  readonly kind: External["kind"];
  readonly name: string;
  readonly call: Call;
  /** Distinguishes the text: a path, or a path with the name of a task. */
  readonly path: string;
  /** It runs in a process of its own: nobody calls its functions later. */
  readonly isProcess: boolean;
  /** It receives arguments. */
  readonly hasArguments: boolean;
  readonly files?: readonly string[];
  /** Code of another language is only skimmed, so it does not count as followed. */
  readonly sources?: readonly string[];
  /** There is more to it than this text. */
  readonly isPart?: boolean;
}

/** Lists it, and reads its text; null when that was not possible. */
export function follow(what: Followed, frame: Frame, run: (inner: Frame) => Output): Output | null {
  const { reader } = frame;
  const { kind, name, call, path, files, sources } = what;
  addExternal(kind, name, call, frame, { ...(files && { files }), ...(sources && { sources }) });
  const isAgain = outerFiles(frame).some((one) => one.path === path);
  // A file that leads to itself adds nothing, unless its arguments differ.
  if (isAgain && !what.hasArguments) noteFollowed(what, reader);
  if (isAgain || outerFiles(frame).length >= DEEPEST || ++reader.follows > MOST_RUNS) return null;
  const isFresh = (files ?? sources ?? [path]).some((one) => reader.environment.isFresh?.(one) ?? true);
  const file: FollowedFile = { path, outer: frame.file, isOpen: false, isForeign: sources !== undefined, isFresh };
  const output = attempt(frame, () => run({ ...frame, file }));
  if (output === null || file.isOpen) return output;
  if (what.isProcess)
    for (const [node, one] of reader.defined ?? []) if (isWithin(one.file, file)) reader.defined?.delete(node);
  if (sources === undefined && what.isPart !== true) noteFollowed(what, reader);
  return output;
}

export function noteFollowed({ kind, name, call }: Pick<Followed, "kind" | "name" | "call">, reader: Reader): void {
  reader.external = reader.external.map((one) =>
    one.kind === kind && one.name === name && one.call === call.id ? { ...one, followed: true } : one,
  );
}

function outerFiles({ file }: Frame): readonly FollowedFile[] {
  const found: FollowedFile[] = [];
  for (let at = file; at !== null; at = at.outer) found.push(at);
  return found;
}

function isWithin(file: FollowedFile | null, outer: FollowedFile): boolean {
  for (let at = file; at !== null; at = at.outer) if (at === outer) return true;
  return false;
}

/** Runs text of a file, which may take as many steps as a line; null, and nothing happened, when it cannot be read. */
export function attempt(frame: Frame, run: () => Output): Output | null {
  const { reader, scope } = frame;
  const undo = checkpoint(reader, scope);
  const { left } = reader.budget;
  const unreadable = reader.unreadable?.size ?? 0;
  reader.budget.left = limits.steps;
  let output: Output | null;
  try {
    output = run();
    if ((reader.unreadable?.size ?? 0) > unreadable) output = null;
  } catch (thrown) {
    if (!(thrown instanceof LimitReached || thrown instanceof RangeError)) throw thrown;
    output = null;
  }
  if (output === null) undo();
  reader.budget.left = left;
  return output;
}

const copied = <K, V>(map: Map<K, V> | null): Map<K, V> | null => (map === null ? null : new Map(map));
const copiedSet = <V>(set: Set<V> | null): Set<V> | null => (set === null ? null : new Set(set));

/** Returns the way back to the state of now. The lists only grow, so their length is enough. */
function checkpoint(reader: Reader, scope: Frame["scope"]): () => void {
  const { calls, external, links, locals, fills, hears, opens, descriptors } = reader;
  const lengths = [calls.length, external.length, links.length];
  const { gone, goneBy, lands } = scope;
  const saved = {
    flows: copied(reader.flows),
    unreadable: copiedSet(reader.unreadable),
    active: copiedSet(reader.active),
    defined: copied(reader.defined),
    called: copiedSet(reader.called),
    gitAliases: copied(reader.gitAliases),
    files: copied(reader.files),
    waiting: copied(reader.waiting),
    writing: reader.writing === null ? null : [...reader.writing],
    captured: copiedSet(reader.captured),
  };
  const entries = copied(scope.entries);
  return () => {
    Object.assign(reader, saved, { locals, fills, hears, opens, descriptors });
    reader.calls = reader.calls.slice(0, lengths[0]);
    reader.external = reader.external.slice(0, lengths[1]);
    reader.links = reader.links.slice(0, lengths[2]);
    Object.assign(scope, { entries, gone, goneBy, lands });
  };
}
