// Built-in functions: lower, length, mask, and the facts. Facts become keys that the world is asked.

import { type LineFact, lineFacts } from "../../../language/operators/line-facts.ts";
import type { CallExpr, Expr } from "../../ir/ast.ts";
import type { IrValue } from "../../ir/ir.ts";
import type { Known } from "../names/narrowing.ts";
import { nearest } from "../names/nearest.ts";
import { fail, loosens, type RuleScope, suggestion } from "../names/rule-scope.ts";
import { BOOL, INT, NAME, oneOfWords, STRING, type Type, type Typed, typeWords } from "../names/value-types.ts";
import { regexOf } from "./patterns.ts";
import { asText, presentValue, typedOf } from "./values.ts";

type Build = (expr: CallExpr, known: Known, scope: RuleScope) => Typed | null;

interface BuiltIn {
  /** As in the reference, for the message about wrong arguments. */
  readonly shape: string;
  readonly args: number;
  readonly build: Build;
}

const weekdays = oneOfWords(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]);

const builtIns: ReadonlyMap<string, BuiltIn> = new Map(
  Object.entries<BuiltIn>({
    lower: { shape: "lower(text)", args: 1, build: lowerOf },
    length: { shape: "length(text)", args: 1, build: lengthOf },
    mask: { shape: "mask(text, /regex/)", args: 2, build: maskOf },
    file_exists: { shape: 'file_exists("path")', args: 1, build: fileExists },
    ...Object.fromEntries(
      lineFacts.map((name): [string, BuiltIn] => [
        name,
        { shape: `${name}()`, args: 0, build: (expr, known, scope) => lineFact(name, expr, known, scope) },
      ]),
    ),
    env: { shape: 'env("NAME")', args: 1, build: envOf },
    hour: { shape: 'hour("UTC")', args: 1, build: (expr, _, scope) => clock(expr, scope, "hour", INT) },
    weekday: { shape: 'weekday("UTC")', args: 1, build: (expr, _, scope) => clock(expr, scope, "weekday", weekdays) },
  }),
);

/** What other languages call them. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ...["len", "size", "count", "strlen"].map((word) => [word, "length"] as const),
  ...["tolower", "lowercase", "lower_case", "casefold", "downcase"].map((word) => [word, "lower"] as const),
  ...["getenv", "env_var", "environ"].map((word) => [word, "env"] as const),
  ...["exists", "is_file", "path_exists"].map((word) => [word, "file_exists"] as const),
  ...["branch", "current_branch"].map((word) => [word, "git_branch"] as const),
  ...["redact", "replace", "sub"].map((word) => [word, "mask"] as const),
]);

export const functionNames: ReadonlySet<string> = new Set(builtIns.keys());

export function callFunction(expr: CallExpr, known: Known, scope: RuleScope): Typed | null {
  const name = expr.name.text;
  const builtIn = builtIns.get(name);
  if (builtIn === undefined) return unknownFunction(expr, scope);
  if (expr.args.length !== builtIn.args) return fail(scope, "P328", expr.span, { name, shape: builtIn.shape });
  return builtIn.build(expr, known, scope);
}

function unknownFunction(expr: CallExpr, scope: RuleScope): null {
  const { text, span } = expr.name;
  if (scope.bundle.lost.has(text)) {
    scope.found.failed = true;
    return null;
  }
  const defs = [...scope.names.byName].filter(([, declared]) => declared.kind === "def").map(([name]) => name);
  return fail(
    scope,
    "P226",
    span,
    { name: text },
    suggestion(
      otherNames.get(text.toLowerCase()) ?? nearest(text, [...builtIns.keys(), ...defs], scope.bundle.session),
    ),
  );
}

const made = (expr: Expr, type: Type, value: IrValue, from: Partial<Typed> = {}): Typed => ({
  span: expr.span,
  type,
  value,
  constant: null,
  unguarded: null,
  key: null,
  isEnv: false,
  ...from,
});

function argument(expr: CallExpr, at: number): Expr {
  const found = expr.args[at];
  if (found === undefined) throw new Error(`${expr.name.text} lacks an argument that was counted`);
  return found;
}

function lowerOf(expr: CallExpr, known: Known, scope: RuleScope): Typed | null {
  const given = presentValue(argument(expr, 0), known, scope);
  const text = given === null ? null : asText(given, scope, "lower()");
  if (text === null) return null;
  return made(expr, text.type.isName ? NAME : STRING, { op: "lower", value: text.value }, { isEnv: text.isEnv });
}

function lengthOf(expr: CallExpr, known: Known, scope: RuleScope): Typed | null {
  const given = presentValue(argument(expr, 0), known, scope);
  if (given === null) return null;
  if (given.type.base === "list") return made(expr, INT, { op: "length", of: "list", value: given.value });
  const text = asText(given, scope, "length()");
  return text === null ? null : made(expr, INT, { op: "length", of: "text", value: text.value }, { isEnv: text.isEnv });
}

function maskOf(expr: CallExpr, known: Known, scope: RuleScope): Typed | null {
  const given = presentValue(argument(expr, 0), known, scope);
  const pattern = typedOf(argument(expr, 1), known, scope);
  if (given === null || pattern === null) return null;
  const text = asText(given, scope, "mask()");
  if (pattern.constant?.kind !== "regex") {
    return fail(scope, "P307", pattern.span, {
      test: "mask()",
      type: typeWords(pattern.type),
      works: "a regex as its second argument",
    });
  }
  const regex = regexOf(pattern.constant, scope);
  if (text === null || regex === null) return null;
  return made(expr, STRING, { op: "mask", value: text.value, regex }, { isEnv: text.isEnv });
}

/** The constant text of an argument: facts are asked by fixed keys, so that the compiler can list them. */
function textArgument(expr: CallExpr, scope: RuleScope, known: Known): { readonly text: string } | null {
  const arg = argument(expr, 0);
  const given = typedOf(arg, known, scope);
  if (given === null) return null;
  if (given.constant?.kind !== "string")
    return fail(scope, "P322", arg.span, {}, { help: `\`${expr.name.text}\` takes constant text` });
  return { text: given.constant.value };
}

