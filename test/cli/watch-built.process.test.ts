// `policyc test --watch` as it is installed: a process of its own, a file that changes under it, an end by a signal.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const cli = fileURLToPath(new URL("../../dist/policyc.cjs", import.meta.url));

const policy = (expected: string): string => `rule no-rm
  on before_tool_call
  when command runs "rm -r"
  block "no"

test "rm" {
  on before_tool_call { tool: "bash", input: { command: "rm -r x" } }
  expect ${expected}
}
`;

it("tests again when the policy is saved, until it is interrupted", async () => {
  const folder = mkdtempSync(join(tmpdir(), "policyc-watch-built-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, "a.policy");
  writeFileSync(file, policy("block"));

  const child = spawn(process.execPath, [cli, "test", "--watch"], { cwd: folder, stdio: ["ignore", "pipe", "pipe"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = new Promise<string>((done) => child.once("exit", (code, signal) => done(signal ?? String(code))));
  let [out, watching] = ["", 0];
  let told = (): void => {};
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    watching += String(chunk).split("watching for changes").length - 1;
    told();
  });
  /** When the run of this number is over. */
  const run = async (number: number): Promise<string> => {
    while (watching < number)
      await new Promise<void>((done) => {
        told = done;
      });
    const shown = out;
    out = "";
    return shown;
  };

  expect(await run(1)).toMatch(/1 test passed|1 passed/);
  writeFileSync(file, policy("pass"));
  expect(await run(2)).toMatch(/1 failed/);
  writeFileSync(file, "rule broken");
  expect(await run(3)).toContain("error");
  writeFileSync(file, policy("block"));
  expect(await run(4)).toMatch(/1 test passed|1 passed/);
  expect(child.exitCode).toBeNull();
  child.kill("SIGINT");
  expect(["SIGINT", "130"]).toContain(await ended);
});
