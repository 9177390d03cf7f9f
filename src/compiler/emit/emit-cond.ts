// Conditions that may be unknown or in error, as code over the four truth values.
// Short circuits are written out as `if`s, because the second operand is often the expensive one.

import { conditionRow } from "../../language/operators/conditions.ts";
import { cellOf } from "../../language/operators/row.ts";
import { byShape, isCompound, type Quantifier, type Test } from "../ir/by-shape.ts";
import type { IrCond } from "../ir/ir.ts";
import { isTwoValued } from "../ir/two-valued.ts";
import { fillCode, type ValueWriter } from "./emit-code.ts";
import { plainCond } from "./emit-plain.ts";
import type { RuleWriter } from "./emit-scope.ts";
import { bare } from "./emit-text.ts";
import { maybeValue, pathValue, textValue } from "./emit-value.ts";

/** Collects statements at one level of indentation. */
export interface Block {
  readonly lines: string[];
  readonly indent: string;
  /** Hands out names; shared by all blocks of one function. */
  readonly temp: () => string;
}

/** An expression of type Truth. Statements that must run before it are written to the block. */
export function truthCond(cond: IrCond, scope: RuleWriter, block: Block): string {
  const at = scope.module.traced.get(cond);
  const text = truthText(cond, scope, block);
  return at === undefined ? text : `see(${at}, ${bare(text)})`;
}

/** Conditions inside plain code cannot report their truth. */
export const isWrittenPlain = (cond: IrCond, scope: RuleWriter): boolean =>
  isTwoValued(cond, scope, scope.plainVars) && !(scope.module.traced.size > 0 && isCompound(cond));

function truthText(cond: IrCond, scope: RuleWriter, block: Block): string {
  const { core } = scope.module;
  if (isWrittenPlain(cond, scope)) {
    const plain = plainCond(cond, scope);
    return plain === "true" ? core("TRUE") : plain === "false" ? core("FALSE") : `${core("truth")}(${bare(plain)})`;
  }
  return byShape(cond, {
    constant: (holds) => core(holds ? "TRUE" : "FALSE"),
    not: (item) => `${core("not")}(${truthCond(item, { ...scope, loosens: !scope.loosens }, block)})`,
    connective: ({ op, items }) => connective(op, items, scope, block),
    quantifier: (over) => quantifier(over, scope, block),
    test: (test) => truthTest(test, scope),
  });
}

function connective(op: "and" | "or", items: readonly IrCond[], scope: RuleWriter, block: Block): string {
  const { core } = scope.module;
  const [first, ...rest] = items;
  if (first === undefined) return core(op === "and" ? "TRUE" : "FALSE");
  const start = truthCond(first, scope, block);
  if (rest.length === 0) return start;
  const name = block.temp();
  const settled = core(op === "and" ? "FALSE" : "TRUE");
  const take = (text: string): void => void block.lines.push(`${block.indent}${text}`);
  take(`let ${name}: Truth = ${start};`);
  for (const item of rest) {
    const inner: Block = { ...block, lines: [], indent: `${block.indent}  ` };
    const next = truthCond(item, scope, inner);
    if (inner.lines.length === 0) take(`if (${name} !== ${settled}) ${name} = ${core(op)}(${name}, ${next});`);
    else {
      take(`if (${name} !== ${settled}) {`);
      block.lines.push(...inner.lines, `${inner.indent}${name} = ${core(op)}(${name}, ${next});`);
      take("}");
    }
  }
  return name;
}

function quantifier(cond: Quantifier, scope: RuleWriter, block: Block): string {
  const inner: Block = { ...block, lines: [], indent: `${block.indent}  ` };
  const body = truthCond(cond.body, scope, inner);
  const head = `${scope.module.core(cond.op)}(${bare(maybeValue(cond.list, scope))}, (v${cond.var}) =>`;
  if (inner.lines.length === 0) return `${head} ${body})`;
  return [`${head} {`, ...inner.lines, `${inner.indent}return ${body};`, `${block.indent}})`].join("\n");
}

const writer: ValueWriter = { text: textValue, any: maybeValue, path: pathValue };

function truthTest(cond: Test, scope: RuleWriter): string {
  const { code, shadowCode } = conditionRow(cond.op);
  const written = scope.shadow && shadowCode !== undefined ? shadowCode : cellOf(code, cond);
  if (written === null) throw new Error(`\`${cond.op}\` has no code`);
  return fillCode(written, cond, scope, writer);
}
