// Failing tests as diagnostics, for formats that know nothing else: one for each, at the step that failed.

import type { TestResult } from "../compiler/index.ts";
import type { Report } from "../compiler/report/report.ts";
import { Session } from "../compiler/session.ts";
import { lineStarts } from "../compiler/source.ts";

/** The report with the failing tests added to its findings. */
export function withFailedTests(result: TestResult): Report {
  const session = new Session();
  for (const source of result.sources.values()) session.addSource(source);
  for (const { name, file, line, steps, failure } of result.tests.cases) {
    if (failure === undefined) continue;
    const { step, expected, decision } = failure;
    session.report("P507", lineSpan(result, file, steps.at(-1)?.line ?? line), {
      test: name,
      step: String(step),
      expected,
      outcome: decision.outcome,
    });
  }
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