function fact(
  expr: CallExpr,
  scope: RuleScope,
  key: string,
  shown: string,
  type: Type,
  optional: boolean,
  known: Known,
): Typed {
  scope.found.operands.add(shown);
  const wire = type.base === "int" || type.base === "bool" ? type.base : "string";
  const unguarded = optional && !known.present.has(shown) ? shown : null;
  return made(expr, type, { op: "fact", key, type: wire, optional }, { key: shown, unguarded });
}

function fileExists(expr: CallExpr, known: Known, scope: RuleScope): Typed | null {
  const arg = textArgument(expr, scope, known);
  if (arg === null) return null;
  if (arg.text === "") return fail(scope, "P322", argument(expr, 0).span, {}, { help: "name a file" });
  if (/[*?]/.test(arg.text)) {
    const holes = { text: arg.text, test: "file_exists" };
    return fail(scope, "P314", argument(expr, 0).span, holes, {
      help: "name one file, or combine several tests with `or`",
    });
  }
  warnIfLoosening(expr, scope);
  return fact(expr, scope, `file_exists:${arg.text}`, `file_exists(${JSON.stringify(arg.text)})`, BOOL, false, known);
}

function lineFact(name: LineFact, expr: CallExpr, known: Known, scope: RuleScope): Typed {
  warnIfLoosening(expr, scope);
  return fact(expr, scope, name, `${name}()`, NAME, false, known);
}

function envOf(expr: CallExpr, known: Known, scope: RuleScope): Typed | null {
  const arg = textArgument(expr, scope, known);
  if (arg === null) return null;
  if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(arg.text))
    return fail(scope, "P329", argument(expr, 0).span, { name: arg.text });
  const typed = fact(expr, scope, `env:${arg.text}`, `env(${JSON.stringify(arg.text)})`, NAME, true, known);
  return { ...typed, isEnv: true };
}

function clock(expr: CallExpr, scope: RuleScope, name: "hour" | "weekday", type: Type): Typed | null {
  const arg = argument(expr, 0);
  const given = typedOf(arg, { tools: { names: new Set(), except: true }, present: new Set(), isBroken: false }, scope);
  if (given === null) return null;
  if (given.constant?.kind !== "string")
    return fail(scope, "P322", arg.span, {}, { help: 'name a time zone, such as `"UTC"`' });
  const zone = given.constant.value;
  if (!isZone(zone)) {
    return fail(
      scope,
      "P330",
      arg.span,
      { zone },
      suggestion(quoted(nearest(zone, Intl.supportedValuesOf("timeZone"), scope.bundle.session))),
    );
  }
  scope.found.operands.add(`${name}(${JSON.stringify(zone)})`);
  return made(expr, type, {
    op: "fact",
    key: `${name}:${zone}`,
    type: name === "hour" ? "int" : "string",
    optional: false,
  });
}

const quoted = (text: string | null): string | null => (text === null ? null : JSON.stringify(text));

/** Names only: offsets such as `+02:00` depend on the engine and on the season. */
function isZone(zone: string): boolean {
  if (!/^[A-Za-z]/.test(zone)) return false;
  try {
    new Intl.DateTimeFormat("en", { timeZone: zone });
    return true;
  } catch {
    return false;
  }
}

const gates: ReadonlySet<string> = new Set(["before_completion_decision", "accept_gate"]);

/** At the gates of completion it is the purpose that the agent makes the fact true. */
function warnIfLoosening(expr: CallExpr, scope: RuleScope): void {
  if (!loosens(scope) || scope.points.every((point) => gates.has(point))) return;
  scope.bundle.session.report("P331", expr.span, { fact: expr.name.text });
}
