// The executable as it is installed: dist/cli.mjs in a process of its own, with real streams. `npm run build` makes it.

import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const cli = fileURLToPath(new URL("../../dist/cli.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "policyc-built-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function policyc(args: readonly string[], input = "") {
  const { status, stdout, stderr } = spawnSync(process.execPath, [cli, ...args], {
    cwd: folder,
    input,
    encoding: "utf8",
    env: { PATH: process.env.PATH },
  });
  return { status, stdout, stderr };
}

test("it starts as a program", () => {
  expect(readFileSync(cli, "utf8").startsWith("#!/usr/bin/env node\n")).toBe(true);
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  expect(policyc(["--version"])).toEqual({ status: 0, stdout: `${version}\n`, stderr: "" });
});

test("from a first policy to a decision", () => {
  expect(policyc(["init"])).toMatchObject({ status: 0, stderr: "" });
  expect(policyc(["check"])).toMatchObject({ status: 0, stderr: "" });
  expect(policyc(["test", "--require-tests"])).toMatchObject({ status: 0, stderr: "" });
  expect(policyc(["build", "-o", "out"])).toMatchObject({ status: 0, stderr: "" });
  const event = {
    point: "before_tool_call",
    tool: "bash",
    input: { command: "npm run deploy" },
    session_id: "s",
    workdir: "/p",
    cwd: "/p",
  };
  const { status, stdout } = policyc(["eval", "out", "--format", "json"], JSON.stringify(event));
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({ outcome: "ask", reasons: [{ rule: "no-deploys-from-here" }] });
});

test("findings go to stdout and exit 1; trouble goes to stderr", () => {
  writeFileSync(join(folder, "bad.policy"), 'rule x on before_tool_cal block "no"\n');
  const found = policyc(["check", "bad.policy"]);
  expect(found).toMatchObject({ status: 1, stderr: "" });
  expect(found.stdout).toContain("--> bad.policy:1:11");
  expect(policyc(["check", "none.policy"])).toMatchObject({ status: 2, stdout: "" });
});

test("a reader that goes away is no failure and no noise", () => {
  const line = '"$0" "$1" explain --format json | head -c 1; echo; echo "$PIPESTATUS"';
  const { stdout, stderr } = spawnSync("bash", ["-c", line, process.execPath, cli], { encoding: "utf8" });
  expect({ stdout, stderr }).toEqual({ stdout: "[\n0\n", stderr: "" });
});

test("the examples of a pack that was changed run again", () => {
  const copy = join(folder, "installed");
  cpSync(fileURLToPath(new URL("../../dist", import.meta.url)), join(copy, "dist"), { recursive: true });
  cpSync(fileURLToPath(new URL("../../policies", import.meta.url)), join(copy, "policies"), { recursive: true });
  cpSync(fileURLToPath(new URL("../../package.json", import.meta.url)), join(copy, "package.json"));
  writeFileSync(join(folder, "one.policy"), 'rule x on before_tool_call when command runs "git push" block "no"\n');
  const check = () =>
    spawnSync(process.execPath, [join(copy, "dist/cli.mjs"), "check", "one.policy"], { cwd: folder, encoding: "utf8" });
  expect(check()).toMatchObject({ status: 0, stderr: "" });
  const pack = join(copy, "policies/std/self.policy");
  const text = readFileSync(pack, "utf8");
  writeFileSync(pack, text.replace('fires on "rm .policyc/policy.mjs"', 'fires on "rm other.mjs"'));
  expect(check()).toMatchObject({ status: 1, stdout: expect.stringContaining("error[P501]") });
});
