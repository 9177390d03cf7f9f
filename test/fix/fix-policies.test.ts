// What `check --fix` does to texts: every printed fix of the catalogue is applied and its finding is gone, nothing is made worse,
// and a fix that could permit more is left to the author.

import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type CatalogueEntry, catalogue } from "../../src/compiler/diagnostics/catalogue.ts";
import type { FixResult } from "../../src/compiler/fix/fix-policies.ts";
import { checkPolicies, fixPolicies } from "../../src/compiler/pipeline.ts";
import { run } from "../cli/in-memory.ts";
import { root } from "../harness.ts";

const packsDir = join(root, "policies");

function folderWith(files: { readonly [name: string]: string | Uint8Array }): string {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-fix-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true });
    writeFileSync(join(cwd, name), text);
  }
  return cwd;
}

const fix = (text: string): Promise<FixResult> => {
  const cwd = folderWith({ "a.policy": text });
  return fixPolicies(["a.policy"], { cwd, packsDir });
};
const fixed = ({ changed }: FixResult): string | undefined => changed.get("a.policy")?.after;

const rule = (when: string, rest = ""): string =>
  `rule r\n  on before_tool_call\n  when ${when}\n  block "No."\n${rest}`;

describe("the fixes of the catalogue", async () => {
  const samples = Object.entries(catalogue as Record<string, CatalogueEntry>).flatMap(([code, { bad }]) =>
    bad === undefined ? [] : [{ code, bad }],
  );
  const withFix: { readonly code: string; readonly bad: string }[] = [];
  for (const sample of samples) {
    const cwd = mkdtempSync(join(tmpdir(), "policyc-fix-"));
    writeFileSync(join(cwd, "a.policy"), sample.bad);
    const { diagnostics } = await checkPolicies(["a.policy"], { cwd, packsDir });
    rmSync(cwd, { recursive: true });
    if (diagnostics.some(({ fix }) => fix !== null)) withFix.push(sample);
  }

  test("are many", () => expect(withFix.length).toBeGreaterThan(42));

  test.each(withFix)("$code is gone after its fix", async ({ code, bad }) => {
    const result = await fix(bad);
    expect(result.applied.map(({ found }) => found.code)).toContain(code);
    expect(result.result.diagnostics.map((found) => found.code)).not.toContain(code);
    expect(result.broken).toBeNull();
    expect(fixed(result)).not.toBe(bad);
  });
});

describe("fixing", () => {
  test("what a fix reveals is fixed in the next round", async () => {
    const result = await fix(rule("tool = bash"));
    expect(fixed(result)).toBe(rule('tool == "bash"'));
    expect(result.applied.map(({ found }) => found.code)).toEqual(["P112", "P222"]);
  });

  test("fixes that touch are applied one after another", async () => {
    const result = await fix(rule("!!(tool===\"bash\"&&tool_name!=='x')"));
    expect(fixed(result)).toBe(rule('not not (tool=="bash" and tool_name!="x")'));
    expect(result.result.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  });

  test("a fix that would break an example is taken back, and the others stay", async () => {
    const text = rule('command runs "kubctl get"', '  fires on "kubctl get"\n');
    const both = await fix(`${text}\n${rule('command runs "dokcer ps"').replace("rule r", "rule s")}`);
    expect(fixed(both)).toContain('"docker ps"');
    expect(fixed(both)).toContain('runs "kubctl get"');
    expect(both.left.map(({ found, why }) => [found.code, why])).toEqual([["P343", "worse"]]);
  });

  test.each([
    ["an exception", rule('tool == "bash"\n  unless command only runs "kubctl get"')],
    ["a negation", rule('tool == "bash" and not (command only runs "kubctl get")')],
    ["a negated test", rule('tool == "bash" and command not runs "kubctl get"')],
    ["a condition of allow", rule('command only runs "kubctl get"').replace('block "No."', "allow")],
    [
      "a name that an exception uses",
      `let safe = "kubctl get"\n${rule('tool == "bash"\n  unless command only runs safe')}`,
    ],
    [
      "a name of a name that an exception uses",
      `let a = "kubctl get"\ndef is-safe() = command only runs a\n${rule('tool == "bash"\n  unless is-safe()')}`,
    ],
  ])("what could permit more is left: %s", async (_, text) => {
    const result = await fix(text);
    expect(result.first.diagnostics.map((found) => found.code)).toContain("P343");
    expect(result.changed.size).toBe(0);
    expect(result.left.map(({ why }) => why)).toContain("loosens");
  });

  test("a name that only a blocking condition uses is fixed", async () => {
    const result = await fix(`let bad = "kubctl delete"\n${rule("command runs bad")}`);
    expect(fixed(result)).toContain('"kubectl delete"');
  });

  test("warnings that a comment allows stay as they are", async () => {
    const text = rule('command runs "kubctl get"').replace("  when", "  # allow P343: our own program\n  when");
    expect((await fix(text)).changed.size).toBe(0);
  });

  test("thousands of mistakes end", async () => {
    const many = Array.from({ length: 1500 }, (_, at) =>
      rule(`tool === "bash" and tool_name == 'a${at}'`).replace("rule r", `rule r${at}`),
    );
    const result = await fix(many.join("\n"));
    expect(result.applied.length).toBeGreaterThan(1000);
  });
});

describe("policyc check --fix", () => {
  const wrong = rule('tool === "bash"');
  const right = rule('tool == "bash"');

  test("keeps a byte order mark, line ends, the mode and the link", async () => {
    const dos = `\ufeff${wrong.replaceAll("\n", "\r\n")}`;
    const cwd = folderWith({ "real/a.policy": dos });
    chmodSync(join(cwd, "real/a.policy"), 0o640);
    symlinkSync("real/a.policy", join(cwd, "a.policy"));
    expect((await run(["check", "--fix", "a.policy"], cwd)).exit).toBe(0);
    expect(readFileSync(join(cwd, "real/a.policy"), "utf8")).toBe(`\ufeff${right.replaceAll("\n", "\r\n")}`);
    expect(statSync(join(cwd, "real/a.policy")).mode & 0o777).toBe(0o640);
    expect(readFileSync(join(cwd, "a.policy"), "utf8")).toContain("\ufeff");
  });

  test("fixes the files that a policy uses, and never a pack", async () => {
    const cwd = folderWith({ "a.policy": 'use "b.policy"\nuse "std/secrets"\n', "b.policy": wrong });
    expect((await run(["check", "--fix", "a.policy"], cwd)).exit).toBe(0);
    expect(readFileSync(join(cwd, "b.policy"), "utf8")).toBe(right);
    expect(readFileSync(join(cwd, "a.policy"), "utf8")).toBe('use "b.policy"\nuse "std/secrets"\n');
  });

  test("a file that is not UTF-8 is an error, and no other file changes", async () => {
    const cwd = folderWith({ "a.policy": wrong, "b.policy": Buffer.from([0x72, 0xff, 0xfe, 0x0a]) });
    const { exit, out } = await run(["check", "--fix", "."], cwd);
    expect(exit).toBe(1);
    expect(out).toContain("P203");
    expect(readFileSync(join(cwd, "a.policy"), "utf8")).toBe(right);
  });
});
