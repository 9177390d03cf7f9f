// A secret canary in an event of a test or of `eval` reaches no report: SARIF, GitHub, JSON, pretty, explanations.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { run } from "../../src/cli/run.ts";

const canaries = ["AKIAQ3EGRIJKL7MNOPQR", "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8", "password=hunter2hunter2"];
/** What must not be seen: the part after the telling beginning. */
const secretOf = (canary: string): string => canary.replace(/^(AKIA|ghp_|password=)/, "");

const policy = (canary: string): string => `language 1

rule loud
  on before_tool_call
  when tool == "fetch" and input.url contains "example"
  block "no calls to {input.url}"
  fires on { tool: "fetch", input: { url: "https://example.org/" } }

rule quiet
  on before_tool_call
  when tool == "fetch" and input.url starts with "ftp:"
  warn "an old protocol: {input.url}"
  fires on { tool: "fetch", input: { url: "ftp://a" } }

test "a wish that does not come true" {
  on before_tool_call { tool: "fetch", input: { url: "https://example.org/?q=1 ${canary}" } } expect pass
}
`;

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "policyc-canary-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

async function policyc(argv: readonly string[], input = ""): Promise<{ exit: number; shown: string }> {
  let shown = "";
  const sink = {
    isTty: false,
    write: (text: string) => {
      shown += text;
    },
  };
  const stdin = { isTty: false, read: async () => new TextEncoder().encode(input) };
  const exit = await run(argv, { cwd: folder, env: {}, stdout: sink, stderr: sink, stdin });
  return { exit, shown };
}

test.each(canaries)("no report of a failing test shows %s", async (canary) => {
  await writeFile(join(folder, "a.policy"), policy(canary));
  for (const format of ["pretty", "json", "sarif", "github"]) {
    const { exit, shown } = await policyc(["test", "a.policy", "--format", format]);
    expect(exit, shown).toBe(1);
    expect(shown).toContain("a wish that does not come true");
    expect(shown).not.toContain(secretOf(canary));
  }
});

test.each(canaries)("eval shows %s in no form", async (canary) => {
  await writeFile(join(folder, "b.policy"), policy("none").replace("expect pass", "expect block"));
  const built = await policyc(["build", "b.policy", "--out", "bundle"]);
  expect(built.exit, built.shown).toBe(0);
  const event = {
    point: "before_tool_call",
    session_id: `s ${canary}`,
    tool: "fetch",
    input: { url: `https://example.org/?q=1 ${canary}`, extra: canary },
    metadata: { note: canary },
  };
  for (const argv of [
    ["eval", "bundle"],
    ["eval", "bundle", "--explain"],
    ["eval", "bundle", "--format", "json", "--explain"],
  ]) {
    const { shown } = await policyc(argv, JSON.stringify(event));
    expect(shown).toContain("loud");
    expect(shown).not.toContain(secretOf(canary));
  }
  const odd = await policyc(["eval", "bundle"], JSON.stringify({ ...event, point: canary }));
  expect(odd.shown).toContain("P701");
  expect(odd.shown).not.toContain(secretOf(canary));
});
