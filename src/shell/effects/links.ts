// Other names for files: `ln -s ~/.ssh/id_rsa x`, `cp .env /tmp/a`, `mv`. A call that uses the name uses the file.

import { append } from "../../language/append.ts";
import { compileGlob, matchGlob } from "../../language/glob.ts";
import type { Running } from "../interp/invoke.ts";
import { hasOption, type OptionReading, optionValues } from "../programs/table/options.ts";
import type { Call, Link, Reading, Word } from "../syntax/model.ts";
import { globOrText, placed } from "./draft/effect-draft.ts";
import { withTree } from "./draft/walked-tree.ts";
import type { EffectList, Effects } from "./effects.ts";

/** Records the names that a call gives to files. */
export function noteLinks({ name, reading, call, frame }: Running): void {
  if (reading === null || reading.table.links !== true || reading.help || reading.dryRun) return;
  if (name === "mount" && !isBound(reading)) return;
  const kind = kindOf(name, reading);
  const isRelative = kind === "symlink" && !hasOption(reading, "-r");
  for (const { source, to } of pairs(name, reading)) {
    frame.reader.budget.spend(2);
    // A relative target of a symbolic link is relative to the folder of the link.
    const from = isRelative && source.kind !== "dynamic" && !source.text.startsWith("/") ? beside(to, source) : source;
    const link = { kind, call: call.id, from: placed(from, call.cwd), to: placed(to, call.cwd) };
    frame.reader.links = append(frame.reader.links, link);
  }
}

/** `mount --bind FOLDER HERE`, `mount -o bind`: another name for a folder. */
const isBound = (reading: OptionReading): boolean =>
  hasOption(reading, "--bind") ||
  hasOption(reading, "--rbind") ||
  optionValues(reading, "-o").some(({ text }) => /\br?bind\b/.test(text));

function kindOf(name: string, reading: OptionReading): Link["kind"] {
  if (name === "mount") return "mount";
  if (name.endsWith("mv")) return "move";
  if (!name.endsWith("ln") && !name.endsWith("cp")) return name === "link" ? "hardlink" : "copy";
  if (hasOption(reading, "-s")) return "symlink";
  return name.endsWith("ln") || hasOption(reading, "-l") ? "hardlink" : "copy";
}

interface Pair {
  readonly source: Word;
  readonly to: Word;
}

function pairs(name: string, reading: OptionReading): readonly Pair[] {
  const { operands } = reading;
  const folder = name === "rsync" ? undefined : optionValues(reading, "-t")[0];
  if (folder !== undefined) return operands.map((source) => ({ source, to: inside(folder, source) }));
  const last = operands.at(-1);
  const sources = operands.slice(0, -1);
  if (last === undefined) return [];
  if (sources.length === 0) return name.endsWith("ln") ? [{ source: last, to: baseOf(last) }] : [];
  const isFolder = sources.length > 1 || /(?:^|\/)\.{0,2}$/.test(last.text);
  // What looks like the new name may be an existing folder.
  return sources.flatMap((source) => {
    const within = { source, to: inside(last, source) };
    return isFolder ? [within] : [{ source, to: last }, within];
  });
}

function baseOf(word: Word): Word {
  const text = word.text.replace(/(?<=.)\/+$/, "");
  return { ...word, text: text.slice(text.lastIndexOf("/") + 1) };
}

const joined = (a: Word, b: Word, text: string): Word => {
  if (a.kind === "dynamic" || b.kind === "dynamic") return { ...(a.kind === "dynamic" ? a : b), text };
  return globOrText(a, b, text);
};

function inside(folder: Word, source: Word): Word {
  const base = baseOf(source);
  return joined(folder, base, `${folder.text.replace(/\/+$/, "")}/${base.text}`);
}

function beside(link: Word, source: Word): Word {
  const at = link.text.lastIndexOf("/");
  return at === -1 ? source : joined(link, source, `${link.text.slice(0, at + 1)}${source.text}`);
}

/** How many names of one path are followed; what is behind more of them is unknown. */
const MOST = 16;
const TOO_MANY = "limit: too many names of one file";

/** Links by their names. The list grows while a line is read. */
interface Index {
  count: number;
  readonly byName: Map<string, Link[]>;
}

const indexes = new WeakMap<readonly Link[], Index>();

