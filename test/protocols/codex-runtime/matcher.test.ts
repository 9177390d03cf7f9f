// codex_runtime's matchers as what they become here: the points and conditions of a rule. Each case writes its rule,
// all are compiled at once, and each rule is asked about its event.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { checkPolicies } from "../../../src/compiler/index.ts";
import { codexRuntime } from "../../../src/hosts/codex-runtime/capabilities.ts";
import type { Point, PolicyEvent } from "../../../src/language/contract.ts";
import { points } from "../../../src/language/schema.ts";
import type { Policy } from "../../../src/runtime/engine/index.ts";
import { importIr } from "../../emit/emitted.ts";
import type { Case, Data } from "../cases.ts";

const file = new URL("matcher.jsonl", import.meta.url);
const cases = readFileSync(file, "utf8")
  .trim()
  .split("\n")
  .map((line): Case => JSON.parse(line));
const packsDir = fileURLToPath(new URL("../../../policies", import.meta.url));

const phases = new Map(Object.entries(codexRuntime.points).map(([point, row]) => [row.event, point as Point]));
const firing = Object.entries(codexRuntime.points).filter(([, row]) => row.neverFires === undefined);
const pointAt = (phase: string): Point => phases.get(phase) ?? "before_run";

/** One rule per kind of point: only tool calls have a tool. */
function rulesOf({ phases: named = [], tool_name, cwd_prefix }: Data, id: number): string {
  const at = (named.length > 0 ? named.map(pointAt) : firing.map(([point]) => point)) as Point[];
  const conditions = [
    ...(tool_name === undefined ? [] : [`tool_name == "${tool_name}"`]),
    ...(cwd_prefix === undefined ? [] : [`cwd under "${cwd_prefix}"`]),
  ];
  const usable = at.filter((point) => tool_name === undefined || points[point].tool);
  const when = conditions.length === 0 ? "" : `\n  when ${conditions.join(" and ")}`;
  return usable.length === 0 ? "" : `rule matcher-${id}\n  on ${usable.join(", ")}${when}\n  warn "matched"\n`;
}

function eventOf({ phase, tool_name, cwd }: Data): PolicyEvent {
  const point = pointAt(phase);
  const tool = points[point].tool ? { tool: "bash", tool_name: tool_name ?? "bash", input: { command: "x" } } : {};
  const fields = { source: "startup", status: "ok", prompt: "", model: "m", response: "", output: "", is_error: false };
  const known = Object.entries(fields).filter(([name]) => Object.hasOwn(points[point].fields, name));
  return { point, ...Object.fromEntries(known), ...tool, ...(cwd ? { cwd, workdir: "/" } : { workdir: "/elsewhere" }) };
}

let folder: string;
let policy: Policy;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "policyc-matcher-"));
  const text = cases.map(({ given }, id) => rulesOf(given.matcher, id)).join("\n");
  writeFileSync(join(folder, "matchers.policy"), text);
  const { model, diagnostics } = await checkPolicies(["matchers.policy"], { cwd: folder, packsDir });
  if (model === null) throw new Error(JSON.stringify(diagnostics));
  const { createPolicy } = await importIr(model.ir);
  policy = createPolicy({ revision: "0", home: "/home/u" });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it.each(cases.map((one, id) => [id, JSON.stringify(one.given).slice(0, 110), one] as const))(
  "%i: %s",
  (id, _, { given, expect: expected, ours }) => {
    const context = given.context ?? { phase: given.phase };
    const { warnings, failures } = policy.decideSync(eventOf(context));
    expect(failures).toEqual([]);
    const isMatch = warnings.some(({ rule }) => rule.endsWith(`matcher-${id}`));
    const { match, inner_called } = ours ?? expected;
    expect(isMatch).toBe(match ?? inner_called);
  },
);
