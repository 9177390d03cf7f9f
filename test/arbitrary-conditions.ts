// Random conditions: well-typed, of every operation, with whatever may be absent guarded as the compiler demands.

import fc, { type Arbitrary } from "fast-check";
import { testOfTexts } from "../src/compiler/ir/by-shape.ts";
import type { IrCond, IrValue } from "../src/compiler/ir/ir.ts";
import type { Point } from "../src/language/contract.ts";
import { conditionRow, opOfWord } from "../src/language/operators/conditions.ts";
import { commonFields, type Field, type Fields, points, tools } from "../src/language/schema.ts";
import { commandAtom } from "./arbitrary-commands.ts";
import {
  facts,
  folders,
  globIds,
  hostWords,
  ints,
  metadataKeys,
  regexes,
  stateItems,
  texts,
  toolWords,
  windows,
  words,
} from "./arbitrary-pools.ts";

type Scalar = "string" | "int" | "bool";
type FieldIr = Extract<IrValue, { op: "field" }>;

interface Operand {
  readonly value: IrValue;
  readonly optional: boolean;
}

/** What most rules of a policy are about: anything, session state, or rewrites. */
export type Theme = "any" | "state" | "rewrite";

export type Memo = Map<string, Arbitrary<IrCond>>;

/** What a condition may speak about at one place. */
export interface Scope {
  readonly fields: readonly { readonly name: string; readonly field: Field }[];
  readonly toolPoint: boolean;
  readonly memo: Memo;
  /** Tells places apart that may speak about different things. */
  readonly key: string;
  readonly theme: Theme;
  /** Which of `stateItems` may be tested. */
  readonly state: readonly number[];
  readonly fold: boolean;
  readonly vars: readonly { readonly id: number; readonly type: "string" | "path" | "host" }[];
}

export const declaredTools: { readonly [tool: string]: Fields } = {
  deploy: {
    env: { type: "string", name: true, doc: "where" },
    dry_run: { type: "bool", optional: true, doc: "only try" },
    target: { type: "path", optional: true, doc: "the folder" },
  },
};

export const allPoints = Object.keys(points) as Point[];
const irType = (type: Field["type"]): FieldIr["type"] => (type === "command" || type === "host" ? "string" : type);
export const fieldValue = (name: string, field: Field): FieldIr => ({
  op: "field",
  name,
  type: irType(field.type),
  optional: field.optional === true,
});
export const pick = <T>(items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);
/** Few words half of the time, so that what is set, sent and looked for is often the same. */
const someWord = fc.oneof(pick(["a", "main"]), pick(words));
export const someText = fc.oneof(pick(["a", "main"]), pick(texts));
export const constant = (value: string | number | boolean): IrValue => ({ op: "const", value });

export const constantOf: { readonly [T in Scalar]: Arbitrary<IrValue> } = {
  string: someWord.map(constant),
  int: pick(ints).map(constant),
  bool: fc.boolean().map(constant),
};

const testable = (scope: Scope, kind: "mark" | "count"): string[] =>
  scope.state.flatMap((at) => (stateItems[at]?.kind === kind ? [stateItems[at].name] : []));

/** A value of a scalar type that this place may read. */
function operand(scope: Scope, type: Scalar): Arbitrary<Operand> {
  const options: Arbitrary<Operand>[] = [];
  const fields = scope.fields.filter(({ field }) => irType(field.type) === type && field.type !== "path");
  if (fields.length > 0) {
    const read = pick(fields).map(({ name, field }) => ({
      value: fieldValue(name, field),
      optional: field.optional === true,
    }));
    options.push(read, read, read);
  }
  options.push(
    fc.record({ key: pick(metadataKeys), deep: fc.boolean() }).map(({ key, deep }) => ({
      value: {
        op: "json",
        base: fieldValue("metadata", commonFields.metadata as Field),
        path: deep ? ["deep", key] : [key],
        type,
      },
      optional: true,
    })),
  );
  const known = facts.filter((fact) => fact.type === type);
  if (known.length > 0) {
    options.push(
      pick(known).map(({ key, optional }) => ({ value: { op: "fact", key, type, optional } as IrValue, optional })),
    );
  }
  const vars = scope.vars.filter((one) => (one.type === "string" || one.type === "host") && type === "string");
  if (vars.length > 0) {
    const read = pick(vars).map(({ id, type: kind }) => ({
      value: { op: "var", var: id, type: kind } as IrValue,
      optional: false,
    }));
    options.push(read, read);
  }
  if (type === "int") {
    const counters = testable(scope, "count");
    if (counters.length > 0) {
      const counts = pick(counters)
        .chain((name) => pick((windows[name] ?? []).map((windowMs) => ({ counter: name, windowMs }))))
        .map((counted): Operand => ({ value: { op: "counted", ...counted }, optional: false }));
      options.push(counts, ...(scope.theme === "state" ? [counts, counts, counts, counts] : []));
    }
  }
  return fc.oneof(...options);
}

