// The tables of operators and the types of the IR say the same: which fields a node has, and what is in them. The type
// checker compares them; a field that only one of them has does not compile.

import { describe, expect, it } from "vitest";
import type { IrCond, IrValue } from "../../src/compiler/ir/ir.ts";
import { type ConditionOp, conditionRow, conditions } from "../../src/language/operators/conditions.ts";
import type { FieldKind } from "../../src/language/operators/row.ts";
import { values } from "../../src/language/operators/values.ts";

interface FieldTypes {
  readonly subject: IrValue;
  readonly operand: IrValue;
  readonly members: IrValue;
  readonly value: IrValue;
  readonly values: readonly IrValue[];
  readonly condition: IrCond;
  readonly conditions: readonly IrCond[];
  readonly regex: number;
  readonly globs: readonly number[];
  readonly patterns: readonly number[];
  readonly folders: readonly string[];
  readonly variable: number;
  readonly part: string;
  readonly text: string;
  readonly texts: readonly string[];
  readonly flag: boolean;
  readonly count: number;
  readonly scalar: string | number | boolean;
  readonly scalars: readonly (string | number | boolean)[];
}

type TypeOf<Kind> = Kind extends readonly (infer Word)[]
  ? Word
  : Kind extends keyof FieldTypes & FieldKind
    ? FieldTypes[Kind]
    : never;

type FieldsOf<Row> = Row extends { readonly fields: infer F } ? { readonly [Name in keyof F]: TypeOf<F[Name]> } : never;

type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;

/** The member of a union of nodes that has this operator, perhaps beside others. */
type NodeOf<Op, Node> = Node extends { readonly op: infer Ops } ? (Op extends Ops ? Omit<Node, "op"> : never) : never;

/** Whether each row has the fields of its node, and each node a row. */
type Agreement<Table, Node extends { readonly op: string }> = {
  readonly [Op in keyof Table | Node["op"]]: Op extends keyof Table
    ? Same<FieldsOf<Table[Op]>, NodeOf<Op, Node>>
    : false;
};

type Agrees<Results> = false extends Results[keyof Results] ? false : true;

const fieldsAgree: readonly [Agrees<Agreement<typeof conditions, IrCond>>, Agrees<Agreement<typeof values, IrValue>>] =
  [true, true];

describe("operators", () => {
  it("are described as the IR has them", () => {
    expect(fieldsAgree).toEqual([true, true]);
  });

  it("have names of their own", () => {
    expect(Object.keys(conditions).filter((op) => op in values)).toEqual([]);
  });

  it("have code and a sentence if they are tests", () => {
    const tests = (Object.keys(conditions) as ConditionOp[]).map(conditionRow).filter(({ shape }) => shape === "test");
    expect(tests.length).toBeGreaterThan(10);
    expect(tests.filter(({ code, says }) => code === undefined || says === undefined)).toEqual([]);
  });
});
