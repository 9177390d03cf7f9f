// Absolute forms of what a call may write for a path.

import { expect, test } from "vitest";
import { absolute } from "../../src/runtime/engine/paths/paths.ts";
import { openPolicy } from "../shell/packs.ts";

test.each([
  ["a/../b", "/code/b"],
  ["./a//b/", "/code/a/b"],
  ["/etc/../etc/passwd", "/etc/passwd"],
  ["~/x", "/home/dev/x"],
  ["$HOME/x", "/home/dev/x"],
  [`$${"{PWD}"}/x`, "/code/x"],
  ["$HOMER/x", "/code/$HOMER/x"],
  ["file:///etc/passwd", "/etc/passwd"],
  ["FILE://localhost/etc/%70asswd", "/etc/passwd"],
  ["file:///etc/%zz", "/code/file:/etc/%zz"],
  ["C:\\Users\\..\\x", "C:/x"],
])("%s", (text, wanted) => {
  expect(absolute(text, "/code", "/home/dev")).toBe(wanted);
});

test("a home that is not known is not guessed", () => {
  expect(absolute("~/x", "/code", undefined)).toBeUndefined();
});

test("a path that no system takes is not known, and so not passed over", async () => {
  const policy = await openPolicy('on before_tool_call when any reads matches "**/.env" block "Secrets."');
  expect(policy.decide(`cat ${"a/".repeat(100)}b`).outcome).toBe("pass");
  expect(policy.decide(`cat ${"a/".repeat(8000)}.env`).outcome).toBe("block");
  for (const path of [`${"a/".repeat(9000)}.env`, `${"a/".repeat(9000)}b`, `${"a/".repeat(9000)}b*`]) {
    const { outcome, unclear } = policy.decide(`cat ${path}`);
    expect(outcome).toBe("ask");
    expect(unclear.flatMap(({ missing }) => missing)).toContain("a path of more than 16384 characters");
  }
  await policy.close();
});
