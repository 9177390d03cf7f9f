// A policy from its text, checked, compiled and ready to decide, without a folder for the bundle.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "vitest";
import { checkPolicies } from "../../src/compiler/pipeline.ts";
import type { Policy, PolicyOptions } from "../../src/runtime/engine/index.ts";
import { packsDir } from "../docs/workspace.ts";
import { importIr } from "../emit/emitted.ts";

export async function policyOfText(text: string, options: Partial<PolicyOptions> = {}): Promise<Policy> {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-text-"));
  writeFileSync(join(cwd, "a.policy"), text);
  const { model, diagnostics } = await checkPolicies(["a.policy"], { cwd, packsDir });
  rmSync(cwd, { recursive: true });
  expect(diagnostics.filter(({ severity }) => severity === "error").map(({ message }) => message)).toEqual([]);
  if (model === null) throw new Error("no model");
  const { createPolicy } = await importIr(model.ir);
  return createPolicy({ revision: "0", ...options });
}
