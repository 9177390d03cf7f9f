// Random conditions about command lines: what runs, what flows, the calls and their parts.

import fc, { type Arbitrary } from "fast-check";
import type { IrCond, IrValue } from "../src/compiler/ir/ir.ts";
import { commandPatterns, programWords, regexes, variableWords } from "./arbitrary-pools.ts";

const pick = <T>(items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);
const constant = (value: string | number): IrValue => ({ op: "const", value });
const patterns = fc.uniqueArray(fc.nat(commandPatterns.length - 1), { minLength: 1, maxLength: 3 });
const withDefault = (value: IrValue, fallback: string): IrValue => ({
  op: "default",
  value,
  fallback: constant(fallback),
});

/** What a test of paths is like depends on where the rule stands. */
export type PathTests = (value: IrValue) => Arbitrary<IrCond>;

/** `id`: the first variable that is free. Flows that remember earlier calls are left out. */
export function commandAtom(id: number, pathTests: PathTests): Arbitrary<IrCond> {
  return fc.oneof(
    patterns.map((ids): IrCond => ({ op: "runs", patterns: ids })),
    patterns.map((ids): IrCond => ({ op: "only", patterns: ids })),
    fc
      .tuple(pick(["secret", "file"] as const), pick(["network", "file", "interpreter"] as const))
      .map(([from, to]): IrCond => ({ op: "flows", from, to })),
    fc.constant<IrCond>({ op: "flows", from: "download", to: "file" }),
    callTests(id, pathTests).chain((body) =>
      pick(["any", "any", "any", "all"] as const).map((op): IrCond => ({ op, list: { op: "calls" }, var: id, body })),
    ),
    pick(["script", "task", "inline-code"]).map(
      (kind): IrCond => ({
        op: "any",
        list: { op: "externals" },
        var: id,
        body: { op: "compare", test: "eq", type: "string", left: partOf(id, "kind", "string"), right: constant(kind) },
      }),
    ),
  );
}

type PartType = (IrValue & { readonly op: "part" })["type"];
const partOf = (id: number, part: string, type: PartType, optional = false): IrValue => ({
  op: "part",
  var: id,
  part,
  type,
  optional,
});

function callTests(id: number, pathTests: PathTests): Arbitrary<IrCond> {
  const one = callTest(id, pathTests);
  return fc.oneof(
    { weight: 3, arbitrary: one },
    { weight: 1, arbitrary: one.map((item): IrCond => ({ op: "not", item })) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(pick(["and", "or"] as const), fc.array(one, { minLength: 2, maxLength: 3 }))
        .map(([op, items]): IrCond => ({ op, items })),
    },
  );
}

function callTest(id: number, pathTests: PathTests): Arbitrary<IrCond> {
  const program = partOf(id, "program", "string");
  const lists = pick(["injected", "settings", "args"]).map((part) => partOf(id, part, "list<string>"));
  const variable = pick(variableWords).map((name) => withDefault(partOf(id, `env.${name}`, "string", true), ""));
  const mode = withDefault(partOf(id, "mode", "string", true), "");
  return fc.oneof(
    pick(programWords).map(
      (name): IrCond => ({ op: "compare", test: "eq", type: "string", left: program, right: constant(name) }),
    ),
    fc
      .subarray(programWords, { minLength: 1, maxLength: 3 })
      .map((items): IrCond => ({ op: "in", type: "string", value: program, list: { op: "list", items } })),
    variable.chain((value) =>
      pick(["eq", "ne"] as const).chain((test) =>
        pick(["0", ""]).map(
          (text): IrCond => ({ op: "compare", test, type: "string", left: value, right: constant(text) }),
        ),
      ),
    ),
    variable.map((value): IrCond => ({ op: "in", type: "string", value, list: { op: "list", items: ["0", ""] } })),
    pick(["world-writable", "other", ""]).map(
      (needle): IrCond => ({ op: "contains", of: "text", value: mode, needle: constant(needle) }),
    ),
    fc.constant<IrCond>({ op: "holds", value: partOf(id, "elevated", "bool") }),
    lists.chain((list) =>
      pick([0, 1]).map(
        (n): IrCond => ({
          op: "compare",
          test: "gt",
          type: "int",
          left: { op: "length", of: "list", value: list },
          right: constant(n),
        }),
      ),
    ),
    fc.tuple(lists, fc.nat(regexes.length - 1)).map(
      ([list, regex]): IrCond => ({
        op: "any",
        list,
        var: id + 1,
        body: { op: "regex", value: { op: "var", var: id + 1, type: "string" }, regex },
      }),
    ),
    pick(["reads", "writes", "deletes", "uploads"]).chain((part) =>
      pathTests({ op: "var", var: id + 1, type: "path" }).chain((body) =>
        pick(["any", "any", "all"] as const).map(
          (op): IrCond => ({ op, list: partOf(id, part, "list<path>"), var: id + 1, body }),
        ),
      ),
    ),
  );
}
