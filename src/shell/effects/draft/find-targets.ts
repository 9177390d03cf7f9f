// What `find` passes to `-delete` and `-exec`: everything below its starting points, narrowed by the names it looks for.

import type { TreeFilter } from "../../../language/listing.ts";
import type { GivenOption, OptionReading } from "../../programs/table/options.ts";
import type { Word, WordTree } from "../../syntax/model.ts";
import { literal, withoutEnd } from "./effect-draft.ts";
import { filterOf, withTree } from "./walked-tree.ts";

/** Options that come before the starting points. */
const leading = ["-H", "-L", "-P", "-D", "-O1", "-O2", "-O3", "-E", "-X", "-d", "-s", "-x", "-f"];

/** The folders `find` starts from; the current one when none is named. */
function startingPoints(reading: OptionReading): readonly Word[] {
  const first = reading.options.find(({ flag }) => !leading.includes(flag))?.at ?? Number.POSITIVE_INFINITY;
  const points: Word[] = [];
  for (const [i, word] of reading.operands.entries()) {
    if ((reading.places[i] ?? 0) > first || /^[()!,]$/.test(word.text)) break;
    points.push(word);
  }
  return points.length > 0 ? points : [literal(".")];
}

/** Files that it finds, hidden ones too; `**` is any number of folders. */
const found = (text: string, ignoresCase = false): Word => ({
  kind: "glob",
  text,
  expands: { globstar: true, dotglob: true, ...(ignoresCase ? { nocaseglob: true } : {}) },
});

/** `fd PATTERN FOLDER...`: the pattern is part of the name, so everything below may match. */
function fdTargets(reading: OptionReading): readonly Word[] {
  const [pattern] = reading.operands;
  const filter = filterOf(reading.options, { gitignore: true, skipsHidden: true }) ?? {};
  const isAll = pattern === undefined || /^\.?\*?$/.test(pattern.text);
  const tree = isAll ? { filter } : { filter, isPerhaps: true as const };
  return fdWords(reading).map((word) => withTree(word, tree));
}

function fdWords({ operands, options }: OptionReading): readonly Word[] {
  const [pattern, ...points] = operands;
  const endings = options.flatMap(({ flag, value }) => (flag === "-e" && value !== null ? [value] : []));
  const folders = points.length > 0 ? points : [literal(".")];
  if (endings.some(({ kind }) => kind === "dynamic")) return folders;
  if (endings.length === 0) {
    const name = options.some(({ flag }) => /^-[Hu]$/.test(flag)) ? hiddenName(pattern) : null;
    if (name === null) return folders;
    return folders.map((point) =>
      point.kind === "dynamic" ? point : found(`${withoutEnd(point.text, "/")}/**/${name}`),
    );
  }
  return folders.flatMap((point): Word[] =>
    endings.map(({ text }) =>
      point.kind === "dynamic" ? point : found(`${withoutEnd(point.text, "/")}/**/*.${text}`),
    ),
  );
}

/** The files whose name begins with a dot, which fd finds only with `-H`: `.env`, `^\\.env$`. */
function hiddenName(pattern: Word | undefined): string | null {
  if (pattern === undefined || pattern.kind === "dynamic") return null;
  const [, start, name, end] = /^(\^?)((?:\\?\.)\w[\w-]*(?:\\?\.[\w-]+)*)(\$?)$/.exec(pattern.text) ?? [];
  if (name === undefined) return null;
  return `${start === "" ? "*" : ""}${name.replaceAll("\\.", ".")}${end === "" ? "*" : ""}`;
}

const byName = ["-name", "-iname"];
const byPath = ["-path", "-ipath"];

const plainLength = ({ value }: GivenOption): number => (value?.text ?? "").replace(/[*?]|\*\.\w+$/g, "").length;

/** The positions right after `!` and `-not`: a test there does not narrow the result. Null: a group may be negated. */
function negatedPlaces({ operands, places, options }: OptionReading): readonly number[] | null {
  const found = [
    ...operands.flatMap(({ text }, i) => (text === "!" ? [(places[i] ?? 0) + 1] : [])),
    ...options.flatMap(({ flag, at }) => (flag === "-not" ? [at + 1] : [])),
  ];
  return found.length > 0 && operands.some(({ text }) => text === "(") ? null : found;
}

/** Everything below the starting points, or with `-name` the files of that name there. */
export function findTargets(reading: OptionReading): readonly Word[] {
  if (reading.table.name === "fd") return fdTargets(reading);
  const tree = findTree(reading);
  return findWords(reading).map((word) => withTree(word, tree));
}

