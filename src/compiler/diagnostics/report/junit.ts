// JUnit XML, which CI systems read: a suite for each file, a case for each problem. An error is a failed case; a warning
// or hint passes and says so in its output; one that a comment allows is skipped, with the reason. A clean file is one case.

import type { Diagnostic } from "../session.ts";
import { adviceOf, type Report } from "./report.ts";
import { visibleLines } from "./visible.ts";

export interface JunitCase {
  readonly failed: boolean;
  readonly skipped?: true;
  readonly text: string;
}

export function junit(report: Report): string {
  const allowed = report.allowed ?? [];
  const files = new Set([...report.sources.keys(), ...report.diagnostics.map(({ span }) => span.file)]);
  const suites = [...files].sort().map((file) => {
    const cases = [
      ...report.diagnostics.filter(({ span }) => span.file === file).map((found) => caseOf(report, found)),
      ...allowed
        .filter(({ found }) => found.span.file === file)
        .map(({ found, reason }) => skipped(report, found, reason)),
    ];
    return junitSuite(file === "" ? "policyc" : file, cases.length > 0 ? cases : [clean(file)]);
  });
  const more = report.dropped > 0 ? [junitSuite("policyc", [droppedCase(report.dropped)])] : [];
  return junitSuites([...suites, ...more]);
}

export const junitSuites = (suites: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="policyc">\n${suites.join("")}</testsuites>\n`;

export function junitSuite(name: string, cases: readonly JunitCase[]): string {
  const failures = cases.filter((one) => one.failed).length;
  const left = cases.filter((one) => one.skipped).length;
  const counts = `tests="${cases.length}" failures="${failures}" errors="0"${left === 0 ? "" : ` skipped="${left}"`}`;
  return `  <testsuite name="${xml(name)}" ${counts}>\n${cases.map((one) => one.text).join("")}  </testsuite>\n`;
}

/** A case for one problem; only errors fail. */
export function caseOf(report: Report, found: Diagnostic): JunitCase {
  const { code, slug, message, span, severity } = found;
  const { line, column } = report.place(span);
  const help = adviceOf(found);
  const text = `${span.file}:${line}:${column}: ${message}${help === null ? "" : `\nhelp: ${help}`}`;
  if (severity === "error") return failing(`${code} ${slug}`, placeOf(report, found), message, text);
  return {
    failed: false,
    text: `    <testcase name="${xml(`${code} ${slug}`)}"${placeOf(report, found)}>\n      <system-out>${severity}: ${xml(text)}</system-out>\n    </testcase>\n`,
  };
}

export function failing(name: string, place: string, message: string, text = message): JunitCase {
  const failure = `      <failure message="${xml(message)}">${xml(text)}</failure>\n`;
  return { failed: true, text: `    <testcase name="${xml(name)}"${place}>\n${failure}    </testcase>\n` };
}

/** Attributes that say where a case stands. */
export const placeAttributes = (file: string, line: number): string =>
  ` classname="${xml(file)}" file="${xml(file)}" line="${line}"`;

const placeOf = (report: Report, { span }: Diagnostic): string =>
  span.file === "" ? "" : placeAttributes(span.file, report.place(span).line);

function skipped(report: Report, found: Diagnostic, reason: string): JunitCase {
  const body = `      <skipped message="${xml(`allowed: ${reason}`)}"/>\n`;
  const text = `    <testcase name="${xml(`${found.code} ${found.slug}`)}"${placeOf(report, found)}>\n${body}    </testcase>\n`;
  return { failed: false, skipped: true, text };
}

const clean = (file: string): JunitCase => ({
  failed: false,
  text: `    <testcase name="no findings"${placeAttributes(file, 1)}/>\n`,
});

const droppedCase = (count: number): JunitCase => failing("more problems", "", `${count} more problems are not listed`);

const entities: { readonly [character: string]: string } = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
};

/** Text for content and attributes: XML forbids most control characters even escaped, so they are made visible first. */
export function xml(text: string): string {
  return visibleLines(text).replace(/[&<>"]/g, (character) => entities[character] ?? character);
}
