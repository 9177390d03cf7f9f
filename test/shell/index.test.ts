// The index never leaves out a rule: over labelled commands, and commands whose programs have open names, decisions are those
// of testing every rule.

import { mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildBundle } from "../../src/compiler/pipeline.ts";
import type { PolicyOptions } from "../../src/runtime/engine/create-engine.ts";
import type { Policy } from "../../src/runtime/engine/engine.ts";
import { root } from "../harness.ts";
import { sampled } from "../seeded.ts";
import { labelled } from "./packs.ts";

const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-index-")));
const packs = readdirSync(join(root, "policies/shell")).map((name) => `use "shell/${name.replace(/\.policy$/, "")}"`);
const own = `rule own-scripts
  on before_tool_call
  when command runs "bin/deploy *", "scripts/x.sh"
  block "not by an agent"
  fires on "bin/deploy now"`;

let indexed: Policy;
let plain: Policy;

beforeAll(async () => {
  writeFileSync(join(folder, "all.policy"), ["language 1", ...packs, own].join("\n"));
  const outDir = join(folder, "bundle");
  const built = await buildBundle(["all.policy"], { cwd: folder, packsDir: join(root, "policies"), outDir });
  expect(built.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const { createPolicy } = (await import(pathToFileURL(join(outDir, "policy.mjs")).href)) as {
    readonly createPolicy: (options: PolicyOptions) => Policy;
  };
  const world: PolicyOptions["world"] = (key) =>
    key.startsWith("realpath:") ? key.slice("realpath:".length) : undefined;
  const options = { revision: "", home: "/home/dev", workdir: "/home/dev/shop", world, now: () => 0 };
  indexed = createPolicy(options);
  plain = createPolicy({ ...options, indexed: false });
});
afterAll(() => rmSync(folder, { recursive: true }));

const event = (command: string, session: string) => ({
  point: "before_tool_call",
  tool: "bash",
  input: { command },
  session_id: session,
});

/** Facts aside: a rule that is not tested looks nothing up. */
function said(policy: Policy, command: string): unknown {
  const { facts: _, ...decision } = policy.decideSync(event(command, command));
  return decision;
}

test.each([
  ["scripts/x.sh", "block"],
  ["./bin/d?ploy now", "ask"],
  ["bin/deplo[y] now", "ask"],
  ["./n?m publish", "ask"],
  ["bin/np[m] publish --access public", "ask"],
  ['tmp=$(mktemp); "$tmp" publish', "ask"],
])("%s", (command, outcome) => {
  expect(said(indexed, command)).toEqual(said(plain, command));
  expect(indexed.decideSync(event(command, "s")).outcome).toBe(outcome);
});

test("labelled commands are decided as without the index", () => {
  const commands = sampled(labelled("corpus.jsonl"), 48);
  expect(commands.length).toBeGreaterThan(200);
  for (const { command } of commands) expect(said(indexed, command), command).toEqual(said(plain, command));
});
