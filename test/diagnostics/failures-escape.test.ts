// Rules about results that failed calls escape (P442): what they test, rewrite or count.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { analyse } from "../../src/compiler/analyse/front.ts";
import { failuresEscape } from "../../src/compiler/check/failures-escape.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { root } from "../harness.ts";

function codes(text: string): readonly string[] {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-failures-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "a.policy"), text);
  const session = new Session();
  const model = analyse(["a.policy"], { cwd, packsDir: join(root, "policies") }, session);
  if (model === null) throw new Error(JSON.stringify(session.diagnostics()));
  failuresEscape(model, session);
  return session.diagnostics().map(({ code }) => code);
}

const rule = (points: string, body: string): string => `rule keys\n  on ${points}\n  ${body}\n`;

it.each([
  'when output contains "KEY" block "no"',
  'when output contains "KEY" mark seen',
  'when output contains "KEY" count keys',
  'when returned contains "KEY" set output = "withheld"',
  'when tool == "bash" set output = mask(output, /KEY\\w+/)',
  "set output = mask(output, /KEY\\w+/)",
])("%s", (body) => {
  expect(codes(rule("after_tool_result", body))).toContain("P442");
});

it.each([
  ["after_tool_result, after_tool_failure", 'when returned contains "KEY" block "no"'],
  ["after_tool_result, after_tool_failure", "set returned = mask(returned, /KEY\\w+/)"],
  ["after_tool_result", 'when output contains "KEY" and not is_error mark seen'],
  ["after_tool_result", 'when output contains "KEY" warn "a key"'],
  ["after_tool_result", 'when tool == "bash" mark seen'],
])("is quiet: on %s %s", (points, body) => {
  expect(codes(rule(points, body))).not.toContain("P442");
});
