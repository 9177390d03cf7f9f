// `use "..." where supported`: a rule of a pack that a target cannot carry out is left out there and nowhere else, and is listed.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { leftOutLines, manifestText } from "../../src/cli/show/show-manifest.ts";
import { emitManifest } from "../../src/compiler/bundle/emit-manifest.ts";
import { readIr } from "../../src/compiler/diff/read-ir.ts";
import { checkPolicies, testPolicies } from "../../src/compiler/index.ts";
import type { Json } from "../../src/language/contract.ts";
import { checkManifest } from "../../src/language/manifest.ts";
import { packsDir, scratchPolicy } from "../docs/workspace.ts";

async function checked(text: string) {
  const result = await checkPolicies(["example.policy"], scratchPolicy(text));
  const found = result.diagnostics.map(({ code, help }) => (help === undefined ? code : `${code} ${help}`));
  const manifest = result.model === null ? null : emitManifest(result.model.ir, "0.0.0", result.witnesses);
  return { found, manifest, ir: result.model?.ir ?? null };
}

/** Of each target, what is left out: `rule at point`, with the effect where it is only that. */
async function leftOut(text: string): Promise<{ readonly [target: string]: readonly string[] }> {
  const { found, manifest } = await checked(text);
  expect(found).toEqual([]);
  return Object.fromEntries(
    Object.entries(manifest?.leftOut ?? {}).map(([target, rows]) => [
      target,
      rows.map(({ rule, point, effect }) => `${rule} at ${point}${effect === null ? "" : `: ${effect}`}`),
    ]),
  );
}

it("leaves out what a target cannot do, there only", async () => {
  expect(await leftOut('target claude-code, amp, neocode, picoclaw\nuse "std/prompts" where supported\n')).toEqual({
    amp: [
      "pasted-keys-are-masked at user_prompt_submit: set prompt",
      "pasted-private-keys-are-refused at user_prompt_submit: block",
      "no-invisible-text at user_prompt_submit: block",
    ],
    neocode: [
      "pasted-keys-are-masked at user_prompt_submit",
      "pasted-private-keys-are-refused at user_prompt_submit",
      "no-invisible-text at user_prompt_submit",
    ],
    picoclaw: [
      "pasted-keys-are-masked at user_prompt_submit",
      "pasted-private-keys-are-refused at user_prompt_submit",
      "no-invisible-text at user_prompt_submit",
    ],
  });
});

it("tries the alternatives after `else` first", async () => {
  const { manifest } = await checked('target codex\nuse "std/unseen" where supported\n');
  expect(manifest?.leftOut).toBeUndefined();
  expect(manifest?.targets.codex).toContainEqual({
    rule: "fresh-scripts-need-a-person",
    point: "before_tool_call",
    effect: "block",
  });
});

const key = '{ prompt: "use AKIAABCDEFGHIJKLMNOP" }';
const step = (expected: string): string => `test "a key" { on user_prompt_submit ${key} expect ${expected} }\n`;

it("decides accordingly: nothing of a rule that is left out, everything of it elsewhere", async () => {
  const failed = async (target: string, expected: string): Promise<number> => {
    const text = `target ${target}\nuse "std/prompts" where supported\n${step(expected)}`;
    const result = await testPolicies(["example.policy"], scratchPolicy(text));
    expect(result.tests.cases).toHaveLength(1);
    return result.tests.failed;
  };
  expect(await failed("amp", "pass")).toBe(0);
  expect(await failed("amp", "pass by pasted-keys-are-masked")).toBe(1);
  expect(await failed("opencode", "pass by pasted-keys-are-masked")).toBe(0);
});

it("leaves out no rule of another pack or of the author's own", async () => {
  const own = 'rule own on user_prompt_submit when prompt contains "x" block "no" fires on "x"\n';
  expect((await checked(`target amp\nuse "std/display" where supported\n${own}`)).found).toEqual([
    "P401 `warn` works there, as in `block ... else warn`",
  ]);
  expect((await checked('target amp\nuse "std/prompts"\n')).found).toEqual(
    Array(3).fill('P401 `use "std/prompts" where supported` leaves the rule out on amp'),
  );
});

it.each([
  ["a file of one's own", 'use "own.policy" where supported\n'],
  ["std/self", 'use "std/self" where supported\n'],
])("refuses it for %s", async (_, text) => {
  const options = scratchPolicy('rule own on after_run warn "done" fires on {}\n', "own.policy");
  writeFileSync(join(options.cwd, "example.policy"), text);
  const { diagnostics } = await checkPolicies(["example.policy"], options);
  expect(diagnostics.map(({ code }) => code)).toEqual(["P270"]);
});

it("leaves out nothing of a pack that is compiled itself", async () => {
  const options = scratchPolicy('target amp\nuse "std/prompts" where supported\n');
  const { diagnostics } = await checkPolicies(["example.policy", join(packsDir, "std/prompts.policy")], options);
  expect(diagnostics.map(({ code }) => code)).toEqual(["P401", "P401", "P401"]);
});

it("counts as a setting: what the policy itself says about a pack is the strict form", async () => {
  const uses = ['use "profile/standard"\n', 'use "std/prompts"\n'];
  for (const text of [uses, uses.toReversed()])
    expect((await checked(`target amp\n${text.join("")}`)).found.map((found) => found.slice(0, 4))).toContain("P401");
  const twice = 'use "std/prompts"\nuse "std/prompts" where supported\n';
  expect((await checked(twice)).found.map((found) => found.slice(0, 4))).toEqual(["P207"]);
});

const reader = `rule finish
  on before_tool_call
  when tool == "mcp" and not marked(source-changed)
  block "no"
  fires on { tool: "mcp", input: { server: "a", tool: "b", args: {} } }
`;

it("leaves out rules that test what only left-out rules set, and refuses one of the author's own", async () => {
  const rates = await leftOut('target mcp-proxy\nuse "std/rates" where supported\n');
  expect(rates["mcp-proxy"]).toHaveLength(8);
  const { found } = await checked(`target mcp-proxy\nuse "std/completion" where supported\n${reader}`);
  expect(found.map((one) => one.slice(0, 4))).toEqual(["P452"]);
  expect((await checked(`target claude-code\nuse "std/completion" where supported\n${reader}`)).found).toEqual([]);
});

it("is listed by inspect and build, and read back from a bundle", async () => {
  const { manifest, ir } = await checked('target amp, codex\nuse "std/prompts" where supported\n');
  if (manifest === null || ir === null) throw new Error("it does not compile");
  expect(leftOutLines(manifest.leftOut)).toEqual([
    "left out on amp, because amp has no way to do this at agent.start: pasted-keys-are-masked (set prompt), pasted-private-keys-are-refused (block), no-invisible-text (block)",
  ]);
  const text = manifestText(manifest);
  expect(text).toContain("on amp at user_prompt_submit: block is left out, because amp has no way to do this");
  expect(text).toContain("packs: std/prompts, std/self (version ");
  const plain = JSON.parse(JSON.stringify(ir)) as Json;
  expect(readIr(plain)).toEqual(ir);
  const hash = "0".repeat(64);
  const files = { "policy.mjs": hash, "hooks.json": hash };
  const written = JSON.parse(JSON.stringify({ ...manifest, revision: hash, files })) as { [key: string]: Json };
  expect(checkManifest(written).leftOut).toEqual(manifest.leftOut);
  const { leftOut: _, packs: __, ...earlier } = written;
  expect(checkManifest(earlier).leftOut).toBeUndefined();
});
