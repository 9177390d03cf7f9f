// The shape of the repository: which folder may import which, what files are called, and that nothing is left out of a list.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { catalogue } from "../src/compiler/catalogue.ts";

const root = fileURLToPath(new URL("..", import.meta.url));

function filesBelow(folder: string): string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = posix.join(folder, name);
    return statSync(join(root, path)).isDirectory() ? filesBelow(path) : [path];
  });
}

const sources = ["grammar", "src"].flatMap(filesBelow).filter((file) => file.endsWith(".ts"));

/** What a file imports, as repository paths or package names. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const found = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom\s+"([^"]+)"|\bimport\("([^"]+)"\)/gm)];
  return found.map(([, from, dynamic]) => {
    const name = from ?? dynamic ?? "";
    return name.startsWith(".")
      ? relative(root, join(root, dirname(file), name))
          .split(sep)
          .join("/")
      : name;
  });
}

/** The first matching row says what files of a folder may import of ours. */
const directions: readonly { readonly of: RegExp; readonly may: RegExp }[] = [
  { of: /^grammar\//, may: /^grammar\// },
  { of: /^src\/runtime\/contract\.ts$/, may: /^$/ },
  { of: /^src\/runtime\/schema\.ts$/, may: /^src\/runtime\/contract\.ts$/ },
  { of: /^src\/runtime\/core\//, may: /^src\/runtime\/(?:core\/|(?:contract|schema|codes)\.ts$)/ },
  { of: /^src\/runtime\//, may: /^src\/(?:runtime|hosts)\// },
  {
    of: /^src\/hosts\//,
    may: /^src\/(?:hosts\/|runtime\/(?:contract|schema|codes|strict-json|load-error|core\/(?:mask|outcome)|hooks\/(?:answer|failure))\.ts$)/,
  },
  {
    of: /^src\/compiler\//,
    may: /^(?:grammar|src\/compiler|src\/hosts)\/|^src\/runtime\/(?:contract|schema|codes|revision|sha256|manifest|strict-json)\.ts$|^src\/runtime\/core\//,
  },
  {
    of: /^src\/plugins\//,
    may: /^src\/(?:plugins\/|hosts\/|runtime\/(?:contract|facts|own-program)\.ts$|runtime\/core\/index\.ts$|runtime\/stores\/(?:file|state-folder)\.ts$)/,
  },
  { of: /^src\/mcp-proxy\//, may: /^src\/(?:mcp-proxy|hosts)\/|^src\/runtime\/contract\.ts$/ },
  { of: /^src\/service\//, may: /^src\/(?:service|runtime|hosts)\// },
  { of: /^src\/cli\//, may: /^(?:grammar|src)\// },
];

describe("structure", () => {
  it("imports point one way", () => {
    const wrong = sources.flatMap((file) => {
      const may = directions.find(({ of }) => of.test(file))?.may;
      const ours = importsOf(file).filter((name) => /^(?:grammar|src|test|bench)\//.test(name));
      return ours.filter((name) => may === undefined || !may.test(name)).map((name) => `${file} imports ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it("keeps Node and packages out of what goes into policy.mjs", () => {
    const packages: { readonly [file: string]: readonly string[] } = {
      "src/runtime/core/linear.ts": ["re2js"],
      "src/runtime/core/shell/parse.ts": ["unbash"],
    };
    const wrong = sources
      .filter((file) => file.startsWith("src/runtime/core/"))
      .flatMap((file) => {
        const foreign = importsOf(file).filter((name) => !/^(?:grammar|src)\//.test(name));
        return foreign
          .filter((name) => !(packages[file] ?? []).includes(name))
          .map((name) => `${file} imports ${name}`);
      });
    expect(wrong).toEqual([]);
  });

  it("imports each package in few places", () => {
    const allowed: { readonly [name: string]: RegExp } = {
      chevrotain: /^grammar\/|^src\/compiler\/syntax\//,
      esbuild: /^src\/compiler\/emit\/(?:compile-(?:hook|plugin|run-hooks)|link-parts|pack-tables)\.ts$/,
      recheck: /^src\/compiler\/analyse\/regex-safety\.ts$/,
      re2js: /^src\/runtime\/core\/linear\.ts$/,
      unbash: /^src\/runtime\/core\/shell\/parse\.ts$/,
      yaml: /^src\/compiler\/import\/config-text\.ts$/,
      commander: /^src\/cli\//,
      "jsonc-parser": /^src\/cli\/install\/(?:json-text|hook-entries)\.ts$/,
      execa: /^src\/runtime\/hooks\/spawn\.ts$/,
      "@modelcontextprotocol/sdk/client/stdio.js": /^src\/mcp-proxy\//,
      "@modelcontextprotocol/sdk/server/stdio.js": /^src\/mcp-proxy\//,
      "@modelcontextprotocol/sdk/shared/transport.js": /^src\/mcp-proxy\//,
      "@modelcontextprotocol/sdk/types.js": /^src\/mcp-proxy\//,
      "signal-exit": /^src\/runtime\/hooks\/at-exit\.ts$/,
      "smol-toml": /^src\/cli\/install\/silencing-switches\.ts$/,
    };
    const wrong = sources.flatMap((file) =>
      importsOf(file)
        .filter(
          // `policyc:` names the parts of modules that we write ourselves.
          (name) =>
            !/^(?:grammar|src)\/|^(?:node|policyc):|^package\.json$/.test(name) && !builtinModules.includes(name),
        )
        .filter((name) => !(allowed[name]?.test(file) ?? false))
        .map((name) => `${file} imports ${name}`),
    );
    expect(wrong).toEqual([]);
  });

  it("names files after what they hold", () => {
    const banned = /(?:^|\/)(?:utils?|helpers?|common|misc|manager|types)\.ts$/;
    const wrong = sources.filter(
      (file) => (banned.test(file) && file !== "src/compiler/catalogue/types.ts") || !/^[a-z0-9./-]+$/.test(file),
    );
    expect(wrong).toEqual([]);
  });

  it("opens every file with what it is for", () => {
    const wrong = sources.filter((file) => !/^(?:#![^\n]*\n)?\/\/ \S/.test(readFileSync(join(root, file), "utf8")));
    expect(wrong).toEqual([]);
  });

  it("gives every code a slug of its own and the message grammar", () => {
    const entries = Object.entries(catalogue) as [string, { slug: string; message: string; explain: string }][];
    const slugs = entries.map(([, entry]) => entry.slug);
    expect(slugs.filter((slug, i) => slugs.indexOf(slug) !== i)).toEqual([]);
    const wrong = entries.filter(
      ([, { message, explain }]) => /^[A-Z][a-z]/.test(message) || /[.\n]$/.test(message) || explain.length < 20,
    );
    expect(wrong.map(([code]) => code)).toEqual([]);
    expect(entries.filter(([code]) => !/^P[1-8]\d\d$/.test(code))).toEqual([]);
  });
});
