// What a bundle holds: pure, reproducible, hashed, and loadable by the runtime.

import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, runInContext } from "node:vm";
import { build, transform } from "esbuild";
import { expect, it, vi } from "vitest";
import { writeBundle } from "../../src/compiler/bundle/write-bundle.ts";
import { buildBundle } from "../../src/compiler/pipeline.ts";
import { revisionOf } from "../../src/language/revision.ts";
import { sha256Hex } from "../../src/language/sha256.ts";
import { loadPolicy } from "../../src/runtime/index.ts";
import { everyForm } from "../emit/every-form.ts";
import { bundleOf, scratch, smallIr } from "./built.ts";
import { distCopy } from "./dist-copy.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const packsDir = join(root, "policies");
const policy = `rule no-env
  on before_tool_call
  when tool == "read" and any reads matches "**/.env*"
  block "{reads} holds secrets."
  fires on { tool: "read", input: { path: ".env" } }
`;

it("holds these files, each with its hash, under a revision that covers them all", async () => {
  const { files, manifest } = await bundleOf(everyForm);
  expect([...files.keys()].sort()).toEqual([
    "hook.cjs",
    "hooks.json",
    "ir.json",
    "manifest.json",
    "policy.mjs",
    "policy.ts",
    "run-hooks.mjs",
    "worker.mjs",
  ]);
  for (const [name, hash] of Object.entries(manifest.files)) expect(sha256Hex(files.get(name) ?? "")).toBe(hash);
  expect(revisionOf(manifest, manifest.files)).toBe(manifest.revision);
  expect(JSON.parse(new TextDecoder().decode(files.get("manifest.json")))).toEqual(
    JSON.parse(JSON.stringify(manifest)),
  );
});

it("says in the first line of each program what it is for", async () => {
  const { files } = await bundleOf(smallIr);
  for (const name of ["hook.cjs", "policy.mjs", "policy.ts", "run-hooks.mjs", "worker.mjs"])
    expect(new TextDecoder().decode(files.get(name)).split("\n", 1)[0], name).toMatch(/^\/\/ .* bundle.*\.$/);
});

it("says in the manifest what the rules need", async () => {
  const { manifest } = await bundleOf(everyForm);
  expect(manifest.facts).toEqual({
    after_tool_result: ["env:CI", "file_exists:CHANGELOG.md", "git_branch"],
    before_tool_call: ["env:CI", "file_exists:CHANGELOG.md", "git_branch"],
  });
  expect(manifest.capabilities).toEqual(["allow", "ask", "block", "note", "respond", "set_output", "warn"]);
  expect(manifest.targets).toEqual({
    policyc: [],
    codex: [{ rule: "plain", point: "before_tool_call", effect: "block" }],
  });
  expect(manifest.cost.rulesPerPoint).toEqual({ after_tool_result: 2, before_model_call: 1, before_tool_call: 7 });
  expect(manifest.cost.testsPerPoint).toEqual({ after_tool_result: 94, before_model_call: 35, before_tool_call: 1219 });
});

it("changes its revision with any content", async () => {
  const one = await bundleOf(smallIr);
  const two = await bundleOf({ ...smallIr, labels: ["x"] });
  expect(one.manifest.revision).not.toBe(two.manifest.revision);
  expect((await bundleOf(smallIr)).manifest.revision).toBe(one.manifest.revision);
});

it("has a module without imports, paths of this machine or source maps", async () => {
  for (const ir of [smallIr, everyForm]) {
    const text = new TextDecoder().decode((await bundleOf(ir)).files.get("policy.mjs"));
    const { metafile } = await build({
      stdin: { contents: text, loader: "js" },
      bundle: true,
      external: ["*"],
      write: false,
      metafile: true,
    });
    expect(Object.values(metafile.outputs).flatMap((output) => output.imports)).toEqual([]);
    for (const trace of [root.slice(0, -1), "sourceMappingURL", "src/runtime", "node_modules/unbash"])
      expect(text).not.toContain(trace);
  }
});

it("has a worker without dependencies, paths of this machine or source maps", async () => {
  const text = new TextDecoder().decode((await bundleOf(smallIr)).files.get("worker.mjs"));
  const { metafile } = await build({
    stdin: { contents: text, loader: "js" },
    bundle: true,
    format: "esm",
    external: ["*"],
    write: false,
    metafile: true,
  });
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports.map(({ path }) => path));
  expect(imports.filter((path) => !isBuiltin(path))).toEqual([]);
  // Compared as lists: half a megabyte of minified code helps nobody in a failure.
  const traces = [root.slice(0, -1), "sourceMappingURL=", "src/runtime/", "node_modules/execa"];
  expect(traces.filter((trace) => text.includes(trace))).toEqual([]);
});

