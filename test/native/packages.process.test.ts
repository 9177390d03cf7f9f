// How the native client is built, packed and found.

import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { nativeClient } from "../../src/cli/install/native-client.ts";
import { nativeBench } from "./client.ts";

const bench = nativeBench();
const root = fileURLToPath(new URL("../..", import.meta.url));
const platform = `${process.platform}-${process.arch}`;

const run = (file: string, words: readonly string[], cwd: string): string =>
  execFileSync(file, words, { cwd, encoding: "utf8", stdio: "pipe" });

/** A folder like that of the built program; the client is looked for beside it. */
function builtProgram(name: string): string {
  const dist = join(bench.folder, name, "node_modules/policyc/dist");
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(dist, "policyc.cjs"), "");
  return dist;
}

describe.runIf(bench.client !== null)("the native client", () => {
  it("is the same, byte for byte, from another folder", () => {
    const other = join(bench.folder, "elsewhere");
    for (const name of ["native", "scripts/go.mjs", "scripts/build-native.mjs", "package.json"])
      cpSync(join(root, name), join(other, name), { recursive: true });
    run(process.execPath, ["scripts/build-native.mjs", "--here", join(other, "out")], other);
    const [file = ""] = readdirSync(join(other, "out"));
    expect(readFileSync(join(other, "out", file)).equals(readFileSync(bench.client ?? ""))).toBe(true);
  });

  it("is found beside the program that was built, if it runs", () => {
    const dist = builtProgram("beside");
    expect(nativeClient(dist)).toBeNull();
    const file = join(dist, "native", platform, "policyc-hook");
    mkdirSync(join(dist, "native", platform), { recursive: true });
    writeFileSync(file, "not a program", { mode: 0o755 });
    expect(nativeClient(dist)).toBeNull();
    writeFileSync(file, "#!/bin/sh\necho policyc-hook; exit 1\n", { mode: 0o755 });
    expect(nativeClient(dist)).toBeNull();
    cpSync(bench.client ?? "", file);
    expect(nativeClient(dist)).toBe(file);
  });
});

describe.runIf(existsSync(join(root, "dist/policyc.cjs")))("packages", () => {
  it("name the clients in the packed package.json only, and npm installs the one for this platform", () => {
    const packs = join(bench.folder, "packs");
    run(process.execPath, ["scripts/pack.mjs", packs], root);
    const files = readdirSync(packs);
    const clients = files.filter((file) => file.startsWith("policyc-hook-"));
    const main = files.find((file) => !clients.includes(file)) ?? "";
    const packed = JSON.parse(run("tar", ["xzOf", main, "package/package.json"], packs));
    const ours = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
    expect(ours.optionalDependencies).toBeUndefined();
    expect(packed.scripts).toBeUndefined();
    const named = Object.keys(packed.optionalDependencies ?? {}).map((name) => `${name}-${ours.version}.tgz`);
    expect(named.sort()).toEqual([...clients].sort());
    expect(run("tar", ["tzf", main], packs)).not.toContain("dist/native");
    const dist = builtProgram("packed");
    const home = join(bench.folder, "packed");
    const mine = clients.find((file) => file.startsWith(`policyc-hook-${platform}-`));
    expect(nativeClient(dist)).toBeNull();
    if (mine === undefined) return;
    writeFileSync(join(home, "package.json"), "{}");
    run("npm", ["install", "--offline", "--no-audit", "--no-fund", "--no-save", join(packs, mine)], home);
    expect(nativeClient(dist)).toBe(join(home, "node_modules", `policyc-hook-${platform}`, "policyc-hook"));
  });
});
