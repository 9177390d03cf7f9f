// All files of a bundle: the entries, what they `use`, and std/self. Each is read once, however often it is used.

import { dirname, isAbsolute, join, resolve } from "node:path";
import type { Session } from "../../diagnostics/session.ts";
import { checkAllowComments } from "../../ir/allow-comments.ts";
import type { PolicyFile, UseDecl } from "../../ir/ast.ts";
import { parsePolicy } from "../../parse/parse.ts";
import { nearest } from "../names/nearest.ts";
import { oneLine } from "../names/source-text.ts";
import { isPackFile, namesPack, packNames } from "./packs.ts";
import { entryFiles, identityOf, isFile, isWithin, readSource, sourceName } from "./read-policy.ts";
import { reportSuspiciousText } from "./suspicious-text.ts";

export interface LoadedFile {
  readonly file: string;
  /** Absolute. */
  readonly disk: string;
  readonly ast: PolicyFile;
  readonly isEntry: boolean;
  readonly isPack: boolean;
  /** Files it uses, in order; a `use` that failed is left out. */
  readonly uses: Use[];
  /** The first `use` of this file, with its `with` and `without`. */
  settings: { readonly decl: UseDecl; readonly from: LoadedFile } | null;
}

interface Use {
  readonly decl: UseDecl;
  readonly target: LoadedFile;
}

export interface FileOptions {
  readonly cwd: string;
  readonly packsDir: string;
  /** Texts that count instead of what is on disk, by the names of their files. */
  readonly texts?: ReadonlyMap<string, string>;
}

const SELF = "std/self";
/** This pack is part of every build and cannot be left out. */
export const SELF_FILE = `${SELF}.policy`;

interface Loading {
  readonly options: FileOptions;
  readonly session: Session;
  readonly byIdentity: Map<string, LoadedFile | null>;
  readonly names: Set<string>;
  readonly entries: ReadonlySet<string>;
  /** Where used files may be: below the working folder, or below the folder of an entry. */
  readonly roots: readonly string[];
  readonly open: LoadedFile[];
}

/** Every file of the bundle, in the order first met, std/self at the end. */
export function loadFiles(entries: readonly string[], options: FileOptions, session: Session): readonly LoadedFile[] {
  const paths = entryFiles(entries, resolve(options.cwd), session);
  const identities = new Set(paths.map(identityOf));
  const loading: Loading = {
    options,
    session,
    byIdentity: new Map(),
    names: new Set(),
    entries: identities,
    roots: [resolve(options.cwd), ...new Set(paths.map(dirname))],
    open: [],
  };
  for (const path of [...paths, packPath(SELF, options)]) {
    const found = load(path, loading);
    if (found !== null) followUses(found, loading);
  }
  return [...loading.byIdentity.values()].filter((file) => file !== null);
}

/** Reads and parses a file that is not known yet; null when it is known or cannot be read. */
function load(path: string, loading: Loading): LoadedFile | null {
  const { options, session, byIdentity, names } = loading;
  const identity = identityOf(path);
  if (byIdentity.has(identity)) return null;
  let file = sourceName(path, resolve(options.cwd), options.packsDir);
  // Two files must never share a name, or places would be shown in the wrong one.
  while (names.has(file)) file = `./${file}`;
  names.add(file);
  const source = readSource(path, file, session, options.texts);
  if (source === null) {
    byIdentity.set(identity, null);
    return null;
  }
  reportSuspiciousText(source, session);
  checkAllowComments(source, session);
  const ast = parsePolicy(source, session);
  const isPack = isPackFile(file);
  const isEntry = loading.entries.has(identity);
  const loaded: LoadedFile = { file, disk: path, ast, isEntry, isPack, uses: [], settings: null };
  byIdentity.set(identity, loaded);
  return loaded;
}

/** Depth first with a list of its own, since files may form long chains. */
function followUses(start: LoadedFile, loading: Loading): void {
  const waiting: { readonly file: LoadedFile; readonly decls: readonly UseDecl[]; next: number }[] = [];
  const enter = (file: LoadedFile): void => {
    loading.open.push(file);
    waiting.push({ file, decls: file.ast.decls.filter((decl) => decl.kind === "UseDecl"), next: 0 });
  };
  enter(start);
  for (let frame = waiting.at(-1); frame !== undefined; frame = waiting.at(-1)) {
    const decl = frame.decls[frame.next++];
    if (decl === undefined) {
      waiting.pop();
      loading.open.pop();
      continue;
    }
    const path = usedPath(decl, frame.file, loading);
    if (path === null) continue;
    const fresh = load(path, loading);
    const target = fresh ?? loading.byIdentity.get(identityOf(path)) ?? null;
    if (target === null || isCycle(decl, target, loading)) continue;
    checkSupported(decl, target, loading.session);
    frame.file.uses.push({ decl, target });
    settle(decl, frame.file, target, loading.session);
    if (fresh !== null) enter(fresh);
  }
}

