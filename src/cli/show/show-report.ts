// Prints a report in the requested format, and returns its exit code.

import { compilerVersion } from "../../compiler/bundle/package-files.ts";
import { github } from "../../compiler/diagnostics/report/github.ts";
import { json } from "../../compiler/diagnostics/report/json.ts";
import { junit } from "../../compiler/diagnostics/report/junit.ts";
import { pretty } from "../../compiler/diagnostics/report/pretty.ts";
import { countOf, type Report } from "../../compiler/diagnostics/report/report.ts";
import { sarif } from "../../compiler/diagnostics/report/sarif.ts";
import { type Exit, exit, type Io } from "../base/io.ts";

export const formats = ["pretty", "json", "sarif", "github", "junit"] as const;
type Format = (typeof formats)[number];

export interface ReportOptions {
  readonly format: Format;
  readonly strict?: boolean;
  readonly color?: boolean;
}

/** Under `--strict` every warning is an error. A hint stays a hint. */
export function graded<R extends Report>(report: R, options: { readonly strict?: boolean }): R {
  if (!options.strict) return report;
  return {
    ...report,
    diagnostics: report.diagnostics.map((found) =>
      found.severity === "warning" ? { ...found, severity: "error" as const } : found,
    ),
  };
}

/** Writes the findings to stdout. */
export function showReport(report: Report, options: ReportOptions, io: Io): void {
  io.stdout.write(rendered(report, options, io));
}

function rendered(report: Report, options: ReportOptions, io: Io): string {
  switch (options.format) {
    case "pretty":
      return pretty(report, { color: hasColor(options, io) });
    case "json":
      return json(report);
    case "sarif":
      return sarif(report, { version: compilerVersion() });
    case "github":
      return github(report);
    case "junit":
      return junit(report);
  }
}

export function exitOf(report: Report): Exit {
  return countOf(report).errors > 0 ? exit.findings : exit.clean;
}

/** Colour only on a terminal that supports it, and never under NO_COLOR. */
function hasColor(options: { readonly color?: boolean }, io: Io): boolean {
  return options.color !== false && io.stdout.isTty && !io.env.NO_COLOR && io.env.TERM !== "dumb";
}
