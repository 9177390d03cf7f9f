// One process: the record of its end, the one deadline, the caps, and nothing left of it afterwards.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import { ProcessGroups } from "../../src/runtime/external/process-group.ts";
import { openProcess, type ProcessRequest, runProcess } from "../../src/runtime/external/spawn.ts";
import { eventually, filesLeft, handlesOpen, markThisProcess, processesLeft } from "./leftovers.ts";

const outer = markThisProcess("spawn");
const groups = new ProcessGroups();
const folder = mkdtempSync(join(tmpdir(), "spawn-test-"));
const PATH = "/usr/local/bin:/usr/bin:/bin";
const MIB = 1024 * 1024;

function sh(script: string, more: Partial<ProcessRequest> = {}) {
  const request = { file: "/bin/sh", args: ["-c", script], env: { PATH }, cwd: folder, stdin: "{}\n", timeoutMs: 5000 };
  return runProcess({ ...request, graceMs: 200, ...more }, groups);
}

afterEach(async () => {
  await groups.settled();
  expect(await processesLeft(outer)).toEqual([]);
  expect(groups.size).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true }));

describe("what comes back", () => {
  it("has output, errors and exit code", async () => {
    const record = await sh("cat; echo bad >&2; exit 7", { stdin: "hello" });
    expect(record).toMatchObject({ code: 7, signal: null, stdout: "hello", stderr: "bad\n", timedOut: false });
    expect(record).toMatchObject({ oversize: false, stderrCut: false, aborted: false, spawnError: null });
  });

  it("has the signal", async () => {
    expect(await sh("kill -KILL $$")).toMatchObject({ code: null, signal: "SIGKILL", timedOut: false });
  });

  it("says why a program did not start", async () => {
    expect(await sh("", { file: "/no/such/program" })).toMatchObject({ spawnError: "it does not exist", code: null });
    expect(await sh("", { file: folder })).toMatchObject({ spawnError: "permission denied" });
    const why = "its working folder does not exist";
    expect(await sh("", { cwd: join(folder, "gone") })).toMatchObject({ spawnError: why });
    expect((await sh("echo \0")).spawnError).toContain("null bytes");
    expect((await sh("true", { env: { BIG: "x".repeat(4 * MIB) } })).spawnError).toBe("E2BIG");
  });
});

describe("what goes in", () => {
  it("passes the given environment only", async () => {
    const { stdout } = await sh("env", { env: { PATH, MODE: "strict" } });
    const names = stdout
      .trim()
      .split("\n")
      .map((line) => line.split("=", 1)[0]);
    expect(names.filter((name) => !["PWD", "OLDPWD", "SHLVL", "_"].includes(name ?? "")).sort()).toEqual(
      process.platform === "linux" ? ["MODE", "PATH", "POLICYC_HOOK"] : ["MODE", "PATH"],
    );
  });

  it("runs in the given folder", async () => {
    expect((await sh("pwd -P")).stdout.trim()).toBe(folder);
  });

  it("delivers 8 MiB of input", async () => {
    expect((await sh("wc -c", { stdin: "x".repeat(8 * MIB) })).stdout.trim()).toBe(String(8 * MIB));
  });

  it("does not mind input that is not read", async () => {
    expect(await sh("exit 0", { stdin: "x".repeat(MIB) })).toMatchObject({ code: 0, spawnError: null });
    expect(await sh("exec <&-; sleep 0.1; echo ok", { stdin: "x".repeat(MIB) })).toMatchObject({ stdout: "ok\n" });
  });
});

