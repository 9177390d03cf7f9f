// Programs whose arguments mean more than their positions say: `dd of=`, `tar -C`, `chmod -x FILE`, `sed 'w file'`.

import { patchedPaths } from "../../language/patch.ts";
import { addInlineCode } from "../embedded/other-languages/inline-code.ts";
import { inlineTexts } from "../embedded/other-languages/inline-texts.ts";
import { clientFiles, clientTexts } from "../embedded/other-languages/sql.ts";
import { git, gitShow } from "../programs/git/effects.ts";
import { hasOption, type OptionReading, optionValues } from "../programs/table/options.ts";
import type { Special } from "../programs/table/program-table.ts";
import { derived } from "../programs/tables.ts";
import type { Word, WordTree } from "../syntax/model.ts";
import { readSedScript } from "../syntax/sed-script.ts";
import { remotePlace } from "../syntax/urls.ts";
import type { Draft } from "./draft/draft.ts";
import { addMaybe, addPath, addTree, addUrl, literal, withoutEnd } from "./draft/effect-draft.ts";
import { findTargets } from "./draft/find-targets.ts";
import { addRegistrySettings } from "./draft/host-variables.ts";
import { below, rest, type SpecialEffects } from "./draft/special-effect.ts";
import { filterOf, walkedTree, withTree } from "./draft/walked-tree.ts";
import { bucket, containerCopy, copyRemote, rclone, rsync } from "./special-copies.ts";
import { curl, netcat, openssl, sftp, socat, ssh, wget } from "./special-network.ts";
import { compile, compress } from "./special-outputs.ts";

const dd: SpecialEffects = (draft, { operands }) => {
  draft.isWhole = true;
  for (const word of operands) {
    if (word.text.startsWith("if=")) addPath(draft, "reads", rest(word, 3));
    if (word.text.startsWith("of=")) addPath(draft, "writes", rest(word, 3));
  }
};

/** `notes.txt` is not a folder; `.config` may be one. */
const fileName = /[^/]\.\w+$/;

