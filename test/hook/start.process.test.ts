// The start of a process that answers one call: what cannot even start refuses.

import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { bashCall, claudeVerdict } from "./claude-calls.ts";
import { type Built, hookPlace } from "./place.ts";
import { run } from "./processes.ts";

const place = hookPlace();
let built: Built;
beforeAll(async () => {
  built = await place.policy(
    "plain",
    `rule no-end on before_tool_call when tool == "write" and (input.content ?? "") ends with "END" block "No end."\n`,
  );
});
beforeEach(() => rmSync(place.state, { recursive: true, force: true }));

const hookWords = (...options: readonly string[]): readonly string[] => [
  ...[place.cli, "hook", "--agent", "claude-code"],
  ...options,
];
const words = (...options: readonly string[]): readonly string[] => [...hookWords("--bundle", built.dir), ...options];
const ask = async (options: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  claudeVerdict(await run(words(...options), bashCall("ls"), { env }));

describe("a program that is not whole", () => {
  const damaged = join(place.folder, "answer-bare.cjs");
  const unread = [...hookWords("--bundle"), join(place.folder, "missing")];

  it("refuses", async () => {
    const bytes = readFileSync(damaged);
    for (const damage of [() => rmSync(damaged), () => writeFileSync(damaged, "(")]) {
      damage();
      expect(claudeVerdict(await run(unread, bashCall("ls")))).toMatch(/^exit 2: policyc: /);
    }
    writeFileSync(damaged, bytes);
    expect(claudeVerdict(await run(unread, bashCall("ls")))).toMatch(/^deny: policyc: P601/);
  });

  it.runIf(existsSync("/dev/full"))("refuses where nobody can read why, too", () => {
    const bytes = readFileSync(damaged);
    rmSync(damaged);
    const stderr = openSync("/dev/full", "w");
    const { status } = spawnSync(process.execPath, unread, { input: "{}", stdio: ["pipe", "pipe", stderr] });
    closeSync(stderr);
    writeFileSync(damaged, bytes);
    expect(status).toBe(2);
  });
});

it("decides where no resident process can be", async () => {
  const file = join(place.folder, "no-folder");
  writeFileSync(file, "");
  expect(await ask(["--state", place.state, "--serve", file])).toBe("pass");
});

it("does not take a relative home folder for the user's", async () => {
  for (const HOME of ["", ".", "home"])
    expect(await ask([], { HOME, XDG_STATE_HOME: "" })).toMatch(/^deny: policyc: .*home folder/);
});

it("leaves nothing on the disk where no session changes, however often it is asked", async () => {
  const HOME = join(place.folder, "home");
  mkdirSync(HOME);
  const before = readdirSync(built.dir);
  for (let time = 0; time < 4; time++) expect(await ask([], { HOME, XDG_STATE_HOME: "" })).toBe("pass");
  expect(readdirSync(HOME)).toEqual([]);
  expect(readdirSync(built.dir)).toEqual(before);
});

const KIB = 1024;

it.each([
  ["a piece", 64 * KIB],
  ["four pieces", 256 * KIB],
  ["several", 3 * 1024 * KIB],
])("reads payloads as long as %s, and a little longer or shorter, to their end", async (_, length) => {
  const payload = (content: string): object => ({
    hook_event_name: "PreToolUse",
    session_id: "s1",
    cwd: "/",
    tool_name: "Write",
    tool_input: { file_path: "/code/a", content },
  });
  const empty = JSON.stringify(payload("")).length;
  for (const more of [-1, 0, 1]) {
    const content = "x".repeat(length - empty + more);
    expect(claudeVerdict(await run(words("--state", place.state), payload(content)))).toBe("pass");
    expect(claudeVerdict(await run(words("--state", place.state), payload(`${content.slice(3)}END`)))).toBe(
      "deny: No end.",
    );
  }
});
