// The formats over one report with a hostile source: what is shown, where it points, and that nothing acts.

import { expect, test } from "vitest";
import { github } from "../../src/compiler/diagnostics/report/github.ts";
import { json } from "../../src/compiler/diagnostics/report/json.ts";
import { junit } from "../../src/compiler/diagnostics/report/junit.ts";
import { pretty } from "../../src/compiler/diagnostics/report/pretty.ts";
import type { Report } from "../../src/compiler/diagnostics/report/report.ts";
import { sarif } from "../../src/compiler/diagnostics/report/sarif.ts";
import type { Diagnostic } from "../../src/compiler/diagnostics/session.ts";
import { Session } from "../../src/compiler/diagnostics/session.ts";

const HOSTILE = [
  'rule one on before_tool_call when tool == "bsh" block "x"',
  '\twhen\ttool == "\x1b[31mred\x1b[0m" # tabs and ANSI',
  'when prompt contains "日本語 🎉 e\u0301" and x # wide',
  'when prompt == "\u202egnp\u2066" or y # bidi',
  "let crlf = nope\r",
  "let nul = \0 and \x9b and \ud800 and \u200b.",
  "last",
].join("\n");

type Place = { readonly file?: string; readonly at: string; readonly nth?: number };

function reportOf(text: string, found: readonly (Partial<Diagnostic> & { readonly on: Place })[]): Report {
  const session = new Session();
  session.addSource({ file: "a b.policy", text });
  const spanOf = (place: Place) => {
    const start = text.indexOf(place.at);
    if (start === -1) throw new Error(`no ${place.at} in the text`);
    return { file: "a b.policy", start, end: start + place.at.length };
  };
  return {
    diagnostics: found.map(
      ({ on, ...rest }): Diagnostic => ({
        code: "P702",
        slug: "malformed-event",
        severity: "error",
        message: "something is wrong",
        help: null,
        fix: null,
        notes: [],
        span: spanOf(on),
        fixAt: spanOf(on),
        ...rest,
      }),
    ),
    dropped: 0,
    sources: session.sources,
    place: (span) => session.place(span),
  };
}

const hostile = reportOf(HOSTILE, [
  {
    on: { at: '"bsh"' },
    message: "unknown tool `bsh`",
    help: "did you mean `bash`?\nor `other`",
    fix: '"bash"',
    notes: [{ span: { file: "a b.policy", start: 5, end: 8 }, text: "in this \x1b[1mrule" }],
  },
  { on: { at: '"\x1b[31mred\x1b[0m"' }, message: "unknown tool `\x1b[31mred\x1b[0m`, 100%: a, b" },
  { on: { at: "and x" }, severity: "warning", message: "after wide text" },
  { on: { at: "or y" }, message: "\u202egnp\u2066 is not a name" },
  { on: { at: "nope" }, message: "a line end of its own" },
  { on: { at: "\u200b" }, message: "hidden \u200b text \ud800 and\nlines" },
  { on: { at: "last" }, message: "the last line" },
]);

