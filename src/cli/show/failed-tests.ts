// Test failures as diagnostics, for formats that support only findings: failing steps and forms, gaps, surviving mutants.

import type { Report } from "../../compiler/diagnostics/report/report.ts";
import { Session } from "../../compiler/diagnostics/session.ts";
import { lineStarts } from "../../compiler/diagnostics/source.ts";
import type { TestResult } from "../../compiler/index.ts";
import { gapsOf } from "./show-coverage.ts";
import { reportSlips } from "./show-harden.ts";

/** The report with all failures added to its findings. */
export function withFailedTests(result: TestResult): Report {
  const session = new Session();
  for (const source of result.sources.values()) session.addSource(source);
  for (const { name, file, failures } of result.tests.cases)
    for (const { step, line, expected, decision } of failures)
      session.report("P507", lineSpan(result, file, line), {
        test: name,
        step: String(step),
        expected,
        outcome: decision.outcome,
      });
  if (result.harden !== undefined) reportSlips(result.harden, session);
  for (const { at, what } of result.coverage === undefined ? [] : gapsOf(result.coverage))
    session.report("P521", at, { what });
  for (const { rule, at, text, change } of result.mutate?.survivors ?? [])
    session.report("P522", at, { rule, text, change });
  return {
    ...result,
    diagnostics: [...result.diagnostics, ...session.diagnostics()],
    dropped: result.dropped + session.dropped,
  };
}

/** A whole line without its indentation. */
function lineSpan(result: TestResult, file: string, line: number) {
  const text = result.sources.get(file)?.text ?? "";
  const starts = lineStarts(text);
  const from = starts[line - 1] ?? 0;
  const whole = text.slice(from, starts[line] ?? text.length);
  const start = from + (whole.length - whole.trimStart().length);
  return { file, start, end: Math.max(start, from + whole.trimEnd().length) };
}
