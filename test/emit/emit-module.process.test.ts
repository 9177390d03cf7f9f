// The generated TypeScript: as expected, type-correct against the core, and doing what it says.

import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { emitModule } from "../../src/compiler/emit/emit-module.ts";
import { ERROR, UNKNOWN } from "../../src/language/truth.ts";
import { importIr } from "./emitted.ts";
import { everyForm } from "./every-form.ts";
import { eq, sampleIr } from "./sample-ir.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const expectedFile = join(root, "test/emit/expected-every-form.txt");

it("writes every form as expected", () => {
  const text = emitModule(everyForm);
  if (process.env.UPDATE === "1") writeFileSync(expectedFile, text);
  expect(text).toBe(readFileSync(expectedFile, "utf8"));
});

it("writes the same text for the same IR", () => {
  expect(emitModule(everyForm)).toBe(emitModule(JSON.parse(JSON.stringify(everyForm))));
});

it("type-checks, and would not with a mistake in it", () => {
  const text = emitModule(everyForm);
  expect(typeErrors(text)).toEqual([]);
  expect(typeErrors(text.replace('=== "bash"', "=== 7"))).toHaveLength(1);
});

function typeErrors(policyTs: string): readonly string[] {
  const folder = mkdtempSync(join(tmpdir(), "policyc-types-"));
  try {
    const paths = {
      "policyc:core": [join(root, "src/runtime/engine/index.ts")],
      "policyc:linear": [join(root, "src/language/linear.ts")],
      "policyc:shell": [join(root, "src/shell/index.ts")],
    };
    const config = {
      extends: join(root, "tsconfig.json"),
      compilerOptions: { types: [], paths },
      include: ["policy.ts"],
    };
    writeFileSync(join(folder, "policy.ts"), policyTs);
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    const found = spawnText(process.execPath, [tsc, "-p", folder]);
    return found.split("\n").filter((line) => line.includes("policy.ts"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function spawnText(program: string, args: readonly string[]): string {
  try {
    return execFileSync(program, args, { encoding: "utf8" });
  } catch (caught) {
    const { stdout } = caught as { stdout?: string };
    if (stdout === undefined) throw caught;
    return stdout;
  }
}

it("runs, and never leaves a rule out because of the index", async () => {
  const { createPolicy } = await importIr(everyForm);
  const options = { revision: "r", home: "/home/user", workdir: "/project", world: realPath, now: () => 0 };
  const indexed = createPolicy(options);
  const plain = createPolicy({ ...options, indexed: false });
  const inputs = [
    { tool: "bash", tool_name: "Bash", input: { command: "rm X" } },
    { tool: "write", input: { path: "src/a.ts", content: "" } },
    { tool: "write", input: { path: "/etc/../etc/passwd" } },
    { tool: "edit", input: { path: "~/.SSH/config" } },
    { tool: "write", input: {} },
    { tool: "read", input: { path: "docs/a.md" } },
    { tool: "mcp", input: { server: "s", tool: "t", args: {} }, call_id: "1", metadata: { a: { level: "debug" } } },
    { tool: "strange", input: {}, call_id: "1", metadata: { a: { level: 7 }, flags: ["a", "x"] } },
  ];
  for (const input of inputs) {
    const event = { point: "before_tool_call", ...input };
    expect(indexed.decideSync(event), JSON.stringify(event)).toEqual(plain.decideSync(event));
    expect(indexed.decideSync(event).failures.filter((failure) => failure.code !== "P705")).toEqual([]);
  }
});

const realPath = (key: string): string | undefined =>
  key.startsWith("realpath:") ? key.slice("realpath:".length) : undefined;

it("says which condition was false", async () => {
  const { createPolicy } = await importIr(sampleIr([{ when: [eq("tool", "bash"), eq("tool_name", "Bash")] }]));
  const policy = createPolicy({ revision: "r" });
  const event = { point: "before_tool_call", tool: "bash", input: { command: "x" } };
  expect(policy.truthOf(0, event)).toMatchObject({ truth: 0, missed: 1 });
  expect(policy.truthOf(0, { ...event, tool: "read", input: { path: "x" } })).toMatchObject({ truth: 0, missed: 0 });
  expect(policy.truthOf(0, { ...event, tool_name: "Bash" })).toMatchObject({ truth: 1, missed: null });
});

it("says which conditions were unknown or in error", async () => {
  const flag = { op: "holds", value: { op: "fact", key: "file_exists:a", type: "bool", optional: false } } as const;
  const { createPolicy } = await importIr(sampleIr([{ when: [flag, eq("tool", "bash"), flag] }]));
  const event = { point: "before_tool_call", tool: "bash", input: { command: "x" } };
  const ask = (answer: string | boolean | undefined) =>
    createPolicy({ revision: "r", world: () => answer }).truthOf(0, event);
  expect(ask(undefined)).toMatchObject({
    truth: UNKNOWN,
    doubts: [
      [0, UNKNOWN],
      [2, UNKNOWN],
    ],
  });
  expect(ask("text")).toMatchObject({
    truth: ERROR,
    doubts: [
      [0, ERROR],
      [2, ERROR],
    ],
  });
  expect(ask(true)).toMatchObject({ truth: 1, doubts: [] });
});

it("tells an observer of every rule it tests, and decides the same", async () => {
  const { createPolicy } = await importIr(
    sampleIr([{ when: [eq("tool", "bash")] }, { when: [eq("tool", "bash"), eq("tool_name", "Bash")] }]),
  );
  const seen: string[] = [];
  const observer = {
    begin: (c: { readonly tool: string }) => void seen.push(`begin ${c.tool}`),
    tested: (rule: { readonly id: number }, truth: number) => void seen.push(`${rule.id} is ${truth}`),
    applied: (rule: { readonly id: number }) => void seen.push(`${rule.id} applied`),
  };
  const event = { point: "before_tool_call", tool: "bash", tool_name: "Shell", input: { command: "x" } };
  const decision = createPolicy({ revision: "r", observer, indexed: false }).decideSync(event);
  expect(seen).toEqual(["begin bash", "0 is 1", "0 applied", "1 is 0"]);
  expect(decision).toEqual(createPolicy({ revision: "r" }).decideSync(event));
});

it("takes conditions and lists of any length", async () => {
  const many = Array.from({ length: 5000 }, (_, i) => `name-${i}`);
  const { createPolicy } = await importIr(
    sampleIr([
      { when: [{ op: "or", items: many.flatMap((name) => [eq("tool_name", name), eq("mcp.server", name)]) }] },
      { when: [{ op: "or", items: many.map((label) => ({ op: "marked", label }) as const) }] },
      { when: [{ op: "and", items: many.map((name) => ({ op: "not", item: eq("tool_name", name) }) as const) }] },
    ]),
  );
  const policy = createPolicy({ revision: "r" });
  const event = { point: "before_tool_call", tool: "x", tool_name: "name-4999", input: {} };
  expect([0, 1, 2].map((rule) => policy.truthOf(rule, event).truth)).toEqual([1, 0, 0]);
});