function isCycle(decl: UseDecl, target: LoadedFile, { open, session }: Loading): boolean {
  const at = open.indexOf(target);
  if (at === -1) return false;
  const cycle = [...open.slice(at), target].map(({ file }) => `\`${file}\``).join(" uses ");
  session.report("P206", decl.path.span, { cycle });
  return true;
}

/** Only what ships with policyc may be left out for a target, and std/self never. A pack that is compiled itself must hold everywhere, whoever uses it. */
function checkSupported({ supported }: UseDecl, { file, isPack }: LoadedFile, session: Session): void {
  if (supported === null || (isPack && file !== SELF_FILE)) return;
  const why =
    file === SELF_FILE ? "must hold on every target" : "is a file of your own, whose rules must hold on every target";
  session.report("P270", supported.span, { file, why });
}

/** The first `use` sets parameters and leaves out rules; another one must say the same, or have more or less say. */
function settle(decl: UseDecl, from: LoadedFile, target: LoadedFile, session: Session): void {
  const first = target.settings;
  if (first === null || weight(decl, from) > weight(first.decl, first.from)) target.settings = { decl, from };
  else if (weight(decl, from) < weight(first.decl, first.from)) return;
  else if (settingsText(decl, from, session) !== settingsText(first.decl, first.from, session)) {
    const notes = [{ span: first.decl.path.span, text: "first used here" }];
    const names = [first.from, from].map(({ file }) => `\`${file.replace(/\.policy$/, "")}\``);
    const help = from.isPack && first.from.isPack ? { help: `use ${names.join(" or ")}, not both` } : {};
    session.report("P207", decl.path.span, { file: decl.path.value }, { notes, ...help });
  }
}

/** Packs use packs: what a policy itself says about one of them counts, then what a pack says, then a `use` without settings. */
function weight({ withs, withouts, supported }: UseDecl, from: LoadedFile): number {
  if (!from.isPack) return 2;
  return withs.length + withouts.length > 0 || supported !== null ? 1 : 0;
}

function settingsText(decl: UseDecl, from: LoadedFile, session: Session): string {
  const text = session.sources.get(from.file)?.text ?? "";
  const withs = decl.withs.map(({ name, value }) => `${name.text} = ${oneLine(value.span, from.ast, text)}`);
  return JSON.stringify([withs.sort(), decl.withouts.map((name) => name.text).sort(), decl.supported !== null]);
}

// Where a `use` leads

const packPath = (pack: string, { packsDir }: FileOptions): string => join(packsDir, `${pack}.policy`);

const packName = /^(?:std|shell|profile)(?:\/[a-z0-9][a-z0-9-]*)+$/;

const outside =
  "a policy uses files below the folder that policyc runs in, or below its own folder, links followed; copy the file, or run policyc in the folder that contains both";

/** The path a `use` names, or null after a report. */
function usedPath(decl: UseDecl, from: LoadedFile, { options, session, roots }: Loading): string | null {
  const { value, span } = decl.path;
  if (namesPack(value)) {
    const pack = value.replace(/\.policy$/, "");
    const path = packName.test(pack) ? packPath(pack, options) : null;
    if (path !== null && isFile(path)) return path;
    const packs = packNames(options.packsDir);
    const near = nearest(value, packs, session);
    const help = near === null ? `the packs are ${packs.join(", ")}` : `did you mean \`"${near}"\`?`;
    session.report("P204", span, { pack: value }, near === null ? { help } : { help, fix: JSON.stringify(near) });
    return null;
  }
  if (isAbsolute(value) || value.includes("\0") || value === "") {
    session.report("P205", span, { path: value, why: "the path must be relative to the folder of this file" });
    return null;
  }
  const path = join(dirname(from.disk), value);
  if (isFile(path)) {
    if (isWithin(path, from.isPack ? [options.packsDir] : roots)) return path;
    session.report("P205", span, { path: value, why: "the file is outside of this project" }, { help: outside });
    return null;
  }
  const why = "there is no such file";
  const near = isFile(`${path}.policy`) ? `${value}.policy` : packNamed(value, options.packsDir);
  const detail =
    near === null
      ? {
          help: "paths are relative to the folder of this file; the names of packs start with `std/`, `shell/` or `profile/`",
        }
      : { help: `did you mean \`"${near}"\`?`, fix: JSON.stringify(near) };
  session.report("P205", span, { path: value, why }, detail);
  return null;
}

/** `secrets`, `std-secrets`: the pack that has this name. */
function packNamed(value: string, packsDir: string): string | null {
  const plain = value.replace(/\.policy$/, "").replace(/^(std|shell|profile)[-_.:]/, "$1/");
  const packs = packNames(packsDir);
  return [plain, `std/${plain}`, `shell/${plain}`, `profile/${plain}`].find((name) => packs.includes(name)) ?? null;
}
