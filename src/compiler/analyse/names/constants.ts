// Constants: literals, lists of them, `let` and `param`, joined text. Worked out once, with the place of each literal kept.

import type { Expr, ListExpr, PathExpr, Span } from "../../ir/ast.ts";
import type { BundleScope, Declared, FileNames, Worked } from "./bundle-scope.ts";
import { nearest } from "./nearest.ts";
import { type Constant, constantType, fits, typedConstant, typeWords } from "./value-types.ts";

/** `let`s that refer to `let`s that refer to ...: past this depth nobody can follow either. */
const DEEPEST = 64;
const LONGEST_TEXT = 100_000;

interface Work {
  readonly bundle: BundleScope;
  readonly names: FileNames;
  readonly open: readonly Declared[];
}

/** Is this expression made of constants only? Looks at names, so a field is not one. */
export function isConstant(expr: Expr, names: FileNames): boolean {
  switch (expr.kind) {
    case "StringLit":
    case "IntLit":
    case "BoolLit":
    case "DurationLit":
    case "RegexLit":
    case "ListExpr":
      return true;
    case "ParenExpr":
      return isConstant(expr.item, names);
    case "AddExpr":
      return expr.items.every((item) => isConstant(item, names));
    case "PathExpr": {
      const declared = expr.names.length === 1 ? names.byName.get(expr.names[0]?.text ?? "") : undefined;
      return declared !== undefined && declared.kind !== "def";
    }
    default:
      return false;
  }
}

/** The constant an expression stands for; null when it is none, which has then been reported. */
export function constantOf(expr: Expr, names: FileNames, bundle: BundleScope): Worked | null {
  return work(expr, { bundle, names, open: [] });
}

/** The constant behind a `let` or `param`. */
export function constantNamed(declared: Declared, bundle: BundleScope): Worked | null {
  return named(declared, declared.name.span, { bundle, names: declared.home, open: [] });
}

function work(expr: Expr, at: Work): Worked | null {
  const { span } = expr;
  const literal = (constant: Constant): Worked => ({ constant, isChanged: false });
  switch (expr.kind) {
    case "StringLit":
      return literal({ kind: "string", value: expr.value, span });
    case "IntLit":
      return literal({ kind: "int", value: expr.value, span });
    case "BoolLit":
      return literal({ kind: "bool", value: expr.value, span });
    case "DurationLit":
      return literal({ kind: "duration", ms: expr.ms, span });
    case "RegexLit":
      return literal({ kind: "regex", source: expr.source, flags: expr.flags, span });
    case "ParenExpr":
      return work(expr.item, at);
    case "ListExpr":
      return workList(expr, at);
    case "AddExpr":
      return workText(expr.items, span, at);
    case "PathExpr":
      return workName(expr, at);
    default:
      at.bundle.session.report("P322", span, {});
      return null;
  }
}

function workName(expr: PathExpr, at: Work): Worked | null {
  const word = expr.names.map((name) => name.text).join(".");
  const declared = at.names.byName.get(word);
  if (declared === undefined || declared.kind === "def") {
    const near = nearest(word, constantNames(at.names), at.bundle.session);
    at.bundle.session.report(
      "P322",
      expr.span,
      {},
      near === null
        ? at.bundle.toolWords.has(word)
          ? { help: `text is written in double quotes: \`"${word}"\``, fix: `"${word}"` }
          : { help: `text is written in double quotes: \`"${word}"\`; a constant is defined with \`let\`` }
        : { help: `did you mean \`${near}\`?`, fix: near },
    );
    return null;
  }
  return named(declared, expr.span, at);
}

function* constantNames(names: FileNames): Iterable<string> {
  for (const [name, declared] of names.byName) if (declared.kind !== "def") yield name;
}

function named(declared: Declared, span: Span, at: Work): Worked | null {
  const { bundle } = at;
  bundle.usedNames.add(declared);
  const known = bundle.worked.get(declared);
  if (known !== undefined) return known;
  if (declared.value === null) return null;
  if (at.open.includes(declared) || at.open.length >= DEEPEST) {
    const chain = [...at.open.slice(at.open.indexOf(declared)), declared].map((link) => `\`${link.name.text}\``);
    bundle.session.report("P237", span, { name: declared.name.text }, { help: `${chain.slice(0, 8).join(" needs ")}` });
    return null;
  }
  const inner: Work = { bundle, names: declared.valueHome, open: [...at.open, declared] };
  const found = work(declared.value, inner);
  const result = found === null ? null : { ...found, isChanged: found.isChanged || declared.isChanged };
  const checked = result !== null && hasType(result.constant, declared, bundle) ? result : null;
  bundle.worked.set(declared, checked);
  return checked;
}

function hasType(constant: Constant, declared: Declared, bundle: BundleScope): boolean {
  const { type } = declared;
  if (type === null || fits(typedConstant(constant, constant.span), type)) return true;
  const found = typeWords(constantType(constant));
  bundle.session.report(
    "P323",
    declared.value?.span ?? constant.span,
    { name: declared.name.text, wanted: typeWords(type), found },
    { notes: [{ span: declared.name.span, text: "declared here" }] },
  );
  return false;
}

function workList(expr: ListExpr, at: Work): Worked | null {
  const items: Constant[] = [];
  let isChanged = false;
  let isBad = false;
  for (const item of expr.items) {
    const found = work(item, at);
    if (found === null) isBad = true;
    else {
      items.push(found.constant);
      isChanged ||= found.isChanged;
    }
  }
  const [first] = items;
  for (const item of items) {
    if (item.kind === "list" || item.kind === "regex") {
      at.bundle.session.report("P324", item.span, { what: item.kind === "list" ? "another list" : "a regex" });
      isBad = true;
    } else if (first !== undefined && item.kind !== first.kind) {
      at.bundle.session.report("P325", item.span, { first: first.kind, found: item.kind });
      isBad = true;
    }
  }
  return isBad ? null : { constant: { kind: "list", items, span: expr.span }, isChanged };
}

function workText(items: readonly Expr[], span: Span, at: Work): Worked | null {
  const texts: string[] = [];
  let length = 0;
  let isChanged = false;
  for (const item of items) {
    const found = work(item, at);
    if (found === null) return null;
    if (found.constant.kind !== "string") {
      at.bundle.session.report("P307", item.span, {
        test: "+",
        type: typeWords(constantType(found.constant)),
        works: "string",
      });
      return null;
    }
    length += found.constant.value.length;
    if (length > LONGEST_TEXT) {
      at.bundle.session.report("P333", span, { limit: String(LONGEST_TEXT) });
      return null;
    }
    texts.push(found.constant.value);
    isChanged ||= found.isChanged;
  }
  return { constant: { kind: "string", value: texts.join(""), span }, isChanged };
}
