// The files that an event leaves behind if it happens, as labels of the session: what it writes, downloads and compiles, and
// what it makes of such files by moving, unpacking or decoding them.

import { effectBits } from "../../../language/effect-kinds.ts";
import { archiveKey, decodeListing } from "../../../language/listing.ts";
import { FALSE, TRUE, UNKNOWN } from "../../../language/truth.ts";
import { type ListView, unknownValue } from "../../../language/value.ts";
import type { ShellCommand } from "../../../shell/command.ts";
import type { Call, Word } from "../../../shell/syntax/model.ts";
import type { PathValue } from "../paths/paths.ts";
import { pathOfWord } from "./command-element.ts";
import type { Context } from "./context.ts";
import { isQuietFile } from "./external-parts.ts";
import { BELOW, BUILT, CHANGED, DOWNLOADED, foldersAbove, HOLDS, SOME, WRITTEN } from "./file-labels.ts";
import { freshFile, labelled } from "./fresh-files.ts";
import type { Mark } from "./session.ts";

/** Files of one event that are remembered by name. */
const MOST_FILES = 64;

class Labels {
  readonly #labels = new Map<string, Mark>();

  add(kind: string, form: string): void {
    if (this.#labels.size < MOST_FILES * 8) this.#put({ label: kind + form, shadow: false, truth: TRUE });
  }

  addAll(kind: string, paths: readonly PathValue[]): void {
    for (const path of paths) for (const form of path.forms.exact) this.add(kind, form);
  }

  /** The file, or all that is below the folder. */
  addDownload(path: PathValue): void {
    for (const kind of [WRITTEN, DOWNLOADED]) for (const below of ["", BELOW]) this.addAll(kind + below, [path]);
  }

  /** Some files of the kind are not known. */
  addSome(kind: string): void {
    this.#put({ label: kind + SOME, shadow: false, truth: UNKNOWN });
  }

  #put(mark: Mark): void {
    this.#labels.set(mark.label, mark);
  }

  get marks(): readonly Mark[] {
    return [...this.#labels.values()];
  }
}

export function filesLeft(c: Context, { items, complete, isUnlikely }: ListView<PathValue>): readonly Mark[] {
  if (complete && items.length === 0) return [];
  const command = c.command ?? null;
  const isDownload = command !== null && downloadsFile(command);
  const known = items.filter((path) => path.isGlob !== true).slice(0, MOST_FILES);
  const isAll = complete && known.length === items.length;
  const labels = new Labels();
  labels.addAll(WRITTEN, known);
  for (const path of known)
    for (const form of path.forms.exact)
      for (const folder of foldersAbove(form)) if (isBelow(folder, c)) labels.add(HOLDS, folder);
  // That a name left open is just that of a script run later is a faint doubt; a download is worth remembering even so.
  if (!isAll && (isUnlikely !== true || isDownload)) labels.addSome(WRITTEN);
  if (isDownload) labels.addAll(DOWNLOADED, known);
  if (isDownload && !isAll) labels.addSome(DOWNLOADED);
  const built = command === null ? [] : builtFiles(c, command);
  const isBuilt = (path: PathValue): boolean =>
    built.some((one) => one.forms.exact.some((form) => path.forms.exact.includes(form)));
  labels.addAll(BUILT, built);
  labels.addAll(
    CHANGED,
    known.filter((path) => !isBuilt(path)),
  );
  if (command !== null) {
    moved(c, command, labels);
    made(c, command, labels);
  }
  return labels.marks;
}

const isBelow = (folder: string, { workdir }: Context): boolean =>
  folder.length > workdir.length && folder.startsWith(workdir);

const downloadsFile = (command: ShellCommand): boolean =>
  command.does(effectBits.downloads) && command.flows("download", "file", () => FALSE) === TRUE;

const pathsOf = (c: Context, words: readonly Word[]): readonly PathValue[] =>
  words.flatMap((word) => {
    const path = pathOfWord(c, word);
    return path === unknownValue || path.isGlob === true ? [] : [path];
  });

/** Programs compiled from files that this session did not write, or that show nothing. */
function builtFiles(c: Context, command: ShellCommand): readonly PathValue[] {
  return command.calls.flatMap((call) => {
    if (c.around.shell?.builds(call, c.around.programs) !== true) return [];
    const { reads, writes } = command.effects(call);
    const isQuiet = reads.items.every(
      ({ kind, text }) => kind === "literal" && (freshFile(c, text) === FALSE || isQuietFile(c, text)),
    );
    return reads.items.length > 0 && reads.complete && isQuiet ? pathsOf(c, writes.items) : [];
  });
}

/** `mv a b`, `cp -r a b`: what is below a folder goes with it. */
function moved(c: Context, command: ShellCommand, labels: Labels): void {
  const session = c.stateOf();
  for (const { from, to } of (command.reading.links ?? []).slice(0, MOST_FILES)) {
    const [source] = pathsOf(c, [from]);
    const [target] = pathsOf(c, [to]);
    if (source === undefined || target === undefined || session === null) continue;
    if (labelled(c, DOWNLOADED, source)) labels.addDownload(target);
    if (source.forms.exact.some((form) => session.marked(HOLDS + form, false) === TRUE))
      labels.addAll(WRITTEN + BELOW, [target]);
  }
}

/** `tar xf x.tgz`, `base64 -d x > y`: what a call makes of something downloaded is downloaded. */
function made(c: Context, command: ShellCommand, labels: Labels): void {
  const from = new Map<number, readonly PathValue[]>();
  for (const call of command.reading.calls) {
    const { reads, writes } = command.effects(call);
    const own = pathsOf(c, reads.items).filter((path) => labelled(c, DOWNLOADED, path));
    const given = call.stdin.from === "calls" ? call.stdin.calls.flatMap((id) => from.get(id) ?? []) : [];
    const sources = [...own, ...given].slice(0, MOST_FILES);
    if (sources.length === 0) continue;
    from.set(call.id, sources);
    for (const target of pathsOf(c, writes.items)) {
      if (isAbove(target, c)) unpacked(c, call, sources, labels);
      else labels.addDownload(target);
    }
  }
}

/** The project itself, or a folder above it: not all of it was downloaded. */
const isAbove = ({ forms }: PathValue, { workdir }: Context): boolean =>
  forms.exact.some((form) => form === workdir || workdir.startsWith(`${form}/`));

/** What an archive contains lands beside what is there already, so its names say what was downloaded. */
function unpacked(c: Context, { cwd }: Call, archives: readonly PathValue[], labels: Labels): void {
  for (const { forms } of archives) {
    const [path] = forms.exact;
    const listing = path === undefined ? undefined : decodeListing(c.fact(archiveKey(path)));
    const names = new Set(
      (listing?.entries ?? []).map((entry) => entry.replace(/^(?:\.?\/)+/, "").split("/")[0] ?? ""),
    );
    const folder = cwd?.kind === "literal" ? `${cwd.text}/` : "";
    for (const path of pathsOf(
      c,
      [...names].slice(0, MOST_FILES).map((name): Word => ({ kind: "literal", text: folder + name })),
    ))
      labels.addDownload(path);
  }
}
