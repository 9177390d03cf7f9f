// Compiles a policy that is not written yet, in a folder of its own that is gone afterwards.

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CompileText } from "../../compiler/import/permissions/choose-variants.ts";
import { checkPolicies } from "../../compiler/index.ts";

export const compileText =
  (packsDir: string): CompileText =>
  async (text) => {
    const cwd = mkdtempSync(join(tmpdir(), "policyc-import-"));
    try {
      writeFileSync(join(cwd, "imported.policy"), text);
      const { diagnostics } = await checkPolicies(["imported.policy"], { cwd, packsDir });
      return diagnostics.filter(({ severity }) => severity === "error");
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  };
