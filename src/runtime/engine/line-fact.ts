// Facts that a command line can change before it uses them: the branch after `git switch`, the context that `--context` names.
// Where a line may do that, the fact is unknown: what it would be by then is not looked up anywhere.

import { show } from "../../language/message.ts";
import { type LineFact, lineFacts } from "../../language/operators/line-facts.ts";
import { TRUE, type Truth, UNKNOWN } from "../../language/truth.ts";
import { type Maybe, unknownValue } from "../../language/value.ts";
import type { ShellCommand } from "../../shell/command.ts";
import { type FactChanges, factChanges } from "../../shell/programs/fact-changes.ts";
import type { Call, Word } from "../../shell/syntax/model.ts";
import { type CommandPatterns, commandOf, commandPatterns, runs } from "./event/command.ts";
import type { Context } from "./event/context.ts";
import { view } from "./event/views.ts";
import { matchesPath, type PathGlobs, pathGlobs } from "./paths/path-globs.ts";
import { absolute, normal } from "./paths/paths.ts";
import { any } from "./quantifiers.ts";

interface Tests extends FactChanges {
  readonly changes: CommandPatterns;
  readonly overrides: CommandPatterns;
  readonly globs: PathGlobs;
}

const tests = new Map<string, Tests>(
  lineFacts.map((fact) => {
    const of = factChanges[fact];
    return [
      fact,
      {
        ...of,
        changes: commandPatterns(() => of.changedBy),
        overrides: commandPatterns(() => of.overriddenBy),
        globs: pathGlobs(() => of.files),
      },
    ];
  }),
);

/** At other points the command has run, or there is none. */
const before: ReadonlySet<string> = new Set(["before_tool_call", "before_permission_decision"]);
/** A line that runs in more folders is answered by none. */
const MOST_FOLDERS = 8;

/** The fact as the commands of the line find it; null when there is none. */
export function lineFact(c: Context, fact: LineFact): Maybe<string> {
  const of = tests.get(fact);
  const command = of === undefined || !before.has(c.point) ? null : commandOf(c);
  if (command === null || of === undefined) return answerOf(c, fact);
  const change = changeIn(c, command, of);
  if (change !== null) {
    c.lacks(`${fact} (${change})`);
    return unknownValue;
  }
  const folders = of.isOfFolder ? foldersOf(c, command) : [normal(c.workdir)];
  if (folders === null) {
    c.lacks(`${fact} (the folder that the command runs in)`);
    return unknownValue;
  }
  const answers = folders.map((folder) => answerOf(c, folder === normal(c.workdir) ? fact : `${fact}:${folder}`));
  if (answers.includes(unknownValue)) return unknownValue;
  if (new Set(answers).size === 1) return answers[0];
  c.lacks(`${fact} (the line runs in several repositories)`);
  return unknownValue;
}

function answerOf(c: Context, key: string): Maybe<string> {
  const answer = c.fact(key);
  if (answer !== unknownValue) return answer === null ? undefined : String(answer);
  const why = c.around.ask(`why:${key}`, c);
  c.lacks(typeof why === "string" ? `${key} (${why})` : key);
  return unknownValue;
}

/** What the line does to the fact; null when nothing. */
function changeIn(c: Context, command: ShellCommand, of: Tests): string | null {
  const variables = command.variables();
  const variable = of.variables.find((name) => variables.has(name));
  if (variable !== undefined) return `the line sets ${variable}`;
  return withoutTrace(c, () => {
    if (isPossible(runs(c, of.overrides))) return `${nameOf(c.matched)} may use another one`;
    // The only command of a line finds the fact as it is, even if it changes it.
    const calls = command.reading.calls.length;
    if (calls !== 1 && isPossible(runs(c, of.changes))) return `${nameOf(c.matched)} may change it`;
    const touches = (name: "writes" | "deletes"): Truth =>
      any(view(c, name), (path) => matchesPath(c, path, of.globs, true));
    return isPossible(touches("writes")) || isPossible(touches("deletes")) ? "the line may write its files" : null;
  });
}

const isPossible = (truth: Truth): boolean => truth === TRUE || truth === UNKNOWN;

const nameOf = (call: Call | null): string => (call === null ? "the line" : show(call.text));

/** These tests are not the rule's: its message names neither what they match nor what they lack. */
function withoutTrace<T>(c: Context, work: () => T): T {
  const { missing, matched, member } = c;
  c.matched = null;
  try {
    return work();
  } finally {
    c.missing = missing;
    c.matched = matched;
    c.member = member;
  }
}

const stepping: ReadonlySet<string | null | undefined> = new Set(["cd", "pushd", "popd"]);

/** The folders in which the commands of the line run; null when one is unknown. */
function foldersOf(c: Context, { reading }: ShellCommand): readonly string[] | null {
  const own = reading.calls.filter((call) => !stepping.has(c.around.shell?.program(call)));
  const folders = new Set<string>();
  for (const { cwd, elsewhere = [] } of own)
    for (const word of [cwd, ...elsewhere]) {
      const folder = folderOf(c, word);
      if (folder === undefined || folders.size > MOST_FOLDERS) return null;
      folders.add(folder);
    }
  return folders.size === 0 ? [normal(c.cwd)] : [...folders];
}

function folderOf(c: Context, word: Word | null): string | undefined {
  if (word === null) return normal(c.cwd);
  return word.kind === "literal" ? absolute(word.text, c.cwd, c.home) : undefined;
}
