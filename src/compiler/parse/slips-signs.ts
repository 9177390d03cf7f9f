// Slips about signs: `:` for `=`, brackets where there are none, `and` between the items of a list, types of other languages.

import type { IToken } from "chevrotain";
import { endOf } from "./cst.ts";
import { clausesBetween, closerAt, glued, type Slip, spanBetween, tokenAt, typeAt } from "./slip-context.ts";

type Tell = (slip: Slip) => boolean;

const inner = (slip: Slip, open: IToken, close: IToken): string =>
  slip.source.text.slice(open.startOffset + 1, close.startOffset).trim();

/** `use ["a", "b"]`, `use "a", "b"`, `use "a"(x = 1)`, `use "a" with { x = 1 }` */
const useForms: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (slip.run[0]?.tokenType.name !== "Use" || found === undefined) return false;
  const type = typeAt(slip, 0);
  const close = closerAt(slip, 0);
  if (slip.at === 1 && (type === "LSquare" || type === "LCurly") && close !== undefined) {
    const names = slip.run.slice(2, slip.run.indexOf(close)).filter((token) => token.tokenType.name === "String");
    const detail =
      names.length === 0
        ? {}
        : { fix: names.map((name) => name.image).join("\nuse "), fixAt: spanBetween(slip, found, close) };
    slip.session.report("P158", spanBetween(slip, found), {}, detail);
    return true;
  }
  if (type === "Comma" && typeAt(slip, -1) === "String" && slip.at === 2) {
    slip.session.report("P158", spanBetween(slip, found), {}, { fix: "\nuse" });
    return true;
  }
  const isCall = type === "LParen" && typeAt(slip, -1) === "String";
  if (close === undefined || !(isCall || (type === "LCurly" && typeAt(slip, -1) === "With"))) return false;
  const fix = `${isCall ? " with " : ""}${inner(slip, found, close)}`;
  slip.session.report("P160", spanBetween(slip, found), {}, { fix, fixAt: spanBetween(slip, found, close) });
  return true;
};

/** `target = a`, `scope: user`, `target [a, b]`, `fires on ["a", "b"]` */
const spareSigns: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const type = typeAt(slip, 0);
  const isHeader = slip.at === 1 && /^(Target|Scope|Language)$/.test(slip.run[0]?.tokenType.name ?? "");
  const isExample = /^(On|Ignores)$/.test(typeAt(slip, -1)) && type === "LSquare" && slip.expected.has("String");
  if (found === undefined || !(isHeader || isExample)) return false;
  if (isHeader && /^(Assign|Colon|EqualEqual)$/.test(type)) {
    slip.session.report("P162", spanBetween(slip, found), { sign: found.image }, { fix: "" });
    return true;
  }
  const close = closerAt(slip, 0);
  if (type !== "LSquare" || close === undefined) return false;
  const fixAt = spanBetween(slip, found, close);
  slip.session.report(
    "P162",
    spanBetween(slip, found),
    { sign: "[" },
    { fix: inner(slip, found, close).replace(/,$/, ""), fixAt },
  );
  return true;
};

/** `:=`, `=>`, `with x: 1`, `{ tool = "a" }`, `let x: type = 1`, `param x = 1`, `def f(x) { ... }` */
const wrongSign: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const next = tokenAt(slip, 1);
  const previous = tokenAt(slip, -1);
  if (found === undefined) return false;
  const type = typeAt(slip, 0);
  const head = slip.run[0]?.tokenType.name;
  const tell = (right: string, first: IToken, last: IToken = first): true => {
    const span = spanBetween(slip, first, last);
    const image = slip.source.text.slice(span.start, span.end);
    slip.session.report(
      "P159",
      span,
      { found: image, right },
      { fix: first === last || right === "=" ? ` ${right}` : ` ${right} ` },
    );
    return true;
  };
  if (type === "Colon" && typeAt(slip, 1) === "Assign" && glued(found, next) && next !== undefined)
    return slip.expected.has("EqualEqual")
      ? tell("==", found, next)
      : slip.expected.has("Assign") && tell("=", found, next);
  if (
    type === "Assign" &&
    typeAt(slip, 1) === "Greater" &&
    glued(found, next) &&
    slip.expected.has("Expect") &&
    next !== undefined
  )
    return tell("expect", found, next);
  if (type === "Greater" && typeAt(slip, -1) === "Assign" && glued(previous, found) && previous !== undefined)
    return tell("=", previous, found);
  if (type === "Colon" && slip.expected.has("Assign")) {
    const assign = slip.run.slice(slip.at).find((token) => token.tokenType.name === "Assign");
    if (head !== "Let" || assign === undefined) return tell("=", found);
    const fixAt = { ...spanBetween(slip, found), end: assign.startOffset };
    slip.session.report(
      "P161",
      spanBetween(slip, found),
      {},
      { help: "a constant has no type: it is that of its value", fix: " ", fixAt },
    );
    return true;
  }
  if (type !== "Assign" || !slip.expected.has("Colon")) return false;
  if (head !== "Param") return tell(":", found);
  const value = valueTypes[typeAt(slip, 1)];
  const shown = value ?? "string";
  const help = `a parameter has a type: \`param ${previous?.image ?? "name"}: ${shown} = ...\``;
  const fixAt = { ...spanBetween(slip, found), start: endOf(previous ?? found), end: endOf(previous ?? found) };
  slip.session.report(
    "P161",
    spanBetween(slip, found),
    {},
    value === undefined ? { help } : { help, fix: `: ${value}`, fixAt },
  );
  return true;
};

const valueTypes: { readonly [type: string]: string } = {
  LSquare: "list<string>",
  String: "string",
  Int: "int",
  True: "bool",
  False: "bool",
  Duration: "duration",
};

/** `string[]` */
const arrayType: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const name = tokenAt(slip, -1);
  const close = closerAt(slip, 0);
  if (typeAt(slip, 0) !== "LSquare" || !slip.expected.has("Less") || slip.expected.has("EqualEqual")) return false;
  if (found === undefined || name === undefined || close === undefined) return false;
  const fix = `list<${name.image}>`;
  slip.session.report(
    "P161",
    spanBetween(slip, found, close),
    {},
    { help: `a list is written \`${fix}\``, fix, fixAt: spanBetween(slip, name, close) },
  );
  return true;
};

/** `on a and b`, `fires on "a" and "b"` */
const listWithAnd: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const previous = tokenAt(slip, -1);
  if (found === undefined || previous === undefined || !/^(And|Or|AndSign|OrSign)$/.test(typeAt(slip, 0))) return false;
  const isExample = clausesBetween(slip, 0, slip.at).at(-1)?.rank === 7;
  if (slip.expected.has("And") || !(slip.expected.has("Comma") || isExample)) return false;
  const fixAt = { ...spanBetween(slip, found), start: endOf(previous) };
  slip.session.report("P163", spanBetween(slip, found), { found: found.image }, { fix: ",", fixAt });
  return true;
};

/** In this order; the first that knows the slip tells it. */
export const signSlips: readonly Tell[] = [useForms, spareSigns, wrongSign, arrayType, listWithAnd];
