// Every P4xx entry keeps its word: its `bad` policy gives exactly that code, its `good` one gives nothing.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { analysisCodes } from "../../src/compiler/catalogue/analysis.ts";
import type { Entry } from "../../src/compiler/catalogue/entry.ts";
import { checkPolicies } from "../../src/compiler/pipeline.ts";

const cwd = mkdtempSync(join(tmpdir(), "policyc-catalogue-"));
afterAll(() => rmSync(cwd, { recursive: true }));

async function codesOf(policy: string): Promise<readonly string[]> {
  writeFileSync(join(cwd, "a.policy"), policy);
  const { diagnostics } = await checkPolicies(["a.policy"], { cwd, packsDir: resolve("policies") });
  return diagnostics.map(({ code, message }) => `${code} ${message}`);
}

describe("P4xx", () => {
  const entries: readonly (readonly [string, Entry])[] = Object.entries(analysisCodes);
  it.each(entries.filter(([, entry]) => entry.bad !== undefined))("%s", async (code, { bad = "", good = "" }) => {
    expect(await codesOf(good)).toEqual([]);
    expect((await codesOf(bad)).map((found) => found.slice(0, 4))).toEqual([code]);
  });
});
