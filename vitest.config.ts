// Three tiers: `*.test.ts` runs in process, `*.process.test.ts` starts processes, and `npm run test:long` runs every file whose
// amounts come from test/seeded.ts once more, with ten times as much.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

const root = fileURLToPath(new URL(".", import.meta.url));
const PROCESSES = "test/**/*.process.test.ts";
const NEVER = ["**/node_modules/**", "test/runtimes/**"];

const scalable = readdirSync(`${root}test`, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".test.ts"))
  .filter((file) => /\bfrom "[./]*\/seeded\.ts"/.test(readFileSync(`${root}test/${file}`, "utf8")))
  .map((file) => `test/${file.replaceAll("\\", "/")}`);

const inProcess = { setupFiles: "test/parts/no-processes.ts" };
const withProcesses = { globalSetup: ["test/parts/setup.mjs", "test/parts/setup-programs.mjs"] };

const long = {
  extends: true,
  test: {
    ...withProcesses,
    name: "long",
    include: scalable,
    exclude: NEVER,
    env: { POLICYC_RUNS: "10" },
    testTimeout: 3_600_000,
    hookTimeout: 600_000,
  },
} as const;

const gate = [
  {
    extends: true,
    test: { ...inProcess, name: "in process", include: ["test/**/*.test.ts"], exclude: [...NEVER, PROCESSES] },
  },
  {
    extends: true,
    test: { ...withProcesses, name: "processes", include: [PROCESSES], exclude: NEVER },
  },
] as const;

export default defineConfig(({ mode }) => ({
  resolve: {
    alias: [
      {
        find: /^\.\/part-files\.ts$/,
        replacement: fileURLToPath(new URL("test/parts/part-files.ts", import.meta.url)),
      },
    ],
  },
  test: {
    globalSetup: "test/parts/setup.mjs",
    // The suite is mostly processes and compilations: one worker for every core, where the default leaves one idle.
    maxWorkers: "100%",
    // These only end what would never end: no test is about time.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    expect: { poll: { timeout: 100_000 } },
    // Nothing here talks to another machine, and reading more certificates takes a process longer than its start. Resident
    // processes are started by the tests that are about them.
    env: { NODE_EXTRA_CA_CERTS: "", POLICYC_RESIDENT: "never" },
    // Most of them load the same modules, which takes longer than many of the tests. What a test changes for others, the clock,
    // the environment, it puts back; hooks belong into test files, or into functions that those call.
    isolate: false,
    // Bundles are loaded as modules, which stay in memory for as long as their process.
    execArgv: ["--max-old-space-size=4096"],
    projects: mode === "long" ? [long] : [...gate],
  },
}));
