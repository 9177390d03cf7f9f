// What the logic finds and what it keeps quiet about, test by test. That it is never wrong is in test/property.

import { describe, expect, it } from "vitest";
import type { IrCond, IrValue } from "../../src/compiler/ir/ir.ts";
import { contradiction } from "../../src/compiler/logic/contradicts.ts";
import { formOf, keyOf } from "../../src/compiler/logic/form.ts";
import { implies } from "../../src/compiler/logic/implies.ts";
import { tablesOf } from "../../src/compiler/logic/tables.ts";
import { field, irOf, is, not, oneOf, or, text } from "../hosts/ir-builders.ts";

const tables = tablesOf(
  irOf([], {
    regexes: [{ source: "^a", flags: "", engine: "native" }],
    globs: [
      { kind: "host", pattern: "*.org" },
      { kind: "path", pattern: "**/*.pem" },
    ],
    patterns: ["git push --force", "git push", "rm"],
  }),
);
const tool = field("tool");
const prompt = field("prompt");
const and = (...items: readonly IrCond[]): IrCond => ({ op: "and", items });
const starts = (prefix: string): IrCond => ({ op: "starts", value: prompt, prefix: text(prefix) });
const ends = (suffix: string): IrCond => ({ op: "ends", value: prompt, suffix: text(suffix) });
const contains = (needle: string): IrCond => ({ op: "contains", of: "text", value: prompt, needle: text(needle) });
const regex: IrCond = { op: "regex", value: prompt, regex: 0 };
const runs = (...patterns: readonly number[]): IrCond => ({ op: "runs", patterns });
const length = (test: "lt" | "gt" | "le" | "ge", limit: number): IrCond => ({
  op: "compare",
  test,
  type: "int",
  left: { op: "length", of: "text", value: prompt },
  right: text(limit),
});
const element: IrValue = { op: "var", var: 0, type: "path" };
const under = (...dirs: readonly string[]): IrCond => ({ op: "under", value: element, dirs, fold: true });
const anyWrite = (body: IrCond): IrCond => ({ op: "any", list: { op: "view", view: "writes" }, var: 0, body });
const host: IrValue = { op: "var", var: 0, type: "host" };
const anyHost = (body: IrCond): IrCond => ({ op: "any", list: { op: "view", view: "hosts" }, var: 0, body });
const allHosts = (body: IrCond): IrCond => ({ op: "all", list: { op: "view", view: "hosts" }, var: 0, body });
const marked: IrCond = { op: "marked", label: "l" };
const present: IrCond = { op: "is", word: "present", value: prompt };

const form = (cond: IrCond) => formOf(cond, { every: false });
const clashes = (conds: readonly IrCond[]): boolean => contradiction(conds.map(form), tables) !== null;

describe("contradiction", () => {
  it.each<[string, readonly IrCond[]]>([
    ["two beginnings", [starts("a"), starts("b")]],
    ["two endings", [ends("a"), ends("b")]],
    ["a beginning and not its own beginning", [starts("abc"), not(starts("ab"))]],
    ["a beginning that contains what is denied", [starts("abc"), not(contains("bc"))]],
    ["a text and a regex it does not match", [is(prompt, "xyz"), regex]],
    ["a text and a denied regex it matches", [is(prompt, "abc"), not(regex)]],
    [
      "a host and a glob it does not fit",
      [anyHost(and(is(host, "a.com"), { op: "glob", value: host, globs: [0], kind: "host", fold: true }))],
    ],
    ["a length below zero", [length("lt", 0)]],
    ["lengths that exclude each other", [length("gt", 5), length("lt", 3)]],
    ["a value that is missing", [not(present), is(prompt, "a")]],
    ["a command of another tool", [runs(0), is(tool, "read")]],
    ["a command, denied for being a wider one", [runs(0), not(runs(1))]],
    ["a label, denied", [marked, not(marked)]],
    ["an element, denied", [anyHost(is(host, "a")), not(anyHost(is(host, "a")))]],
    ["an element that all exclude", [anyHost(is(host, "a")), allHosts(is(host, "b"))]],
    ["an element within what no element is", [anyHost(is(host, "a")), not(anyHost(oneOf(host, ["a", "b"])))]],
    [
      "every branch of nested choices",
      [is(tool, "a"), or(and(is(tool, "b"), marked), or(is(tool, "c"), is(tool, "d")))],
    ],
  ])("finds %s", (_, conds) => {
    expect(clashes(conds)).toBe(true);
    expect(clashes(conds.toReversed())).toBe(true);
  });

  it.each<[string, readonly IrCond[]]>([
    ["two parts of one text", [contains("a"), contains("b")]],
    ["a beginning of a beginning", [starts("ab"), starts("a")]],
    ["a folder and not that folder: a link is in both", [anyWrite(under("src")), not(anyWrite(under("src")))]],
    ["two elements", [anyHost(is(host, "a")), anyHost(is(host, "b"))]],
    ["a wider command, and not a narrower one", [runs(1), not(runs(0))]],
    ["a command and a label", [runs(0), not(marked)]],
    ["a choice with a constant, a parameter at its default", [is(tool, "a"), or({ op: "false" }, is(tool, "b"))]],
  ])("keeps quiet about %s", (_, conds) => {
    expect(clashes(conds)).toBe(false);
  });

  it("names the two tests", () => {
    const [first, second] = [is(tool, "read"), is(tool, "write")];
    expect(contradiction([form(marked), form(first), form(starts("a")), form(second)], tables)).toMatchObject({
      first,
      second,
    });
  });

  it("knows that what approves holds of every form of a path", () => {
    const approving = (cond: IrCond) => formOf(cond, { every: true });
    expect(
      contradiction([approving(anyWrite(under("src"))), approving(not(anyWrite(under("src"))))], tables),
    ).not.toBeNull();
  });
});

