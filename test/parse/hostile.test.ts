// Hostile text: a coded message, no overflow, and what is sound in the file still read. What it costs is measured in bench/.

import { describe, expect, test } from "vitest";
import { Session } from "../../src/compiler/diagnostics/session.ts";
import { formatPolicy } from "../../src/compiler/format/format.ts";
import { parsePolicy } from "../../src/compiler/parse/parse.ts";
import { times } from "../seeded.ts";

function parse(text: string) {
  const session = new Session();
  const file = parsePolicy({ file: "hostile.policy", text }, session);
  return { file, session, codes: session.diagnostics().map((d) => d.code) };
}

const sound = '\nrule last\n  on user_prompt_submit\n  warn "Hm."\n';

/** What; the text; the codes it must give, in order. */
const cases: readonly (readonly [string, () => string, readonly string[]])[] = [
  ["an unterminated string", () => 'let a = "abc\n', ["P106"]],
  ["an unterminated string at the very end", () => 'let a = "abc\\', ["P106"]],
  ["an unterminated block comment", () => `/* ${"x".repeat(1000)}`, ["P114"]],
  ["5,000 nested parentheses", () => `let a = ${"(".repeat(5000)}1${")".repeat(5000)}\n`, ["P101"]],
  ["5,000 open parentheses", () => `let a = ${"(".repeat(5000)}\n`, ["P101"]],
  ["5,000 nested lists", () => `let a = ${"[".repeat(5000)}${"]".repeat(5000)}\n`, ["P101"]],
  ["5,000 nested objects", () => `test "t" { on x ${"{a:".repeat(5000)}1${"}".repeat(5000)} expect pass }\n`, ["P101"]],
  ["5,000 times not", () => `let a = ${"not ".repeat(5000)}b\n`, ["P101"]],
  ["5,000 nested quantifiers", () => `let a = ${"any x of y.and where ".repeat(5000)}b\n`, ["P101"]],
  ["5,000 nested types", () => `param a: ${"list<".repeat(5000)}string${">".repeat(5000)} = 1\n`, ["P101"]],
  ["5,000 times else", () => `on x ask "a" ${"else ask ".repeat(5000)}\n`, ["P101"]],
  ["5,000 defaults", () => `let a = b ${"?? c ".repeat(5000)}\n`, ["P101"]],
  ["NUL bytes", () => "let\0a = 1\n", ["P116"]],
  ["replacement characters", () => "let \ufffd a = 1\n", ["P116"]],
  ["lone surrogates", () => "let \ud800 = 1\n", ["P116"]],
  ["nothing but closers", () => `${")".repeat(2000)}\n`, ["P124"]],
];

describe("hostile text", () => {
  test.each(cases)("%s", (_, text, codes) => {
    const { codes: found } = parse(text());
    expect(found.slice(0, 1)).toEqual(codes);
  });

  test("a deep declaration costs only itself", () => {
    const { file, codes } = parse(`let a = ${"(".repeat(5000)}\n${sound}`);
    expect(codes).toEqual(["P101"]);
    expect(file.decls).toHaveLength(1);
  });

  test("10 MB are refused", () => {
    for (const text of ["(".repeat(10_000_000), `let a = "${"x".repeat(10_000_000)}"`, "\n".repeat(10_000_000)]) {
      expect(parse(text).codes).toEqual(["P100"]);
    }
  });

  test("long texts that are one string", () => {
    const size = Math.min(times(512 * 1024), 4 * 1024 * 1024);
    const long = parse(`let a = "${"x".repeat(size - 20)}"\n`);
    expect(long.codes).toEqual([]);
    const escaped = parse(`let a = "${"\\\\".repeat(size / 2 - 20)}"\n`);
    expect(escaped.codes).toEqual([]);
    const open = parse(`let a = "${"\\a".repeat(size / 2 - 20)}`);
    expect(open.codes[0]).toBe("P106");
  });

  test("1,000 mistakes give 1,000 messages", () => {
    const { codes } = parse(Array.from({ length: 1000 }, (_, n) => `rule r${n}\n  on x\n  deny "n"\n`).join("\n"));
    expect(codes).toHaveLength(1000);
    expect(new Set(codes)).toEqual(new Set(["P104"]));
  });

  test("says where it stopped reading", () => {
    const { codes } = parse('rule r\n  on x\n  deny "n"\n'.repeat(1500));
    expect(codes.filter((code) => code === "P104")).toHaveLength(1000);
    expect(codes.at(-1)).toBe("P153");
  });

  test.each(["let a = ;\n", "rule\n", "\non", "''", "deny\n"])("much of %j gives the first 1,000 mistakes", (unit) => {
    const { session } = parse(unit.repeat(times(100_000) / unit.length));
    expect(session.diagnostics().length).toBeGreaterThan(0);
    const found = session.diagnostics();
    expect(found.filter(({ severity }) => severity === "error").length).toBeLessThanOrEqual(1000);
  });

  test.each([
    ["regexes", "/["],
    ["quotes", '"\\'],
    ["single quotes", "'a"],
    ["slashes", "/"],
    ["stars", "/*"],
    ["triple quotes", '"""\n'],
    ["curly quotes", "\u201c"],
    ["dashes", "-"],
    ["digits", "1"],
    ["odd characters", "~$"],
    ["foreign letters", "\u00e4"],
    ["backslashes", "\\"],
  ])("200 KB of %s are read", (_, unit) => {
    const { codes } = parse(`let a = ${unit.repeat(200_000 / unit.length)}\n`);
    expect(codes.length).toBeGreaterThan(0);
  });

  test("long chains and lists", () => {
    const many = times(10_000);
    const ands = parse(`let a = b${" and b".repeat(many)}\n`);
    const list = parse(`let a = [${'"x",'.repeat(many)}]\n`);
    const sum = parse(`let a = "x"${' + "x"'.repeat(many)}\n`);
    for (const { codes, file } of [ands, list, sum]) expect([codes, file.decls.length]).toEqual([[], 1]);
    const mixed = parse(`let a = b${" and b or b".repeat(many)}\n`);
    expect(mixed.codes).toEqual(["P141"]);
    const broken = parse(`let a = [${'"x",'.repeat(many)} "y" "z"]\n`);
    expect(broken.codes).toHaveLength(1);
  });

  test("names of the object prototype are only names", () => {
    const { file, codes } = parse(
      'on x when constructor.__proto__ == "a" mark toString fires on { __proto__: 1, hasOwnProperty: 2 }',
    );
    expect(codes).toEqual([]);
    expect(JSON.stringify(file.decls)).toContain('"key":"__proto__"');
  });

  test("formatting a long list and a deep one", () => {
    const session = new Session();
    expect(formatPolicy({ file: "a", text: `let a = [${'"x",'.repeat(times(5000))}]\n` }, session)).toContain(
      '  "x",\n',
    );
    const deep = `let a = ${"[".repeat(60)}${",]".repeat(0)}"x"${",]".repeat(60)}\n`;
    expect(formatPolicy({ file: "b", text: deep }, session)).not.toBeNull();
  });
});
