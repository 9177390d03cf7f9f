// Test cases as JUnit XML, which CI systems read: a suite for each file, a case for each test. Problems of the policies
// themselves are cases of a suite of their own, so that a run which could not test is never shown as green.

import {
  failing,
  type JunitCase,
  junitSuite,
  junitSuites,
  placeAttributes,
  caseOf as problemCase,
  xml,
} from "../../compiler/diagnostics/report/junit.ts";
import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import type { TestCase, TestResult } from "../../compiler/index.ts";
import { slipsText } from "./show-harden.ts";
import { failureText } from "./show-tests.ts";

export function junitTests(result: TestResult): string {
  const files = [...new Set(result.tests.cases.map((test) => test.file))];
  const isEmpty = result.tests.passed + result.tests.failed === 0 && isPlain(result);
  const suites = [
    ...checkSuite(result),
    ...(isEmpty ? [junitSuite("policyc test", [failing("tests", "", "no test has run")])] : []),
    ...files.map((file) => junitSuite(file, result.tests.cases.filter((test) => test.file === file).map(caseOf))),
    ...formsSuite(result),
  ];
  return junitSuites(suites);
}

const isPlain = ({ harden, coverage, mutate }: TestResult): boolean =>
  harden === undefined && coverage === undefined && mutate === undefined;

function caseOf(test: TestCase): JunitCase {
  const { name, file, line, failures } = test;
  const place = placeAttributes(file, line);
  if (failures.length === 0) return { failed: false, text: `    <testcase name="${xml(name)}"${place}/>\n` };
  const steps = failures.map(
    ({ step, expected, decision }) => `step ${step}: expected ${expected}, got ${decision.outcome}`,
  );
  return failing(name, place, steps.join("; "), failureText(test));
}

/** One case for each rule whose forms ran. */
function formsSuite({ harden, place }: TestResult): readonly string[] {
  if (harden === undefined) return [];
  const cases = harden.rules.map((rule) => {
    const slips = harden.slips.filter((slip) => slip.rule === rule);
    if (slips.length === 0) return { failed: false, text: `    <testcase name="${xml(rule)}" classname="forms"/>\n` };
    return failing(rule, ' classname="forms"', counted(slips.length, "form"), slipsText(slips, place));
  });
  return [junitSuite("equivalent forms", cases)];
}

/** One case for each error of the policies. */
function checkSuite(result: TestResult): readonly string[] {
  const errors = result.diagnostics.filter((found) => found.severity === "error");
  const cases = errors.map((found) => problemCase(result, found));
  return errors.length === 0 ? [] : [junitSuite("policyc check", cases)];
}
