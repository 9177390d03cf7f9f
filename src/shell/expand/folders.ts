// Where a command runs: `cd` and related builtins.

import type { Word } from "../syntax/model.ts";
import type { Frame } from "./reader.ts";
import { type Folder, folder, folderAt, folderEntry, put, type ShellScope, variable } from "./scope.ts";

/** A folder relative to the current folder of the frame. */
export function joinFolder(target: Word, frame: Frame): Word {
  return joinFrom(folder(frame.scope), target);
}

/** The same, relative to the other folders the frame may be in. */
export function joinOthers(target: Word, frame: Frame): readonly Word[] {
  const { others, failed } = folderEntry(frame.scope);
  const isAbsolute = target.kind !== "dynamic" && target.text.startsWith("/");
  return isAbsolute ? [] : [...others, ...failed].map((one) => joinFrom(one, target));
}

/** No system accepts longer paths. */
const LONGEST = 4096;

function joinFrom(here: Word | null, target: Word): Word {
  if (target.kind === "dynamic") return { kind: "dynamic", text: target.text, why: target.why };
  if (target.text.length > LONGEST) return { kind: "dynamic", text: ".", why: "a path that is too long" };
  if (target.text.startsWith("/") || here === null) return tidy(target);
  if (here.kind === "dynamic") return { ...here, text: `${here.text}/${target.text}` };
  if (here.text.length + target.text.length > LONGEST)
    return { kind: "dynamic", text: ".", why: "a path that is too long" };
  return tidy({ kind: target.kind, text: `${here.text.replace(/\/+$/, "")}/${target.text}` });
}

/** Without `.`, doubled slashes, and `..` where the folder it leaves is known. */
function tidy(word: Word): Word {
  if (word.kind !== "literal") return word;
  const parts: string[] = [];
  for (const part of word.text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && (word.text.startsWith("/") || (parts.length > 0 && parts.at(-1) !== ".."))) parts.pop();
    else parts.push(part);
  }
  const text = (word.text.startsWith("/") ? "/" : "") + parts.join("/");
  return { kind: "literal", text: text === "" ? "." : text };
}

/** Folders that exist on any machine, or are always above: no `cd` to them fails. */
const sure =
  /^(?:\/(?:tmp|etc|usr|var|home|bin|opt|dev|proc|usr\/local|usr\/bin|var\/tmp|var\/log)?|[.]{1,2}(?:\/[.]{2})*\/?)$/;

/** After `cd`: the new folder, or the old one if there is no such folder. */
export function moveTo(target: Word, frame: Frame): void {
  const { scope, reader } = frame;
  const before = folderEntry(scope);
  // A path that grows with every step is copied with every step.
  reader.budget.spend(1 + (((before.word?.text.length ?? 0) + target.text.length) >> 4));
  const others = joinOthers(target, frame);
  const isSure = target.kind === "literal" && (sure.test(target.text) || target.text === reader.environment.home);
  const failed = isSure || endsOnFailure(scope) ? [] : [before.word, ...before.others, ...before.failed];
  put(scope, "cwd", folderAt(joinFrom(before.word, target), others, failed));
}

/** `set -e` is certainly in force. */
function endsOnFailure(scope: ShellScope): boolean {
  return variable(scope, ERREXIT)?.items?.[0]?.text === "on";
}

/** A variable that no script can name. */
export const ERREXIT = "set -e";

/** The last `cd` succeeded, so what follows runs in the new folder. Returns the folders to restore when that no longer holds. */
export function settle(before: Folder, scope: ShellScope): Folder["failed"] {
  const now = folderEntry(scope);
  if (now === before || now.failed.length === 0) return [];
  put(scope, "cwd", folderAt(now.word, now.others));
  return now.failed;
}

/** The last `cd` failed. */
export function settleFailed(before: Folder, scope: ShellScope): void {
  const now = folderEntry(scope);
  const [first, ...rest] = now.failed;
  if (now !== before && first !== undefined) put(scope, "cwd", folderAt(first, rest));
}

/** After the end of a chain, its `cd` may have failed after all. */
export function unsettle(scope: ShellScope, failed: Folder["failed"]): void {
  const now = folderEntry(scope);
  if (failed.length > 0) put(scope, "cwd", folderAt(now.word, now.others, [...now.failed, ...failed]));
}
