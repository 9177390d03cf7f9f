// Arithmetic: what runs inside it, what it assigns, and its value when it contains only numbers.

import type { Frame } from "../expand/reader.ts";
import { recordUnknown } from "../expand/record.ts";
import { assign, variable } from "../expand/scope.ts";
import { LimitReached, limits } from "../syntax/limits.ts";
import { ARITHMETIC } from "../syntax/open-words.ts";
import { type ArithmeticExpression, nodesBelow } from "../syntax/parse.ts";
import { unknown } from "../syntax/text.ts";
import { runNested } from "./expand.ts";

/** Check this before touching the parsed expression: the parser parses it lazily, on first access. */
export function checkLength(text: string): void {
  if (text.length > limits.arithmetic) throw new LimitReached(`limit: arithmetic longer than ${limits.arithmetic}`);
}

/** Runs the substitutions of an expression and forgets the variables it changes. */
export function walkArithmetic(expression: ArithmeticExpression | undefined, text: string, frame: Frame): void {
  if (expression === undefined) return;
  runNested(expression, frame);
  const nodes = [expression, ...nodesBelow(expression)];
  for (const node of nodes) if (node.type === "ArithmeticWord") checkSubscript(node.value, text, frame);
  for (const node of nodes) {
    const changed =
      node.type === "ArithmeticBinary" && /(?:^|[^=!<>])=$|<<=|>>=/.test(node.operator)
        ? node.left
        : node.type === "ArithmeticUnary" && /\+\+|--/.test(node.operator)
          ? node.operand
          : undefined;
    if (changed?.type !== "ArithmeticWord") continue;
    const name = /^[A-Za-z_]\w*/.exec(changed.value)?.[0];
    if (name !== undefined) assign(frame.scope, name, [unknown(`$${name}`, ARITHMETIC)]);
  }
}

/** Variable lookups allowed in one expression. */
const MOST_NAMES = 32;

/** `a[$(cmd)]` runs cmd even where the text was quoted, or is the value of a variable; the parse tree does not show it. */
export function checkSubscript(text: string, source: string, frame: Frame): void {
  const seen = new Set<string>();
  const texts = [text];
  for (const one of texts) {
    if (/\$\(|`/.test(one) && one.includes("[")) {
      recordUnknown(source, "code in an array subscript", frame);
      return;
    }
    if (!plainArithmetic.test(one)) continue;
    for (const [name] of one.matchAll(/[A-Za-z_]\w*/g)) {
      if (seen.has(name) || seen.size >= MOST_NAMES) continue;
      seen.add(name);
      texts.push(variable(frame.scope, name)?.items?.[0]?.text ?? "");
    }
  }
}

/** Names, numbers and signs: `i + n`, `$i`, `"${i}"`. */
const plainArithmetic = /^[\w\s+*/%()<>=&|^~!?:,${}"[\]-]+$/;

/** The value, or null. Whole numbers only, within the exact range. */
export function arithmeticValue(node: ArithmeticExpression | undefined, frame: Frame, depth: number): number | null {
  if (node === undefined || depth > 16) return null;
  const exact = (value: number): number | null => (Number.isSafeInteger(value) ? value : null);
  switch (node.type) {
    case "ArithmeticGroup":
      return arithmeticValue(node.expression, frame, depth + 1);
    case "ArithmeticWord": {
      if (node.parts !== undefined) return null;
      if (/^(?:0|[1-9]\d{0,14})$/.test(node.value)) return Number(node.value);
      const value = /^[A-Za-z_]\w*$/.test(node.value) ? variable(frame.scope, node.value)?.items?.[0] : undefined;
      return value?.why === null && /^-?(?:0|[1-9]\d{0,14})$/.test(value.text) ? Number(value.text) : null;
    }
    case "ArithmeticUnary": {
      const operand = arithmeticValue(node.operand, frame, depth + 1);
      return operand === null ? null : node.operator === "-" ? -operand : node.operator === "+" ? operand : null;
    }
    case "ArithmeticBinary": {
      const left = arithmeticValue(node.left, frame, depth + 1);
      const right = arithmeticValue(node.right, frame, depth + 1);
      if (left === null || right === null) return null;
      if (node.operator === "+") return exact(left + right);
      if (node.operator === "-") return exact(left - right);
      return node.operator === "*" ? exact(left * right) : null;
    }
    default:
      return null;
  }
}
