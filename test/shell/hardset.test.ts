// The hard cases for shell parsers, each checked against real bash. `§` stands for a word whose value only a run can tell.
// The set lists what is written; the reader lists what runs, so the few cases where these differ say so below.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readCommand } from "../../src/shell/interp/read.ts";
import type { Word } from "../../src/shell/syntax/model.ts";

interface HardCase {
  readonly id: string;
  readonly group: string;
  readonly source: string;
  readonly valid: boolean;
  readonly commands: readonly (readonly string[])[] | null;
}

const cases = readFileSync(new URL("hardset.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as HardCase);

/** What runs, where it is not what is written. */
const runs: { readonly [id: string]: readonly (readonly string[])[] } = {
  // Text given to eval is code.
  h070: [["eval", "§"], ["bb"], ["§"], ["aa", "§"]],
  // Braces are expanded, the tilde is the home folder.
  h071: [["aa", "§", "§", "/home/dev/z", "*.c"]],
  h072: [["aa", "ac", "bc", "1", "2", "3", "{a,b}"]],
  h073: [["aa", "bb", "cc"]],
  // Numbers are worked out.
  h066: [["aa", "§", "1", "§"], ["bb"], ["bb"], ["cc"]],
  // The separator is a constant.
  h075: [["aa", "-b"]],
  // Loops over constants are walked round by round.
  h080: [["bb"], ["cc", "a"], ["cc", "§"], ["cc", "c"]],
  // A loop that changes a variable is walked twice: as it begins, and with the variable not known.
  h092: [["aa", "*.c"], ["aa", "*.c"], ["bb"]],
  h081: [
    ["aa", "§"],
    ["aa", "§"],
  ],
  h089: [["aa"], ["aa"]],
  // Functions are walked at their call.
  h084: [["aa", "x"]],
  h085: [["bb"], ["cc"]],
  // A default is what is meant when nothing on the line sets the variable.
  h063: [["aa", "§", "§", "§"], ["bb"], ["cc"], ["dd"]],
  // Code behind `-c` and `-exec` runs.
  h103: [["bash", "-c", 'aa "b c"; dd'], ["aa", "b c"], ["dd"]],
  h104: [
    ["find", ".", "-name", "*.c", "-exec", "aa", "{}", ";", "-o", "-print"],
    ["aa", "."],
  ],
};

/** `$(<file)` stands for the `cat` that reads it. */
const added: { readonly [id: string]: readonly (readonly string[])[] } = { h061: [["cat"]] };

const fits = (word: Word, wanted: string): boolean =>
  wanted === "§" ? word.kind === "dynamic" || word.text.startsWith("/dev/fd/") : word.text === wanted;

describe("hard cases", () => {
  it("has all of them", () => {
    expect(cases.length).toBe(124);
  });

  it.each(cases.map((one) => [one.id, one.source, one] as const))("%s %j", (id, source, { valid, commands }) => {
    const reading = readCommand(source, { home: "/home/dev", shell: "bash", programs: {} });
    if (!valid) {
      expect(reading.unreadable).not.toEqual([]);
      return;
    }
    expect(reading.unreadable).toEqual(source.includes("\r") ? ["carriage return"] : []);
    const left = reading.calls.map(({ program, args }) => [program, ...args]);
    const wanted = [...(runs[id] ?? commands ?? []), ...(added[id] ?? [])];
    for (const command of wanted) {
      const at = left.findIndex(
        (words) => words.length === command.length && words.every((word, i) => fits(word, command[i] ?? "")),
      );
      expect(at, `${command.join(" ")} among ${JSON.stringify(left)}`).not.toBe(-1);
      left.splice(at, 1);
    }
    expect(left.map((words) => words.map(({ text }) => text))).toEqual([]);
  });
});
