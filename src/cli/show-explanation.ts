// Why each rule of the point did or did not fire: its truth, and the first condition that is false with its operands.

import { visible } from "../compiler/report/visible.ts";
import type { Manifest } from "../runtime/contract.ts";
import { ERROR, FALSE, operandValue, TRUE, type Truth, UNKNOWN } from "../runtime/core/index.ts";
import type { Explanation } from "../runtime/index.ts";

/** One rule's part, as plain data: also what `--format json` prints. */
export interface RuleStory {
  readonly rule: string;
  readonly at: string;
  readonly truth: "false" | "true" | "unknown" | "error";
  /** The first false condition, with the values it looked at. */
  readonly failed?: {
    readonly text: string;
    readonly at: string;
    readonly operands: { readonly [name: string]: string };
  };
  /** What could not be known. */
  readonly missing: readonly string[];
}

const words: { readonly [T in Truth]: RuleStory["truth"] } = {
  [FALSE]: "false",
  [TRUE]: "true",
  [UNKNOWN]: "unknown",
  [ERROR]: "error",
};

export function storiesOf({ rules, context }: Explanation, manifest: Manifest): readonly RuleStory[] {
  return rules.map(({ rule: id, truth, missed, missing }) => {
    const rule = manifest.rules[id];
    const condition = missed === null ? undefined : rule?.conditions[missed];
    const operands = (condition?.operands ?? []).flatMap((name): readonly (readonly [string, string])[] => {
      const value = context === null ? undefined : operandValue(context, name);
      return value === undefined ? [] : [[name, value]];
    });
    return {
      rule: rule?.name ?? `rule ${id}`,
      at: rule?.at ?? "",
      truth: words[truth],
      ...(condition !== undefined && {
        failed: { text: condition.text, at: condition.at, operands: Object.fromEntries(operands) },
      }),
      missing,
    };
  });
}

export function explanationText(stories: readonly RuleStory[]): string {
  if (stories.length === 0) return "\nno rule looks at this point\n";
  return `\n${stories.map(storyText).join("")}`;
}

function storyText({ rule, at, truth, failed, missing }: RuleStory): string {
  const head = `${truth.padEnd(7)} ${rule} (${at})`;
  const values = Object.entries(failed?.operands ?? {}).map(([name, value]) => `${name} is ${value}`);
  const lines = [
    head,
    ...(failed === undefined
      ? []
      : [`        ${failed.text} is false${values.length > 0 ? `: ${values.join(", ")}` : ""}`]),
    ...(missing.length === 0 ? [] : [`        could not know ${missing.join(", ")}`]),
  ];
  return lines.map((line) => `${visible(line)}\n`).join("");
}
