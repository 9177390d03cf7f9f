// Facts that a line can change before it uses them, as the reference describes them.

import { isLineFact } from "../../src/language/operators/line-facts.ts";
import { TRUE, UNKNOWN } from "../../src/language/truth.ts";
import { factChanges } from "../../src/shell/programs/fact-changes.ts";
import { programName } from "../../src/shell/programs/table/program-name.ts";
import type { RefContext } from "./context.ts";
import { absolute, pathGlob } from "./paths.ts";
import { commandView, patternTruth, readingOf } from "./shell.ts";
import type { RefPath } from "./values.ts";

/** The keys to ask the world; all must give the same answer. Null: the line may change the fact. */
export function keysOf(c: RefContext, key: string): readonly string[] | null {
  const isBefore = c.event.point === "before_tool_call" || c.event.point === "before_permission_decision";
  const reading = isLineFact(key) && isBefore ? readingOf(c) : null;
  if (reading === null || !isLineFact(key)) return [key];
  const { changedBy, overriddenBy, variables, files, isOfFolder } = factChanges[key];
  const runs = (patterns: readonly string[]): boolean => [TRUE, UNKNOWN].includes(patternTruth(c, patterns) as never);
  const sets = reading.calls.some(({ env }) => variables.some((name) => Object.hasOwn(env, name)));
  if (sets || runs(overriddenBy) || (reading.calls.length !== 1 && runs(changedBy))) return null;
  for (const view of ["writes", "deletes"] as const) {
    const { items, maybe = [], complete, isUnlikely } = commandView(c, view);
    if (!complete && isUnlikely !== true) return null;
    for (const { forms, complete: isKnown } of [...items, ...maybe] as readonly RefPath[])
      if (!isKnown || forms.some((form) => files.some((glob) => pathGlob(glob, form, c.places, true) === true)))
        return null;
  }
  if (!isOfFolder) return [key];
  const { cwd } = c.places;
  const steps = ["cd", "pushd", "popd"];
  const calls = reading.calls.filter((call) => !steps.includes(programName(call) ?? ""));
  const words = calls.flatMap((call) => [call.cwd, ...(call.elsewhere ?? [])]);
  if (words.some((word) => word !== null && word.kind !== "literal")) return null;
  const folders = words.length === 0 ? [cwd] : words.map((word) => absolute(word?.text ?? ".", cwd, c.places));
  if (folders.includes(null)) return null;
  return [...new Set(folders)].map((folder) => (folder === c.places.workdir ? key : `${key}:${folder}`));
}
