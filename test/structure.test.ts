// The shape of the repository: which folder may import which, what files are called, and that nothing is left out of a list.

import { readdirSync, readFileSync, statSync } from "node:fs";
import { builtinModules } from "node:module";
import { dirname, join, posix, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { catalogue } from "../src/compiler/diagnostics/catalogue.ts";

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

/** What the files of a room may import of ours; the first matching row counts. */
const directions: readonly { readonly of: RegExp; readonly may: RegExp }[] = [
  { of: /^grammar\//, may: /^grammar\// },
  { of: /^src\/language\//, may: /^src\/language\// },
  { of: /^src\/shell\//, may: /^src\/(?:language|shell)\// },
  { of: /^src\/runtime\/engine\//, may: /^src\/(?:language|shell|runtime\/engine)\// },
  { of: /^src\/hosts\//, may: /^src\/(?:language|shell|runtime\/engine|hosts)\// },
  {
    of: /^src\/runtime\/(?:external|machine|stores)\//,
    may: /^src\/(?:language|shell|hosts|runtime\/(?:engine|external|machine|stores|bundle))\//,
  },
  { of: /^src\/runtime\//, may: /^src\/(?:language|shell|hosts|runtime)\// },
  { of: /^src\/compiler\//, may: /^(?:grammar|src\/(?:language|shell|runtime\/engine|hosts|compiler))\// },
  { of: /^src\/service\//, may: /^src\/(?:language|shell|hosts|runtime|service)\// },
  { of: /^src\/cli\//, may: /^(?:grammar|src)\// },
];

const roomOf = (file: string): string => posix.dirname(file);

/** What a file needs of ours when it runs: an import of types alone needs nothing. */
function neededBy(file: string): string[] {
  const text = readFileSync(join(root, file), "utf8");
  const types = new Set(
    [...text.matchAll(/^(?:import|export) type\b[^;]*?\bfrom\s+"([^"]+)"/gm)].map(([, from]) => from),
  );
  const found = [...text.matchAll(/^(?:import|export)\b[^;]*?\bfrom\s+"(\.[^"]+)"/gm)].map(([, from = ""]) => from);
  return found
    .filter((from) => !types.has(from) && from.endsWith(".ts"))
    .map((from) =>
      relative(root, join(root, dirname(file), from))
        .split(sep)
        .join("/"),
    );
}

/** A way from a room back to itself, if there is one. */
function cycleOf(rooms: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | null {
  const done = new Set<string>();
  const visit = (room: string, way: readonly string[]): readonly string[] | null => {
    if (way.includes(room)) return [...way.slice(way.indexOf(room)), room];
    if (done.has(room)) return null;
    for (const next of rooms.get(room) ?? []) {
      const found = visit(next, [...way, room]);
      if (found !== null) return found;
    }
    done.add(room);
    return null;
  };
  for (const room of rooms.keys()) {
    const found = visit(room, []);
    if (found !== null) return found;
  }
  return null;
}

/** What starts processes, among a test file and all of test/ that it imports. */
function startsProcesses(test: string): string | null {
  const seen = new Set<string>();
  const open = [test];
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (seen.has(file)) continue;
    seen.add(file);
    const imported = importsOf(file);
    if (imported.some((name) => /^(?:node:)?child_process$|^execa$/.test(name))) return file;
    open.push(...imported.filter((name) => name.startsWith("test/") && name.endsWith(".ts")));
  }
  return null;
}

const MOST_FILES = 30;

describe("structure", () => {
  it("imports point one way", () => {
    const wrong = sources.flatMap((file) => {
      const may = directions.find(({ of }) => of.test(file))?.may;
      const ours = importsOf(file).filter((name) => /^(?:grammar|src|test|bench)\//.test(name));
      return ours.filter((name) => may === undefined || !may.test(name)).map((name) => `${file} imports ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it("no room needs itself by way of another", () => {
    const rooms = new Map<string, Set<string>>();
    for (const file of sources)
      for (const needed of neededBy(file)) {
        if (roomOf(needed) === roomOf(file)) continue;
        rooms.set(roomOf(file), (rooms.get(roomOf(file)) ?? new Set()).add(roomOf(needed)));
      }
    expect(cycleOf(rooms)).toBeNull();
  });

  it("no room is crowded", () => {
    const counts = new Map<string, number>();
    for (const file of sources) counts.set(roomOf(file), (counts.get(roomOf(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MOST_FILES)).toEqual([]);
  });

  it("gives every exported type a name of its own", () => {
    const places = new Map<string, string[]>();
    for (const file of sources)
      for (const [, name = ""] of readFileSync(join(root, file), "utf8").matchAll(
        /^export (?:interface|type|class|enum) ([A-Z]\w*)/gm,
      ))
        places.set(name, [...(places.get(name) ?? []), file]);
    expect([...places].filter(([, files]) => files.length > 1)).toEqual([]);
  });

  it("keeps Node and packages out of what goes into policy.mjs", () => {
    const packages: { readonly [file: string]: readonly string[] } = {
      "src/language/linear.ts": ["re2js"],
      "src/shell/syntax/parse.ts": ["unbash"],
    };
    const inside = new Set<string>();
    const open = ["src/runtime/engine/index.ts", "src/language/linear.ts", "src/shell/index.ts"];
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (inside.has(file)) continue;
      inside.add(file);
      open.push(...neededBy(file));
    }
    expect(inside.size).toBeGreaterThan(150);
    const wrong = [...inside].flatMap((file) => {
      const foreign = importsOf(file).filter((name) => !/^(?:grammar|src)\//.test(name));
      return foreign.filter((name) => !(packages[file] ?? []).includes(name)).map((name) => `${file} imports ${name}`);
    });
    expect(wrong).toEqual([]);
  });

  it("imports each package in few places", () => {
    const allowed: { readonly [name: string]: RegExp } = {
      chevrotain: /^grammar\/|^src\/compiler\/(?:parse|format)\//,
      esbuild:
        /^src\/compiler\/bundle\/(?:compile-(?:plugin|run-hooks)|host-parts|link-parts|load-esbuild|pack-tables)\.ts$/,
      recheck: /^src\/compiler\/analyse\/types\/regex-safety\.ts$/,
      re2js: /^src\/language\/linear\.ts$/,
      unbash: /^src\/shell\/syntax\/parse\.ts$/,
      yaml: /^src\/compiler\/import\/config-text\.ts$/,
      commander: /^src\/cli\//,
      "jsonc-parser":
        /^src\/cli\/install\/(?:json-text|hook-entries)\.ts$|^src\/compiler\/import\/permissions\/parse-source\.ts$/,
      execa: /^src\/runtime\/external\/spawn\.ts$/,
      "@modelcontextprotocol/sdk/client/stdio.js": /^src\/service\/mcp\//,
      "@modelcontextprotocol/sdk/server/stdio.js": /^src\/service\/mcp\//,
      "@modelcontextprotocol/sdk/shared/transport.js": /^src\/service\/mcp\//,
      "@modelcontextprotocol/sdk/types.js": /^src\/service\/mcp\//,
      "signal-exit": /^src\/runtime\/external\/at-exit\.ts$/,
      "smol-toml": /^src\/cli\/install\/silencing-switches\.ts$|^src\/compiler\/import\/permissions\/parse-source\.ts$/,
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
      (file) =>
        (banned.test(file) && file !== "src/compiler/diagnostics/catalogue/types.ts") || !/^[a-z0-9./-]+$/.test(file),
    );
    expect(wrong).toEqual([]);
  });

  it("opens every file with what it is for", () => {
    const wrong = sources.filter((file) => !/^(?:#![^\n]*\n)?\/\/ \S/.test(readFileSync(join(root, file), "utf8")));
    expect(wrong).toEqual([]);
  });

  it("starts processes in tests that say so by their names", () => {
    const tests = filesBelow("test").filter((file) => file.endsWith(".test.ts") && !file.startsWith("test/runtimes/"));
    const inProcess = tests.filter((file) => !/\.(?:process|long)\.test\.ts$/.test(file));
    const wrong = inProcess.flatMap((file) => {
      const by = startsProcesses(file);
      return by === null ? [] : [`${file} starts processes by ${by}: it is a \`.process.test.ts\``];
    });
    expect(wrong).toEqual([]);
    expect(inProcess.length).toBeLessThan(tests.length);
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
