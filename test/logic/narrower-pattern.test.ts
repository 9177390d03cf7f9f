// A pattern that is called narrower fits no command that the wider one does not: claims about the patterns of the shipped
// packs and about pairs made for it, tried on command lines that people and evaders write.

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { isNarrower } from "../../src/compiler/logic/narrower-pattern.ts";
import { isPatternError, type Pattern, parsePattern } from "../../src/shell/match/pattern.ts";
import { read as readLine, runsIn } from "../shell/seen.ts";

const here = dirname(fileURLToPath(import.meta.url));

function read(text: string): Pattern {
  const pattern = parsePattern(text);
  if (isPatternError(pattern)) throw new Error(`${text}: ${pattern.error}`);
  return pattern;
}

describe("a narrower pattern", () => {
  it.each([
    ["git push --force", "git push"],
    ["git push -f", "git push --force"],
    ["git push --force origin", "git push --force"],
    ["git push --force --tags", "git push --tags"],
    ["git ( push | fetch ) --force", "git"],
    ["acme deploy --now", "acme deploy"],
    ["git stash drop", "git stash"],
  ])("%s is within %s", (narrow, wide) => {
    expect(isNarrower(read(narrow), read(wide))).toBe(true);
  });

  it.each([
    ["git push", "git push --force"],
    ["git push --dry-run", "git push"],
    ["git --help", "git"],
    ["git push", "git fetch"],
    ["git push", "git push !--force"],
    ["git push origin main", "git push main"],
    ["git*", "git"],
    ["( git | hg ) push", "git push"],
  ])("%s is not within %s", (narrow, wide) => {
    expect(isNarrower(read(narrow), read(wide))).toBe(false);
  });
});

function packPatterns(): readonly string[] {
  const folder = join(here, "../../policies/shell");
  const texts = readdirSync(folder).map((file) => readFileSync(join(folder, file), "utf8"));
  const strings = texts.flatMap((text) => [
    ...text.matchAll(/^ {2}"((?:git|rm|npm|docker|kubectl|terraform) [^"]+)",$/gm),
  ]);
  return [...new Set(strings.map(([, text]) => text ?? ""))].filter((text) => !isPatternError(parsePattern(text)));
}

const lines = (name: string): readonly string[] =>
  readFileSync(join(here, "../shell", name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => String(JSON.parse(line).command));

it("never fits a command that the wider one does not", () => {
  const patterns = packPatterns();
  const shortened = patterns
    .map((text) => text.split(" ").slice(0, 2).join(" "))
    .filter((text) => !isPatternError(parsePattern(text)));
  const all = [...new Set([...patterns, ...shortened])].map((text) => ({ text, pattern: read(text) }));
  const pairs = all.flatMap((narrow) =>
    all
      .filter((wide) => wide !== narrow && wide.text.split(" ")[0] === narrow.text.split(" ")[0])
      .filter((wide) => isNarrower(narrow.pattern, wide.pattern))
      .map((wide) => ({ narrow: narrow.text, wide: wide.text })),
  );
  expect(pairs.length).toBeGreaterThan(20);
  const commands = [
    ...lines("hardset.jsonl"),
    ...lines("force-push.jsonl"),
    ...lines("corpus.jsonl").filter((_, at) => at % 40 === 0),
  ];
  const named = new Map(pairs.flatMap(({ narrow, wide }) => [narrow, wide]).map((text) => [text, read(text)]));
  const refuted = commands.flatMap((command) => {
    const reading = readLine(command);
    const answers = new Map([...named].map(([text, pattern]) => [text, runsIn(pattern, reading)]));
    return pairs.flatMap(({ narrow, wide }) => {
      const [a, b] = [answers.get(narrow), answers.get(wide)];
      const holds = (a !== "true" || b === "true") && (a === "false" || b !== "false");
      return holds ? [] : [{ narrow, wide, command, a, b }];
    });
  });
  expect(refuted).toEqual([]);
});
