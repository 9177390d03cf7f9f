// A hint in every format, and under `--strict`: it is counted for itself and fails nothing.

import { expect, it } from "vitest";
import { graded } from "../../src/cli/show/show-report.ts";
import { github } from "../../src/compiler/diagnostics/report/github.ts";
import { json } from "../../src/compiler/diagnostics/report/json.ts";
import { junit } from "../../src/compiler/diagnostics/report/junit.ts";
import { pretty } from "../../src/compiler/diagnostics/report/pretty.ts";
import { sarif } from "../../src/compiler/diagnostics/report/sarif.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";

const session = new Session();
session.addSource({ file: "a.policy", text: "acme kubctl" });
session.report("P344", { file: "a.policy", start: 0, end: 4 }, { name: "acme" });
session.report("P343", { file: "a.policy", start: 5, end: 11 }, { found: "kubctl", what: "program", meant: "kubectl" });
const report = {
  diagnostics: session.diagnostics(),
  sources: session.sources,
  dropped: 0,
  place: session.place.bind(session),
};

it("is shown as what it is", () => {
  expect(session.hasErrors).toBe(false);
  expect(pretty(report)).toContain("hint[P344]");
  expect(pretty(report)).toContain("1 warning, 1 hint in 1 file");
  expect(github(report)).toMatch(/^::notice file=a.policy/);
  expect(JSON.parse(json(report))).toMatchObject({ errors: 0, warnings: 1, hints: 1 });
  expect(JSON.parse(sarif(report, { version: "1" })).runs[0].results[0]).toMatchObject({ level: "note" });
  expect(junit(report)).toContain("<system-out>hint: ");
});

it("is no error under --strict, as a warning is", () => {
  expect(graded(report, { strict: true }).diagnostics.map(({ severity }) => severity)).toEqual(["hint", "error"]);
});
