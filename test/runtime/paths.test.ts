// Absolute forms of what a call may write for a path.

import { expect, test } from "vitest";
import { absolute } from "../../src/runtime/core/paths.ts";

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
