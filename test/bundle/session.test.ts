// However many warnings come first, an error is kept and fails the run.

import { expect, it } from "vitest";
import { Session } from "../../src/compiler/diagnostics/session.ts";

const span = (start: number) => ({ file: "a.policy", start, end: start + 1 });

it("keeps errors and warnings apart", () => {
  const session = new Session();
  for (let i = 0; i < 3000; i++) session.report("P508", span(i), { rule: "x" });
  expect(session.hasErrors).toBe(false);
  session.report("P502", span(5000), { rule: "x" });
  expect(session.hasErrors).toBe(true);
  expect(session.diagnostics().at(-1)?.code).toBe("P502");
  expect(session.diagnostics()).toHaveLength(1001);
  expect(session.dropped).toBe(2000);
});

it("keeps no flood of errors, and still fails", () => {
  const session = new Session();
  for (let i = 0; i < 3000; i++) session.report("P502", span(i), { rule: "x" });
  expect(session.diagnostics()).toHaveLength(1000);
  expect(session.hasErrors).toBe(true);
});
