// The results for the forms of shell examples: per rule, which one escaped or should not have fired.

import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import type { Report } from "../../compiler/diagnostics/report/report.ts";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { Session } from "../../compiler/diagnostics/session.ts";
import type { FormSlip, HardenReport } from "../../compiler/index.ts";

export function hardenText({ rules, examples, forms, notRun, slips }: HardenReport, place: Report["place"]): string {
  const byRule = new Map<string, FormSlip[]>();
  for (const slip of slips) byRule.set(slip.rule, [...(byRule.get(slip.rule) ?? []), slip]);
  const blocks = [...byRule].map(([rule, found]) => `FAIL ${visible(rule)}\n${slipsText(found, place)}`);
  const rest = notRun === 0 ? "" : `; ${notRun} more not run`;
  const numbers = (["escaped", "unclear", "fires"] as const).map((kind) => countOf(slips, kind)).filter(Boolean);
  const head = `${counted(forms, "form")} of ${counted(examples, "shell example")} of ${counted(rules.length, "rule")}${rest}`;
  return `${blocks.join("")}${head}: ${numbers.length === 0 ? "none escaped" : numbers.join(", ")}\n`;
}

const words = { escaped: "escaped", unclear: "could not be determined", fires: "fired but should not" } as const;

function countOf(slips: readonly FormSlip[], kind: FormSlip["kind"]): string {
  const count = slips.filter((slip) => slip.kind === kind).length;
  return count === 0 ? "" : `${count} ${words[kind]}`;
}

/** Each form with the place of its example. */
export function slipsText(slips: readonly FormSlip[], place: Report["place"]): string {
  const lines = slips.map(({ kind, family, form, at }) => {
    const { line, column } = place(at);
    return `  ${words[kind]}, ${family} (${visible(at.file)}:${line}:${column})\n    ${visible(form)}\n`;
  });
  return lines.join("");
}

const codes = { escaped: "P517", unclear: "P518", fires: "P519" } as const;

/** For formats that support only findings. */
export function reportSlips({ slips }: HardenReport, session: Session): void {
  for (const { kind, rule, family, form, at } of slips) session.report(codes[kind], at, { rule, family, form });
}
