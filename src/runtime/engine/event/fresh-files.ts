// Files that this session wrote or downloaded, so that running one later is seen: `curl -o x ...`, then `bash x`.
// Stored among the session's labels, which never expire and are committed with them; `:` cannot occur in a policy's label.

import { effectBits } from "../../../language/effect-kinds.ts";
import { compileGlob, matchGlob } from "../../../language/glob.ts";
import { FALSE, or, TRUE, type Truth, UNKNOWN } from "../../../language/truth.ts";
import type { ListView } from "../../../language/value.ts";
import type { ShellCommand } from "../../../shell/command.ts";
import type { Call, External, Word } from "../../../shell/syntax/model.ts";
import { type PathValue, pathOf } from "../paths/paths.ts";
import type { Context } from "./context.ts";
import type { Mark, SessionState } from "./session.ts";

const WRITTEN = "written:";
const DOWNLOADED = "downloaded:";
/** Represents files that could not be determined. */
const SOME = "*";
/** Files of one event that are remembered by name. */
const MOST_FILES = 64;

/** The files that the event leaves behind if it happens. */
export function filesLeft(c: Context, { items, complete, isUnlikely }: ListView<PathValue>): readonly Mark[] {
  if (complete && items.length === 0) return [];
  const isDownload = c.command !== undefined && c.command !== null && downloadsFile(c.command);
  const known = items.filter((path) => path.isGlob !== true);
  if (known.length > MOST_FILES) known.length = MOST_FILES;
  const forms = new Set<string>();
  for (const path of known) for (const form of path.forms.exact) forms.add(form);
  const isAll = complete && known.length === items.length;
  const marks: Mark[] = [];
  // That a name left open is just that of a script run later is a faint doubt; a download is worth remembering even so.
  addMarks(marks, WRITTEN, forms, isAll || (isUnlikely === true && !isDownload));
  if (isDownload) addMarks(marks, DOWNLOADED, forms, isAll);
  return marks;
}

function addMarks(marks: Mark[], kind: string, forms: ReadonlySet<string>, isDetermined: boolean): void {
  for (const form of forms) marks.push({ label: kind + form, shadow: false, truth: TRUE });
  if (!isDetermined) marks.push({ label: kind + SOME, shadow: false, truth: UNKNOWN });
}

const downloadsFile = (command: ShellCommand): boolean =>
  command.does(effectBits.downloads) && command.flows("download", "file", () => FALSE) === TRUE;

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
  for (const form of forms) found = or(found, session.marked(kind + form, false));
  if (found === UNKNOWN) c.lacks("which files this session wrote");
  return found;
}