/** The links that a path may lead through: those of its own name and of the folders above it; for a pattern, all links. */
function mayLead(links: readonly Link[], path: Word): readonly Link[] {
  if (path.kind !== "literal") return links;
  const index = indexes.get(links) ?? { count: 0, byName: new Map<string, Link[]>() };
  indexes.set(links, index);
  for (; index.count < links.length; index.count++) {
    const link = links[index.count];
    if (link === undefined) continue;
    const name = plainPath(link.to.text);
    const same = index.byName.get(name);
    if (same === undefined) index.byName.set(name, [link]);
    else same.push(link);
  }
  const used = plainPath(path.text);
  const found: Link[] = [];
  for (let at = used.lastIndexOf("/"); at >= 0; at = at === 0 ? -1 : used.lastIndexOf("/", at - 1))
    found.push(...(index.byName.get(used.slice(0, at)) ?? []));
  found.push(...(index.byName.get(used) ?? []));
  return found;
}

/**
 * What a path used by a call refers to besides itself: the files behind the links, copies and moves that earlier calls
 * made. Paths are relative to where the whole command runs, as in effects.
 */
export function linkedPaths(
  { links = [] }: Pick<Reading, "links">,
  path: Word,
  call: number,
  counts: (link: Link, path: Word) => boolean = () => true,
): readonly Word[] {
  if (links.length === 0 || path.kind === "dynamic") return [];
  const found: Word[] = [];
  const queue: Word[] = [path];
  const seen = new Set([plainPath(path.text)]);
  for (let next = queue.pop(); next !== undefined; next = queue.pop()) {
    if (found.length >= MOST) return [...found, { kind: "dynamic", text: "...", why: TOO_MANY }];
    for (const link of mayLead(links, next)) {
      if (link.call >= call || !counts(link, next)) continue;
      const behind = follow(link, next);
      if (behind === null || seen.has(plainPath(behind.text))) continue;
      seen.add(plainPath(behind.text));
      found.push(behind);
      if (behind.kind !== "dynamic") queue.push(behind);
    }
  }
  return found;
}

/** What a call does, including the files behind the names that the line has given them. */
export function throughLinks(effects: Effects, reading: Reading, { id }: Call): Effects {
  if (reading.links === undefined || reading.links.length === 0) return effects;
  const through = (list: EffectList<Word>, counts: (link: Link, path: Word) => boolean): EffectList<Word> => {
    const more = list.items.flatMap((path) => linkedPaths(reading, path, id, counts));
    if (more.length === 0) return list;
    const isWhole = !more.some((word) => word.kind === "dynamic" && word.why === TOO_MANY);
    return { ...list, items: [...list.items, ...more], complete: list.complete && isWhole };
  };
  return {
    ...effects,
    reads: through(effects.reads, () => true),
    uploads: through(effects.uploads, () => true),
    writes: through(effects.writes, isSameFile),
    deletes: through(effects.deletes, isDeletedThrough),
  };
}

/** Writing to a copy does not change the original. */
const isSameFile = ({ kind }: Link): boolean => kind === "symlink" || kind === "hardlink" || kind === "mount";

/** Deleting a link deletes only the name; deleting what is behind it names something below it. A mount is the folder itself. */
const isDeletedThrough = ({ kind, to }: Link, { text }: Word): boolean =>
  kind === "mount" || (kind === "symlink" && (text.endsWith("/") || plainPath(text) !== plainPath(to.text)));

function follow({ from, to }: Link, path: Word): Word | null {
  if (to.kind === "dynamic") return null;
  const name = plainPath(to.text);
  const used = plainPath(path.text);
  if (used === name) return withTree(from, path.tree ?? null);
  if (used.startsWith(`${name}/`)) {
    const rest = used.slice(name.length);
    const text = `${path.kind === "glob" && from.kind === "literal" ? escaped(from.text) : from.text}${rest}`;
    return withTree(joined(from, path, text.replace(/^\/\/+/, "/")), path.tree ?? null);
  }
  const isGlob = path.kind === "glob" && to.kind === "literal" && used.length <= 256;
  return isGlob && matchGlob(compileGlob(used, "path"), name) ? withTree(from, path.tree ?? null) : null;
}

const escaped = (text: string): string => text.replace(/[\\*?[\]]/g, "\\$&");

/** `./a//b/../c` is `a/c`. */
function plainPath(text: string): string {
  if (!/\/\/|(?:^|\/)\.{0,2}(?:\/|$)/.test(text)) return text;
  const parts: string[] = [];
  for (const part of text.split("/")) {
    if (part === "" || part === ".") continue;
    if (part === ".." && parts.length > 0 && parts.at(-1) !== "..") parts.pop();
    else parts.push(part);
  }
  const path = parts.join("/");
  return text.startsWith("/") ? `/${path}` : path;
}
