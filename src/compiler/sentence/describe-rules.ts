// What an editor or a report shows beside a rule: its place, its sentence, and an event on which it fires.

import type { ManifestWitness } from "../../language/contract.ts";
import type { Span } from "../ir/ast.ts";
import type { Model } from "../ir/model.ts";
import type { Witnesses } from "../prove/show-rules.ts";
import { stepText, witnessData, witnessText } from "../prove/witness-text.ts";
import { ruleSentence } from "./sentence.ts";

export interface RuleDescription {
  readonly name: string;
  readonly file: string;
  readonly line: number;
  readonly column: number;
  /** The rule's name, or its `on`. */
  readonly span: Span | null;
  readonly sentence: string;
  /** Null when its parameters switch the rule off, or when nothing was found on which it fires. */
  readonly witness: (ManifestWitness & { readonly text: string; readonly first: readonly string[] }) | null;
}

/** Hover data: one entry per rule, in the order of the policies. */
export function describeRules({
  model,
  witnesses,
}: {
  readonly model: Model | null;
  readonly witnesses: Witnesses;
}): readonly RuleDescription[] {
  return (model?.ir.rules ?? []).map((rule) => {
    const witness = witnesses[rule.id] ?? null;
    return {
      name: rule.name,
      file: rule.file,
      line: rule.line,
      column: rule.column,
      span: model?.ruleSpans[rule.id] ?? null,
      sentence: model === null ? "" : ruleSentence(rule, model.ir),
      witness:
        witness === null
          ? null
          : { ...witnessData(witness), text: witnessText(witness, rule), first: witness.before.map(stepText) },
    };
  });
}