/** Operations on values; the operand must be there. */
export function shaped(scope: Scope, type: Scalar): Arbitrary<Operand> {
  const plain = operand(scope, type);
  const defaulted = fc.tuple(plain, constantOf[type]).map(
    ([{ value, optional }, fallback]): Operand => ({
      value: optional ? { op: "default", value, fallback } : value,
      optional: false,
    }),
  );
  if (type === "string") {
    return fc.oneof(
      { weight: 4, arbitrary: plain },
      { weight: 2, arbitrary: defaulted },
      { weight: 1, arbitrary: plain.map((one): Operand => ({ ...one, value: { op: "lower", value: one.value } })) },
      {
        weight: 1,
        arbitrary: fc
          .tuple(plain, constantOf.string)
          .map(([one, other]): Operand => ({ ...one, value: { op: "concat", parts: [one.value, other] } })),
      },
      {
        weight: 1,
        arbitrary: fc
          .tuple(plain, fc.nat(regexes.length - 1))
          .map(([one, regex]): Operand => ({ ...one, value: { op: "mask", value: one.value, regex } })),
      },
    );
  }
  if (type === "int") {
    const lengths = operand(scope, "string").map(
      (one): Operand => ({ ...one, value: { op: "length", of: "text", value: one.value } }),
    );
    return fc.oneof(
      { weight: 3, arbitrary: plain },
      { weight: 2, arbitrary: defaulted },
      { weight: 1, arbitrary: lengths },
    );
  }
  return fc.oneof(plain, defaulted);
}

/** The part of a value that may be absent. */
function guardOf(value: IrValue): IrValue {
  if (value.op === "lower" || value.op === "mask" || value.op === "length") return guardOf(value.value);
  const [first] = value.op === "concat" ? value.parts : [];
  return first === undefined ? value : guardOf(first);
}

/** Optional operands are guarded in one of the ways a reviewer would. */
function guarded(one: Operand, cond: IrCond): Arbitrary<IrCond> {
  if (!one.optional) return fc.constant(cond);
  const value = guardOf(one.value);
  return fc
    .boolean()
    .map(
      (and): IrCond =>
        and
          ? { op: "and", items: [{ op: "is", word: "present", value }, cond] }
          : { op: "or", items: [{ op: "is", word: "missing", value }, cond] },
    );
}

const over = (operands: Arbitrary<Operand>, make: (value: IrValue) => Arbitrary<IrCond>): Arbitrary<IrCond> =>
  operands.chain((one) => make(one.value).chain((cond) => guarded(one, cond)));

const tests = ["eq", "ne", "lt", "le", "gt", "ge"] as const;

/** Tests of one text against another and nothing else. */
const textWords = [...opOfWord].flatMap(([word, op]) => {
  const { text, fields } = conditionRow(op);
  return text !== undefined && Object.keys(fields).length === 2 ? [word] : [];
});

function stringAtom(scope: Scope): Arbitrary<IrCond> {
  return over(shaped(scope, "string"), (value) =>
    fc.oneof(
      {
        weight: 4,
        arbitrary: fc
          .tuple(pick(tests), constantOf.string)
          .map(([test, right]): IrCond => ({ op: "compare", test, type: "string", left: value, right })),
      },
      {
        weight: 2,
        arbitrary: fc
          .array(someWord, { minLength: 1, maxLength: 3 })
          .map((items): IrCond => ({ op: "in", type: "string", value, list: { op: "list", items } })),
      },
      {
        weight: 1,
        arbitrary: constantOf.string.map((needle): IrCond => ({ op: "contains", of: "text", value, needle })),
      },
      ...textWords.map((word) => ({
        weight: 1,
        arbitrary: constantOf.string.map((part): IrCond => testOfTexts(word, value, part)),
      })),
      { weight: 1, arbitrary: fc.nat(regexes.length - 1).map((regex): IrCond => ({ op: "regex", value, regex })) },
      {
        weight: 1,
        arbitrary: someGlobs("name").map(
          (ids): IrCond => ({ op: "glob", kind: "name", value, globs: ids, fold: false }),
        ),
      },
    ),
  );
}

const someGlobs = (kind: "path" | "host" | "name"): Arbitrary<number[]> =>
  fc.uniqueArray(pick(globIds(kind)), { minLength: 1, maxLength: 2 });

const intAtom = (scope: Scope): Arbitrary<IrCond> =>
  over(shaped(scope, "int"), (left) =>
    fc.oneof(
      fc
        .tuple(pick(tests), constantOf.int)
        .map(([test, right]): IrCond => ({ op: "compare", test, type: "int", left, right })),
      fc
        .array(pick(ints), { minLength: 1, maxLength: 3 })
        .map((items): IrCond => ({ op: "in", type: "int", value: left, list: { op: "list", items } })),
    ),
  );