/** `cp a b/` writes `b/a`. Without the slash it does so if `b` is a folder. Of a folder it writes every name below. */
const copy: SpecialEffects = (draft, reading) => {
  const { operands } = reading;
  const folder = optionValues(reading, "-t")[0];
  const target = folder ?? operands.at(-1);
  const sources = folder === undefined ? operands.slice(0, -1) : operands;
  // Whoever writes to the new name later writes to the old one.
  if (makesHardLinks(reading))
    for (const source of operands.length === 1 ? operands : sources)
      addTree(draft, "writes", source, walkedTree(reading));
  if (target === undefined || target.kind === "dynamic" || hasOption(reading, "-d")) return;
  const isFolder = folder !== undefined || sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(target.text);
  const tree = walkedTree(reading);
  const copied = (source: Word): WordTree | null => (tree === null ? null : { ...tree, from: source });
  for (const source of sources) {
    const name = hasOption(reading, "-T") ? undefined : /([^/]+)\/*$/.exec(source.text)?.[1];
    const isContent = name === undefined || name === "." || name === ".." || source.kind !== "literal";
    const from = copied(source);
    if (isContent) addTo(draft, target, from);
    else if (!isFolder)
      addTo(draft, target, from === null ? null : { ...from, when: { folder: target, exists: false } });
    if (isContent) continue;
    const inside = literal(`${withoutEnd(target.text, "/")}/${name}`);
    if (isFolder) addTree(draft, "writes", inside, from);
    else if (!fileName.test(target.text))
      addMaybe(
        draft,
        "writes",
        withTree(inside, from === null ? null : { ...from, when: { folder: target, exists: true } }),
      );
  }
};

/** `ln A B` and `cp -l A B` give one file another name; `ln A` does it here. */
function makesHardLinks(reading: OptionReading): boolean {
  const { name } = reading.table;
  return name === "ln" ? !hasOption(reading, "-s") : name === "cp" && hasOption(reading, "-l");
}

/** The target of a copy, which is among what is written already: what comes below it. */
function addTo(draft: Draft, target: Word, tree: WordTree | null): void {
  if (tree === null || tree.from?.kind === "dynamic") return;
  const { items } = draft.writes;
  const { length } = items;
  addTree(draft, "writes", target, tree);
  const added = items[length];
  const before = items.findIndex(
    ({ kind, text, tree: own }) => kind === added?.kind && text === added.text && own === undefined,
  );
  if (before !== -1 && before < length) items.splice(before, 1);
}

const find: SpecialEffects = (draft, reading) => {
  draft.isWhole = true;
  if (hasOption(reading, "-delete")) for (const word of findTargets(reading)) addPath(draft, "deletes", word);
};

/** More of them are written only to cost time; then nothing is certain. */
const MOST_FOLDERS = 16;

/** How `-C` affects the operands after it, and whether the archive is created or extracted. */
const tar: SpecialEffects = (draft, reading, { stdin }) => {
  const given = reading.options.filter(({ row, value }) => row.flags.includes("-C") && value !== null);
  const moves = given.slice(0, MOST_FOLDERS);
  if (given.length > moves.length)
    for (const list of ["reads", "writes", "deletes"] as const) draft[list].complete = false;
  const folderAt = (place: number): Word | undefined => {
    let folder: Word | undefined;
    for (const { value, at } of moves) if (value !== null && at < place) folder = below(folder, value);
    return folder;
  };
  const packs = ["-c", "-r", "-u", "-A"].some((flag) => hasOption(reading, flag));
  const unpacks = hasOption(reading, "-x");
  for (const archive of optionValues(reading, "-f")) {
    const remote = hasOption(reading, "--force-local") || archive.kind !== "literal" ? null : remotePlace(archive.text);
    if (remote !== null) {
      draft.hosts.items.push(...remote.hosts);
      if (packs) draft.sendsInput = true;
    } else addPath(draft, packs || hasOption(reading, "--delete") ? "writes" : "reads", archive);
  }
  // File names from a list: they cannot be seen.
  const lists = packs ? optionValues(reading, "-T") : [];
  const listed = lists.every(({ text }) => text === "-") && stdin.from === "calls" ? stdin.text : undefined;
  if (lists.length > 0 && listed !== undefined && listed.kind !== "literal") addPath(draft, "reads", listed);
  else if (lists.length > 0) draft.reads.complete = false;
  const removes = hasOption(reading, "--remove-files");
  const filter = filterOf(reading.options, {});
  const tree = filter === null ? null : { filter };
  if (packs)
    reading.operands.forEach((word, i) => {
      const place = below(folderAt(reading.places[i] ?? 0), word);
      addTree(draft, "reads", place, tree);
      if (removes) addTree(draft, "deletes", place, tree);
    });
  // Members that are only printed are known by their names.
  if (unpacks && hasOption(reading, "-O")) for (const member of reading.operands) addPath(draft, "reads", member);
  if (unpacks && !hasOption(reading, "-O")) {
    const folder = folderAt(Number.POSITIVE_INFINITY);
    const isAll = reading.operands.length === 0;
    addTree(draft, "writes", folder ?? literal("."), isAll ? unpackedByTar(reading) : null);
    for (const member of reading.operands) addPath(draft, "writes", below(folder, member));
  }
};

/** Names that are changed on the way, like those of standard input, cannot be listed. */
function unpackedByTar(reading: OptionReading): WordTree {
  const [archive, ...others] = optionValues(reading, "-f");
  const isListed = others.length === 0 && !hasOption(reading, "--transform") && !hasOption(reading, "--one-top-level");
  const stripped = optionValues(reading, "--strip-components")[0]?.text ?? "0";
  return unpacked(isListed && /^\d{1,3}$/.test(stripped) ? archive : undefined, Number(stripped));
}

/** Everything in the archive, or in standard input. */
function unpacked(archive: Word | undefined, strip: number | "all"): WordTree {
  const isFile = archive !== undefined && archive.kind !== "dynamic" && archive.text !== "-";
  return { filter: {}, ...(isFile ? { from: archive } : {}), archive: { strip } };
}

/** Archive members are selected by patterns of their own. */
const asGlob = (word: Word): Word =>
  word.kind === "literal" && /[*?[]/.test(word.text) ? { kind: "glob", text: word.text } : word;

/** They take folders with all they hold. */
const everything: WordTree = { filter: {} };

const listsOnly = /^[lthi]/;

/** `7z a ARCHIVE FILE`, `ar r ARCHIVE FILE`: a command letter, the archive, the files. */
const archive: SpecialEffects = (draft, reading, call) => {
  const { operands, table } = reading;
  switch (table.name) {
    case "zip":
      return;
    case "unzip":
      if (["-l", "-p", "-v", "-t"].some((flag) => hasOption(reading, flag))) return;
      for (const member of operands.slice(1))
        addPath(draft, "writes", below(optionValues(reading, "-d")[0], asGlob(member)));
      return unzipped(draft, reading);
    case "cpio":
    case "pax":
      return packed(draft, reading, call);
    default: {
      const [command, file, ...members] = operands;
      if (command === undefined || file === undefined) return;
      const adds = /^[aurdqm]/.test(command.text);
      addPath(draft, adds ? "writes" : "reads", file);
      if (adds) for (const word of members) addTree(draft, "reads", word, everything);
      else if (!listsOnly.test(command.text))
        addTree(draft, "writes", outputFolder(reading), unpackedBy(command, file, members));
      if (hasOption(reading, "-sdel")) for (const word of members) addTree(draft, "deletes", word, everything);
    }
  }
};

/** `unzip a.zip -d FOLDER`. */
function unzipped(draft: Draft, reading: OptionReading): void {
  const [archive, ...members] = reading.operands;
  const folder = optionValues(reading, "-d")[0];
  if (members.length === 0)
    addTo(draft, folder ?? literal("."), unpacked(archive, hasOption(reading, "-j") ? "all" : 0));
  if (folder === undefined) addPath(draft, "writes", literal("."));
}

/** `7z e` leaves out the folders. */
const unpackedBy = ({ text }: Word, archive: Word, members: readonly Word[]): WordTree | null =>
  members.length > 0 ? null : unpacked(archive, text.startsWith("e") ? "all" : 0);

/** `7z x a.7z -oFOLDER`. */
function outputFolder(reading: OptionReading): Word {
  if (hasOption(reading, "-so")) return literal("/dev/null");
  const glued = reading.unlisted.find((flag) => /^-o./.test(flag));
  return literal(glued === undefined ? "." : glued.slice(2));
}

/** They take names from standard input: what they read can be seen only as far as these names are known. */
const packed: SpecialEffects = (draft, reading, { stdin }) => {
  const { operands, table } = reading;
  const unpacks = hasOption(reading, table.name === "cpio" ? "-i" : "-r");
  const isCopy = hasOption(reading, "-p") || (table.name === "pax" && unpacks && hasOption(reading, "-w"));
  if (isCopy) for (const word of operands.slice(-1)) addPath(draft, "writes", word);
  else if (unpacks && !hasOption(reading, "-t"))
    addTree(draft, "writes", optionValues(reading, "-D")[0] ?? literal("."), unpacked(undefined, 0));
  if (unpacks || (table.name === "pax" && operands.length > 0)) return;
  const names = stdin.from === "calls" ? stdin.text : undefined;
  if (names === undefined) draft.reads.complete = false;
  else if (names.kind !== "literal") addPath(draft, "reads", names);
  else for (const name of names.text.split("\n")) addPath(draft, "reads", literal(name));
};

/** `truncate -s 0 FILE`: empties the file. */
const truncate: SpecialEffects = (draft, reading) => {
  if (!optionValues(reading, "-s").some(({ text }) => /^[<=]?0+[A-Za-z]{0,3}$/.test(text))) return;
  draft.isWhole = true;
  for (const word of reading.operands) addPath(draft, "deletes", word);
};

/** `chmod -x FILE`: a mode that looks like an option, so the first word is already a file. */
const mode: SpecialEffects = (draft, { unlisted, operands }) => {
  if (unlisted.length > 0) addPath(draft, "writes", operands[0]);
};

/** The text of a patch on the line names what it changes; a patch in a file changes something unknown here. */
const patch: SpecialEffects = (draft, reading, call) => {
  const { table, operands } = reading;
  // A later `--apply` applies the patch after all.
  const onlyTells = ["--stat", "--numstat", "--summary", "--check"].some((flag) => hasOption(reading, flag));
  if (onlyTells && !hasOption(reading, "--apply")) return;
  if (table.name === "patch" && operands.length > 0) return;
  const onLine = table.name === "apply_patch" ? operands[0] : undefined;
  const { stdin } = call;
  const text = onLine ?? (stdin.from === "inherit" ? undefined : stdin.text);
  const folder = optionValues(reading, "--directory").at(-1);
  const isFile = operands.length > 0 && onLine === undefined && operands[0]?.text !== "-";
  if (text === undefined || isFile || optionValues(reading, "-i").length > 0) {
    if (stdin.from === "calls" && !isFile) draft.writes.complete = false;
    else addPath(draft, "writes", folder ?? literal("."));
    // The file names are in a file that has not been read.
    draft.writes.hasOpenName = true;
    draft.deletes.hasOpenName = true;
    return;
  }
  const strip = optionValues(reading, "-p").at(-1)?.text;
  const { writes, deletes, complete } = patchedPaths(text.text, {
    strip: strip !== undefined && /^\d{1,3}$/.test(strip) ? Number(strip) : null,
    reverse: hasOption(reading, "-R"),
  });
  for (const path of writes) addPath(draft, "writes", below(folder, literal(path)));
  for (const path of deletes) addPath(draft, "deletes", below(folder, literal(path)));
  if (!complete || text.kind === "dynamic") draft.writes.complete = false;
};

/** The `e` flag of `s` runs the line itself. */
const sedRunsLines = /([/|,#])[gpim0-9]*e[gpim0-9]*\s*(?:$|[;}\n])/;

const sed: SpecialEffects = (draft, reading) => {
  const given = optionValues(reading, "-e");
  const hasScript = given.length > 0 || hasOption(reading, "-f");
  for (const word of hasScript ? given : reading.operands.slice(0, 1)) {
    if (word.kind === "dynamic") continue;
    if (sedRunsLines.test(word.text)) draft.evaluates = true;
    const { reads, writes } = readSedScript(word.text);
    for (const text of reads) addPath(draft, "reads", literal(text));
    for (const text of writes) addPath(draft, "writes", literal(text));
    // `sed -i 'w /dev/stdout'` still prints.
    if (writes.some((text) => text.startsWith("/dev/")))
      for (const file of hasScript ? reading.operands : reading.operands.slice(1)) addPath(draft, "reads", file);
  }
};

const printingModules =
  /^(?:json\.tool|base64|gzip|tarfile|zipfile|tokenize|ast|quopri|uu|csv|pprint|difflib|plistlib)$/;

/** Code on the command line: the files named in its quotes. */
const interpreter: SpecialEffects = (draft, reading, call) => {
  // `python -m json.tool FILE`: modules that print their input.
  if (optionValues(reading, "-m").some(({ text }) => printingModules.test(text)))
    for (const word of reading.operands) addPath(draft, "reads", word);
  // `gawk -i inplace` writes the files it reads.
  if (
    reading.table.interpreter?.language === "awk" &&
    optionValues(reading, "-i").some(({ text }) => text === "inplace")
  )
    for (const word of reading.operands.slice(1)) addPath(draft, "writes", word);
  const printed = hasOption(reading, "--print") || hasOption(reading, "-pe");
  for (const word of inlineTexts(call, reading)) addInlineCode(draft, word.text, printed);
};

const sql: SpecialEffects = (draft, reading, call) => {
  for (const word of clientTexts(call, reading)) {
    if (word.kind === "dynamic") continue;
    addInlineCode(draft, word.text);
    const { reads, writes } = clientFiles(word.text);
    for (const path of reads) addPath(draft, "reads", literal(path));
    for (const path of writes) addPath(draft, "writes", literal(path));
  }
  for (const word of reading.operands) if (/^\w+:\/\//.test(word.text)) addUrl(draft, word);
  // `psql "host=db dbname=x"`
  for (const { kind, text } of [...reading.operands, ...optionValues(reading, "-d")]) {
    const host = kind === "literal" ? /(?:^|\s)host(?:addr)?\s?=\s?([\w.:-]+)/.exec(text)?.[1] : undefined;
    if (host !== undefined && reading.table.name === "psql") draft.hosts.items.push(host);
  }
  for (const word of optionValues(reading, "-d")) if (/^\w+:\/\//.test(word.text)) addUrl(draft, word);
};

/** `export NAME=value`: some variables determine where packages come from. */
const variables: SpecialEffects = (draft, { operands }) =>
  addRegistrySettings(draft, operands, derived.registryVariables);

const byName: { readonly [S in Special]: SpecialEffects } = {
  copy,
  dd,
  find,
  tar,
  archive,
  "copy-remote": copyRemote,
  rsync,
  git,
  "git-show": gitShow,
  curl,
  wget,
  ssh,
  netcat,
  socat,
  bucket,
  rclone,
  openssl,
  "container-copy": containerCopy,
  sed,
  sql,
  patch,
  mode,
  sftp,
  truncate,
  variables,
  interpreter,
  compress,
  compile,
};

/** A map, because names that come out of packed tables are slow as keys of an object. */
const specialEffects = new Map(Object.entries(byName));

export function addSpecial(special: Special, ...of: Parameters<SpecialEffects>): void {
  specialEffects.get(special)?.(...of);
}
