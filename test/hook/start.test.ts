// The first code of a hook process: it runs the launcher beside it, with compiled code only of that very launcher, and what cannot
// even start refuses.

import { spawnSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Built, bashCall, claudeVerdict, hookPlace, run } from "./processes.ts";

const place = hookPlace();
const launcher = join(place.folder, "launch-hook.cjs");
const compiled = join(place.state, "compiled");
let built: Built;
beforeAll(async () => {
  built = await place.policy(
    "plain",
    `rule no-end on before_tool_call when tool == "write" and (input.content ?? "") ends with "END" block "No end."\n`,
  );
}, 60_000);
beforeEach(() => rmSync(place.state, { recursive: true, force: true }));

const ask = async (...options: readonly string[]): Promise<string> =>
  claudeVerdict(await run([place.cli, "hook", "--agent", "claude-code", ...options], bashCall("ls")));
const askPlainly = (): Promise<string> => ask("--bundle", built.dir, "--state", place.state);

async function keptFile(): Promise<string> {
  for (let time = 0; time < 4; time++) expect(await askPlainly()).toBe("pass");
  const [file = "", ...others] = readdirSync(compiled);
  expect(others).toEqual([]);
  return join(compiled, file);
}

describe("the launcher", () => {
  it("of another version is not run as the one that is kept, and is kept in its turn", async () => {
    const file = await keptFile();
    const before = statSync(file).mtimeMs;
    const text = readFileSync(launcher, "utf8");
    const manifest = join(built.dir, "manifest.json");
    const [said, other] = ["is not a valid manifest", "is no sort of manifest!"];
    expect(other).toHaveLength(said.length);
    expect(text).toContain(said);
    writeFileSync(launcher, text.replaceAll(said, other));
    renameSync(manifest, `${manifest}.real`);
    writeFileSync(manifest, "[");
    expect(await askPlainly()).toContain(other);
    rmSync(manifest);
    renameSync(`${manifest}.real`, manifest);
    for (let time = 0; time < 3; time++) expect(await askPlainly()).toBe("pass");
    expect(statSync(file).mtimeMs).not.toBe(before);
    writeFileSync(launcher, text);
  });

  it("that is missing or broken refuses", async () => {
    const bytes = readFileSync(launcher);
    for (const damage of [() => rmSync(launcher), () => writeFileSync(launcher, "(")]) {
      damage();
      expect(await askPlainly()).toMatch(/^exit 2: policyc: /);
    }
    writeFileSync(launcher, bytes);
    expect(await askPlainly()).toBe("pass");
  });

  it.runIf(existsSync("/dev/full"))("refuses where nobody can be told why, too", () => {
    const bytes = readFileSync(launcher);
    rmSync(launcher);
    const stderr = openSync("/dev/full", "w");
    const words = [place.cli, "hook", "--agent", "claude-code", "--bundle", built.dir];
    const { status } = spawnSync(process.execPath, words, { input: "{}", stdio: ["pipe", "pipe", stderr] });
    closeSync(stderr);
    writeFileSync(launcher, bytes);
    expect(status).toBe(2);
  });
});

it("decides where no resident process can be", async () => {
  const file = join(place.folder, "no-folder");
  writeFileSync(file, "");
  expect(await ask("--bundle", built.dir, "--state", place.state, "--serve", file)).toBe("pass");
});

it("finds what is kept however the options are written", async () => {
  const file = await keptFile();
  const before = statSync(file).mtimeMs;
  for (let time = 0; time < 4; time++)
    expect(await ask(`--bundle=${built.dir}`, `--state=${place.state}`)).toBe("pass");
  expect(statSync(file).mtimeMs).toBe(before);
  expect(readdirSync(compiled)).toHaveLength(1);
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
  const words = [place.cli, "hook", "--agent", "claude-code", "--bundle", built.dir, "--state", place.state];
  const empty = JSON.stringify(payload("")).length;
  for (const more of [-1, 0, 1]) {
    const content = "x".repeat(length - empty + more);
    expect(claudeVerdict(await run(words, payload(content)))).toBe("pass");
    expect(claudeVerdict(await run(words, payload(`${content.slice(3)}END`)))).toBe("deny: No end.");
  }
});
