// A fault of policyc itself: one line with a code, exit 3, and the stack only for those who ask.

import { expect, test } from "vitest";
import type { Io } from "../../src/cli/base/io.ts";
import { run } from "../../src/cli/run.ts";

async function failing(env: Io["env"], fault: unknown): Promise<{ exit: number; err: string }> {
  const parts: string[] = [];
  const exit = await run(["fmt", "-"], {
    cwd: "/",
    env,
    stdout: { isTty: false, write: () => {} },
    stderr: { isTty: false, write: (text) => void parts.push(text) },
    stdin: {
      isTty: false,
      read: async () => {
        throw fault;
      },
    },
  });
  return { exit, err: parts.join("") };
}

test("one line, no stack", async () => {
  const fault = new Error("boom \x1b[31m\nsecond line");
  expect(await failing({}, fault)).toEqual({ exit: 3, err: "error[P899]: internal error: Error: boom \\u{1b}[31m\n" });
});

test("something thrown that is not an error", async () => {
  expect(await failing({}, "text")).toEqual({ exit: 3, err: "error[P899]: internal error: text\n" });
});

test("POLICYC_DEBUG shows the stack", async () => {
  const { exit, err } = await failing({ POLICYC_DEBUG: "1" }, new Error("boom"));
  expect(exit).toBe(3);
  expect(err).toContain("internal-error.test.ts");
});
