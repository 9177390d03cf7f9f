// Copies between this machine and other machines, buckets and containers: `scp host:path`, `rsync`, `aws s3 cp`, `docker cp`.

import { hasOption } from "../programs/table/options.ts";
import type { Word, WordTree } from "../syntax/model.ts";
import { hostsOfUrl, remotePlace } from "../syntax/urls.ts";
import type { Draft } from "./draft/draft.ts";
import { addOpenWord, addPath, addTree, addUrl, literal, withoutEnd } from "./draft/effect-draft.ts";
import type { SpecialEffects } from "./draft/special-effect.ts";
import { walkedTree } from "./draft/walked-tree.ts";

interface CopyOptions {
  /** Folders with all they hold. */
  readonly tree?: WordTree | null;
  /** Unknown names are unlikely to be those of another machine. */
  readonly isMostlyHere?: boolean;
  /** `folder/` means what is in it. */
  readonly isRsync?: boolean;
}

/** Sources and target of a copy, each local or remote. */
function copyBetween(
  draft: Draft,
  sources: readonly Word[],
  target: Word | undefined,
  place: (word: Word) => readonly string[] | null,
  { tree = null, isMostlyHere = false, isRsync = false }: CopyOptions = {},
): void {
  const mayBeElsewhere = (word: Word): void => {
    if (isMostlyHere) addOpenWord(draft, "hosts", word);
    else draft.hosts.complete = false;
  };
  const remoteTarget = target === undefined ? null : place(target);
  for (const source of sources) {
    const remote = place(source);
    if (remote !== null) draft.hosts.items.push(...remote);
    else if (source.kind === "dynamic" && /^\$/.test(source.text)) {
      addPath(draft, remoteTarget === null ? "reads" : "uploads", source);
      mayBeElsewhere(source);
    } else addTree(draft, remoteTarget === null ? "reads" : "uploads", source, tree);
  }
  if (target === undefined) return;
  if (remoteTarget !== null) draft.hosts.items.push(...remoteTarget);
  else {
    addPath(draft, "writes", target);
    if (tree !== null)
      for (const source of sources) if (place(source) === null) addCopied(draft, source, target, tree, isRsync);
    if (target.kind === "dynamic" && /^\$/.test(target.text)) {
      mayBeElsewhere(target);
      if (!sources.some((source) => place(source) === null)) return;
      if (isMostlyHere) addOpenWord(draft, "uploads", target);
      else draft.uploads.complete = false;
    }
  }
}

