import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** They load dozens of bundles each, as modules, which stay in memory for as long as their process. */
const ALONE = ["test/hooks/decide.test.ts", "test/runtime/scopes*.test.ts"];

export default defineConfig({
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
    testTimeout: 30_000,
    // Most of them compile a policy, which takes its time on a machine that is busy.
    hookTimeout: 60_000,
    // Nothing here talks to another machine, and reading more certificates takes a process longer than its start. Resident
    // processes are started by the tests that are about them.
    env: { NODE_EXTRA_CA_CERTS: "", POLICYC_RESIDENT: "never" },
    projects: [
      { extends: true, test: { name: "alone", include: ALONE } },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", "test/runtimes/**", ...ALONE],
          // Most of them load the same modules, which takes longer than many of the tests. What a test changes for others,
          // the clock, the environment, it puts back; hooks belong into test files, or into functions that those call.
          isolate: false,
        },
      },
    ],
  },
});
