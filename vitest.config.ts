import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

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
    include: ["test/**/*.test.ts"],
    exclude: ["**/node_modules/**", "test/runtimes/**"],
    // The suite is mostly processes and compilations: one worker for every core, where the default leaves one idle.
    maxWorkers: "100%",
    testTimeout: 30_000,
    // Most of them compile a policy, which takes its time on a machine that is busy.
    hookTimeout: 60_000,
  },
});
