// Builds the parts that go into bundles once for all test files: each of them would build them from the sources again.

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildParts } from "../../scripts/build-parts.mjs";

export default async function setup() {
  // Every project of the suite asks for it.
  if (process.env.POLICYC_TEST_PARTS !== undefined) return () => undefined;
  const folder = await mkdtemp(join(tmpdir(), "policyc-parts-"));
  await buildParts(folder);
  process.env.POLICYC_TEST_PARTS = folder;
  return () => rm(folder, { recursive: true, force: true });
}
