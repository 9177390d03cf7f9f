// Every code of the catalogue that comes from policy text: its bad policy gives exactly that code, its good one nothing.
// The folder of a code holds both, and the finding as it is shown; UPDATE=1 writes them again.

import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";
import { type CatalogueEntry, catalogue } from "../../src/compiler/diagnostics/catalogue.ts";
import { pretty } from "../../src/compiler/diagnostics/report/pretty.ts";
import { type CheckResult, checkPolicies } from "../../src/compiler/pipeline.ts";

const here = dirname(fileURLToPath(import.meta.url));
const packsDir = join(here, "../../policies");
const isUpdate = process.env.UPDATE === "1";

const samples = Object.entries(catalogue as Record<string, CatalogueEntry>).flatMap(([code, { bad, good }]) =>
  bad === undefined || good === undefined ? [] : [{ code, bad, good }],
);

async function check(text: string): Promise<CheckResult> {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-diagnostics-"));
  onTestFinished(() => rmSync(cwd, { recursive: true, force: true }));
  writeFileSync(join(cwd, "invalid.policy"), text);
  return checkPolicies(["invalid.policy"], { cwd, packsDir });
}

const codesOf = (result: CheckResult): readonly string[] => [...new Set(result.diagnostics.map((found) => found.code))];

it.each(samples)("$code", async ({ code, bad, good }) => {
  const invalid = await check(bad);
  expect(codesOf(invalid)).toEqual([code]);
  expect(codesOf(await check(good))).toEqual([]);

  const shown = pretty(
    { ...invalid, diagnostics: invalid.diagnostics.filter((found) => found.code === code) },
    { color: false },
  );
  const folder = join(here, code);
  const files = { "invalid.policy": bad, "valid.policy": good, "expected.txt": shown };
  if (isUpdate) {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
  }
  for (const [name, text] of Object.entries(files)) {
    const file = join(folder, name);
    expect(existsSync(file) ? readFileSync(file, "utf8") : null, `${code}/${name}`).toBe(text);
  }
});

it("has no folder without a code", () => {
  const folders = readdirSync(here, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map((entry) => entry.name).filter((name) => !Object.hasOwn(catalogue, name))).toEqual([]);
});
