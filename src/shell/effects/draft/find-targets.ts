// What `find` passes to `-delete` and `-exec`: its starting points, narrowed by the names it looks for.

import type { GivenOption, OptionReading } from "../../programs/table/options.ts";
import type { Word } from "../../syntax/model.ts";
import { literal, withoutEnd } from "./effect-draft.ts";

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
function fdTargets({ operands, options }: OptionReading): readonly Word[] {
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

/** Starting points, or with `-name` the files of that name below them. Without a name everything below may match. */
export function findTargets(reading: OptionReading): readonly Word[] {
  if (reading.table.name === "fd") return fdTargets(reading);
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
  const name = byPath.includes(pattern.flag) ? value.text.replace(/^\*+\/?/, "") : value.text;
  return points.map((point) => {
    const text = isAnywhere ? `${withoutEnd(point.text, "/")}/**/${name}` : value.text;
    return point.kind === "dynamic" ? { ...point, text } : found(text, pattern.flag.startsWith("-i"));
  });
}
