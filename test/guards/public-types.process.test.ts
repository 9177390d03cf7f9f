// The types that `policyc/compiler` and `policyc/runtime` export: in full what has an exported name, as a hash what it leads
// to. UPDATE=1 writes them anew.

import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { it } from "vitest";
import { publicTypesOf } from "../../scripts/declarations.mjs";
import { expectText, root } from "../harness.ts";
import { runFolder } from "../run-folder.ts";
import { shortHash } from "./short-hash.ts";

const tsc = join(dirname(createRequire(import.meta.url).resolve("typescript/package.json")), "bin/tsc");

function section(entry: string, types: string): string {
  const { exported, behind } = publicTypesOf(join(types, "src", entry, "index.d.ts"));
  const hashes = behind.map(({ name, text }) => `${shortHash(text)}  ${name}`);
  return [
    `# policyc/${entry}\n`,
    ...exported.map(({ text }) => `${text}\n`),
    `## Behind the types of policyc/${entry}\n`,
    `${hashes.join("\n")}\n`,
  ].join("\n");
}

it("the public types are the same", () => {
  const types = runFolder("types-");
  execFileSync(process.execPath, [tsc, "-p", "tsconfig.build.json", "--outDir", types], { cwd: root });
  const text = ["compiler", "runtime"].map((entry) => section(entry, types)).join("\n");
  expectText("guards/expected-types.txt", text);
});
