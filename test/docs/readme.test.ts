// README.md is short, links only to files that the package ships, and shows a table that the engine itself fills.
// `UPDATE=1` rewrites the table.

import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isRun, mentions, PATTERN, REGEX, spellings } from "./spellings.ts";
import { isUpdate, readDocument, root } from "./workspace.ts";

const MOST_BYTES = 8 * 1024;
/** Some of the spellings: one for each kind of disguise. */
const SHOWN = [
  "rm -rf build",
  "rm -r -f build",
  "'r'm -r\"f\" build",
  "bash -c 'rm -rf build'",
  "x=rm; y=-rf; $x $y build",
  "echo rm -rf build",
  "git commit -m 'never rm -rf build'",
];

const yes = (is: boolean): string => (is ? "yes" : "no");

function spellingTable(): string {
  const rows = SHOWN.map((text) => [
    `\`${text}\``,
    yes(spellings.includes(text)),
    yes(isRun(text)),
    yes(text.startsWith(PATTERN)),
    yes(REGEX.test(text)),
  ]);
  const right = (isFound: (text: string) => boolean): string =>
    String(spellings.filter(isFound).length + mentions.filter((text) => !isFound(text)).length);
  const all = String(spellings.length + mentions.length);
  rows.push([
    `**right, of ${all}**`,
    "",
    right(isRun),
    right((text) => text.startsWith(PATTERN)),
    right((text) => REGEX.test(text)),
  ]);
  const head = ["Command", "Deletes?", `\`runs "${PATTERN}"\``, `starts with \`${PATTERN}\``, `\`${REGEX}\``];
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n");
}

it("the table of spellings says what the engine says", () => {
  expect(SHOWN.filter((text) => !spellings.includes(text) && !mentions.includes(text))).toEqual([]);
  const written = readDocument("README.md");
  const fresh = written.replace(
    /(?<=^<!-- generated: spellings-short -->\n)[\s\S]*?(?=^<!-- end -->$)/m,
    () => `${spellingTable()}\n`,
  );
  if (isUpdate) writeFileSync(join(root, "README.md"), fresh);
  else expect(written).toBe(fresh);
});

it("is short", () => {
  expect(Buffer.byteLength(readDocument("README.md"))).toBeLessThanOrEqual(MOST_BYTES);
});

it("links to nothing that the package leaves out", () => {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const links = [...readDocument("README.md").matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((found) => found[1] ?? "");
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !files.some((one: string) => link === one || link.startsWith(`${one}/`)))).toEqual([]);
});
