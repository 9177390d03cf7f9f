// ir.json of a bundle, field by field. A bundle may come from anywhere, and code is made from what is read here: every word
// that the emitter writes as it stands is one of a closed list, every number is one, and whatever is text stays text.

import type { Json } from "../../language/contract.ts";
import {
  count,
  flag,
  isObject,
  list,
  malformed,
  oneOf,
  orNull,
  point,
  type ReadValue,
  record,
  shape,
  text,
} from "../../language/manifest.ts";
import { conditions } from "../../language/operators/conditions.ts";
import type { FieldKind, NodeFields } from "../../language/operators/row.ts";
import { values } from "../../language/operators/values.ts";
import { type Field, fieldEffectWords } from "../../language/schema.ts";
import { isPatternError, parsePattern } from "../../shell/match/pattern.ts";
import { judgeRegex } from "../analyse/types/regex-safety.ts";
import { partNamed } from "../ir/call-parts.ts";
import type {
  Ir,
  IrCond,
  IrConjunct,
  IrEffect,
  IrGlob,
  IrLeftOut,
  IrMessage,
  IrRegex,
  IrRule,
  IrValue,
} from "../ir/ir.ts";

const DEEPEST = 256;

/** Throws a PolicyLoadError that names the place. */
export function readIr(value: Json): Ir {
  checkDepth(value);
  const ir = withoutEmpty(irOf(isObject(value) ? { mcpTools: {}, answeredAt: {}, ...value } : value, "ir"));
  const numbers = {
    regex: ir.regexes.length,
    glob: ir.globs.length,
    pattern: ir.patterns.length,
    hook: ir.hooks.length,
  };
  checkNumbers(ir.rules, numbers);
  for (const { source, flags } of ir.regexes) checkRegex(source, flags);
  for (const pattern of ir.patterns)
    if (isPatternError(parsePattern(pattern, ir.programs)))
      throw malformed("ir.patterns contains a pattern that does not parse");
  ir.rules.forEach((rule, id) => {
    if (rule.id !== id) throw malformed(`ir.rules[${id}].id is not ${id}`);
  });
  return ir;
}

/** A policy that declares no MCP tools has no list of them, and one that never asks once does not say where answers show. */
function withoutEmpty({ mcpTools = {}, answeredAt = {}, ...ir }: Ir): Ir {
  return {
    ...ir,
    ...(Object.keys(mcpTools).length === 0 ? {} : { mcpTools }),
    ...(Object.keys(answeredAt).length === 0 ? {} : { answeredAt }),
  };
}

/** Readers call themselves for what is nested. */
function checkDepth(value: Json): void {
  let level: readonly Json[] = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST) throw malformed("ir nests too deeply");
    level = level.flatMap((one) => (typeof one === "object" && one !== null ? Object.values(one) : []));
  }
}

function checkRegex(source: string, flags: string): void {
  try {
    new RegExp(source, flags);
  } catch {
    throw malformed("ir.regexes contains an invalid regular expression");
  }
  if (judgeRegex(source, flags).kind === "exponential")
    throw malformed("ir.regexes contains one that can take exponential time");
}

/** Numbers of the tables stay inside them. */
function checkNumbers(value: unknown, limits: { readonly [name: string]: number }): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, item] of Object.entries(value)) {
    const limit = limits[key] ?? limits[key.replace(/s$/, "")];
    const numbers =
      typeof item === "number" ? [item] : Array.isArray(item) ? item.filter((one) => typeof one === "number") : [];
    if (limit !== undefined && numbers.some((one) => one >= limit))
      throw malformed(`ir names a ${key} that does not exist`);
    checkNumbers(item, limits);
  }
}

