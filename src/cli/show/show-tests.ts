// Test cases for people: one line for each pass, and for each failure the actual decision and why.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { RuleAccount, TestCase, TestFailure, TestReport } from "../../compiler/index.ts";
import { drawCondition } from "./draw-condition.ts";
import { decisionText } from "./show-decision.ts";

export interface ShowTests {
  /** Leave out the cases that passed; they are still counted. */
  readonly onlyFailures: boolean;
}

export function testsText({ cases, passed, failed }: TestReport, { onlyFailures }: ShowTests): string {
  const shown = onlyFailures ? cases.filter((test) => !test.ok) : cases;
  return `${shown.map(caseText).join("")}${passed + failed === 0 ? "no tests" : `${passed} passed, ${failed} failed`}\n`;
}

function caseText(test: TestCase): string {
  const head = `${test.ok ? "ok  " : "FAIL"} ${visible(test.name)} (${visible(test.file)}:${test.line})\n`;
  return `${head}${failureText(test)}`;
}

/** Why a case failed; empty for one that passed. */
export function failureText({ file, failures }: TestCase): string {
  return failures.map((failure) => stepText(file, failure)).join("");
}

function stepText(file: string, { step, line, expected, decision, rules }: TestFailure): string {
  const got = indented(decisionText(decision), "    ");
  const why = indented(rules.map(accountText).join(""), "    ");
  return `  step ${step} (${visible(file)}:${line}): expected ${visible(expected)}, got\n${got}${why === "" ? "" : `  because\n${why}`}`;
}

const indented = (text: string, margin: string): string => text.replace(/^(?=.)/gm, margin);

const truthTexts: { readonly [T in RuleAccount["truth"]]: string } = {
  true: "fired",
  false: "did not fire: this condition is false",
  unknown: "could not be determined",
  error: "read a value of the wrong type",
  elsewhere: "does not apply at this point",
};

function accountText({ rule, at, truth, conditions, missing }: RuleAccount): string {
  const head = `${visible(rule)} (${visible(at)}) ${truthTexts[truth]}`;
  const lacks = missing.length === 0 ? "" : `: ${missing.map((fact) => visible(fact)).join(", ")} is unknown`;
  const drawn = conditions.flatMap((condition) => drawCondition(condition).map((line) => `  ${line}`));
  return `${[`${head}${lacks}`, ...drawn].join("\n")}\n`;
}
