import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

/** Folders whose tests share nothing: they change what others would see, the clock, the environment, the process. */
const ALONE = ["bundle", "cli", "runtime", "serve"].map((folder) => `test/${folder}/**/*.test.ts`);

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
      { extends: true, test: { name: "alone", include: ALONE } },
      {
        extends: true,
        test: {
          name: "shared",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", "test/runtimes/**", ...ALONE],
          // Most of them load the same modules, which takes longer than many of the tests.
          isolate: false,
        },
      },
    ],
  },
});