describe("the deadline", () => {
  it("holds for a program that never reads its input", async () => {
    const record = await sh("sleep 600", { stdin: "x".repeat(MIB), timeoutMs: 300 });
    expect(record).toMatchObject({ timedOut: true, code: null });
  });

  it("does not wait for the grace of a program that ignores SIGTERM", async () => {
    const record = await sh("trap '' TERM; while :; do sleep 0.05; done", { timeoutMs: 300, graceMs: 3000 });
    expect(record.timedOut).toBe(true);
    expect(groups.size).toBe(1);
  });

  it("gives SIGTERM before SIGKILL", async () => {
    const file = join(folder, "tidied");
    const script = `trap 'echo tidy > ${file}; exit 0' TERM; while :; do sleep 0.02; done`;
    await sh(script, { timeoutMs: 300, graceMs: 3000 });
    await groups.settled();
    expect(readFileSync(file, "utf8")).toBe("tidy\n");
  });

  it("keeps what was written until then", async () => {
    const record = await sh("echo early; echo why >&2; sleep 60", { timeoutMs: 500 });
    expect(record).toMatchObject({ timedOut: true, stdout: "early\n", stderr: "why\n" });
  });

  it("counts no exit as late because our own thread stood still", async () => {
    const pending = sh("echo in time", { timeoutMs: 400 });
    await new Promise((done) => setTimeout(done, 20));
    for (const until = performance.now() + 600; performance.now() < until; );
    expect(await pending).toMatchObject({ timedOut: false, code: 0, stdout: "in time\n" });
  });

  it("can be brought forward by an abort", async () => {
    const stop = new AbortController();
    setTimeout(() => stop.abort(), 100);
    const record = await sh("sleep 600", { signal: stop.signal });
    expect(record).toMatchObject({ aborted: true, timedOut: false, code: null });
    expect(await sh("echo never", { signal: stop.signal })).toMatchObject({ aborted: true, stdout: "" });
  });
});

describe("the caps", () => {
  it("keeps 1 MiB of each stream and reads the rest, so that the program can end", async () => {
    const flood = (to: string) => `head -c 5000000 /dev/zero | tr '\\0' x ${to}`;
    const record = await sh(`${flood("")}; ${flood(">&2")}; exit 4`);
    expect(record).toMatchObject({ code: 4, oversize: true, stderrCut: true });
    expect(record.stdout.length).toBe(MIB);
    expect(record.stderr.length).toBe(MIB);
  });

  it("allows exactly the cap", async () => {
    const record = await sh("printf 12345678", { capBytes: 8 });
    expect(record).toMatchObject({ stdout: "12345678", oversize: false });
    expect(await sh("printf 123456789", { capBytes: 8 })).toMatchObject({ stdout: "12345678", oversize: true });
  });

  it("never cuts through a character", async () => {
    for (const capBytes of [1, 2, 3, 4, 5, 6, 7, 8, 9]) {
      const { stdout } = await sh("printf 'aé€😀z'", { capBytes });
      expect("aé€😀z".startsWith(stdout)).toBe(true);
    }
  });

  it("replaces what is not UTF-8", async () => {
    expect((await sh("printf 'a\\377b\\303'")).stdout).toBe("a\ufffdb\ufffd");
  });
});

describe("what a program leaves behind", () => {
  it("is ended when it is in the group", async () => {
    const record = await sh("sleep 60 >/dev/null 2>&1 & echo done");
    expect(record).toMatchObject({ code: 0, stdout: "done\n" });
  });

  it("does not keep us waiting by holding the output open", async () => {
    const record = await sh("sleep 600 & echo done");
    expect(record).toMatchObject({ code: 0, stdout: "done\n" });
  });

  it.runIf(process.platform === "linux")("is ended when it left the group", async () => {
    const stubborn = "trap '' TERM HUP; while :; do sleep 0.05; done";
    const record = await sh(`(setsid sh -c "${stubborn}" </dev/null >/dev/null 2>&1 &); echo done`);
    expect(record).toMatchObject({ code: 0, stdout: "done\n" });
  });

  it("is ended too when it is a group of a hook's own hooks", async () => {
    const inner = `POLICYC_HOOK="$POLICYC_HOOK/inner" setsid sleep 60 </dev/null >/dev/null 2>&1 &`;
    expect(await sh(`${inner} echo done`)).toMatchObject({ stdout: "done\n" });
  });

  it("is no handle", async () => {
    const before = handlesOpen();
    await Promise.all(Array.from({ length: 5 }, () => sh("sleep 60 & exit 0")));
    await groups.settled();
    expect(await eventually(() => handlesOpen() <= before)).toBe(true);
  });

  it("is never somebody else's process", async () => {
    const other = new ProcessGroups();
    const bystander = await openProcess({ file: "/bin/sleep", args: ["60"], env: {}, cwd: folder }, other);
    if ("spawnError" in bystander) throw new Error(bystander.spawnError);
    await sh("sleep 60 & exit 0");
    await groups.settled();
    expect(process.kill(bystander.pid, 0)).toBe(true);
    await bystander.end(200);
    expect(await bystander.exited).toEqual({ code: null, signal: "SIGTERM" });
  });
});

