// Builds the executable and the native client once for all tests that start them, beside the parts that setup.mjs has built.

import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildProgram } from "../../scripts/build-parts.mjs";

const buildNative = fileURLToPath(new URL("../../scripts/build-native.mjs", import.meta.url));

export default async function setup() {
  const folder = process.env.POLICYC_TEST_PARTS;
  if (folder === undefined) throw new Error("test/parts/setup.mjs has not run");
  // Every project that starts processes asks for it.
  if (process.env.POLICYC_TEST_NATIVE !== undefined) return;
  await buildProgram(join(folder, "program"));
  const { status, stderr } = spawnSync(process.execPath, [buildNative, "--here", folder], { encoding: "utf8" });
  if (status !== 0) console.log(`the native client is not tested: ${stderr.trim()}`);
  process.env.POLICYC_TEST_NATIVE = status === 0 ? join(folder, "policyc-hook") : "";
}
