// Files as they are found on disk: what an entry means, how files are named, and what is refused.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import type { FrontOptions } from "../../src/compiler/analyse/front.ts";
import { type Analysed, analyseIn, root } from "../harness.ts";

const packsDir = join(root, "test/fixtures/packs");

/** Writes files into a folder of their own and analyses entries of it. */
function analysed(
  files: { readonly [path: string]: string | Uint8Array },
  entries: readonly string[],
  options: Partial<FrontOptions> = {},
): Analysed {
  const cwd = mkdtempSync(join(tmpdir(), "policyc-files-"));
  onTestFinished(() => rmSync(cwd, { recursive: true }));
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, path)), { recursive: true });
    writeFileSync(join(cwd, path), text);
  }
  return analyseIn(cwd, entries, { packsDir, ...options });
}

const rule = (name: string): string => `rule ${name}
  on before_tool_call
  when tool == "bash"
  warn "about to run {command}"
  fires on "ls"
`;

const places = ({ model }: Analysed): readonly string[] | undefined =>
  model?.ir.rules.map(({ file, name }) => `${file} ${name}`);

describe("files outside of the project", () => {
  const cwdWith = (files: { readonly [path: string]: string }): string => {
    const folder = mkdtempSync(join(tmpdir(), "policyc-files-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
    return folder;
  };

  it("are not used, by a path or through a link", () => {
    const folder = cwdWith({ "other.policy": rule("other"), "project/a.policy": 'use "../other.policy"\n' });
    symlinkSync("../other.policy", join(folder, "project/link.policy"));
    writeFileSync(join(folder, "project/b.policy"), 'use "link.policy"\n');
    const cwd = join(folder, "project");
    expect(analyseIn(cwd, ["a.policy"], { packsDir }).codes).toEqual(["P205"]);
    expect(analyseIn(cwd, ["b.policy"], { packsDir }).codes).toEqual(["P205"]);
    // Run where both files are, it is one project.
    expect(analyseIn(folder, ["project/a.policy"], { packsDir }).codes).toEqual([]);
  });

  it("are not taken into the bundle by `file()`", () => {
    const scan = `rule scan\n  on before_tool_call\n  when tool == "bash"\n  run ["/bin/sh", file("hook.sh")]\n  fires on "ls"\n`;
    const folder = cwdWith({ "secret.sh": "echo", "project/a.policy": scan });
    symlinkSync("../secret.sh", join(folder, "project/hook.sh"));
    expect(analyseIn(join(folder, "project"), ["a.policy"], { packsDir }).codes).toContain("P414");
    expect(analyseIn(folder, ["project/a.policy"], { packsDir }).codes).not.toContain("P414");
  });
});

describe("entries", () => {
  it.skipIf(process.platform === "win32")("refuses what may never end", () => {
    expect(analysed({}, ["/dev/zero"]).codes).toEqual(["P201"]);
  });

  it("reads every policy below a folder, sorted, and adds std/self", () => {
    const files = {
      "b.policy": rule("b"),
      "a/z.policy": rule("z"),
      "a/c.txt": "no",
      "node_modules/p/x.policy": rule("x"),
    };
    expect(places(analysed(files, ["."]))).toEqual(["a/z.policy z", "b.policy b", "std/self.policy self-own-files"]);
  });

  it("takes a file named twice, and used as well, once", () => {
    const files = { "a.policy": `use "b.policy"\n${rule("a")}`, "b.policy": rule("b") };
    const found = analysed(files, ["a.policy", "b.policy", "./a.policy", "."]);
    expect(found.codes).toEqual([]);
    expect(places(found)?.slice(0, 2)).toEqual(["a.policy a", "b.policy b"]);
  });

  it("follows a link to a file once", () => {
    const cwd = mkdtempSync(join(tmpdir(), "policyc-files-"));
    onTestFinished(() => rmSync(cwd, { recursive: true }));
    writeFileSync(join(cwd, "a.policy"), rule("a"));
    symlinkSync("a.policy", join(cwd, "link.policy"));
    symlinkSync(".", join(cwd, "loop"));
    expect(analyseIn(cwd, ["."], { packsDir }).codes).toEqual([]);
  });

  it.each([
    ["no entries", [], "P202"],
    ["a missing file", ["nowhere.policy"], "P201"],
    ["a missing folder", ["nowhere/"], "P201"],
    ["a folder without policies", ["empty"], "P202"],
  ])("refuses %s", (_, entries, code) => {
    const found = analysed({ "empty/readme.md": "" }, entries);
    expect(found.codes).toEqual([code]);
    expect(found.model).toBe(null);
  });

  it("compiles an empty file to std/self alone", () => {
    expect(places(analysed({ "a.policy": "" }, ["a.policy"]))).toEqual(["std/self.policy self-own-files"]);
  });
});

describe("text", () => {
  it("refuses bytes that are not UTF-8", () => {
    const bytes = Buffer.concat([Buffer.from(rule("a")), Buffer.from([0xc3, 0x28])]);
    expect(analysed({ "a.policy": bytes }, ["a.policy"]).codes).toEqual(["P203"]);
  });

  it("gives unnamed rules the same id with other line ends, a mark at the start, comments and examples", () => {
    const id = (text: string): string | undefined => analysed({ "git.policy": text }, ["."]).model?.ir.rules[0]?.name;
    const first = id('on before_tool_call\n  when tool == "bash"\n  warn "a"\n');
    expect(first).toMatch(/^git-[0-9a-f]{6}$/);
    expect(id('\ufeffon before_tool_call\r\n  when tool == "bash" # why\r\n  warn "a"\r\n')).toBe(first);
    expect(id('on before_tool_call\n  when tool == "bash"\n  warn "a"\n  fires on "ls"\n')).toBe(first);
    expect(id('on before_tool_call\n  when tool == "bash"\n  warn "b"\n')).not.toBe(first);
  });
});

describe("use", () => {
  it("keeps a folder `std` of the project apart from the packs", () => {
    const found = analysed({ "std/self.policy": rule("mine") }, ["std"]);
    expect(places(found)).toEqual(["./std/self.policy mine", "std/self.policy self-own-files"]);
  });

  it.each(["/etc/passwd", "../..", "", "std/../../x", "std", "std/", "./std/nothing", "a\\u0000b"])(
    "refuses %j",
    (path) => {
      const found = analysed({ "a.policy": `use "${path}"\n` }, ["a.policy"]);
      expect(found.codes).toHaveLength(1);
      expect(found.model).toBe(null);
    },
  );

  it("offers the file that was meant", () => {
    const found = analysed({ "a.policy": 'use "b"\n', "b.policy": "" }, ["a.policy"]);
    expect(found.diagnostics[0]?.help).toBe('did you mean `"b.policy"`?');
  });

  it("follows long chains", () => {
    const files = Object.fromEntries(
      Array.from({ length: 300 }, (_, at) => [`f${at}.policy`, at < 299 ? `use "f${at + 1}.policy"\n` : rule("last")]),
    );
    expect(places(analysed(files, ["f0.policy"]))?.[0]).toBe("f299.policy last");
  });

  it("runs tests of a pack only where the pack is an entry", () => {
    expect(analysed({ "a.policy": 'use "std/limits"\n' }, ["a.policy"]).model?.tests).toEqual([]);
    const own = analyseIn(packsDir, ["std/limits.policy"], { packsDir });
    expect(own.model?.tests.map(({ name }) => name)).toEqual(["limits"]);
  });
});

describe("tool schemas", () => {
  it.each([
    ["not JSON", "{"],
    ["a list", "[]"],
    ["no object", '{ "type": "string" }'],
    ["without properties", '{ "type": "object" }'],
    ["a bad list of required names", '{ "properties": {}, "required": "env" }'],
    ["an unknown required name", '{ "properties": {}, "required": ["env"] }'],
    ["a property `raw`", '{ "properties": { "raw": {} } }'],
  ])("are refused when they are %s", (_, schema) => {
    const files = { "a.policy": 'tool deploy from "s.json"\n', "s.json": schema };
    expect(analysed(files, ["a.policy"]).codes).toEqual(["P242"]);
  });

  it("may name properties like anything", () => {
    const schema = '{ "properties": { "__proto__": { "type": "string" }, "constructor": { "type": "integer" } } }';
    const files = { "a.policy": 'tool deploy from "s.json"\n', "s.json": schema };
    const tools = analysed(files, ["a.policy"]).model?.ir.tools;
    expect(Object.keys(tools?.deploy ?? {})).toEqual(["__proto__", "constructor"]);
  });
});

describe("options", () => {
  const files = { "a.policy": `scope repo\n${rule("a")}` };

  it("state the scope where the files do not", () => {
    expect(analysed({ "a.policy": rule("a") }, ["."], { scope: "internal" }).model?.ir.scope).toBe("internal");
    expect(analysed(files, ["."], { scope: "repo" }).model?.ir.scope).toBe("repo");
    expect(analysed(files, ["."], { scope: "user" }).codes).toEqual(["P213"]);
  });

  it("add targets", () => {
    const text = `target codex\n${rule("a").replace("warn", "block")}`;
    expect(analysed({ "a.policy": text }, ["."], { targets: ["claude-code"] }).model?.ir.targets).toEqual([
      "claude-code",
      "codex",
    ]);
    expect(analysed({ "a.policy": text }, ["."], { targets: ["claude"] }).codes).toEqual(["P214"]);
  });

  it("refuse external hooks", () => {
    const text = 'on before_tool_call when tool == "bash" run ["/bin/true"]\n';
    expect(analysed({ "a.policy": text }, ["."]).model?.ir.hooks).toHaveLength(1);
    expect(analysed({ "a.policy": text }, ["."], { noRun: true }).codes).toEqual(["P421"]);
  });
});