describe("many at once", () => {
  it("mixes nothing up", async () => {
    const records = await Promise.all(
      Array.from({ length: 40 }, (_, i) => sh(`cat; exit ${i}`, { stdin: `input ${i}`, timeoutMs: 20_000 })),
    );
    expect(records.map(({ code, stdout }) => `${code} ${stdout}`)).toEqual(records.map((_, i) => `${i} input ${i}`));
  });

  it("ends all of them by one signal, without a warning", async () => {
    const warnings: Error[] = [];
    const note = (warning: Error): void => void warnings.push(warning);
    process.on("warning", note);
    const stop = new AbortController();
    const pending = Array.from({ length: 15 }, () => sh("sleep 60", { signal: stop.signal }));
    setTimeout(() => stop.abort(), 100);
    expect((await Promise.all(pending)).every(({ aborted }) => aborted)).toBe(true);
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("ends all of them on close", async () => {
    const own = new ProcessGroups();
    const launch = { file: "/bin/sleep", args: ["60"], env: {}, cwd: folder };
    await Promise.all([openProcess(launch, own), openProcess(launch, own), openProcess(launch, own)]);
    expect(own.size).toBe(3);
    await own.close(200);
    expect(own.size).toBe(0);
  });

  it.each([
    ["exits", "process.exit(5)", { code: 5, signal: null }],
    ["is told to end", "process.kill(process.pid, 'SIGTERM')", { code: null, signal: "SIGTERM" }],
    ["is interrupted", "process.kill(process.pid, 'SIGINT')", { code: null, signal: "SIGINT" }],
    ["fails", "throw new Error()", { code: 1, signal: null }],
  ])("ends all of them when its own process %s", async (_, ending, expected) => {
    const outfile = join(folder, "ends.mjs");
    buildSync({
      stdin: {
        contents: endsWhileRunning(ending),
        resolveDir: fileURLToPath(new URL("../../src/runtime/external", import.meta.url)),
      },
      outfile,
      bundle: true,
      platform: "node",
      format: "esm",
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    });
    const temp = mkdtempSync(join(folder, "temp-"));
    // Not as a hook of ours: whatever it leaves has to be found by its own token.
    const inner = `test-ends-${process.pid}-${Date.now()}`;
    const { status, signal } = spawnSync(process.execPath, [outfile, temp], { env: { PATH, POLICYC_HOOK: inner } });
    expect({ code: status, signal }).toEqual(expected);
    expect(await eventually(async () => (await processesLeft(inner)).length === 0)).toBe(true);
    expect(filesLeft(temp)).toEqual([]);
  });
});

function endsWhileRunning(ending: string): string {
  return `
    import { HookFiles } from "./hook-files.ts";
    import { ProcessGroups } from "./process-group.ts";
    import { openProcess } from "./spawn.ts";
    new HookFiles({ folder: "/", files: new Map([["files/a", new Uint8Array()]]) }, process.argv[2]);
    const script = "trap '' TERM INT; setsid sleep 60 & sleep 60";
    const launch = { file: "/bin/sh", args: ["-c", script], env: { PATH: process.env.PATH }, cwd: "/" };
    await openProcess(launch, new ProcessGroups());
    setTimeout(() => { ${ending} }, 300);
  `;
}
