// A mark that is only set where a hook is asked: the state is kept before the hook is, so the rule behind it can be shown
// to fire, and it does, whatever the hook says.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { checkPolicies } from "../../src/compiler/pipeline.ts";
import { scratch } from "../bundle/built.ts";
import { packsDir } from "../docs/workspace.ts";
import { emitted } from "../property/harness.ts";

const behind = 'rule behind on before_tool_call when tool == "fetch" and marked(wrote) block "no"';
const asked = 'rule asked on before_tool_call when tool == "write" run ["scan"] may block';

/** No path leads elsewhere. */
const world = (key: string): string | undefined =>
  key.startsWith("realpath:") ? key.slice("realpath:".length) : undefined;

it.each([
  ["in the same rule", `${asked} mark wrote\n${behind}\n`],
  ["in another rule", `${asked}\nrule wrote on before_tool_call when tool == "write" mark wrote\n${behind}\n`],
])("%s", async (_, text) => {
  const cwd = scratch();
  writeFileSync(join(cwd, "a.policy"), text);
  const { diagnostics, model, witnesses } = await checkPolicies(["a.policy"], { cwd, packsDir });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const rule = model?.ir.rules.find(({ name }) => name === "behind");
  const shown = witnesses[rule?.id ?? -1];
  if (model === null || shown === null || shown === undefined) throw new Error("no witness");
  const { createPolicy } = await emitted(model.ir);
  for (const outcome of ["pass", "block"] as const) {
    const silent = {
      message: null,
      warnings: [],
      notes: [],
      changes: {},
      result: null,
      attachments: [],
      metadata: null,
    };
    const answer = { ...silent, outcome, issues: [] };
    let times = 0;
    const ask = async () => {
      times++;
      return { ok: true as const, answer };
    };
    const hooks = { ask, tell: () => {} };
    const policy = createPolicy({ revision: "r", hooks, world, home: "/home/user", workdir: "/project" });
    for (const step of shown.before) await policy.decide(step.event);
    expect(times).toBe(1);
    expect((await policy.decide(shown.event)).reasons.map((reason) => reason.rule)).toEqual(["behind"]);
  }
});
