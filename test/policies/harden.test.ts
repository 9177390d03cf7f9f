// The shipped packs against equivalent forms of their own shell examples: nothing that runs the same escapes, nothing that is
// only printed fires. A sample of forms, chosen by a seed.

import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { testPolicies } from "../../src/compiler/index.ts";
import { times } from "../seeded.ts";

const packsDir = join(import.meta.dirname, "../../policies");
const seed = 20261116;
const sample = times(8);

it.each(["shell", "std"])(
  "forms of the examples of policies/%s",
  async (folder) => {
    const files = readdirSync(join(packsDir, folder)).map((name) => `${folder}/${name}`);
    const result = await testPolicies(files, { cwd: packsDir, packsDir, harden: { seed, sample } });
    expect(result.diagnostics.filter((found) => found.severity === "error")).toEqual([]);
    const { rules = [], forms = 0, slips = [] } = result.harden ?? {};
    expect(rules.length).toBeGreaterThan(10);
    expect(forms).toBeGreaterThan(100);
    expect(slips, `seed ${seed}`).toEqual([]);
  },
  times(120_000),
);
