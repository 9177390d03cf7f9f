// The results of mutation: the survivors with their places, and the score.

import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import type { Report } from "../../compiler/diagnostics/report/report.ts";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { MutateReport, Survivor } from "../../compiler/index.ts";
import { percentOf } from "./show-coverage.ts";

export function mutantsText(report: MutateReport, place: Report["place"]): string {
  const { mutants, killed, survivors, notRun, equivalent } = report;
  if (mutants === 0) return "no mutants\n";
  const lines = survivors.map((survivor) => survivorText(survivor, place));
  const rest = [
    ...(notRun.limit > 0 ? [`${notRun.limit} not run, over the limit`] : []),
    ...(notRun.time > 0 ? [`${notRun.time} not run, out of time`] : []),
    ...(equivalent > 0 ? [`${counted(equivalent, "change")} skipped, proved to have no effect`] : []),
  ];
  const result = `${killed} detected, ${survivors.length} survived, score ${scoreOf(report)} %`;
  return `${lines.join("")}${counted(mutants, "mutant")}: ${[result, ...rest].join("; ")}\n`;
}

/** The share of executed mutants that were detected; 0 when none was executed. */
export function scoreOf({ killed, survivors }: MutateReport): number {
  return killed === 0 ? 0 : percentOf({ seen: killed, total: killed + survivors.length });
}

function survivorText({ rule, at, text, change }: Survivor, place: Report["place"]): string {
  const { line, column } = place(at);
  return `survived ${visible(rule)} (${visible(at.file)}:${line}:${column}): ${visible(change)}\n    ${visible(text)}\n`;
}
