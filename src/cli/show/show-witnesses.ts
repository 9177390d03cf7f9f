// `check --witness` for people: under each rule the `fires on` that shows it to fire, as policy text.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { RuleDescription } from "../../compiler/index.ts";

export function witnessesText(rules: readonly RuleDescription[]): string {
  return rules.map((rule) => `${ruleLines(rule).map(visible).join("\n")}\n\n`).join("");
}

function ruleLines({ name, file, line, witness }: RuleDescription): readonly string[] {
  const head = `${name} (${file}:${line})`;
  if (witness === null) return [head, "  # no event is known on which it fires"];
  return [head, ...witness.first.map((step) => `  # after ${step}`), `  ${witness.text}`];
}
