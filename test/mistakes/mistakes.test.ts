// What newcomers write, and what they are told: every message has the words to write instead, and what has a fix is fixed.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { adviceOf } from "../../src/compiler/diagnostics/report/report.ts";
import type { Diagnostic } from "../../src/compiler/diagnostics/session.ts";
import { fixPolicies } from "../../src/compiler/pipeline.ts";
import { root } from "../harness.ts";
import { commands } from "./commands.ts";
import { conditions } from "./conditions.ts";
import { declarations } from "./declarations.ts";
import { examples } from "./examples.ts";
import type { Mistake } from "./mistake.ts";
import { otherLanguages } from "./other-languages.ts";
import { rules } from "./rules.ts";

const tables: { readonly [name: string]: readonly Mistake[] } = {
  "other languages": otherLanguages,
  declarations,
  conditions,
  commands,
  rules,
  examples,
};

function folderWith(policy: string): string {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-mistakes-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "my.policy"), policy);
  return cwd;
}

const shown = (found: Diagnostic): string =>
  [found.message, found.help ?? "", found.fix === null ? "" : (adviceOf({ help: null, fix: found.fix }) ?? "")].join(
    "\n",
  );

/** Words that a reader can write: in backticks, in the advice or in the message. */
const hasWords = (found: Diagnostic): boolean =>
  found.help !== null || found.fix !== null || /`[^`]+`/.test(found.message);

describe.each(Object.entries(tables))("%s", (_, mistakes) => {
  const rows = mistakes.map(([what, policy, code, says, fixed]) => ({ what, policy, code, says, fixed }));
  test.each(rows)("$what", async ({ policy, code, says, fixed }) => {
    const cwd = folderWith(policy);
    const { first, result, broken, changed } = await fixPolicies(["my.policy"], {
      cwd,
      packsDir: join(root, "policies"),
      requireRules: true,
    });
    const errors = first.diagnostics.filter(({ severity }) => severity === "error");
    const [main] = errors.length > 0 ? errors : first.diagnostics;
    expect(main?.code).toBe(code);
    expect(first.diagnostics.map(shown).join("\n")).toContain(says);
    expect(first.diagnostics.filter((found) => !hasWords(found))).toEqual([]);
    // Nobody reads more than three messages about one mistake.
    expect(errors.length).toBeLessThanOrEqual(3);
    if (fixed === undefined) return;
    expect(broken).toBeNull();
    expect(changed.get("my.policy")?.after).not.toBe(policy);
    expect(result.diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  });
});

test("there are many, and no two with one name", () => {
  const names = Object.values(tables).flatMap((mistakes) => mistakes.map(([what]) => what));
  expect(new Set(names).size).toBe(names.length);
  expect(names.length).toBeGreaterThan(250);
});
