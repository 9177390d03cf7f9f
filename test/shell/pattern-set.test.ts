// Patterns that are filed by the subcommand they name are those that reading all of them finds, for every program with
// subcommands and every way to name one.

import { describe, expect, it } from "vitest";
import { type Choice, isPatternError, parsePattern } from "../../src/shell/match/pattern.ts";
import { patternSet } from "../../src/shell/match/pattern-set.ts";
import { programTable, tableName, type UserPrograms } from "../../src/shell/programs/index.ts";
import type { ProgramTable } from "../../src/shell/programs/table/program-table.ts";
import { namedTables } from "../../src/shell/programs/tables.ts";

const declared: UserPrograms = {
  git: { wrapper: false, flags: [{ flag: "--acme", takesValue: true }] },
  acme: { wrapper: true, flags: [] },
};

const withSubcommands = [...namedTables].filter(([, { subcommands }]) => subcommands !== undefined);

/** Ways to name some subcommands of a program, and patterns about it that name none. */
function patternsOf(name: string, { subcommands = {} }: ProgramTable): readonly string[] {
  const words = Object.keys(subcommands);
  const [one = "x", two = one] = words;
  return [
    ...words.flatMap((word) => [`${name} ${word}`, `${name}  ${word} x*`]),
    ...[`${name} ( ${one} | ${two} )`, `( ${name} | no-such-program ) ${one}`, `${name} "${one}"`, `${name} ${one}*`],
    ...[name, `${name} *`, `${name} --help`, `${name} ${one}( a | b )`, ` ${name} ${two} ( ${one} | b )`],
  ].filter((text) => !isPatternError(parsePattern(text, declared)));
}

const readAll = (texts: readonly string[], name: string): readonly Choice[] =>
  texts
    .flatMap((text) => {
      const pattern = parsePattern(text, declared);
      return isPatternError(pattern) ? [] : pattern.choices;
    })
    .filter(({ program }) => program.length > 1 || program[0] === name);

const sorted = (choices: readonly Choice[]): readonly string[] => choices.map((one) => JSON.stringify(one)).sort();

describe("a set of patterns", () => {
  it.each(withSubcommands)("finds those about %s", (name, table) => {
    const texts = patternsOf(name, table);
    const choices = patternSet(texts, declared).named.get(table.name);
    const all = readAll(texts, table.name);
    expect(sorted(choices?.any() ?? [])).toEqual(sorted(all.filter(({ path }) => path.length === 0)));
    for (const word of [...Object.keys(table.subcommands ?? {}), "no-such-subcommand", "constructor", ""])
      expect(sorted(choices?.about(word) ?? []), word).toEqual(sorted(all.filter(({ path }) => path[0] === word)));
    expect(sorted(choices?.all() ?? [])).toEqual(sorted(all));
  });
});

it("knows the names of tables without making them", () => {
  for (const name of [...namedTables.keys(), "python3.12", "gcc-13", "acme", "no-such-program", "constructor"])
    expect(tableName(name, declared), name).toBe(programTable(name, declared)?.name);
});

it("goes by subcommands that have their own names and aliases alone", () => {
  const odd = withSubcommands.flatMap(([name, { subcommands = {} }]) =>
    Object.entries(subcommands)
      .filter(
        ([word, table]) => subcommands[table.name] !== table || ![table.name, ...(table.aliases ?? [])].includes(word),
      )
      .map(([word]) => `${name} ${word}`),
  );
  expect(odd).toEqual([]);
});
