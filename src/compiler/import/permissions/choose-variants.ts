// Chooses how each entry is written: all rules are compiled together, and a rule with an error is written in its next form.
// An entry without another form is left out with the compiler's reason, so that what is written compiles and its examples hold.

import type { Diagnostic } from "../../diagnostics/session.ts";

/** One form of a rule. */
export interface RuleForm {
  readonly text: string;
  /** The same without the examples that it should ignore, where one of them happens to fit. */
  readonly withoutIgnores: string;
}

export interface ImportCandidate {
  /** The best first. */
  readonly forms: readonly RuleForm[];
  readonly leaveOut: (why: string) => void;
}

/** Compiles a text; gives the errors with their places in it. */
export type CompileText = (text: string) => Promise<readonly Diagnostic[]>;

interface State {
  readonly candidate: ImportCandidate;
  at: number;
  omitsIgnores: boolean;
}

/** The texts of the rules that compile, in their order. */
export async function chooseVariants(
  candidates: readonly ImportCandidate[],
  head: string,
  compile: CompileText,
): Promise<readonly string[]> {
  let states: readonly State[] = candidates.map((candidate) => ({ candidate, at: 0, omitsIgnores: false }));
  for (;;) {
    const rules = states.map(({ candidate, at, omitsIgnores }) => {
      const form = candidate.forms[at];
      return (omitsIgnores ? form?.withoutIgnores : form?.text) ?? "";
    });
    const parts = [head, ...rules];
    const errors = states.length === 0 ? [] : await compile(`${parts.join("\n\n")}\n`);
    if (errors.length === 0) return rules;
    const lost = new Set(errorsByState(errors, parts, states).flatMap(([state, found]) => advance(state, found)));
    states = states.filter((state) => !lost.has(state));
  }
}

function errorsByState(
  errors: readonly Diagnostic[],
  parts: readonly string[],
  states: readonly State[],
): readonly [State, Diagnostic[]][] {
  const starts = startsOf(parts);
  const byState = new Map<State, Diagnostic[]>();
  for (const error of errors) {
    const state = states[starts.findLastIndex((start) => start <= error.span.start) - 1];
    if (state === undefined) throw new Error(`the imported policy does not compile: ${error.code} ${error.message}`);
    byState.set(state, [...(byState.get(state) ?? []), error]);
  }
  return [...byState];
}

/** Goes to the next form; gives the entry if there is none. */
function advance(state: State, found: readonly Diagnostic[]): readonly State[] {
  if (found.every(({ code }) => code === "P502") && !state.omitsIgnores) {
    state.omitsIgnores = true;
    return [];
  }
  state.omitsIgnores = false;
  if (++state.at < state.candidate.forms.length) return [];
  state.candidate.leaveOut(found[0]?.message ?? "it does not compile");
  return [state];
}

function startsOf(parts: readonly string[]): readonly number[] {
  let start = 0;
  return parts.map((part) => {
    const own = start;
    start += part.length + 2;
    return own;
  });
}