/** One of several shapes, told apart by the word under `key`. */
function tagged<T>(key: string, shapes: () => { readonly [word: string]: ReadValue<T> }): ReadValue<T> {
  let known: ReadonlyMap<string, ReadValue<T>> | undefined;
  return (value, at) => {
    known ??= new Map(Object.entries(shapes()));
    const word = isObject(value) ? value[key] : undefined;
    const read = typeof word === "string" ? known.get(word) : undefined;
    if (read === undefined) throw malformed(`${at}.${key} is not a known word`);
    return read(value, at);
  };
}

const is = <const W extends string>(word: W): ReadValue<W> => oneOf([word]);
const scalar: ReadValue<string | number | boolean> = (value, at) => {
  if (typeof value === "string" || typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value)))
    return value;
  throw malformed(`${at} is not a plain value`);
};
const knownPart: ReadValue<string> = (value, at) => {
  const name = text(value, at);
  if (partNamed(name) === undefined) throw malformed(`${at} is not a part of a command`);
  return name;
};
const kind = oneOf(["path", "host", "name"]);

const innerValue: ReadValue<IrValue> = (value, at) => readValue(value, at);
const innerCond: ReadValue<IrCond> = (value, at) => readCond(value, at);

const fieldReaders: { readonly [K in Exclude<FieldKind, readonly string[]>]: ReadValue<unknown> } = {
  subject: innerValue,
  operand: innerValue,
  members: innerValue,
  value: innerValue,
  values: list(innerValue),
  condition: innerCond,
  conditions: list(innerCond),
  regex: count,
  globs: list(count),
  patterns: list(count),
  folders: list(text),
  variable: count,
  part: knownPart,
  text,
  texts: list(text),
  flag,
  count,
  scalar,
  scalars: list(scalar),
};

/** A node of any operator of a table: the row names its fields, and test/ir/operators.test.ts compares them with the types of the IR. */
const nodesOf = <N extends { readonly op: string }>(table: {
  readonly [op: string]: { readonly fields: NodeFields };
}): ReadValue<N> =>
  tagged<N>("op", () =>
    Object.fromEntries(
      Object.entries(table).map(([op, { fields }]) => {
        const readers = Object.entries(fields).map(([field, of]) => [
          field,
          typeof of === "string" ? fieldReaders[of] : oneOf(of),
        ]);
        return [op, shape<N>({ op: is(op), ...Object.fromEntries(readers) })];
      }),
    ),
  );

const readValue = nodesOf<IrValue>(values);
const readCond = nodesOf<IrCond>(conditions);

const message = list<string | IrValue>((value, at) => (typeof value === "string" ? value : readValue(value, at)));

type AskEffect = Extract<IrEffect, { readonly message: IrMessage }>;

/** `ask` and `ask once`. */
const askOf: ReadValue<IrEffect> = (value, at) => {
  const isOnce = isObject(value) && value.once === true;
  const read = shape<{ kind: "ask"; message: IrMessage; once: boolean }>({ kind: is("ask"), message, once: flag });
  const { kind, message: text } = read(isObject(value) ? { once: false, ...value } : value, at);
  return { kind, message: text, ...(isOnce ? { once: true } : {}) } satisfies AskEffect;
};

const effectOf: ReadValue<IrEffect> = tagged<IrEffect>("kind", () => {
  type Of<K extends IrEffect["kind"]> = Extract<IrEffect, { readonly kind: K }>;
  const said = <const K extends "warn" | "note" | "allow" | "ask" | "block" | "stop">(word: K): ReadValue<IrEffect> =>
    shape<{ kind: K; message: IrMessage }>({
      kind: is(word),
      message,
    });
  return {
    warn: said("warn"),
    note: said("note"),
    allow: said("allow"),
    ask: askOf,
    block: said("block"),
    stop: said("stop"),
    respond: shape<Of<"respond">>({ kind: is("respond"), value: readValue }),
    set: shape<Of<"set">>({ kind: is("set"), field: text, value: readValue }),
    mark: shape<Of<"mark">>({ kind: is("mark"), label: text }),
    count: shape<Of<"count">>({ kind: is("count"), counter: text }),
    run: shape<Of<"run">>({ kind: is("run"), hook: count }),
    pass: shape<Of<"pass">>({ kind: is("pass") }),
  };
});

