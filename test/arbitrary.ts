// Random policies: well-typed IR of every operation and effect, as the front of the compiler would write it.
// Whatever may be absent is guarded, since unguarded reads do not compile.

import fc, { type Arbitrary } from "fast-check";
import type { Ir, IrCond, IrConjunct, IrEffect, IrMessage, IrRule, IrValue } from "../src/compiler/ir.ts";
import type { Point } from "../src/runtime/contract.ts";
import { commonFields, type Field, type Fields, points, tools } from "../src/runtime/schema.ts";
import {
  facts,
  folders,
  globIds,
  globs,
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
type Theme = "any" | "state" | "rewrite";

export type Memo = Map<string, Arbitrary<IrCond>>;

/** What a condition may speak about at one place. */
interface Scope {
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

const allPoints = Object.keys(points) as Point[];
const irType = (type: Field["type"]): FieldIr["type"] => (type === "command" || type === "host" ? "string" : type);
const fieldValue = (name: string, field: Field): FieldIr => ({
  op: "field",
  name,
  type: irType(field.type),
  optional: field.optional === true,
});
const pick = <T>(items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);
/** Few words half of the time, so that what is set, sent and looked for is often the same. */
const someWord = fc.oneof(pick(["a", "main"]), pick(words));
const someText = fc.oneof(pick(["a", "main"]), pick(texts));
const constant = (value: string | number | boolean): IrValue => ({ op: "const", value });

const constantOf: { readonly [T in Scalar]: Arbitrary<IrValue> } = {
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
function shaped(scope: Scope, type: Scalar): Arbitrary<Operand> {
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
      { weight: 1, arbitrary: constantOf.string.map((prefix): IrCond => ({ op: "starts", value, prefix })) },
      { weight: 1, arbitrary: constantOf.string.map((suffix): IrCond => ({ op: "ends", value, suffix })) },
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
    pick(["root", "home", "system", "policyc"] as const).map((word): IrCond => ({ op: "is", word, value })),
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
    lists.push(paths, paths, paths, hosts, hosts);
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

const toolIs = (names: readonly string[]): Arbitrary<IrCond> => {
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

const narrowed = (scope: Scope, names: readonly string[]): Scope => {
  const fields = inputFields(names);
  // Several times: what a rule narrows to is what it is about.
  const times = scope.theme === "rewrite" ? 5 : 2;
  const key = `${scope.key} tools ${names}`;
  return { ...scope, key, fields: [...scope.fields, ...Array.from({ length: times }, () => fields).flat()] };
};

/** Building the arbitraries costs more than drawing from them, so each place builds its own once. */
function condition(scope: Scope, depth: number): Arbitrary<IrCond> {
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
  if (scope.toolPoint) options.push({ weight: 3, arbitrary: pick(toolWords).chain((name) => toolIs([name])) });
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

/** Fields common to all the points, with one type. */
function fieldsOf(at: readonly Point[], theme: Theme): Scope["fields"] {
  const tables = at.map((point): Fields => ({ ...commonFields, ...points[point].fields }));
  const [first = {}] = tables;
  const fields = Object.entries(first).flatMap(([name, field]) => {
    if (name === "time" || field.type === "json") return [];
    const same = tables.map((table) => table[name]);
    if (!same.every((other) => other?.type === field.type)) return [];
    return [{ name, field: same.some((other) => other?.optional) ? { ...field, optional: true as const } : field }];
  });
  if (theme !== "rewrite") return fields;
  const settable = fields.filter(({ field }) => field.set !== undefined);
  return [...fields, ...Array.from({ length: 5 }, () => settable).flat()];
}

const message = (scope: Scope): Arbitrary<IrMessage> => {
  const plain = scope.fields.filter(({ field }) => field.type === "string" && !field.optional);
  const fixed = pick(["do not", "please look", "x"]).map((text): IrMessage => [text]);
  return plain.length === 0
    ? fixed
    : fc.oneof(
        fixed,
        pick(plain).map(({ name, field }): IrMessage => ["saw ", fieldValue(name, field), "."]),
      );
};

type Kind = "warn" | "note" | "allow" | "ask" | "block" | "stop";
const spoken = (kind: Kind, scope: Scope): Arbitrary<IrEffect> =>
  message(scope).map((text) => ({ kind, message: text }));

const respond = (scope: Scope): Arbitrary<IrEffect> =>
  fc
    .oneof(
      constantOf.string,
      shaped({ ...scope, vars: [] }, "string")
        .filter(({ optional }) => !optional)
        .map(({ value }) => value),
    )
    .map((value) => ({ kind: "respond", value }));

/** A rewrite of a field that every one of the points allows, computed from constants or from the field itself. */
function rewrite(scope: Scope, at: readonly Point[]): Arbitrary<IrEffect> | null {
  const fields = scope.fields.filter(({ name, field }) =>
    name.startsWith("input.")
      ? (field.type === "string" || field.type === "command") && at.every((point) => point.startsWith("before_"))
      : field.set !== undefined,
  );
  if (fields.length === 0) return null;
  return pick(fields).chain(({ name, field }) => {
    const current = fieldValue(name, field);
    const present: IrValue = field.optional ? { op: "default", value: current, fallback: constant("none") } : current;
    return fc
      .oneof(
        constantOf.string,
        fc.nat(regexes.length - 1).map((regex): IrValue => ({ op: "mask", value: present, regex })),
        someText.map((text): IrValue => ({ op: "concat", parts: [present, constant(text)] })),
        shaped(scope, "string")
          .filter(({ optional }) => !optional)
          .map(({ value }) => value),
      )
      .map((value): IrEffect => ({ kind: "set", field: name, value }));
  });
}

interface Shape {
  readonly at: readonly Point[];
  readonly tools: readonly string[] | null;
  readonly sets: readonly number[];
  /** The state this policy is about. */
  readonly about: readonly number[];
  readonly theme: Theme;
  readonly memo: Memo;
  readonly allow: boolean;
}

export interface PolicyOptions {
  readonly allow?: boolean;
  readonly shadow?: boolean;
  /** `if unknown` effects weaker than the default `ask`. */
  readonly weakUnknown?: boolean;
  readonly state?: boolean;
}

/** Effects other than state: at most one outcome, any remarks, perhaps a rewrite. */
function effectsOf(shape: Shape, scope: Scope): Arbitrary<readonly IrEffect[][]> {
  const outcome: Arbitrary<IrEffect[]> = shape.allow
    ? spoken("allow", scope).map((effect) => [effect])
    : fc.oneof(
        { weight: 2, arbitrary: spoken("block", scope).map((effect) => [effect]) },
        { weight: 2, arbitrary: spoken("ask", scope).map((effect) => [effect]) },
        { weight: 2, arbitrary: fc.tuple(spoken("ask", scope), spoken("block", scope)) },
        { weight: 1, arbitrary: spoken("stop", scope).map((effect) => [effect]) },
        { weight: 2, arbitrary: respond(scope).map((effect) => [effect]) },
        { weight: 1, arbitrary: fc.tuple(respond(scope), spoken("block", scope)) },
      );
  const remark: Arbitrary<IrEffect[]> = pick(["warn", "note"] as const).chain((kind) =>
    fc
      .tuple(spoken(kind, scope), fc.boolean())
      .map(([effect, chained]): IrEffect[] => (chained ? [effect, { kind: "pass" }] : [effect])),
  );
  const set = rewrite(scope, shape.at)?.map((effect) => [effect]);
  const some = (arbitrary: Arbitrary<IrEffect[]>, inTen: number): Arbitrary<IrEffect[] | null> =>
    fc.oneof({ weight: 10 - inTen, arbitrary: fc.constant(null) }, { weight: inTen, arbitrary });
  return fc
    .tuple(
      shape.allow ? outcome : some(outcome, shape.theme === "any" ? 6 : 3),
      some(remark, 4),
      set === undefined || shape.allow ? fc.constant(null) : some(set, shape.theme === "rewrite" ? 7 : 3),
      fc.constant(shape.sets.map((at): IrEffect[] => [stateEffect(at)])),
      outcome,
    )
    .map(([decides, says, rewrites, state, otherwise]) => {
      const effects = [decides, says, rewrites].filter((chain) => chain !== null).concat(state);
      return effects.length === 0 ? [otherwise] : effects;
    });
}

function stateEffect(at: number): IrEffect {
  const item = stateItems[at] ?? stateItems[0];
  return item.kind === "mark" ? { kind: "mark", label: item.name } : { kind: "count", counter: item.name };
}

const restricting = ["stop", "block", "ask", "set", "respond"];

const unknownEffect = (scope: Scope, weak: boolean): Arbitrary<IrEffect> =>
  fc.oneof(
    spoken("ask", scope),
    spoken("block", scope),
    spoken("stop", scope),
    respond(scope),
    ...(weak ? [spoken("warn", scope), spoken("note", scope)] : []),
  );

const conjunct = (cond: IrCond): IrConjunct => ({ cond, text: "a condition", line: 1, column: 1, operands: [] });

export type Draft = Omit<IrRule, "id" | "name" | "line">;

function ruleOf(shape: Shape, shadow: boolean, options: PolicyOptions): Arbitrary<Draft> {
  const toolPoint = shape.at.every((point) => points[point].tool);
  const base: Scope = {
    fields: fieldsOf(shape.at, shape.theme),
    toolPoint,
    theme: shape.theme,
    memo: shape.memo,
    key: `${shape.at} ${shape.theme} ${shape.allow} ${shape.about.filter((at) => shape.sets.every((set) => at < set))}`,
    state: shape.about.filter((at) => shape.sets.every((set) => at < set)),
    fold: !shape.allow,
    vars: [],
  };
  const scope = shape.tools === null ? base : narrowed(base, shape.tools);
  return fc
    .record({
      narrowing: shape.tools === null ? fc.constant(null) : toolIs(shape.tools),
      conditions: fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 3, arbitrary: fc.tuple(condition(scope, 1)) },
        { weight: 1, arbitrary: fc.tuple(condition(scope, 2)) },
        { weight: 1, arbitrary: fc.tuple(condition(scope, 1), condition(scope, 1)) },
      ),
      effects: effectsOf(shape, scope),
      unknown: fc.option(unknownEffect(scope, options.weakUnknown !== false), { nil: null, freq: 2 }),
      choices: fc.array(fc.nat(1), { minLength: 12, maxLength: 12 }),
      unknowns: fc.array(pick(["ask", "ask", "block"] as const), { minLength: 3, maxLength: 3 }),
      file: pick(["a.policy", "b.policy"]),
    })
    .map(({ narrowing, conditions, effects, unknown, choices, unknowns, file }): Draft => {
      const restricts = effects.some((chain) => chain.some(({ kind }) => restricting.includes(kind)));
      const resolved = shape.at.map((point, nth) => [
        point,
        effects.map((chain, at) =>
          Math.min(choices[(nth * effects.length + at) % choices.length] ?? 0, chain.length - 1),
        ),
      ]);
      const degraded = resolved.filter(([, picks]) => (picks as number[]).some((at) => at > 0));
      return {
        file,
        column: 1,
        scope: "user",
        points: shape.at,
        conditions: [...(narrowing === null ? [] : [narrowing]), ...conditions].map(conjunct),
        effects,
        unknown: restricts ? unknown : null,
        shadow,
        severity: null,
        owner: null,
        doc: null,
        resolved: degraded.length > 0 ? { policyc: Object.fromEntries(degraded) } : {},
        unknownOutcome: { policyc: Object.fromEntries(shape.at.map((point, at) => [point, unknowns[at] ?? "ask"])) },
        stratum: shape.sets.length > 0 ? Math.min(...shape.sets) : null,
        tools: shape.tools,
      };
    });
}

/** What one scenario is about, so that its rules and its events meet. */
export interface Focus {
  readonly points: readonly Point[];
  readonly tools: readonly string[];
  readonly theme: Theme;
  readonly state: readonly number[];
  readonly memo: Memo;
}

const somePoint: Arbitrary<Point> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Point>("before_tool_call") },
  { weight: 3, arbitrary: pick<Point>(["after_tool_result", "user_prompt_submit", "after_model_call"]) },
  { weight: 2, arbitrary: pick<Point>(["before_completion_decision", "accept_gate"]) },
  { weight: 3, arbitrary: pick(allPoints) },
);

const rewritable: readonly Point[] = [
  "before_tool_call",
  "before_permission_decision",
  "user_prompt_submit",
  "after_tool_result",
  "after_model_call",
  "before_run",
];

export const focus = (memo: Memo): Arbitrary<Focus> =>
  pick<Theme>(["any", "state", "rewrite"]).chain((theme) =>
    fc.record({
      points: fc.uniqueArray(theme === "rewrite" ? pick(rewritable) : somePoint, {
        minLength: 1,
        maxLength: theme === "any" ? 3 : 2,
      }),
      tools: fc.oneof(
        fc.uniqueArray(pick(toolWords), { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(pick(["bash", "fetch", "write", "mcp"]), { minLength: 1, maxLength: 2 }),
      ),
      theme: fc.constant(theme),
      state: fc.uniqueArray(fc.nat(stateItems.length - 1), { minLength: 2, maxLength: 3 }),
      memo: fc.constant(memo),
    }),
  );

export function rule(about: Focus, options: PolicyOptions = {}): Arbitrary<Draft> {
  return fc
    .record({
      at: fc.oneof(
        { weight: 8, arbitrary: pick(about.points).map((point): readonly Point[] => [point]) },
        { weight: 1, arbitrary: fc.constant(about.points) },
      ),
      tools: fc.option(fc.uniqueArray(pick(about.tools), { minLength: 1, maxLength: 2 }), {
        nil: null,
        freq: about.theme === "rewrite" ? 6 : 2,
      }),
      sets:
        options.state === false
          ? fc.constant([])
          : fc.oneof(
              { weight: about.theme === "state" ? 1 : 2, arbitrary: fc.constant<number[]>([]) },
              { weight: 1, arbitrary: fc.uniqueArray(pick(about.state), { minLength: 1, maxLength: 2 }) },
            ),
      allow: options.allow === false ? fc.constant(false) : fc.nat(5).map((n) => n === 0),
      shadow: options.shadow === false ? fc.constant(false) : fc.nat(4).map((n) => n === 0),
    })
    .chain(({ at, tools: names, sets, allow, shadow }) => {
      const toolPoint = at.every((point) => points[point].tool);
      return ruleOf(
        { at, tools: toolPoint ? names : null, sets, allow, about: about.state, theme: about.theme, memo: about.memo },
        shadow,
        options,
      );
    });
}

export const irOf = (drafts: readonly Draft[]): Ir => ({
  ir: 1,
  language: 1,
  scope: "user",
  targets: ["policyc"],
  tools: declaredTools,
  regexes,
  globs,
  rules: drafts.map((draft, id) => ({ ...draft, id, name: `r${id}`, line: id + 1 })),
  labels: stateItems.filter(({ kind }) => kind === "mark").map(({ name }) => name),
  counters: windows,
  hooks: [],
  hookFiles: {},
});

export const policy = (about: Focus, options: PolicyOptions = {}): Arbitrary<Ir> =>
  fc.array(rule(about, options), { minLength: 1, maxLength: 7, size: "max" }).map(irOf);
