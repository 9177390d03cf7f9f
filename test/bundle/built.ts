// A small bundle for tests, and folders that are gone afterwards.

import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { assembleBundle, type Bundle, emitCode, emitProcesses } from "../../src/compiler/bundle/bundle.ts";
import type { Ir } from "../../src/compiler/ir/ir.ts";
import { eq, sampleIr } from "../emit/sample-ir.ts";

export const smallIr: Ir = sampleIr([{ name: "no-bash", when: [eq("tool", "bash")] }]);

export async function bundleOf(ir: Ir): Promise<Bundle> {
  const code = await emitCode(ir);
  return assembleBundle(ir, code, new Map(), await emitProcesses(code));
}

export function scratch(): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "policyc-bundle-")));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
