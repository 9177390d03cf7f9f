// The completion scripts: made from the program's own definitions, and the bash one really completes.

import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import type { Io } from "../../src/cli/base/io.ts";
import { run } from "../../src/cli/run.ts";

async function scriptFor(shell: string): Promise<string> {
  const parts: string[] = [];
  const sink = { isTty: false, write: (text: string) => void parts.push(text) };
  const stdin = { isTty: false, read: async () => new Uint8Array() };
  const io: Io = { cwd: "/", env: {}, stdout: sink, stderr: sink, stdin };
  expect(await run(["completion", shell], io)).toBe(0);
  return parts.join("");
}

function completed(script: string, line: string): readonly string[] {
  const words = line.split(" ");
  const setup = `${script}\nCOMP_WORDS=(${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length - 1}\n_policyc\nprintf '%s\\n' "\${COMPREPLY[@]}"`;
  return spawnSync("bash", ["-c", setup], { encoding: "utf8" }).stdout.trim().split("\n");
}

test("bash completes verbs, flags and choices", async () => {
  const script = await scriptFor("bash");
  expect(completed(script, "policyc c")).toEqual(["check", "capabilities", "completion"]);
  expect(completed(script, "policyc fmt --")).toEqual(["--check", "--diff", "--format", "--help", "--no-color"]);
  expect(completed(script, "policyc check --format s")).toEqual(["sarif"]);
  expect(completed(script, "policyc completion z")).toEqual(["zsh"]);
  expect(completed(script, "policyc build --scope ")).toEqual(["internal", "user", "repo"]);
});

test.each(["bash", "zsh", "fish"])("%s knows every verb and is valid where the shell is there", async (shell) => {
  const script = await scriptFor(shell);
  for (const verb of ["init", "check", "fmt", "test", "build", "eval", "explain", "inspect", "capabilities"]) {
    expect(script).toContain(verb);
  }
  const parsed = spawnSync(shell, ["-n"], { input: script, encoding: "utf8" });
  if (parsed.error === undefined) expect(parsed.stderr).toBe("");
});
