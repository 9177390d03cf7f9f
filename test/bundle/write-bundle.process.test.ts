// Where a bundle may go, and that no moment of a build leaves nothing to load.

import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { refuseOutput, writeBundle } from "../../src/compiler/bundle/write-bundle.ts";
import { buildBundle } from "../../src/compiler/pipeline.ts";
import { loadPolicy } from "../../src/runtime/index.ts";
import { bundleOf, scratch, smallIr } from "./built.ts";
import { distCopy } from "./dist-copy.ts";

const packsDir = fileURLToPath(new URL("../../policies", import.meta.url));
const policy = `rule no-bash
  on before_tool_call
  when tool == "bash"
  block "No shell."
  fires on "ls"
`;

const revisionAt = async (dir: string): Promise<string> => {
  const loaded = await loadPolicy(dir);
  await loaded.close();
  return loaded.revision;
};

describe("the output folder", () => {
  it.skipIf(process.platform !== "linux")("that the system refuses is an error, in bounded time", async () => {
    const { files } = await bundleOf(smallIr);
    expect(() => writeBundle("/proc/policyc-test", files)).toThrow();
    expect(() => writeBundle("/proc/policyc-test/deep/out", files)).toThrow();
  });

  it("may be absent, empty, or an earlier bundle", async () => {
    const dir = join(scratch(), "deep", "out");
    const { files } = await bundleOf(smallIr);
    expect(refuseOutput(dir)).toBeNull();
    mkdirSync(dir, { recursive: true });
    expect(refuseOutput(dir)).toBeNull();
    writeBundle(dir, files);
    expect(refuseOutput(dir)).toBeNull();
    writeBundle(dir, files);
    expect(readdirSync(join(dir, ".."))).toEqual(["out"]);
  });

  it("is refused when it holds anything else, and nothing is touched", async () => {
    const cwd = scratch();
    writeFileSync(join(cwd, "a.policy"), policy);
    const result = await buildBundle(["a.policy"], { cwd, packsDir, outDir: cwd });
    expect(result.diagnostics.map(({ code }) => code)).toEqual(["P620"]);
    expect(result.revision).toBeNull();
    expect(readdirSync(cwd)).toEqual(["a.policy"]);
  });

  it.each([
    ["a foreign manifest", (dir: string) => writeFileSync(join(dir, "manifest.json"), '{"name":"web app"}')],
    ["a broken manifest", (dir: string) => writeFileSync(join(dir, "manifest.json"), "{")],
    ["a file", (dir: string) => writeFileSync(join(dir, "notes.txt"), "mine")],
  ])("is refused with %s in it", (_, put) => {
    const dir = scratch();
    put(dir);
    expect(refuseOutput(dir)).toMatchObject({ kind: "occupied" });
  });

  it("is refused when somebody put a file into a bundle", async () => {
    const dir = join(scratch(), "out");
    writeBundle(dir, (await bundleOf(smallIr)).files);
    mkdirSync(join(dir, "files"));
    writeFileSync(join(dir, "files", "notes.txt"), "mine");
    expect(refuseOutput(dir)?.why).toContain("files/notes.txt");
  });

  it("is refused when it is a file or the root folder", () => {
    const file = join(scratch(), "x");
    writeFileSync(file, "");
    expect(refuseOutput(file)).toMatchObject({ kind: "occupied" });
    expect(refuseOutput("/")).toMatchObject({ kind: "occupied" });
  });

  it("may be a link to a folder: the link stays", async () => {
    const folder = scratch();
    const { files, manifest } = await bundleOf(smallIr);
    mkdirSync(join(folder, "real"));
    symlinkSync("real", join(folder, "current"));
    writeBundle(join(folder, "current"), files);
    expect(readdirSync(join(folder, "real"))).toContain("manifest.json");
    expect(await revisionAt(join(folder, "current"))).toBe(manifest.revision);
  });
});

describe("a build that does not finish", () => {
  it("leaves the old bundle when it fails", async () => {
    const cwd = scratch();
    const outDir = join(cwd, "out");
    writeFileSync(join(cwd, "a.policy"), policy);
    const { revision } = await buildBundle(["a.policy"], { cwd, packsDir, outDir });
    writeFileSync(join(cwd, "a.policy"), policy.replace('"bash"', '"bahs"'));
    const failed = await buildBundle(["a.policy"], { cwd, packsDir, outDir });
    expect(failed.revision).toBeNull();
    expect(await revisionAt(outDir)).toBe(revision);
    expect(readdirSync(cwd).sort()).toEqual(["a.policy", "out"]);
  });

  it("leaves the old bundle loadable between its two renames, and the next build puts it right", async () => {
    const folder = scratch();
    const dir = join(folder, "out");
    const { files, manifest } = await bundleOf(smallIr);
    writeBundle(dir, files);
    renameSync(dir, join(folder, ".out.last"));
    mkdirSync(join(folder, ".out.next-999999999-00000000"));
    expect(await revisionAt(dir)).toBe(manifest.revision);
    writeBundle(dir, files);
    expect(await revisionAt(dir)).toBe(manifest.revision);
    expect(readdirSync(folder)).toEqual(["out"]);
  });

  it("does not take the kept bundle for the real one", async () => {
    const folder = scratch();
    const dir = join(folder, "out");
    writeBundle(dir, (await bundleOf(smallIr)).files);
    renameSync(dir, join(folder, ".out.last"));
    mkdirSync(dir);
    await expect(loadPolicy(dir)).rejects.toMatchObject({ code: "P601" });
    rmSync(dir, { recursive: true });
    writeFileSync(join(folder, ".out.last", "policy.mjs"), "export {}");
    await expect(loadPolicy(dir)).rejects.toMatchObject({ code: "P604" });
  });

  it("can be killed at any moment", async () => {
    const cwd = scratch();
    const outDir = join(cwd, "out");
    writeFileSync(join(cwd, "a.policy"), policy);
    const { revision } = await buildBundle(["a.policy"], { cwd, packsDir, outDir });
    const compiler = await distCopy(scratch());
    const script = fileURLToPath(new URL("build-child.mjs", import.meta.url));
    let seed = 7;
    for (let round = 0; round < 8; round++) {
      const child = spawn(process.execPath, [script, compiler, cwd, packsDir, outDir, "again"], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      // Once it has built, any delay hits some moment of a later build.
      await once(child.stdout, "data");
      seed = (seed * 1103515245 + 12345) % 2 ** 31;
      await new Promise((done) => setTimeout(done, seed % 97));
      child.kill("SIGKILL");
      await once(child, "exit");
      expect(await revisionAt(outDir), `round ${round}`).toBe(revision);
    }
    await buildBundle(["a.policy"], { cwd, packsDir, outDir });
    expect(readdirSync(cwd).sort()).toEqual(["a.policy", "out"]);
    expect(existsSync(join(outDir, "manifest.json"))).toBe(true);
    expect(readFileSync(join(outDir, "manifest.json"), "utf8")).toContain(String(revision));
  });
});