/** Everything that could act on a terminal or fool a reader, apart from the line end. */
const ACTING = /(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

test("pretty shows each span exactly", () => {
  expect(pretty(hostile)).toMatchSnapshot();
});

test("json, sarif, github and junit", () => {
  expect(json(hostile)).toMatchSnapshot();
  expect(sarif(hostile, { version: "0.0.0" })).toMatchSnapshot();
  expect(github(hostile)).toMatchSnapshot();
  expect(junit(hostile)).toMatchSnapshot();
});

test("no format lets a control, ANSI or bidi character through", () => {
  const texts = [pretty(hostile), json(hostile), sarif(hostile, { version: "0.0.0" }), github(hostile), junit(hostile)];
  for (const text of texts) {
    expect(text).not.toMatch(ACTING);
  }
});

test("json keeps the very characters, escaped", () => {
  const read = JSON.parse(json(hostile)) as { diagnostics: { message: string }[] };
  expect(read.diagnostics[3]?.message).toBe("\u202egnp\u2066 is not a name");
});

test("colour only when asked, and never from the text", () => {
  const coloured = pretty(hostile, { color: true });
  expect(coloured).toContain("\x1b[1;31merror[P702]\x1b[0m");
  expect(coloured).not.toContain("\x1b[31m");
});

test("the underline stands below the text it means", () => {
  const shown = pretty(reportOf("ab 日本 x = 1", [{ on: { at: "x" } }])).split("\n");
  expect(shown[3]).toBe(" 1 | ab 日本 x = 1");
  expect(shown[4]).toBe("   |         ^");
});

test("a megabyte on one line is cut around the span", () => {
  const text = `${"x".repeat(500_000)}HERE${"\t🎉".repeat(200_000)}`;
  const many = Array.from({ length: 1000 }, () => ({ on: { at: "HERE" } }));
  const report = reportOf(text, many.slice(0, 1));
  const shown = pretty({ ...report, diagnostics: many.flatMap(() => report.diagnostics) });
  const block = shown.split("\n").slice(0, 5);
  expect(block[1]).toBe("  --> a b.policy:1:500001");
  expect(block[3]).toMatch(/^ 1 \| \.\.\.x{40}HERE {4}🎉.*\.\.\.$/u);
  expect(block[4]).toBe(`   | ${" ".repeat(43)}^^^^`);
  expect(Math.max(...block.map((line) => line.length))).toBeLessThan(140);
});

test("a span of a megabyte is underlined within the window", () => {
  const text = `let x = "${"y".repeat(1_000_000)}"\nrest`;
  const shown = pretty(reportOf(text, [{ on: { at: text.slice(8, -5) } }])).split("\n");
  expect(shown[3]).toMatch(/^ 1 \| let x = "y+\.\.\.$/);
  expect(shown[4]).toMatch(/^ {3}\| {9}\^+$/);
  expect(shown[4]?.length).toBeLessThan(140);
});

test("a span over several lines says where it ends", () => {
  const shown = pretty(reportOf("a [1,\n 2]\n", [{ on: { at: "[1,\n 2]" } }])).split("\n");
  expect(shown[4]).toBe("   |   ^^^ continues to line 2");
});

test("a span at the very end has a caret", () => {
  const report = reportOf("let x =\n", []);
  const span = { file: "a b.policy", start: 8, end: 8 };
  const base = reportOf("let x =\n", [{ on: { at: "x" } }]).diagnostics[0] as Diagnostic;
  const shown = pretty({ ...report, diagnostics: [{ ...base, span }] }).split("\n");
  expect(shown.slice(1, 5)).toEqual(["  --> a b.policy:2:1", "   |", " 2 |", "   | ^"]);
});

test("what was dropped is said in every format", () => {
  const report = { ...reportOf("a", [{ on: { at: "a" } }]), dropped: 7 };
  for (const text of [pretty(report), json(report), sarif(report, { version: "0" }), github(report), junit(report)]) {
    expect(text).toMatch(/\b7\b/);
  }
});

test("a clean report is silent for people and complete for programs", () => {
  const clean = reportOf("", []);
  expect(pretty(clean)).toBe("");
  expect(github(clean)).toBe("");
  expect(JSON.parse(json(clean))).toMatchObject({ version: 1, diagnostics: [], errors: 0, warnings: 0 });
  expect(JSON.parse(sarif(clean, { version: "0" })).runs[0].results).toEqual([]);
});

test("sarif fingerprints do not move with lines", () => {
  const prints = (text: string) =>
    JSON.parse(
      sarif(reportOf(text, [{ on: { at: "nope" } }, { on: { at: "again" } }]), { version: "0" }),
    ).runs[0].results.map((result: { partialFingerprints: unknown }) => result.partialFingerprints);
  const first = prints("nope again");
  expect(prints("\n\n# more\n  nope again")).toEqual(first);
  expect(first[0]).not.toEqual(first[1]);
});

test("json gives advice in words where only a fix is known", () => {
  const report = reportOf('deny "no"', [{ on: { at: "deny" }, fix: "block" }]);
  expect(JSON.parse(json(report)).diagnostics[0]).toMatchObject({ help: "write `block`", fix: "block" });
});
