// The first thing to run: checks, tests and builds the shipped policies, loads the bundle and shows one decision.
// It uses dist/ only, the way a program that has installed policyc would.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildBundle, testPolicies } from "../dist/compiler.mjs";
import { loadPolicy } from "../dist/runtime.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const options = { cwd: root, packsDir: join(root, "policies") };
const entries = ["policies/recommended.policy"];
const event = {
  point: "before_tool_call",
  tool: "read",
  tool_name: "Read",
  input: { path: "app/.env" },
  session_id: "demo",
  workdir: "/project",
  cwd: "/project",
};

function fail(result) {
  for (const { code, message, span } of result.diagnostics) {
    const { line, column } = result.place(span);
    console.error(`${span.file}:${line}:${column} ${code} ${message}`);
  }
  process.exit(1);
}

const tested = await testPolicies(entries, options);
if (tested.diagnostics.length > 0 || tested.tests.failed > 0) fail(tested);
console.log(`checked  ${entries[0]}: ${tested.model.ir.rules.length} rules, no findings`);
console.log(`tested   ${tested.tests.passed} test(s) passed`);

const folder = await mkdtemp(join(tmpdir(), "policyc-demo-"));
try {
  const built = await buildBundle(entries, { ...options, outDir: join(folder, "policy") });
  if (built.revision === null) fail(built);
  console.log(`built    ${built.files.length} files, revision ${built.revision.slice(0, 12)}`);

  const policy = await loadPolicy(join(folder, "policy"), { revision: built.revision });
  const decision = await policy.decide(event);
  console.log(`event    ${event.point} ${event.tool} ${event.input.path}`);
  console.log(`decision ${decision.outcome}`);
  for (const reason of decision.reasons) {
    console.log(`reason   ${reason.rule}: ${reason.message}`);
    console.log(`place    ${reason.at}`);
  }
  await policy.close();
} finally {
  await rm(folder, { recursive: true, force: true });
}
