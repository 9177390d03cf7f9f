import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Folders whose tests only call functions: they may share the modules that one of them has loaded. */
const PURE = [
  ...["diagnostics", "diff", "emit", "format", "grammar", "import", "ir", "logic", "model", "parse", "policies"],
  ...["property", "report", "shell", "witness"],
].map((folder) => `test/${folder}/**/*.test.ts`);

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
    // Nothing here talks to another machine, and reading more certificates takes a process longer than its start.
    env: { NODE_EXTRA_CA_CERTS: "" },
    projects: [
      { extends: true, test: { name: "pure", include: PURE, isolate: false } },
      {
        extends: true,
        test: {
          name: "processes",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", "test/runtimes/**", ...PURE],
        },
      },
    ],
  },
});
