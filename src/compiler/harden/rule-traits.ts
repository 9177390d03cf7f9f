// Which forms say something about a rule: one that asks how a command was started, or what else runs, is entitled to tell
// forms apart.

import { byShape, type Test } from "../ir/by-shape.ts";
import type { Ir, IrCond, IrRule } from "../ir/ir.ts";
import { eachCond, eachValue } from "../ir/ir-walk.ts";
import type { Family, Spelling } from "./form.ts";

export interface RuleTraits {
  /** It approves by `only runs`: every form is another command, and one with more in it must not be approved. */
  readonly approves: boolean;
  /** It fires unless a command `only runs` something: forms of what it ignores are other commands. */
  readonly exempts: boolean;
  /** It reads the text as written, where quoting and printing make a difference. */
  readonly readsText: boolean;
  readonly distinguishes: (form: Spelling) => boolean;
  /** It may be about a program that the form brings along. */
  readonly concerns: (form: Spelling) => boolean;
}

/** What a part of a call tells apart. */
const partFamilies: { readonly [part: string]: readonly Family[] } = {
  via: ["wrapped", "handed to a shell", "substituted", "silenced"],
  elevated: ["wrapped", "handed to a shell"],
  redirects: ["redirected", "chained", "silenced"],
  text: ["quoted", "reordered", "substituted", "silenced"],
  // What nobody gets to see is not printed.
  prints: ["silenced"],
};

export function traitsOf(rule: IrRule, ir: Ir): RuleTraits {
  const families = new Set<Family>();
  const excluded = new Set<string>();
  const patterns = new Set<string>();
  const only = { approves: false, exempts: false };
  let readsText = false;
  eachValue(rule, (value) => {
    if (value.op === "field" && value.name === "input.command") readsText = true;
    if (value.op !== "part") return;
    if (value.part === "text") readsText = true;
    for (const family of partFamilies[value.part.split(".")[0] ?? ""] ?? []) families.add(family);
    if (value.part.startsWith("env")) families.add("with a variable");
  });
  eachCond(rule, (cond) => {
    // More calls than those of the text: what holds of all of them may no longer.
    if (cond.op === "all" && (cond.list.op === "calls" || cond.list.op === "externals"))
      for (const family of ["wrapped", "handed to a shell", "substituted", "chained", "silenced"] as const)
        families.add(family);
  });
  for (const part of rule.conditions) collectExcluded(part.cond, false, ir, { programs: excluded, patterns, only });
  return {
    ...only,
    readsText,
    distinguishes: (form) => families.has(form.family) || form.adds.some((added) => excluded.has(programOf(added))),
    concerns: (form) => form.adds.some((added) => [...patterns].some((pattern) => mayFit(pattern, added))),
  };
}

const programOf = (added: string): string => added.split(" ")[0] ?? "";

/** Could `git commit` fit the pattern? Not where its first words are others. */
function mayFit(pattern: string, added: string): boolean {
  const words = pattern.split(/\s+/);
  for (const [at, word] of added.split(" ").entries()) {
    const wanted = words[at];
    if (wanted === undefined || !/^[\w.+]+$/.test(wanted)) return true;
    if (wanted !== word) return false;
  }
  return true;
}

interface Excluded {
  /** Programs that speak against the rule, and patterns that speak for it. */
  readonly programs: Set<string>;
  readonly patterns: Set<string>;
  readonly only: { approves: boolean; exempts: boolean };
}

/** Programs whose presence speaks against the rule: those of `runs` and of comparisons under a negation. */
function collectExcluded(cond: IrCond, negated: boolean, ir: Ir, found: Excluded): void {
  byShape<void>(cond, {
    constant: () => undefined,
    not: (item) => collectExcluded(item, !negated, ir, found),
    connective: ({ items }) => {
      for (const item of items) collectExcluded(item, negated, ir, found);
    },
    quantifier: ({ body }) => collectExcluded(body, negated, ir, found),
    test: (test) => excludedBy(test, negated, ir, found),
  });
}

function excludedBy(test: Test, negated: boolean, ir: Ir, found: Excluded): void {
  if (test.op === "only") found.only[negated ? "exempts" : "approves"] = true;
  else if (test.op === "compare") {
    if (negated !== (test.test === "ne") && test.right.op === "const") found.programs.add(String(test.right.value));
  } else if (test.op === "in") {
    if (negated && test.list.op === "list") for (const item of test.list.items) found.programs.add(String(item));
  } else if (test.op === "runs")
    for (const index of test.patterns) {
      const pattern = ir.patterns[index] ?? "";
      if (!negated) found.patterns.add(pattern);
      else for (const word of pattern.match(/[\w.+-]+/g) ?? []) found.programs.add(word);
    }
}