/** The names below a folder, where they go. */
function addCopied(draft: Draft, source: Word, target: Word, tree: WordTree, isRsync: boolean): void {
  if (source.kind === "dynamic" || target.kind === "dynamic") return;
  const name = /([^/]+)\/*$/.exec(source.text)?.[1] ?? ".";
  const isContent = source.kind === "glob" || /^\.{1,2}$/.test(name) || (isRsync && source.text.endsWith("/"));
  const copied = { ...tree, from: source };
  if (isContent) addTree(draft, "writes", target, copied);
  else addTree(draft, "writes", literal(`${withoutEnd(target.text, "/")}/${name}`), copied);
}

const machine = (word: Word): readonly string[] | null => {
  if (word.kind === "dynamic" && /^[^:]*[$`]/.test(word.text)) return null;
  return remotePlace(word.text)?.hosts ?? null;
};

export const copyRemote: SpecialEffects = (draft, reading) => {
  const { operands } = reading;
  copyBetween(draft, operands.slice(0, -1), operands.at(-1), machine, { tree: walkedTree(reading) });
};

const deletingFlags = ["--delete", "--delete-excluded"];

export const rsync: SpecialEffects = (draft, reading) => {
  const { operands } = reading;
  const target = operands.length > 1 ? operands.at(-1) : undefined;
  const sources = target === undefined ? operands : operands.slice(0, -1);
  const tree = walkedTree(reading);
  copyBetween(draft, sources, target, machine, { tree, isMostlyHere: true, isRsync: true });
  if (target !== undefined && machine(target) === null && deletingFlags.some((flag) => hasOption(reading, flag)))
    addTree(draft, "deletes", target, lacking(sources, tree));
  if (hasOption(reading, "--remove-source-files"))
    for (const source of sources) if (machine(source) === null) addTree(draft, "deletes", source, tree);
};

/** What the source lacks is deleted; which files that are is known where what is in one folder goes into the target. */
function lacking(sources: readonly Word[], tree: WordTree | null): WordTree {
  const [source] = sources;
  const isContent = sources.length === 1 && source?.kind === "literal" && /(?:^|\/)\.?$/.test(source.text);
  return isContent && tree !== null ? { filter: {}, without: source } : someBelow;
}

const someBelow: WordTree = { filter: {}, isPerhaps: true };

const wholeTree: WordTree = { filter: {} };

const buckets: { readonly [scheme: string]: string } = {
  s3: "s3.amazonaws.com",
  gs: "storage.googleapis.com",
  az: "blob.core.windows.net",
  b2: "backblazeb2.com",
};

const bucketOf = (word: Word): readonly string[] | null => {
  const place = /^([a-z0-9]+):\/\/([^/]*)/i.exec(word.text);
  if (place === null) return null;
  const domain = buckets[(place[1] ?? "").toLowerCase()];
  return domain === undefined
    ? hostsOfUrl(word.text)
    : [place[2] === "" ? domain : `${(place[2] ?? "").toLowerCase()}.${domain}`];
};

/** `aws s3 cp FILE s3://bucket/`, `gsutil rsync`, `s3cmd put`. */
export const bucket: SpecialEffects = (draft, reading) => {
  const { operands, path } = reading;
  const words = path.length === 0 ? operands.slice(1) : operands;
  const command = path.at(-1) ?? operands[0]?.text ?? "";
  // Listing, deleting and fetching send nothing: that the tool contacts its own cloud is expected.
  if (reading.dryRun || /^(?:rm|rb|ls|mb|presign|del|du|stat|hash)$/.test(command)) return;
  const target = words.length > 1 ? words.at(-1) : undefined;
  const sources = target === undefined ? words : words.slice(0, -1);
  const isFetch =
    target?.kind === "literal" && bucketOf(target) === null && sources.every((word) => bucketOf(word) !== null);
  if (isFetch) {
    addPath(draft, "writes", target);
    if (hasOption(reading, "--delete")) addTree(draft, "deletes", target, someBelow);
    return;
  }
  // The content of a bucket goes to a file, and is unlikely to go to another bucket.
  const isMostlyHere = sources.length > 0 && sources.every((word) => bucketOf(word) !== null);
  const tree = command === "rsync" || command === "mirror" ? wholeTree : walkedTree(reading);
  copyBetween(draft, sources, target, bucketOf, { tree, isMostlyHere });
  if (command === "mv")
    for (const source of sources) if (bucketOf(source) === null) addTree(draft, "deletes", source, tree);
  if (target !== undefined && bucketOf(target) === null && hasOption(reading, "--delete"))
    addTree(draft, "deletes", target, someBelow);
};

const cloudPlace = (word: Word): readonly string[] | null => {
  const name = /^:?([A-Za-z0-9_.+@-]+)(?:,[^:]*)?:/.exec(word.text)?.[1];
  return name === undefined ? null : [`rclone:${name}`];
};

export const rclone: SpecialEffects = (draft, { operands, path }) => {
  const command = path[0] ?? "";
  const [first, second] = operands;
  if (command === "rcat") draft.sendsInput = true;
  if (/^(?:copy|sync|move|copyto|moveto|bisync)$/.test(command)) {
    copyBetween(draft, first === undefined ? [] : [first], second, cloudPlace, { tree: wholeTree, isRsync: true });
    if (command.startsWith("move") && first !== undefined && cloudPlace(first) === null)
      addTree(draft, "deletes", first, wholeTree);
    if (command === "sync" && second !== undefined && cloudPlace(second) === null)
      addTree(draft, "deletes", second, someBelow);
    return;
  }
  if (command === "copyurl" && first !== undefined) addUrl(draft, first);
  for (const word of operands) {
    const place = cloudPlace(word);
    if (place !== null) draft.hosts.items.push(...place);
    else if (/^(?:delete|purge|rmdirs?|deletefile)$/.test(command)) addTree(draft, "deletes", word, wholeTree);
    else if (command === "cat") addPath(draft, "reads", word);
  }
};
/** `docker cp name:/path here`, `kubectl cp here pod:/path`, `docker push registry/image`. */
export const containerCopy: SpecialEffects = (draft, { operands, table }) => {
  if (table.name === "push") {
    if (operands[0] !== undefined && draft.hosts.items.length === 0 && draft.hosts.complete)
      draft.hosts.items.push("docker.io");
    return;
  }
  const [from, to] = operands;
  const isInside = (word: Word): boolean => /^[^./][^:]*:/.test(word.text);
  // A secret is recognized by its name, inside a container as well.
  if (from !== undefined && !isInside(from)) addTree(draft, "reads", from, wholeTree);
  else if (from !== undefined) addPath(draft, "reads", { ...from, text: from.text.replace(/^[^:]*:/, "") });
  if (to !== undefined && !isInside(to)) addPath(draft, "writes", to);
};
