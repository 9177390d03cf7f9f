// What `npm pack` would ship: nothing that is missing, nothing that is not meant for users, and every licence.

import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { root } from "../harness.ts";

const settings = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

interface Packed {
  readonly size: number;
  readonly files: readonly { readonly path: string }[];
}

test("it ships the program, the types of its two modules, policies and documents", () => {
  const words = ["pack", "--dry-run", "--json", "--ignore-scripts"];
  const [packed] = JSON.parse(spawnSync("npm", words, { cwd: root, encoding: "utf8" }).stdout) as [Packed];
  const paths = packed.files.map(({ path }) => path);
  expect(paths.filter((path) => path.endsWith(".d.ts")).sort()).toEqual(["dist/compiler.d.ts", "dist/runtime.d.ts"]);
  for (const path of ["dist/policyc.cjs", "dist/cli.mjs", "dist/recheck.cjs", "dist/THIRD-PARTY-NOTICES"])
    expect(paths).toContain(path);
  for (const path of ["policies/recommended.policy", "README.md", "CHANGELOG.md", "LICENSE"])
    expect(paths).toContain(path);
  const linked = [...readFileSync(join(root, "README.md"), "utf8").matchAll(/\]\((?!https?:|#)([^)#\s]+)/g)];
  const isShipped = (link: string): boolean => paths.some((path) => path === link || path.startsWith(`${link}/`));
  expect(linked.map(([, link = ""]) => link).filter((link) => !isShipped(link))).toEqual([]);
  expect(paths.filter((path) => /^(?:dist\/(?:native|packages|types)|src|test|scripts|bench)\//.test(path))).toEqual(
    [],
  );
});

test("only what has a program of its own is installed beside it", () => {
  expect(Object.keys(settings.dependencies)).toEqual(["esbuild"]);
  expect(settings).not.toHaveProperty("optionalDependencies");
  expect(settings).not.toHaveProperty("peerDependencies");
});

test("every package within is named, with its licence", async () => {
  const notices = readFileSync(join(root, "dist/THIRD-PARTY-NOTICES"), "utf8");
  const { metafile } = await build({
    entryPoints: ["src/cli/main.ts", "src/runtime/index.ts", "src/service/open-hooks.ts", "recheck/lib/browser.js"],
    absWorkingDir: root,
    bundle: true,
    write: false,
    splitting: true,
    outdir: "out",
    format: "esm",
    platform: "node",
    external: ["esbuild"],
    metafile: true,
    logLevel: "silent",
  });
  const used = Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  const names = new Set(used.flatMap((file) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []));
  expect(names.size).toBeGreaterThan(10);
  expect([...names].filter((name) => !notices.includes(`\n${name} `))).toEqual([]);
});
