// Absolute forms of what a call may write for a path.

import { expect, test } from "vitest";
import { absolute } from "../../src/runtime/core/paths.ts";

test.each([
  ["a/../b", "/work/b"],
  ["./a//b/", "/work/a/b"],
  ["/etc/../etc/passwd", "/etc/passwd"],
  ["~/x", "/home/dev/x"],
  ["$HOME/x", "/home/dev/x"],
  [`$${"{PWD}"}/x`, "/work/x"],
  ["$HOMER/x", "/work/$HOMER/x"],
  ["file:///etc/passwd", "/etc/passwd"],
  ["FILE://localhost/etc/%70asswd", "/etc/passwd"],
  ["file:///etc/%zz", "/work/file:/etc/%zz"],
  ["C:\\Users\\..\\x", "C:/x"],
])("%s", (text, wanted) => {
  expect(absolute(text, "/work", "/home/dev")).toBe(wanted);
});

test("a home that is not known is not guessed", () => {
  expect(absolute("~/x", "/work", undefined)).toBeUndefined();
});