/** Tests that some of the files pass, and nothing on the line says which. */
const narrowing =
  /^-(?:[acm](?:time|min)|newer\w*|[ac]newer|size|perm|user|group|[ug]id|links|inum|samefile|i?lname|i?regex|used|fstype|context|executable|readable|writable|nouser|nogroup|false|quit)$/;

/** How find walks: no deeper than `-maxdepth`, and not into what it prunes or is not to find. */
function findTree({ options, operands, places }: OptionReading): WordTree {
  const has = (flag: string): boolean => options.some((one) => one.flag === flag);
  // Neither a file with something in it nor the folder around one.
  if (has("-empty")) return { filter: { depth: 0 }, isPerhaps: true };
  const filter: { -readonly [K in keyof TreeFilter]: TreeFilter[K] } = {};
  const depth = options.find(({ flag }) => flag === "-maxdepth")?.value?.text ?? "";
  if (/^\d{1,4}$/.test(depth)) filter.depth = Number(depth);
  if (has("-L") || has("-follow")) filter.follows = true;
  const words = [
    ...options.map(({ flag, at }) => ({ flag, at })),
    ...operands.map(({ text }, i) => ({ flag: text, at: places[i] ?? 0 })),
  ];
  const flagAt = (at: number): string | undefined => words.find((one) => one.at === at)?.flag;
  const isGrouped = operands.some(({ text }) => text === "(" || text === ",");
  // `-delete` looks at what is in a folder first, so that nothing is pruned.
  const mayPrune = !isGrouped && !has("-delete") && !has("-depth");
  const exclude = options.flatMap(({ flag, value, at }) => {
    const name = value === null || value.kind === "dynamic" ? "" : value.text;
    if (mayPrune && flagAt(at + 2) === "-prune") return prunedName(flag, name);
    const isNegated = !isGrouped && (flagAt(at - 1) === "!" || flagAt(at - 1) === "-not");
    return isNegated && byPath.includes(flag) && name.endsWith("/*") ? prunedName(flag, name) : [];
  });
  if (exclude.length > 0) filter.exclude = exclude;
  return options.some(({ flag }) => narrowing.test(flag)) ? { filter, isPerhaps: true } : { filter };
}

/** The star of `-path` crosses folders; only a folder with all it holds is left out for certain. */
function prunedName(flag: string, value: string): readonly string[] {
  if (byName.includes(flag)) return value === "" ? [] : [value];
  const folder = byPath.includes(flag) ? /^(\.\/|\*\/)([^*?[\]]+?)(?:\/\*)?$/.exec(value) : null;
  return folder === null ? [] : [`${folder[1] === "./" ? "/" : ""}${folder[2]}`];
}

/** The star of a path is any number of folders, and at its beginning perhaps the rest of a name: `*claude*`. */
function pathNames(path: string): readonly string[] {
  const crossing = path.replace(/(?<=\/)\*+(?=\/|$)/g, "**");
  const bare = crossing.replace(/^\*+\/?/, "");
  return /^\*+[^*/]/.test(crossing) ? [bare, crossing] : [bare];
}

function findWords(reading: OptionReading): readonly Word[] {
  const points = startingPoints(reading);
  const negated = negatedPlaces(reading);
  const isOpen =
    negated === null ||
    reading.operands.some(({ text }) => text === ",") ||
    reading.options.some(({ flag }) => flag === "-o" || flag === "-or");
  if (isOpen) return points;
  // All of them must hold, so the most specific one can represent all.
  const pattern = reading.options
    .filter(({ flag, at }) => (byName.includes(flag) || byPath.includes(flag)) && !negated.includes(at))
    .reduce<GivenOption | undefined>((a, b) => (a === undefined || plainLength(b) > plainLength(a) ? b : a), undefined);
  const value = pattern?.value;
  if (pattern === undefined || value === null || value === undefined || /^[*?]*$/.test(value.text)) return points;
  if (value.kind === "dynamic") return points.map((point) => ({ ...value, text: `${point.text}/${value.text}` }));
  // The star of a path crosses folders: what follows it may be at any depth.
  const isAnywhere = byName.includes(pattern.flag) || value.text.startsWith("*");
  const names = byPath.includes(pattern.flag) ? pathNames(value.text) : [value.text];
  return points.flatMap((point) =>
    names.map((name): Word => {
      const text = isAnywhere ? `${withoutEnd(point.text, "/")}/**/${name}` : name;
      return point.kind === "dynamic" ? { ...point, text } : found(text, pattern.flag.startsWith("-i"));
    }),
  );
}
