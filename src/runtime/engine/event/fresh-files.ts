// Whether what runs was written or downloaded in this session: `curl -o x ...`, then `bash x`.

import { compileGlob, matchGlob } from "../../../language/glob.ts";
import { FALSE, or, TRUE, type Truth, UNKNOWN } from "../../../language/truth.ts";
import type { ListView } from "../../../language/value.ts";
import type { ShellCommand } from "../../../shell/command.ts";
import type { Call, External, Word } from "../../../shell/syntax/model.ts";
import { type PathValue, pathOf } from "../paths/paths.ts";
import type { Context } from "./context.ts";
import { BELOW, BUILT, CHANGED, DOWNLOADED, foldersAbove, SOME, WRITTEN } from "./file-labels.ts";
import type { SessionState } from "./session.ts";

/** Was it, or a file that determines what it does, written in this session, or by an earlier part of the same line? */
export function freshScript(c: Context, command: ShellCommand, external: External, writes: ListView<PathValue>): Truth {
  let found: Truth = external.kind === "script" ? freshName(c, command, external, writes) : FALSE;
  for (const file of [...(external.files ?? []), ...(external.sources ?? [])])
    found = or(found, isWrittenIn(c, formsOf(c, file, undefined) ?? [], writes));
  return found;
}

function freshName(
  c: Context,
  command: ShellCommand,
  { name, call: id }: External,
  writes: ListView<PathValue>,
): Truth {
  const call = command.calls.find((one) => one.id === id);
  const forms = formsOf(c, name, call);
  if (/[*?[]/.test(name) && writes.items.some((path) => path.forms.exact.some((form) => fits(form, forms))))
    return TRUE;
  // In an unknown folder, the name is compared as if it were where the command starts.
  const found = isWrittenIn(c, forms ?? formsOf(c, name, undefined) ?? [], writes);
  return forms === null && found === TRUE ? UNKNOWN : found;
}

function isWrittenIn(c: Context, forms: readonly string[], writes: ListView<PathValue>): Truth {
  const here = writes.items.some((path) => path.forms.exact.some((form) => forms.includes(form)));
  return here ? TRUE : inSession(c, WRITTEN, forms);
}

/** `bash *.sh`: one of the files that the line writes may be among those that fit. */
const fits = (form: string, globs: readonly string[] | null): boolean =>
  globs?.some((glob) => glob.length <= 256 && matchGlob(compileGlob(glob, "path"), form)) ?? false;

/** Did this session write the file? The path is relative to where the command starts. */
export const freshFile = (c: Context, path: string): Truth => inSession(c, WRITTEN, formsOf(c, path, undefined) ?? []);

/** Runs a script that an earlier call of the session downloaded. */
export function loadsFreshDownload(c: Context, command: ShellCommand): Truth {
  let found: Truth = FALSE;
  for (const external of command.reading.external)
    for (const forms of formsOfExternal(c, command, external)) found = or(found, inSession(c, DOWNLOADED, forms));
  return found;
}

/** This session certainly downloaded it. */
export const isDownloaded = (c: Context, command: ShellCommand | null, external: External): boolean =>
  command !== null && formsOfExternal(c, command, external).some((forms) => inSession(c, DOWNLOADED, forms) === TRUE);

/** Each file that may determine what it does, in all spellings. */
function formsOfExternal(c: Context, { calls }: ShellCommand, external: External): readonly (readonly string[])[] {
  const call = calls.find(({ id }) => id === external.call);
  const named = external.kind === "script" ? formsOf(c, external.name, call) : null;
  const files = [...(external.files ?? []), ...(external.sources ?? [])].map((file) => formsOf(c, file, undefined));
  return [named, ...files].flatMap((forms) => (forms === null ? [] : [forms]));
}

function formsOf(c: Context, name: string, call: Call | undefined): readonly string[] | null {
  const text = call === undefined ? name : placed(name, call.cwd);
  const path = text === null ? null : pathOf(c, text);
  return typeof path === "object" && path !== null ? path.forms.exact : null;
}

function placed(name: string, cwd: Word | null): string | null {
  if (name.startsWith("/") || cwd === null) return name;
  return cwd.kind === "literal" ? `${cwd.text}/${name}` : null;
}

function inSession(c: Context, kind: string, forms: readonly string[]): Truth {
  const session: SessionState | null = c.stateOf();
  if (session === null) {
    c.lacks("the files of this session");
    return UNKNOWN;
  }
  let found: Truth = session.marked(kind + SOME, false);
  for (const form of forms) found = or(found, markedAt(session, kind, form));
  if (found === UNKNOWN) c.lacks("which files this session wrote");
  return found;
}

/** The file, or a folder above it that was moved or unpacked as a whole. */
function markedAt(session: SessionState, kind: string, form: string): Truth {
  let found = session.marked(kind + form, false);
  for (const folder of foldersAbove(form)) found = or(found, session.marked(kind + BELOW + folder, false));
  return found;
}

/** A program that this session compiled from files that show nothing, and that nothing else has written since. */
export function isBuiltHere(c: Context, command: ShellCommand | null, { name, call: id }: External): boolean {
  const forms =
    command === null
      ? null
      : formsOf(
          c,
          name,
          command.calls.find((one) => one.id === id),
        );
  const session = c.stateOf();
  if (forms === null || session === null) return false;
  const isMarked = (kind: string): boolean => forms.some((form) => session.marked(kind + form, false) === TRUE);
  return isMarked(BUILT) && !isMarked(CHANGED);
}

/** Was this file, or something below this folder, downloaded or written? For files that are made of others. */
export const labelled = (c: Context, kind: string, path: PathValue): boolean => {
  const session = c.stateOf();
  return session !== null && path.forms.exact.some((form) => markedAt(session, kind, form) === TRUE);
};

/** The session wrote or downloaded the file, as far as its rules remember that. */
export function isLeftBySession(c: Context, forms: readonly string[]): boolean {
  const session = c.stateOf();
  return (
    session !== null &&
    forms.some((form) => [WRITTEN, DOWNLOADED].some((kind) => session.marked(kind + form, false) === TRUE))
  );
}