it("has a hook without dependencies, paths of this machine or source maps", async () => {
  const { files } = await bundleOf(smallIr);
  const text = new TextDecoder().decode(files.get("hook.cjs"));
  expect(text.match(/require\("(?!node:)[^"]*"\)/g)).toBeNull();
  for (const trace of ["sourceMappingURL", "node_modules/unbash", root])
    expect(text.includes(trace), trace).toBe(false);
});

it("has a module that decides where there is JavaScript and a text decoder, and no code from text", async () => {
  const text = new TextDecoder().decode((await bundleOf(everyForm)).files.get("policy.mjs"));
  const { code } = await transform(text, { format: "iife", globalName: "bundle" });
  const context = createContext({ TextDecoder }, { codeGeneration: { strings: false, wasm: false } });
  const event = { point: "before_tool_call", tool: "write", input: { path: "src/a.ts" } };
  const ask = `JSON.stringify(bundle.createPolicy({ revision: "r" }).decideSync(${JSON.stringify(event)}))`;
  expect(JSON.parse(runInContext(`${code}\n${ask}`, context))).toMatchObject({ revision: "r", failures: [] });
});

it("is the same byte for byte in another folder at another time", async () => {
  const [one, two] = [scratch(), scratch()];
  for (const cwd of [one, two]) writeFileSync(join(cwd, "a.policy"), policy);
  const first = await buildBundle(["a.policy"], { cwd: one, packsDir, outDir: join(one, "out") });
  expect(first.diagnostics).toEqual([]);
  vi.useFakeTimers({ now: new Date("2031-05-05T05:05:05Z"), toFake: ["Date"] });
  try {
    const otherPacks = join(two, "packs");
    cpSync(packsDir, otherPacks, { recursive: true });
    const outDir = join(two, "deep", "er", "bundle");
    const second = await buildBundle(["a.policy"], { cwd: two, packsDir: otherPacks, outDir });
    expect(second.revision).toBe(first.revision);
    for (const name of first.files)
      expect(readFileSync(join(outDir, name)).equals(readFileSync(join(one, "out", name))), name).toBe(true);
  } finally {
    vi.useRealTimers();
  }
});

it("is the same from sources and as installed, whatever locale, time zone and folder", async () => {
  const cwd = scratch();
  writeFileSync(join(cwd, "a.policy"), policy);
  const { revision } = await buildBundle(["a.policy"], { cwd, packsDir, outDir: join(cwd, "zero") });
  const compiler = await distCopy(scratch());
  const script = join(root, "test/bundle/build-child.mjs");
  const buildThere = (out: string, env: Record<string, string>, at: string): string =>
    execFileSync(process.execPath, [script, compiler, cwd, packsDir, join(cwd, out)], {
      cwd: at,
      env: { ...process.env, ...env },
      encoding: "utf8",
    }).trim();
  expect(buildThere("one", { TZ: "UTC", LANG: "C" }, root)).toBe(revision);
  expect(buildThere("two", { TZ: "Asia/Tokyo", LANG: "tr_TR.UTF-8", LC_ALL: "tr_TR.UTF-8" }, cwd)).toBe(revision);
});

it("loads and decides", async () => {
  const dir = join(scratch(), "bundle");
  const { files, manifest } = await bundleOf(smallIr);
  writeBundle(dir, files);
  expect(readdirSync(dir).sort()).toEqual([...files.keys()].sort());
  const loaded = await loadPolicy(dir, { revision: manifest.revision });
  const decision = loaded.decideSync({ point: "before_tool_call", tool: "bash", input: { command: "x" } });
  expect(decision.outcome).toBe("block");
  expect(decision.reasons[0]?.rule).toBe("no-bash");
  await loaded.close();
});

it("carries the files of hooks, executable and hashed", async () => {
  const cwd = scratch();
  mkdirSync(join(cwd, "hooks"));
  writeFileSync(join(cwd, "hooks/scan.py"), "print(1)\n");
  const text = `rule scan
  on before_tool_call
  when tool == "write"
  run ["python3", file("hooks/scan.py")] timeout 2s may block, note fail closed
  fires on { tool: "write", input: { path: "a", content: "" } }
`;
  writeFileSync(join(cwd, "a.policy"), text);
  const outDir = join(cwd, "out");
  const built = await buildBundle(["a.policy"], { cwd, packsDir, outDir });
  expect(built.diagnostics.map(({ code, message }) => `${code} ${message}`)).toEqual([]);
  const carried = built.files.filter((name) => name.startsWith("files/"));
  expect(carried).toHaveLength(1);
  const [name = ""] = carried;
  expect(readFileSync(join(outDir, name), "utf8")).toBe("print(1)\n");
  expect(statSync(join(outDir, name)).mode & 0o100).toBe(0o100);
  const manifest = JSON.parse(readFileSync(join(outDir, "manifest.json"), "utf8"));
  expect(manifest.files[name]).toBe(sha256Hex("print(1)\n"));
  const hooks = JSON.parse(readFileSync(join(outDir, "hooks.json"), "utf8"));
  expect(hooks).toMatchObject({
    format: 1,
    hooks: [{ rule: "scan", argv: ["python3", { file: name }], fail: "closed" }],
  });
  // Changing the file changes the revision.
  writeFileSync(join(cwd, "hooks/scan.py"), "print(2)\n");
  expect((await buildBundle(["a.policy"], { cwd, packsDir, outDir })).revision).not.toBe(built.revision);
});
