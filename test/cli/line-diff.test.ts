// The unified diff: applying it to the first text must give the second.

import fc from "fast-check";
import { expect, test } from "vitest";
import { unifiedDiff } from "../../src/cli/show/line-diff.ts";
import { seeded } from "../seeded.ts";

/** Applies a diff the way `patch` would, checking every context and removed line. */
function patched(before: string, diff: string): string {
  const lines = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
  const result: string[] = [];
  let next = 0;
  const body = diff.replace(/\n\\ No newline at end of file\n/g, "\0");
  for (const part of body.match(/[^\n\0]*[\n\0]/g) ?? []) {
    const line = part.endsWith("\0") ? part.slice(1, -1) : part.slice(1);
    const header = /^@@ -(\d+)(?:,(\d+))? \+/.exec(part);
    if (header !== null) {
      const start = Number(header[1]) - (header[2] === "0" ? 0 : 1);
      while (next < start) result.push(lines[next++] ?? "");
    } else if (part[0] === "+") result.push(line);
    else {
      expect(lines[next]).toBe(line);
      if (part[0] === " ") result.push(line);
      next++;
    }
  }
  return [...result, ...lines.slice(next)].join("");
}

test("a diff applied gives the second text", () => {
  const text = fc
    .tuple(fc.array(fc.constantFrom("a\n", "b\n", "c\n", "\n"), { maxLength: 40 }), fc.constantFrom("", "end"))
    .map(([lines, end]) => lines.join("") + end);
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(patched(before, unifiedDiff(before, after))).toBe(after);
    }),
    seeded("line diff", 100),
  );
});

test("a small change in a long text is a small diff", () => {
  const lines = Array.from({ length: 100 }, (_, at) => `line ${at}\n`);
  const after = lines.with(50, "other\n").join("");
  expect(unifiedDiff(lines.join(""), after)).toBe(
    "@@ -48,7 +48,7 @@\n line 47\n line 48\n line 49\n-line 50\n+other\n line 51\n line 52\n line 53\n",
  );
});

test("two long texts with nothing in common are compared", () => {
  const text = (word: string) => Array.from({ length: 20_000 }, (_, at) => `${word}${at}\n`).join("");
  expect(unifiedDiff(text("a"), text("b")).startsWith("@@ -1,20000 +1,20000 @@")).toBe(true);
});
