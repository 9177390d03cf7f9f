// The table of spellings in README.md: a few of the spellings, and how many each way to look gets right. The engine fills it.

import { isRun, mentions, PATTERN, REGEX, spellings } from "../spellings.ts";

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

export function shortSpellingTable(): string {
  const strange = SHOWN.filter((text) => !spellings.includes(text) && !mentions.includes(text));
  if (strange.length > 0) throw new Error(`not in the list of spellings: ${strange.join(", ")}`);
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
