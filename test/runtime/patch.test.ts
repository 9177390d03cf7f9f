// What a patch changes according to its headers, in both formats.

import { describe, expect, it } from "vitest";
import { type PatchOptions, patchedPaths } from "../../src/language/patch.ts";

const shown = (lines: readonly string[], options?: PatchOptions): string => {
  const { writes, deletes, complete } = patchedPaths(lines.join("\n"), options);
  return `w:${writes.join(",")} d:${deletes.join(",")}${complete ? "" : " ..."}`;
};

const hunk = ["@@ -1 +1 @@", "-a", "+b"];

describe("patches", () => {
  const cases: readonly (readonly [name: string, lines: readonly string[], paths: string])[] = [
    [
      "codex",
      ["*** Begin Patch", "*** Add File: a b.txt", "+x", "*** Delete File: c", "*** End Patch"],
      "w:a b.txt d:c",
    ],
    [
      "codex, a move",
      ["*** Begin Patch", "*** Update File: a", "*** Move to: b", "@@", "-x", "+y", "*** End of File", "*** End Patch"],
      "w:a,b d:a",
    ],
    ["codex, a header nobody knows", ["*** Begin Patch", "*** Rename File: a", "*** End Patch"], "w: d: ..."],
    ["codex, no name", ["*** Begin Patch", "*** Add File: ", "*** End Patch"], "w: d: ..."],
    ["codex, text that looks like a header", ["*** Begin Patch", "*** Add File: a", "+*** Delete File: b"], "w:a d:"],
    ["codex with carriage returns", ["*** Begin Patch\r", "*** Add File: a\r", "*** End Patch\r"], "w:a d:"],
    ["unified", ["--- a/x.ts", "+++ b/x.ts", ...hunk], "w:x.ts d:"],
    ["unified with dates", ["--- x.ts\t2026-01-01", "+++ x.ts\t2026-01-02", ...hunk], "w:x.ts d:"],
    ["a new file", ["--- /dev/null", "+++ b/new", "@@ -0,0 +1 @@", "+a"], "w:new d:"],
    ["a file that goes", ["--- a/old", "+++ /dev/null", "@@ -1 +0,0 @@", "-a"], "w: d:old"],
    ["removed text that looks like a header", ["--- a/x", "+++ b/x", "@@ -1 +1 @@", "--- a/y", "+++ b/y"], "w:x d:"],
    ["two files", ["--- a/x", "+++ b/x", ...hunk, "--- a/y", "+++ b/y", ...hunk], "w:x,y d:"],
    ["git, a rename", ["diff --git a/o b/n", "rename from o", "rename to n"], "w:n d:o"],
    ["git, a mode", ["diff --git a/x y b/x y", "old mode 100644", "new mode 100755"], "w:x y d:"],
    ["git, quoted", ['diff --git "a/\\303\\244" "b/\\303\\244"', 'rename from "o"'], "w:ä d:o"],
    ["git, binary", ["diff --git a/x.png b/x.png", "GIT binary patch"], "w:x.png d:"],
    ["git, names that cannot be told", ["diff --git a/x y b/z w"], "w: d: ..."],
    ["no patch", ["hello"], "w: d: ..."],
    ["empty", [""], "w: d: ..."],
    ["a context diff", ["*** x", "--- y", "***************"], "w: d: ..."],
  ];
  it.each(cases)("%s", (_, lines, paths) => {
    expect(shown(lines)).toBe(paths);
  });

  it("strip as many parts as they are told", () => {
    expect(shown(["--- a/b/c", "+++ a/b/c", ...hunk], { strip: 0 })).toBe("w:a/b/c d:");
    expect(shown(["--- a/b/c", "+++ a/b/c", ...hunk], { strip: 2 })).toBe("w:c d:");
    expect(shown(["--- /abs/x", "+++ /abs/x", ...hunk])).toBe("w:/abs/x d:");
  });

  it("go backwards", () => {
    expect(shown(["--- /dev/null", "+++ b/new", "@@ -0,0 +1 @@", "+a"], { reverse: true })).toBe("w: d:new");
    expect(shown(["rename from o", "rename to n"], { reverse: true })).toBe("w:o d:n");
  });

  it("say when a text is too long to be read whole", () => {
    const long = `--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+${"b".repeat(1_100_000)}`;
    expect(patchedPaths(long)).toEqual({ writes: ["x"], deletes: [], complete: false });
  });
});
