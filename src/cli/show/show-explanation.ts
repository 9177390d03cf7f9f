// Why each rule of the point did or did not fire: its truth, and the first condition that is false with its operands.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { Manifest } from "../../language/contract.ts";
import {
  ERROR,
  FALSE,
  operandValue,
  type RuleTrace,
  TRUE,
  type Truth,
  UNKNOWN,
  UNLIKELY,
} from "../../runtime/engine/index.ts";
import type { Explanation } from "../../runtime/index.ts";

/** One rule's part, as plain data: also what `--format json` prints. */
export interface TracedRule {
  readonly rule: string;
  readonly at: string;
  readonly truth: "false" | "true" | "unknown" | "error";
  /** The first false condition, with the values it read. */
  readonly failed?: {
    readonly text: string;
    readonly at: string;
    readonly operands: { readonly [name: string]: string };
  };
  /** Values that were unknown. */
  readonly missing: readonly string[];
  /** Every condition, in order; those after the first false one are not evaluated. */
  readonly conditions: readonly TracedCondition[];
}

export interface TracedCondition {
  readonly text: string;
  readonly at: string;
  readonly truth: TracedRule["truth"] | "not reached";
  /** The values it read; empty if it was not reached. */
  readonly operands: { readonly [name: string]: string };
}

const words: { readonly [T in Truth]: TracedRule["truth"] } = {
  [FALSE]: "false",
  [TRUE]: "true",
  [UNLIKELY]: "unknown",
  [UNKNOWN]: "unknown",
  [ERROR]: "error",
};

export function traceRules({ rules, context }: Explanation, manifest: Manifest): readonly TracedRule[] {
  return rules.map((trace) => {
    const rule = manifest.rules[trace.rule];
    const conditions = (rule?.conditions ?? []).map(({ text, at, operands }, number): TracedCondition => {
      const truth = conditionTruth(trace, number);
      return { text, at, truth, operands: truth === "not reached" ? {} : operandsOf(context, operands) };
    });
    const failed = trace.missed === null ? undefined : conditions[trace.missed];
    return {
      rule: rule?.name ?? `rule ${trace.rule}`,
      at: rule?.at ?? "",
      truth: words[trace.truth],
      ...(failed !== undefined && { failed: { text: failed.text, at: failed.at, operands: failed.operands } }),
      missing: trace.missing,
      conditions,
    };
  });
}

/** Conditions are tested in order up to the first false one; one that is unknown or in error does not end the test. */
function conditionTruth({ truth, missed, doubts }: RuleTrace, number: number): TracedCondition["truth"] {
  const doubt = doubts.find(([condition]) => condition === number);
  if (doubt !== undefined) return words[doubt[1]];
  if (missed !== null && number >= missed) return number === missed ? "false" : "not reached";
  // The time was needed and is unknown: that ends the test of a rule at any condition.
  return (truth === UNKNOWN || truth === UNLIKELY) && doubts.length === 0 ? "unknown" : "true";
}

function operandsOf(context: Explanation["context"], names: readonly string[]): { readonly [name: string]: string } {
  const values: { [name: string]: string } = Object.create(null);
  for (const name of names) {
    const value = context === null ? undefined : operandValue(context, name);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

export function explanationText(traces: readonly TracedRule[]): string {
  if (traces.length === 0) return "\nno rule applies at this point\n";
  return `\n${traces.map(tracedRuleText).join("")}`;
}

function tracedRuleText({ rule, at, truth, failed, missing }: TracedRule): string {
  const head = `${truth.padEnd(7)} ${rule} (${at})`;
  const values = Object.entries(failed?.operands ?? {}).map(([name, value]) => `${name} is ${value}`);
  const lines = [
    head,
    ...(failed === undefined
      ? []
      : [`        ${failed.text} is false${values.length > 0 ? `: ${values.join(", ")}` : ""}`]),
    ...(missing.length === 0 ? [] : [`        unknown: ${missing.join(", ")}`]),
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}
