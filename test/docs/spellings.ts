// Twenty ways to write a recursive forced delete and eight texts that only mention one: what a pattern and what a regex say.

import { TRUE } from "../../src/language/truth.ts";
import { type ShellCommand, shellCommand } from "../../src/shell/command.ts";
import { patternSet } from "../../src/shell/match/pattern-set.ts";

export const PATTERN = "rm -rf";
/** What people write instead. */
export const REGEX = /rm\s+-rf/;

/** These delete. */
export const spellings: readonly string[] = [
  "rm -rf build",
  "rm -fr build",
  "rm -r -f build",
  "rm build -rf",
  "rm --recursive --force build",
  "rm --rec --for build",
  "rm -Rfv build",
  "/bin/rm -rf build",
  "\\rm -rf build",
  "'r'm -r\"f\" build",
  "sudo -u root rm -rf build",
  "env X=1 nice rm -rf build",
  "bash -c 'rm -rf build'",
  "eval 'rm -rf' build",
  "x=rm; y=-rf; $x $y build",
  "find . -name build -exec rm -rf {} +",
  "echo build | xargs rm -rf",
  "true && { ls; rm -rf build; }",
  "echo $(rm -rf build)",
  "clean() { rm -rf build; }; clean",
];

/** These do not. */
export const mentions: readonly string[] = [
  "echo rm -rf build",
  "git commit -m 'never rm -rf build'",
  "grep -n 'rm -rf' notes.md",
  "# rm -rf build",
  "cat <<'END'\nrm -rf build\nEND",
  "man rm -rf",
  "printf '%s\\n' 'rm -rf /' > warning.txt",
  "rm -rf --help",
];

const readCommand = (text: string): ShellCommand =>
  shellCommand(text, { home: "/home/a", shell: "bash", programs: {} });

export const isRun = (text: string): boolean => readCommand(text).runs(patternSet([PATTERN], {})).truth === TRUE;
