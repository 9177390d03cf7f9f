// A hook that runs once per event: what it is given, what its answer is held to, what is refused at load.

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { HookSpec } from "../../src/language/contract.ts";
import { HookFiles } from "../../src/runtime/external/hook-files.ts";
import { ProcessGroups } from "../../src/runtime/external/process-group.ts";
import { fakeFiles, fakeSpec, runFake, toolCall } from "./fakes.ts";
import { markThisProcess, processesLeft } from "./leftovers.ts";

const outer = markThisProcess("one-shot");
const temp = realpathSync(mkdtempSync(join(tmpdir(), "one-shot-test-")));
const groups = new ProcessGroups();
let files: HookFiles;

beforeAll(() => {
  files = new HookFiles({ folder: join(temp, "no-bundle"), files: fakeFiles() }, temp);
});
afterEach(async () => {
  await groups.settled();
  expect(await processesLeft(outer)).toEqual([]);
});
afterAll(() => {
  files.close();
  rmSync(temp, { recursive: true });
});

const run = (spec: HookSpec, ...rest: Parameters<typeof runFake> extends [unknown, unknown, ...infer R] ? R : never) =>
  runFake(spec, { files, groups, place: { environment } }, ...rest);
const environment = { PATH: process.env.PATH ?? "", LANG: "C.UTF-8", SECRET: "do not pass on", NAMED: "yes" };
const sh = (shell: string, more: Partial<HookSpec> = {}) => fakeSpec("", { argv: null, shell, ...more });

async function world(spec: HookSpec, event = toolCall()) {
  const { result } = await run(spec, event);
  if (!result.ok) throw new Error(`${result.failure.message} ${result.failure.stderr}`);
  return JSON.parse(result.answer.notes[0] ?? "");
}

describe("what a hook is given", () => {
  it("is the event, its variables and its arguments", async () => {
    const argv = ["node", { file: "files/echo-world.mjs" }, "a b", "$HOME", "*", ""];
    const spec = fakeSpec("", { argv, env_names: ["NAMED", "ABSENT"], env_values: { MODE: "strict" } });
    const found = await world(spec, toolCall({ input: { command: "ls" }, workdir: temp }));
    expect(found.event).toEqual({ point: "before_tool_call", tool: "bash", input: { command: "ls" }, workdir: temp });
    expect(found.env).toEqual({ NAMED: "yes", MODE: "strict", LANG: "C.UTF-8", SMALL_POINT: "before_tool_call" });
    expect(found.argv).toEqual(["a b", "$HOME", "*", ""]);
    expect(found.cwd).toBe(temp);
  });

  it("cannot replace what the protocol says", async () => {
    const argv = ["node", { file: "files/echo-world.mjs" }];
    const found = await world(fakeSpec("", { argv, env_names: [], env_values: { SMALL_POINT: "other", LANG: "x" } }));
    expect(found.env).toEqual({ LANG: "x", SMALL_POINT: "before_tool_call" });
  });

  it("is the folder its rule names", async () => {
    mkdirSync(join(temp, "sub"));
    const argv = ["node", { file: "files/echo-world.mjs" }];
    expect((await world(fakeSpec("", { argv, cwd: "sub" }), toolCall({ workdir: temp }))).cwd).toBe(join(temp, "sub"));
    expect((await world(fakeSpec("", { argv, cwd: temp }))).cwd).toBe(temp);
  });

  it("is a shell only when asked for", async () => {
    const { result } = await run(sh(`printf '{"outcome":"block","message":"%s"}' "$((1 + 1))"`));
    expect(result).toMatchObject({ ok: true, answer: { outcome: "block", message: "2" } });
  });
});

describe("what a hook's answer is held to", () => {
  it("is its grant", async () => {
    const { result, events } = await run(sh(`echo '{"outcome":"allow"}'`));
    expect(result).toMatchObject({ ok: false, failure: { kind: "grant", code: "P727" } });
    expect(result).toMatchObject({ failure: { message: "the hook of `scan` may not allow" } });
    expect(events.map(({ type }) => type)).toEqual(["hook_started", "hook_failed"]);
    expect((await run(sh(`echo '{"outcome":"allow"}'`, { may: ["allow"] }))).result.ok).toBe(true);
  });

  it("is nothing when it only observes", async () => {
    const { result, events } = await run(sh(`echo '{"outcome":"stop"}'`, { observe: [], may: [] }));
    expect(result).toMatchObject({ ok: true, answer: { outcome: "pass" } });
    expect(events.map(({ type }) => type)).toEqual(["hook_started", "hook_finished"]);
  });

  it("is a result when it responds", async () => {
    const { result } = await run(sh(`echo '{"outcome":"respond"}'`, { may: ["respond"] }));
    expect(result).toMatchObject({ ok: false, failure: { kind: "shape" } });
  });

  it("is the exit code's meaning", async () => {
    const { result } = await run(sh(`echo no >&2; exit 2`));
    expect(result).toMatchObject({ ok: true, answer: { outcome: "block", message: "no" } });
  });
});

describe("what ends a hook early", () => {
  it("is the decision's own deadline", async () => {
    const { result } = await run(sh("sleep 600"), toolCall(), { timeoutMs: 300 });
    expect(result).toMatchObject({ ok: false, failure: { kind: "timeout" } });
  });

  it("is a policy that closes", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const { result } = await run(sh("echo bye >&2; sleep 60"), toolCall(), { signal: stop.signal });
    expect(result).toMatchObject({ ok: false, failure: { kind: "closed", code: "P728" } });
  });
});

describe("what keeps a hook from starting", () => {
  it("is a carried file that has changed", async () => {
    const own = new HookFiles({ folder: join(temp, "none"), files: fakeFiles() }, temp);
    const path = own.pathOf("files/silent.sh") ?? "";
    chmodSync(path, 0o700);
    writeFileSync(path, '#!/bin/sh\necho \'{"outcome":"pass"}\'\n');
    const { result } = await runFake(fakeSpec("silent.sh"), { files: own, groups });
    expect(result).toMatchObject({ ok: false, failure: { kind: "file-changed", code: "P729" } });
    expect(result).toMatchObject({
      failure: { message: "files/silent.sh, which the hook of `scan` uses, is not the file that was built" },
    });
    own.close();
  });

  it("is a folder that is not there", async () => {
    const { result } = await run(sh("true"), toolCall({ workdir: join(temp, "gone") }));
    const message = "the hook of `scan` could not be started: its working folder does not exist";
    expect(result).toMatchObject({ ok: false, failure: { kind: "spawn", code: "P720", message } });
  });

  it("is told when the policy is loaded", async () => {
    const refused = (argv: HookSpec["argv"]) => run(fakeSpec("", { argv })).then(String, (error) => error.message);
    expect(await refused(["no-such-program-anywhere"])).toContain("it is not in any folder of PATH");
    expect(await refused([{ file: "files/none.sh" }])).toContain("the bundle does not contain this file");
    expect(await refused(["sh", { file: "files/none.sh" }])).toContain("the bundle does not contain this file");
    expect(await refused([])).toContain("no program is given");
    expect(await refused(["sh", "a\0b"])).toContain("NUL");
  });
});
