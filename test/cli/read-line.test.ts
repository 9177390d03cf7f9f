// Lines that a person types, and the end of the input.

import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { readLine } from "../../src/cli/base/read-line.ts";

test("a line is read, and after the end of the input every further answer is empty", async () => {
  const input = new PassThrough();
  input.write("one\n");
  expect(await readLine(input)).toBe("one");
  input.end();
  expect(await readLine(input)).toBe("");
  expect(await readLine(input)).toBe("");
});