describe("implication", () => {
  it.each<[string, IrCond, IrCond]>([
    ["a value of a list", is(tool, "a"), oneOf(tool, ["a", "b"])],
    ["a value that is not another", is(tool, "a"), not(is(tool, "b"))],
    ["one more condition", and(is(tool, "a"), marked), marked],
    ["one of two", is(tool, "a"), or(marked, is(tool, "a"))],
    ["either of two", or(is(tool, "a"), is(tool, "b")), oneOf(tool, ["a", "b", "c"])],
    ["a longer text", length("gt", 10), length("ge", 5)],
    ["a longer part", contains("abc"), contains("b")],
    ["a beginning as a part", starts("abc"), contains("bc")],
    ["a narrower command", runs(0), runs(1)],
    ["fewer commands", runs(2), runs(0, 2)],
    ["a command, and the tool", runs(2), is(tool, "bash")],
    ["a folder in a folder", anyWrite(under("src/a", "src/b")), anyWrite(under("./Src"))],
    ["what is in the project", anyWrite(under("src")), anyWrite(under("."))],
    ["a denied wider test", not(contains("b")), not(contains("abc"))],
    ["a denied choice", not(or(marked, is(tool, "a"))), not(marked)],
    ["all elements", allHosts(is(host, "a")), allHosts(oneOf(host, ["a", "b"]))],
    ["anything always", marked, { op: "true" }],
  ])("finds %s", (_, a, b) => {
    expect(implies(form(a), form(b), tables)).toBe(true);
  });

  it.each<[string, IrCond, IrCond]>([
    ["a list and one of it", oneOf(tool, ["a", "b"]), is(tool, "a")],
    ["a wider command", runs(1), runs(0)],
    ["a folder above", anyWrite(under("src")), anyWrite(under("src/a"))],
    ["the home folder in the project", anyWrite(under("~/x")), anyWrite(under("."))],
    ["a name that begins alike", anyWrite(under("src-old")), anyWrite(under("src"))],
    ["an element and all", anyHost(is(host, "a")), allHosts(is(host, "a"))],
    ["a value and that it is present, which an error is not", is(prompt, "a"), present],
    ["part of a choice", or(marked, is(tool, "a")), marked],
    ["another value", is(tool, "a"), is(field("tool_name"), "a")],
  ])("keeps quiet about %s", (_, a, b) => {
    expect(implies(form(a), form(b), tables)).toBe(false);
  });

  it("goes from what approves to what restricts, and not back", () => {
    const exact: IrCond = anyWrite({ op: "under", value: element, dirs: ["src"], fold: false });
    const approving = formOf(exact, { every: true });
    expect(implies(approving, form(anyWrite(under("src"))), tables)).toBe(true);
    expect(implies(form(anyWrite(under("src"))), approving, tables)).toBe(false);
  });
});

describe("one key for one meaning", () => {
  it.each<[string, IrCond, IrCond]>([
    ["order", and(marked, is(tool, "a")), and(is(tool, "a"), marked)],
    ["a list of one", oneOf(tool, ["a"]), is(tool, "a")],
    ["the order of a list", oneOf(tool, ["a", "b"]), oneOf(tool, ["b", "a", "b"])],
    ["sides", is(tool, "a"), { op: "compare", test: "eq", type: "string", left: text("a"), right: tool }],
    ["limits of whole numbers", length("gt", 4), length("ge", 5)],
    ["denied limits", not(length("lt", 5)), length("ge", 5)],
    ["a denied choice", not(or(marked, is(tool, "a"))), and(not(marked), not(is(tool, "a")))],
    [
      "numbers of elements",
      anyHost(is(host, "a")),
      { op: "any", list: { op: "view", view: "hosts" }, var: 7, body: is({ op: "var", var: 7, type: "host" }, "a") },
    ],
  ])("%s", (_, a, b) => {
    expect(keyOf(form(a))).toBe(keyOf(form(b)));
  });
});