const boolAtom = (scope: Scope): Arbitrary<IrCond> =>
  over(shaped(scope, "bool"), (value) =>
    fc.oneof(
      fc.constant<IrCond>({ op: "holds", value }),
      fc.boolean().map((to): IrCond => ({ op: "compare", test: "eq", type: "bool", left: value, right: constant(to) })),
    ),
  );

const pathTests = (value: IrValue, fold: boolean): Arbitrary<IrCond> =>
  fc.oneof(
    someGlobs("path").map((ids): IrCond => ({ op: "glob", kind: "path", value, globs: ids, fold })),
    fc
      .uniqueArray(pick(folders), { minLength: 1, maxLength: 2 })
      .map((dirs): IrCond => ({ op: "under", value, dirs, fold })),
    pick(["root", "home", "project", "system", "policyc"] as const).map((word): IrCond => ({ op: "is", word, value })),
  );

function pathAtom(scope: Scope): Arbitrary<IrCond> {
  const paths = scope.fields.filter(({ field }) => field.type === "path");
  return pick(paths).chain(({ name, field }) => {
    const value = fieldValue(name, field);
    return pathTests(value, scope.fold).chain((cond) => guarded({ value, optional: field.optional === true }, cond));
  });
}

const presence = (scope: Scope): Arbitrary<IrCond> =>
  fc
    .tuple(
      fc
        .oneof(operand(scope, "string"), operand(scope, "int"), operand(scope, "bool"))
        .filter(({ optional }) => optional),
      pick(["present", "missing"] as const),
    )
    .map(([{ value }, word]) => ({ op: "is", word, value }));

/** `any` and `all` over views and lists of strings. */
function quantified(scope: Scope, depth: number): Arbitrary<IrCond> {
  const id = scope.vars.length;
  const lists: Arbitrary<{ list: IrValue; type: "string" | "path" | "host"; optional: boolean }>[] = [
    fc.constant({
      list: {
        op: "json",
        base: fieldValue("metadata", commonFields.metadata as Field),
        path: ["list"],
        type: "list<string>",
      },
      type: "string" as const,
      optional: true,
    }),
  ];
  for (const { name, field } of scope.fields) {
    if (field.type === "list<string>") {
      lists.push(
        fc.constant({ list: fieldValue(name, field), type: "string" as const, optional: field.optional === true }),
      );
    }
  }
  if (scope.toolPoint) {
    const paths = pick(["reads", "writes", "deletes", "uploads"] as const).map((view) => ({
      list: { op: "view", view } as IrValue,
      type: "path" as const,
      optional: false,
    }));
    const hosts = fc.constant({
      list: { op: "view", view: "hosts" } as IrValue,
      type: "host" as const,
      optional: false,
    });
    const kinds = fc.constant({
      list: { op: "view", view: "kinds" } as IrValue,
      type: "string" as const,
      optional: false,
    });
    lists.push(paths, paths, paths, hosts, hosts, kinds);
  }
  return fc.oneof(...lists).chain(({ list, type, optional }) => {
    const value: IrValue = { op: "var", var: id, type };
    const inner: Scope = { ...scope, key: `${scope.key} ${type}`, vars: [...scope.vars, { id, type }] };
    const atom: Arbitrary<IrCond> =
      type === "path"
        ? pathTests(value, scope.fold)
        : type === "host"
          ? fc.oneof(
              someGlobs("host").map(
                (ids): IrCond => ({ op: "glob", kind: "host", value, globs: ids, fold: scope.fold }),
              ),
              fc
                .array(pick(hostWords), { minLength: 1, maxLength: 3 })
                .map((items): IrCond => ({ op: "in", type: "string", value, list: { op: "list", items } })),
              pick(hostWords).map(
                (word): IrCond => ({ op: "compare", test: "eq", type: "string", left: value, right: constant(word) }),
              ),
            )
          : stringAtom({ ...inner, fields: [] });
    const body = fc.oneof(
      { weight: 4, arbitrary: atom },
      { weight: 1, arbitrary: atom.map((item): IrCond => ({ op: "not", item })) },
      {
        weight: depth > 0 ? 1 : 0,
        arbitrary: fc
          .tuple(pick(["and", "or"] as const), atom, depth > 0 ? condition(inner, 0) : atom)
          .map(([op, one, other]): IrCond => ({ op, items: [one, other] })),
      },
    );
    return fc
      .tuple(pick(["any", "any", "all"] as const), body)
      .chain(([op, cond]) => guarded({ value: list, optional }, { op, list, var: id, body: cond }));
  });
}

