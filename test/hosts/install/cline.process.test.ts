// Cline runs one program for each event: ours is written, kept executable, brought up to date and removed; others' stay.

import { spawnSync } from "node:child_process";
import { chmod, mkdir, readdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { clineInstall } from "../../../src/hosts/cline/install.ts";
import { type Bundles, buildBundles, openWorkbench, textAt, type Workbench } from "./workbench.ts";

let bundles: Bundles;
let bench: Workbench;
beforeAll(async () => {
  bundles = await buildBundles();
});
afterAll(() => bundles.close());
beforeEach(async () => {
  bench = await openWorkbench(bundles);
});
afterEach(() => bench.close());

const folder = (place: "project" | "user"): string => {
  if (clineInstall.config.kind !== "scripts") throw new Error("Cline takes scripts");
  return clineInstall.config.folder(bench.site(place));
};

it.each(["project", "user"] as const)("goes in and out: %s", async (place) => {
  const go = (...flags: readonly string[]) =>
    bench.policyc("install", "cline", `--${place}`, "--bundle", ".policyc/bundle", "--yes", ...flags);
  expect(await go()).toMatchObject({ exit: 0, stderr: "" });
  const script = join(folder(place), "PreToolUse");
  const first = await textAt(script);
  expect(first).toMatch(/^#!\/bin\/sh\n/);
  expect((await stat(script)).mode & 0o777).toBe(0o755);
  expect((await go()).stdout).toContain("nothing to change");
  await chmod(script, 0o644);
  expect((await bench.policyc("install", "cline", "--status", `--${place}`)).stdout).toContain("PreToolUse");
  await go();
  expect((await stat(script)).mode & 0o777).toBe(0o755);
  await bench.use("second");
  await go();
  expect(await textAt(script)).not.toBe(first);
  expect(await go("--remove")).toMatchObject({ exit: 0 });
  await expect(readdir(folder(place))).rejects.toThrow();
});

it("answers with one document whatever happens to it", async () => {
  await bench.policyc("install", "cline", "--yes");
  const script = join(folder("project"), "PreToolUse");
  const env = { ...process.env, HOME: bench.home, XDG_STATE_HOME: join(bench.home, "state") };
  const answer = (input: string): unknown =>
    JSON.parse(spawnSync(script, { input, env, cwd: bench.project, encoding: "utf8" }).stdout);
  const call = { toolName: "read_file", parameters: { path: "README.md" } };
  const harmless = JSON.stringify({ hookName: "PreToolUse", clineVersion: "0", taskId: "0", preToolUse: call });
  expect(answer(harmless)).toEqual({ cancel: false });
  for (const payload of ["", "{", "[]", harmless + harmless, harmless.replace("PreToolUse", "PreEverything")])
    expect(answer(payload)).toMatchObject({ cancel: true, errorMessage: expect.stringMatching(/^policyc: /) });
  const gone = ((await textAt(script)) ?? "").replace("policyc.cjs", "gone.cjs");
  await writeFile(script, gone);
  expect(answer(harmless)).toEqual({ cancel: false });
  await rm(join(bench.project, ".policyc"), { recursive: true });
  expect(answer(harmless)).toMatchObject({ cancel: true, errorMessage: expect.stringContaining("run npm ci") });
});

it("does not touch the hook of another tool", async () => {
  const script = join(folder("project"), "PreToolUse");
  await mkdir(dirname(script), { recursive: true });
  await writeFile(script, "#!/bin/sh\nother hook --agent cline --bundle x\n");
  const ran = await bench.policyc("install", "cline", "--yes");
  expect(ran.exit).toBe(3);
  expect(ran.stderr).toContain("it is a hook of another tool");
  expect((await bench.policyc("install", "cline", "--remove", "--yes")).stdout).toContain("not installed");
  expect(await textAt(script)).toContain("other hook");
});

it("leaves scripts of others in the folder alone", async () => {
  const theirs = join(folder("project"), "TaskStart");
  await mkdir(dirname(theirs), { recursive: true });
  await writeFile(theirs, "#!/bin/sh\ntrue\n");
  await bench.policyc("install", "cline", "--yes");
  await bench.policyc("install", "cline", "--remove", "--yes");
  expect(await readdir(folder("project"))).toEqual(["TaskStart"]);
});
