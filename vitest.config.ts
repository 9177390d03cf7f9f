import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    exclude: ["test/runtimes/**"],
    testTimeout: 30_000,
  },
});