const scope = oneOf(["internal", "user", "repo"]);

/** The number of an effect of a chain, or -1 where none of it stands. */
const choice: ReadValue<number> = (value, at) => (value === -1 ? -1 : count(value, at));

const wholeRule = shape<IrRule>({
  id: count,
  name: text,
  file: text,
  line: count,
  column: count,
  scope,
  points: list(point),
  conditions: list(shape<IrConjunct>({ cond: readCond, text, line: count, column: count, operands: list(text) })),
  effects: list(list(effectOf)),
  unknown: orNull(effectOf),
  shadow: flag,
  severity: orNull(text),
  owner: orNull(text),
  doc: orNull(text),
  resolved: record(record(list(choice))),
  unknownOutcome: record(record(oneOf(["ask", "block"]))),
  leftOut: list(shape<IrLeftOut>({ target: text, point, effect: orNull(count), why: text })),
  stratum: orNull(count),
  tools: orNull(list(text)),
});

/** A rule of which nothing is left out has no list of it. */
const ruleOf: ReadValue<IrRule> = (value, at) => {
  const { leftOut = [], ...rule } = wholeRule(isObject(value) ? { leftOut: [], ...value } : value, at);
  return leftOut.length === 0 ? rule : { ...rule, leftOut };
};

const one: ReadValue<1> = (value, at) => {
  if (value !== 1) throw malformed(`${at} is not 1`);
  return 1;
};

const fieldTypes = oneOf(["string", "int", "bool", "json", "path", "host", "command", "list<string>"]);

/** Its marks are optional, so its shape is not a fixed one; what is left out here is only for documents. */
const fieldOf: ReadValue<Field> = (value, at) => {
  if (!isObject(value)) throw malformed(`${at} is not an object`);
  return {
    type: fieldTypes(value.type ?? null, `${at}.type`),
    ...(value.optional === true ? { optional: true as const } : {}),
    ...(value.name === true ? { name: true as const } : {}),
    ...(value.does === undefined ? {} : { does: list(oneOf(fieldEffectWords))(value.does, `${at}.does`) }),
    doc: typeof value.doc === "string" ? value.doc : "",
  };
};

/** Hooks are compared and never run; only what their code is made of is read. */
const hookOf: ReadValue<Ir["hooks"][number]> = (value, at) => {
  if (!isObject(value)) throw malformed(`${at} is not an object`);
  const word: ReadValue<string | { readonly file: string }> = (item, where) =>
    typeof item === "string" ? item : shape<{ readonly file: string }>({ file: text })(item, where);
  orNull(list(word))(value.argv ?? null, `${at}.argv`);
  return value as unknown as Ir["hooks"][number];
};

const irOf = shape<Ir>({
  ir: one,
  language: one,
  scope,
  targets: list(text),
  tools: record(record(fieldOf)),
  mcpTools: record(record(fieldOf)),
  regexes: list(
    shape<IrRegex>({
      source: text,
      flags: (value, at) => {
        if (typeof value !== "string" || !/^[imsu]*$/.test(value)) throw malformed(`${at} contains an unknown flag`);
        return value;
      },
      engine: oneOf(["native", "linear"]),
    }),
  ),
  globs: list(shape<IrGlob>({ kind, pattern: text })),
  patterns: list(text),
  programs: record(
    shape<Ir["programs"][string]>({
      wrapper: flag,
      flags: list(shape<{ readonly flag: string; readonly takesValue: boolean }>({ flag: text, takesValue: flag })),
    }),
  ),
  rules: list(ruleOf),
  labels: list(text),
  counters: record(list(count)),
  answeredAt: record(list(point)),
  hooks: list(hookOf),
  hookFiles: record(text),
});
