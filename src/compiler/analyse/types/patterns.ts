// Regexes and globs of conditions: checked here, kept once in the tables of the IR, named there by number.

import type { Detail } from "../../diagnostics/session.ts";
import type { IrCond, IrGlob } from "../../ir/ir.ts";
import type { WrittenGlob } from "../../ir/model.ts";
import { neverBranch, neverHost, neverPath } from "../names/never-true.ts";
import { fail, type RuleScope } from "../names/rule-scope.ts";
import { type Constant, constantType, type Type, type Typed, typeWords } from "../names/value-types.ts";
import { expandGlob } from "./glob-patterns.ts";
import { judgeRegex } from "./regex-safety.ts";

type RegexConstant = Constant & { readonly kind: "regex" };
type TextConstant = Constant & { readonly kind: "string" };

/** Number of the regex in the IR, or null after a report. */
export function regexOf(constant: RegexConstant, scope: RuleScope): number | null {
  const { source, flags, span } = constant;
  const verdict = judgeRegex(source, flags);
  switch (verdict.kind) {
    case "safe":
      return scope.bundle.regexes.add({ source, flags, engine: "native" });
    case "polynomial":
      return scope.bundle.regexes.add({ source, flags, engine: "linear" });
    case "exponential":
      return fail(scope, "P310", span, { attack: verdict.attack });
    case "invalid":
      return fail(scope, "P308", span, { why: verdict.why }, adviceForRegex(source, flags));
    case "unsupported":
      return fail(scope, "P311", span, { why: verdict.why });
  }
}

/** `(?i)text`: flags follow the closing slash. */
function adviceForRegex(source: string, flags: string): Detail {
  const [, inline = "", rest = ""] = /^\(\?([imsu]+)\)(.*)$/s.exec(source) ?? [];
  if (inline === "") return { help: "a regular expression is written as in JavaScript, with the flags i, m, s and u" };
  const fix = `/${rest}/${[...new Set(flags + inline)].join("")}`;
  return { help: `flags follow the closing slash: \`${fix}\``, fix };
}

/** The kind of glob that fits a value, null when none does. JSON text is taken as a name. */
export function globKind(type: Type): IrGlob["kind"] | null {
  if (type.base === "path" || type.base === "host") return type.base;
  return type.isName || type.base === "json" ? "name" : null;
}

/** The texts of a constant that is one text or a list of texts, or null after a report. */
export function textsOf(typed: Typed, test: string, scope: RuleScope): readonly TextConstant[] | null {
  const { constant } = typed;
  if (constant === null) return fail(scope, "P322", typed.span, {}, { help: `\`${test}\` takes constant text` });
  const items = constant.kind === "list" ? constant.items : [constant];
  const texts: TextConstant[] = [];
  for (const item of items) {
    if (item.kind !== "string") {
      const works = "a string or a list of strings on its right";
      const holes = { test, type: typeWords(constantType(item)), works };
      const help =
        test === "runs"
          ? 'write the words of the command: `command runs "git push --force"` finds it however it is spelled'
          : "write text in double quotes";
      return fail(scope, "P307", item.span, holes, { help });
    }
    texts.push(item);
  }
  return texts;
}

/** `left matches "glob"` or a list of globs. */
export function globTest(left: Typed, kind: IrGlob["kind"], right: Typed, scope: RuleScope): IrCond | null {
  const globs = globsOf(right, kind, scope);
  if (globs === null) return null;
  const cond: IrCond = { op: "glob", value: left.value, globs, kind, fold: !scope.approves };
  if (right.constant !== null) scope.bundle.writtenGlobs.set(cond, writtenIn(right.constant));
  return cond;
}

const writtenIn = (constant: Constant): readonly WrittenGlob[] =>
  (constant.kind === "list" ? constant.items : [constant]).flatMap((item) =>
    item.kind === "string" ? [{ text: item.value, span: item.span }] : [],
  );

function globsOf(right: Typed, kind: IrGlob["kind"], scope: RuleScope): readonly number[] | null {
  const { constant } = right;
  const known = constant === null ? undefined : scope.bundle.globLists.get(constant);
  const done = known?.[kind];
  if (done !== undefined) return done;
  const texts = textsOf(right, "matches", scope);
  if (texts === null || constant === null) return null;
  const globs = new Set<number>();
  let failed = false;
  for (const { value, span } of texts) {
    const expanded = expandGlob(value);
    warnOfControls(value, span, scope);
    if ("error" in expanded) {
      fail(scope, "P312", span, { why: expanded.error }, { help: expanded.help });
      failed = true;
    } else {
      for (const text of expanded.globs) {
        if (refuseNever(text, kind, span, scope)) failed = true;
        globs.add(scope.bundle.globs.add({ kind, pattern: kind === "host" ? hostText(text) : text }));
      }
    }
  }
  if (failed) return null;
  const list = [...globs];
  scope.bundle.globLists.set(constant, { ...known, [kind]: list });
  return list;
}

const nevers = { path: neverPath, host: neverHost, branch: neverBranch, name: () => null };

/** Reports text that no path, host or branch can ever fit. */
export function refuseNever(
  text: string,
  kind: keyof typeof nevers,
  span: Constant["span"],
  scope: RuleScope,
): boolean {
  const never = nevers[kind](text);
  if (never === null) return false;
  fail(scope, "P340", span, { text, why: never.why }, { help: never.help });
  return true;
}

/** `path == "text"`: the same file, however it is written, so it is a glob without wildcards. */
export function samePath(left: Typed, texts: readonly TextConstant[], scope: RuleScope): IrCond {
  const globs = texts.map(({ value, span }) => {
    const plain = value.replace(/^(?:\.\/)+/, "").replace(/(?<=.)\/+$/, "");
    refuseNever(plain, "path", span, scope);
    return scope.bundle.globs.add({ kind: "path", pattern: plain.replace(/[[\]\\]/g, "\\$&") });
  });
  return { op: "glob", value: left.value, globs: [...new Set(globs)], kind: "path", fold: !scope.approves };
}

/** Hosts have no case; the names of MCP servers, which stand among them, do. */
export const hostText = (text: string): string => (text.startsWith("mcp:") ? text : text.toLowerCase());

/** A wildcard where text is compared whole would never match anything. */
export function refuseGlob(left: Typed, texts: readonly TextConstant[], test: string, scope: RuleScope): boolean {
  const kind = globKind(left.type);
  if (kind === null || left.type.base === "json") return false;
  const wild = texts.find(({ value }) => /[*?]/.test(value));
  if (wild === undefined) return false;
  const instead = test.includes("not") || test === "!=" ? "not matches" : "matches";
  fail(scope, "P314", wild.span, { text: wild.value, test }, { help: `write \`${instead}\` instead of \`${test}\`` });
  return true;
}

/** `"C:\temp"` holds a tab. */
export function warnOfControls(text: string, span: Constant["span"], scope: RuleScope): void {
  if (/[\x00-\x1f\x7f]/.test(text)) scope.bundle.session.report("P334", span, {});
}
