// Globs that fit at the project's root only (P463): a warning with the fix, and silence where the root is meant.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import type { Diagnostic } from "../../src/compiler/diagnostics/session.ts";
import { checkPolicies } from "../../src/compiler/pipeline.ts";
import { root } from "../harness.ts";

async function found(text: string): Promise<readonly Diagnostic[]> {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-glob-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "a.policy"), text);
  const { diagnostics } = await checkPolicies(["a.policy"], { cwd, packsDir: join(root, "policies") });
  return diagnostics;
}

const rule = (condition: string, more = "", effect = 'block "no"'): string =>
  `rule guard\n  on before_tool_call\n  when ${condition}\n  ${effect}\n${more}`;

it.each([
  ['any reads matches ".env"', ['"**/.env"']],
  ['any reads matches [".env", "*.pem"]', ['"**/.env"', '"**/*.pem"']],
  ['any writes matches "{package,tsconfig}.json"', ['"**/{package,tsconfig}.json"']],
  ['any p of deletes where (p matches "*.db")', ['"**/*.db"']],
  ['tool == "read" and input.path matches "id_rsa"', ['"**/id_rsa"']],
  ['any c of command.calls where (any c.reads matches ".env")', ['"**/.env"']],
])("%s", async (condition, fixes) => {
  const text = rule(condition);
  const reported = (await found(text)).filter(({ code }) => code === "P463");
  expect(reported.map(({ fix }) => fix)).toEqual(fixes);
  const repaired = reported.reduceRight(
    (whole, { span, fix }) => `${whole.slice(0, span.start)}${fix}${whole.slice(span.end)}`,
    text,
  );
  expect((await found(repaired)).map(({ code }) => code)).toEqual([]);
});

it("is reported where a `let` writes it, once", async () => {
  const text = `let secrets = [".env"]\n${rule("any reads matches secrets")}${rule("any uploads matches secrets").replace("guard", "other")}`;
  const reported = await found(text);
  expect(reported.map(({ code, fix, span }) => [code, fix, text.slice(span.start, span.end)])).toEqual([
    ["P463", '"**/.env"', '".env"'],
  ]);
});

it.each([
  ["./", 'any reads matches "./.env"', ""],
  ["an absolute path", 'any reads matches "/etc/passwd"', ""],
  ["the home folder", 'any reads matches "~/.netrc"', ""],
  ["a folder", 'any reads matches "config/.env"', ""],
  ["every folder", 'any reads matches "**/.env"', ""],
  ["the same file", 'any reads == ".env"', ""],
  ["the same name in folders too", 'any reads matches [".env", "config/.env"]', ""],
  ["everything at the root", 'any writes matches "*"', ""],
  ["a file of which there is one", 'any writes matches ["README.md", "CODEOWNERS"]', ""],
  ["an exception", 'any p of reads where (p matches "**/*.pem" and p not matches "public.pem")', ""],
  ["a nested file that is ignored", 'any reads matches ".env"', '  ignores "cat app/.env"\n'],
  [
    "a nested file that the read tool may read",
    'any reads matches "*.lock"',
    '  ignores { tool: "read", input: { path: "a/b.lock" } }\n',
  ],
])("is quiet: %s", async (_, condition, more) => {
  expect((await found(rule(condition, more))).map(({ code }) => code)).toEqual([]);
});

it("an approval of the root only is the stricter one", async () => {
  const text = rule('tool == "read" and all reads matches ["notes.txt"]', "", "allow");
  expect((await found(text)).map(({ code }) => code)).toEqual([]);
});