const listAtom = (scope: Scope): Arbitrary<IrCond> => {
  const list: IrValue = {
    op: "json",
    base: fieldValue("metadata", commonFields.metadata as Field),
    path: ["list"],
    type: "list<string>",
  };
  return fc
    .oneof(
      someWord.map((word): IrCond => ({ op: "contains", of: "list", value: list, needle: constant(word) })),
      pick(ints).map(
        (n): IrCond => ({
          op: "compare",
          test: "ge",
          type: "int",
          left: { op: "length", of: "list", value: list },
          right: constant(n),
        }),
      ),
      over(operand(scope, "string"), (value) => fc.constant<IrCond>({ op: "in", type: "string", value, list })),
    )
    .chain((cond) => guarded({ value: list, optional: true }, cond));
};

export const toolIs = (names: readonly string[]): Arbitrary<IrCond> => {
  const tool: IrValue = { op: "field", name: "tool", type: "string", optional: false };
  const [only] = names;
  const list: IrCond = { op: "in", type: "string", value: tool, list: { op: "list", items: names } };
  if (names.length > 1 || only === undefined) return fc.constant(list);
  return fc.constantFrom<IrCond>(
    { op: "compare", test: "eq", type: "string", left: tool, right: constant(only) },
    list,
  );
};

/** Fields of `input` that all these tools have with one type. */
function inputFields(names: readonly string[]): Scope["fields"] {
  const tables = names.map((name) => tools[name] ?? declaredTools[name] ?? {});
  const [first = {}] = tables;
  return Object.entries(first).flatMap(([name, field]) => {
    const same = tables.map((table) => table[name]);
    if (!same.every((other) => other?.type === field.type)) return [];
    const optional = same.some((other) => other?.optional);
    return [{ name: `input.${name}`, field: optional ? { ...field, optional: true as const } : field }];
  });
}

export const narrowed = (scope: Scope, names: readonly string[]): Scope => {
  const fields = inputFields(names);
  // Several times: what a rule narrows to is what it is about.
  const times = scope.theme === "rewrite" ? 5 : 2;
  const key = `${scope.key} tools ${names}`;
  return { ...scope, key, fields: [...scope.fields, ...Array.from({ length: times }, () => fields).flat()] };
};

/** Building the arbitraries costs more than drawing from them, so each place builds its own once. */
export function condition(scope: Scope, depth: number): Arbitrary<IrCond> {
  const key = `${scope.key} ${depth}`;
  const known = scope.memo.get(key) ?? conditionOf(scope, depth);
  scope.memo.set(key, known);
  return known;
}

function conditionOf(scope: Scope, depth: number): Arbitrary<IrCond> {
  const options: { weight: number; arbitrary: Arbitrary<IrCond> }[] = [
    { weight: 8, arbitrary: stringAtom(scope) },
    { weight: 3, arbitrary: intAtom(scope) },
    { weight: 2, arbitrary: boolAtom(scope) },
    { weight: 2, arbitrary: pathAtom(scope) },
    { weight: 2, arbitrary: presence(scope) },
    { weight: 1, arbitrary: listAtom(scope) },
    { weight: 1, arbitrary: fc.constantFrom<IrCond>({ op: "true" }, { op: "false" }) },
  ];
  const labels = testable(scope, "mark");
  if (labels.length > 0) {
    const weight = scope.theme === "state" ? 25 : 6;
    options.push({ weight, arbitrary: pick(labels).map((label) => ({ op: "marked", label })) });
  }
  if (scope.theme === "state" && testable(scope, "count").length > 0) {
    options.push({ weight: 20, arbitrary: intAtom(scope) });
  }
  if (scope.toolPoint) {
    options.push({ weight: 3, arbitrary: pick(toolWords).chain((name) => toolIs([name])) });
    options.push({ weight: 6, arbitrary: commandAtom(scope.vars.length, (value) => pathTests(value, scope.fold)) });
  }
  if (depth > 0) {
    const deeper = condition(scope, depth - 1);
    options.push(
      { weight: scope.toolPoint ? 8 : 2, arbitrary: quantified(scope, depth - 1) },
      { weight: 4, arbitrary: deeper.map((item): IrCond => ({ op: "not", item })) },
      {
        weight: 5,
        arbitrary: fc
          .tuple(pick(["and", "or"] as const), fc.array(deeper, { minLength: 2, maxLength: 3 }))
          .map(([op, items]): IrCond => ({ op, items })),
      },
    );
    if (scope.toolPoint) {
      options.push({
        weight: 4,
        arbitrary: pick(toolWords).chain((name) =>
          fc
            .tuple(toolIs([name]), condition(narrowed(scope, [name]), depth - 1))
            .map(([is, cond]): IrCond => ({ op: "and", items: [is, cond] })),
        ),
      });
    }
  }
  return fc.oneof(...options);
}
