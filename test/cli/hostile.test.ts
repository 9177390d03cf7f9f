// Hostile policy files at the command line: a coded message, the right exit code, nothing raw printed.

import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { run } from "../../src/cli/run.ts";

const folder = mkdtempSync(join(tmpdir(), "policyc-hostile-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const rule = (condition: string): string => `rule x\n  on user_prompt_submit\n  when ${condition}\n  block "no"\n`;

const texts: { readonly [name: string]: string | Uint8Array } = {
  "an unterminated string": rule('prompt == "abc'),
  "ten megabytes": "# a comment\n".repeat(900_000),
  "five thousand parentheses": rule(`${"(".repeat(5000)}prompt == "a"${")".repeat(5000)}`),
  "a NUL byte": rule('prompt == "a\0b"'),
  "text that is not UTF-8": new Uint8Array([...Buffer.from("rule x on "), 0xff, 0xfe, 0x80]),
  "bidi controls": rule('prompt == "a\u202eb"'),
  "ANSI in a name": "rule \x1b[31mred on user_prompt_submit\n",
  "a thousand errors": Array.from({ length: 1000 }, (_, at) => rule(`promt${at} == "a"`)).join("\n"),
  "an empty file": "",
  "one megabyte on a line": rule(`promt == "${"a".repeat(1_000_000)}"`),
};

test.each(Object.keys(texts))("%s", async (name) => {
  const file = "hostile.policy";
  writeFileSync(join(folder, file), texts[name] ?? "");
  for (const argv of [
    ["check", file],
    ["build", file, "-o", "out"],
    ["check", file, "--format", "sarif"],
  ]) {
    const out: string[] = [];
    const err: string[] = [];
    const exit = await run(argv, {
      cwd: folder,
      env: {},
      stdout: { isTty: false, write: (text) => void out.push(text) },
      stderr: { isTty: false, write: (text) => void err.push(text) },
      stdin: { isTty: false, read: async () => new Uint8Array() },
    });
    const said = out.join("") + err.join("");
    expect(said).not.toContain("P899");
    expect([1, 3]).toContain(exit);
    expect(said).toMatch(/P\d\d\d/);
    expect(said).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Cs}]/u);
    expect(said.length).toBeLessThan(5_000_000);
  }
  expect(readdirSync(folder)).toEqual([file]);
});
