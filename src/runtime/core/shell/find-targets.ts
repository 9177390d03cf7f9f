// What `find` hands to `-delete` and `-exec`: its starting points, narrowed by the names it looks for.

import { literal, withoutEnd } from "./effect-draft.ts";
import type { Word } from "./model.ts";
import type { OptionReading } from "./options.ts";

/** Options that stand before the starting points. */
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

const byName = ["-name", "-iname"];
const byPath = ["-path", "-ipath"];

/** Starting points, or with `-name` the files of that name below them. Without a name everything below may be meant. */
export function findTargets(reading: OptionReading): readonly Word[] {
  const points = startingPoints(reading);
  const isOpen =
    reading.operands.some(({ text }) => text === "!" || text === ",") ||
    reading.options.some(({ flag }) => flag === "-not" || flag === "-o" || flag === "-or");
  if (isOpen) return points;
  const pattern = reading.options.find(({ flag }) => byName.includes(flag) || byPath.includes(flag));
  const value = pattern?.value;
  if (pattern === undefined || value === null || value === undefined || /^[*?]*$/.test(value.text)) return points;
  if (value.kind === "dynamic") return points.map((point) => ({ ...value, text: `${point.text}/${value.text}` }));
  return points.map((point) => {
    const text = byPath.includes(pattern.flag) ? value.text : `${withoutEnd(point.text, "/")}/**/${value.text}`;
    return point.kind === "dynamic" ? { ...point, text } : { kind: "glob", text };
  });
}
