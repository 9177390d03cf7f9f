// Which statement of a part goes into which chunk of it. Chunk 0 is loaded with the part; each later one on the first call of
// a function in it, after those that it takes values from. A chunk calls functions of any other.

import type { PartUnits, Unit } from "./part-units.ts";

/** The chunk that lies beside chunk 0, with what refusals need. */
export const ASIDE = 1;

export interface Wishes {
  /** The chunk a function should be in. */
  readonly chunkOf: (module: string, name: string) => number;
  /** Functions that the statements themselves call, before anybody calls the part. */
  readonly calledAtStart: ReadonlySet<string>;
  readonly last: number;
}

/**
 * The chunk of each unit. Functions are moved to an earlier chunk than wished where
 * - a statement of that chunk calls them while it runs, when nothing later can be loaded yet;
 * - they refer to a variable that changes, which is handed to other chunks as it is, once.
 * Everything else stands in the earliest chunk that mentions it.
 */
export function planChunks({ units, exports }: PartUnits, wishes: Wishes): ReadonlyMap<Unit, number> {
  const { chunkOf, calledAtStart, last } = wishes;
  const declaring = new Map(units.flatMap((unit) => unit.declares.map((name) => [name, unit] as const)));
  const chunks = new Map<Unit, number>();
  for (const unit of units) {
    const [name = ""] = unit.declares;
    chunks.set(unit, unit.kind === "function" ? chunkOf(unit.module, name) : NOWHERE);
  }
  let isSettled = false;
  const lower = (unit: Unit | undefined, chunk: number): void => {
    const was = unit === undefined ? 0 : (chunks.get(unit) ?? 0);
    if (unit === undefined || seenFrom(was, chunk) === was) return;
    chunks.set(unit, seenFrom(was, chunk));
    isSettled = false;
  };
  const isCalled = ({ declares }: Unit): boolean => declares.some((name) => calledAtStart.has(name));
  const mentions = new Map(units.map((unit) => [unit, mentionedBy(unit, declaring)]));
  const tied = tiedUnits(units, mentions);
  for (const inside of exports.values()) {
    const unit = declaring.get(inside);
    if (unit?.kind === "value") lower(unit, 0);
  }
  while (!isSettled) {
    isSettled = true;
    for (const unit of units) {
      const mentioned = mentions.get(unit) ?? [];
      // A statement that declares nothing changes something that another has declared.
      if (unit.declares.length === 0)
        for (const other of mentioned) if (other.kind === "value") lower(unit, chunks.get(other) ?? 0);
      const chunk = chunks.get(unit) ?? 0;
      if (chunk === NOWHERE) continue;
      const runsAtStart = unit.kind === "value" || isCalled(unit);
      for (const other of mentioned)
        if (other.kind === "value" || (runsAtStart && isCalled(other))) lower(other, chunk);
    }
    for (const group of tied) {
      const first = group.map((unit) => chunks.get(unit) ?? 0).reduce(seenFrom);
      for (const unit of group) lower(unit, first);
    }
  }
  for (const [unit, chunk] of chunks) if (chunk === NOWHERE) chunks.set(unit, last);
  return chunks;
}

/** Of a value that nothing mentions yet. */
const NOWHERE = Number.POSITIVE_INFINITY;

/** The chunk of a value that two chunks mention: the earlier one, unless the usual would then need what only refusals do. */
function seenFrom(one: number, other: number): number {
  const [first, second] = one < other ? [one, other] : [other, one];
  return first === ASIDE && second === ASIDE + 1 ? 0 : first;
}

function mentionedBy(unit: Unit, declaring: ReadonlyMap<string, Unit>): readonly Unit[] {
  const found = new Set<Unit>();
  for (const word of unit.words) {
    const other = declaring.get(word);
    if (other !== undefined && other !== unit) found.add(other);
  }
  return [...found];
}

/** Groups that must stay together: a variable that its file sets anew or a function that is compared, and all who mention it. */
function tiedUnits(units: readonly Unit[], mentions: ReadonlyMap<Unit, readonly Unit[]>): readonly (readonly Unit[])[] {
  const isTied = (unit: Unit): boolean =>
    unit.declares.some((name) =>
      units.some((other) => {
        if (!other.words.has(name)) return false;
        // Only its own file can set a variable; as a local one of other functions it counts too, which costs little.
        return (
          (other.module === unit.module && isSetIn(name, other)) ||
          (unit.kind === "function" && isComparedIn(name, other))
        );
      }),
    );
  return units.filter(isTied).map((unit) => [unit, ...units.filter((other) => mentions.get(other)?.includes(unit))]);
}

function isSetIn(name: string, { text }: Unit): boolean {
  const word = escaped(name);
  // A class declares fields in the way others set variables.
  const fields = /^var [\w$]+ = class\b/.test(text) ? `|^  (?:static )?${word} = ` : "";
  const body = text.replace(new RegExp(`^var ${word} = ${fields}`, "gm"), "");
  return new RegExp(
    `(?<![\\w$.#])${word}\\s*(?:=(?![=>])|(?:[-+*/%&|^]|\\*\\*|<<|>>>?|&&|\\|\\||\\?\\?)=|\\+\\+|--)|(?:\\+\\+|--)${word}(?![\\w$])`,
  ).test(body);
}

/** Whoever calls it from an earlier chunk has a stand-in for it. */
function isComparedIn(name: string, { text }: Unit): boolean {
  const word = escaped(name);
  return new RegExp(`[=!]==? ${word}(?![\\w$.([])|(?<![\\w$.#])${word} [=!]==? `).test(text);
}

const escaped = (name: string): string => name.replaceAll("$", "\\$");
