// The shipped types as a program sees them that has installed the package: one file for each module, which needs no other
// types, not even Node's. `npm run build` makes them.

import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../harness.ts";
import { runFolder } from "../run-folder.ts";

const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

const settings = {
  compilerOptions: {
    target: "es2022",
    lib: ["es2023"],
    module: "nodenext",
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: [],
  },
  files: ["program.ts"],
};

const PROGRAM = `import { buildBundle, type CheckResult, checkPolicies, formatPolicy, Session } from "policyc/compiler";
import { type Decision, loadPolicies, loadPolicy, type Manifest, PolicyLoadError, readManifest } from "policyc/runtime";

const options = { cwd: "/project", packsDir: "/project/policies" };
const checked: CheckResult = await checkPolicies(["a.policy"], options);
const texts: readonly string[] = checked.diagnostics.map(({ code, message, span }) => code + message + checked.place(span).line);
const { revision } = await buildBundle(["a.policy"], { ...options, outDir: "/project/out" });
const text: string | null = formatPolicy({ file: "a.policy", text: "" } as Parameters<typeof formatPolicy>[0], new Session());

const manifest: Manifest = await readManifest("/project/out");
const policy = await loadPolicy("/project/out", revision === null ? {} : { revision });
const decision: Decision = await policy.decide({ point: "before_tool_call", tool: "read" });
if (decision.outcome === "block") throw new Error(decision.reasons.map(({ rule, at }) => rule + at).join());
await policy.close();
export const set = await loadPolicies({});
export const isLoadError = (error: unknown): boolean => error instanceof PolicyLoadError;
export const shown = [texts, text, manifest.rules];

// @ts-expect-error: no outcome is a number
export const wrong: Decision = { ...decision, outcome: 1 };
`;

test("a program compiles against the shipped types alone", () => {
  const folder = runFolder("consumer-");
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/policyc"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ type: "module" }));
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(settings));
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, "-p", folder], { encoding: "utf8" });
  expect(stdout + stderr).toBe("");
}, 60_000);

test.each(["compiler", "runtime"])("the types of %s import nothing", (entry) => {
  expect(readFileSync(join(root, `dist/${entry}.d.ts`), "utf8")).not.toMatch(/^\s*import\b.*["(]|\bimport\(/m);
});
