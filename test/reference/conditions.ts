// The meaning of IR conditions and values: a function for every row of the tables of operators, written without the engine.

import type { IrCond, IrValue } from "../../src/compiler/ir/ir.ts";
import type { Point } from "../../src/language/contract.ts";
import type { ConditionOp } from "../../src/language/operators/conditions.ts";
import type { ValueOp } from "../../src/language/operators/values.ts";
import { fieldBehind } from "../../src/language/schema.ts";
import { ERROR, FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../src/language/truth.ts";
import { openFiles, secretFiles } from "../../src/runtime/engine/paths/secret-files.ts";
import { systemFolders } from "../../src/runtime/engine/paths/system-folders.ts";
import type { Word } from "../../src/shell/syntax/model.ts";
import type { RefContext } from "./context.ts";
import { keysOf } from "./line-facts.ts";
import { absolute, foldText, hostGlob, nameGlob, pathGlob, pathOf, underFolder } from "./paths.ts";
import { callList, externalList, flowsTruth, onlyTruth, partOf, runsTruth } from "./shell.ts";
import {
  allOf,
  anyOf,
  computing,
  is,
  missing,
  type RefList,
  type RefPath,
  testing,
  unknown,
  type Val,
  wrong,
} from "./values.ts";
import { viewOf } from "./views.ts";

type Vars = ReadonlyMap<number, unknown>;

const isRecord = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A JSON value as the type asked for, or an error. */
function typed(value: unknown, type: string): Val {
  switch (type) {
    case "string":
      return typeof value === "string" ? is(value) : wrong;
    case "int":
      return Number.isSafeInteger(value) ? is(value) : wrong;
    case "bool":
      return typeof value === "boolean" ? is(value) : wrong;
    case "list<string>":
      return Array.isArray(value) && value.every((item) => typeof item === "string")
        ? is({ items: value, complete: true } satisfies RefList)
        : wrong;
    default:
      return is(value);
  }
}

function fieldOf(c: RefContext, named: string, type: string): Val {
  const name = fieldBehind(c.event.point as Point, named);
  if (c.unknown.has(name)) return unknown;
  const input = c.event.input as { readonly [key: string]: unknown } | undefined;
  if (name === "call.external") return is(c.event.tool === "mcp" || c.event.tool === "other");
  if (name === "mcp.server" || name === "mcp.tool") {
    if (c.unknown.has(`input.${name.slice(4)}`)) return unknown;
    return is(c.event.tool === "mcp" ? (input?.[name.slice(4)] ?? "") : "");
  }
  let value: unknown;
  if (name.startsWith("input.")) {
    const key = name.slice("input.".length);
    value = input !== undefined && Object.hasOwn(input, key) ? input[key] : undefined;
  } else value = c.event[name];
  if (value === undefined) return missing;
  if (type === "path") return typeof value === "string" ? is(pathOf(value, c.places)) : wrong;
  return typed(value, type);
}

/** Where a condition or a value is evaluated. */
interface Place {
  readonly c: RefContext;
  /** This condition stands where being true loosens (in an `allow` rule, or negated in any other). */
  readonly every: boolean;
  readonly vars: Vars;
}

type Meaning<Node, Result> = (node: Node, place: Place) => Result;
type NodeOf<Node extends { readonly op: string }, Op> = Node extends { readonly op: infer Ops }
  ? Op extends Ops
    ? Node
    : never
  : never;

export function evalValue(c: RefContext, v: IrValue, vars: Vars): Val {
  return valueAt(v, { c, every: false, vars });
}

const valueAt = (v: IrValue, place: Place): Val => (values[v.op] as Meaning<IrValue, Val>)(v, place);

/** The meaning of every row of the table of values. */
const values: { readonly [Op in ValueOp]: Meaning<NodeOf<IrValue, Op>, Val> } = {
  const: (v) => is(v.value),
  list: (v) => is({ items: v.items, complete: true } satisfies RefList),
  field: (v, { c }) => fieldOf(c, v.name, v.type),
  json: (v, at) => {
    const base = valueAt(v.base, at);
    if (base.kind !== "is") return base;
    let inner: unknown = base.value;
    for (const key of v.path) {
      // Hosts write null for what is not there.
      if (inner === null || inner === undefined) return missing;
      if (!isRecord(inner)) return wrong;
      inner = Object.hasOwn(inner, key) ? inner[key] : undefined;
    }
    return inner === null || inner === undefined ? missing : typed(inner, v.type);
  },
  view: (v, { c }) => is(viewOf(c, v.view)),
  var: (v, { vars }) => is(vars.get(v.var)),
  default: (v, at) => {
    const value = valueAt(v.value, at);
    return value.kind === "missing" ? valueAt(v.fallback, at) : value;
  },
  concat: (v, at) =>
    computing(
      v.parts.map((part) => valueAt(part, at)),
      (...parts: unknown[]) => parts.map(textOf).join(""),
    ),
  lower: (v, at) => computing([valueAt(v.value, at)], (text: string) => text.toLowerCase()),
  length: (v, at) => {
    const value = valueAt(v.value, at);
    if (value.kind === "is" && v.of === "list" && !isWhole(value.value as RefList)) return unknown;
    return computing([value], (of: string | RefList) => (typeof of === "string" ? of.length : of.items.length));
  },
  mask: (v, at) => {
    const { source, flags } = at.c.ir.regexes[v.regex] ?? { source: "", flags: "" };
    return computing([valueAt(v.value, at)], (text: string) =>
      text.replace(new RegExp(source, `${flags}g`), (found) => (found === "" ? "" : "***")),
    );
  },
  fact: (v, { c }) => {
    const answers = keysOf(c, v.key)?.map((key) => c.world(key));
    const [answer] = answers ?? [];
    if (answer === undefined || answers?.some((one) => one !== answer)) return unknown;
    return answer === null ? missing : typed(answer, v.type);
  },
  counted: (v, { c }) => {
    const count = c.counted(v.counter, v.windowMs, c.shadow);
    return count === null ? unknown : is(count);
  },
  calls: (_, { c }) => is(callList(c)),
  externals: (_, { c }) => is(externalList(c)),
  part: (v, { c, vars }) => partOf(c, vars.get(v.var) as Parameters<typeof partOf>[1], v.part),
};

const isWhole = ({ complete, maybe = [] }: RefList): boolean => complete && maybe.length === 0;

export const textOf = (value: unknown): string =>
  isRecord(value) && "forms" in value ? String(value.text) : String(value);

const compare = {
  eq: (a: unknown, b: unknown) => a === b,
  ne: (a: unknown, b: unknown) => a !== b,
  lt: (a: string, b: string) => a < b,
  le: (a: string, b: string) => a <= b,
  gt: (a: string, b: string) => a > b,
  ge: (a: string, b: string) => a >= b,
} as const;

/**
 * A test of a path by its forms. What restricts fits by any form, what loosens only by all of them: a symbolic link
 * helps nobody out. Forms that cannot be told leave open what the known ones do not settle.
 */
function onForms(path: RefPath, every: boolean, test: (form: string) => boolean | null): Truth {
  const truths = path.forms.map((form) => toTruth(test(form)));
  if (!path.complete) truths.push(UNKNOWN);
  return every ? allOf(truths) : anyOf(truths);
}

const toTruth = (holds: boolean | null): Truth => (holds === null ? UNKNOWN : holds ? TRUE : FALSE);

function isWord(c: RefContext, word: string, value: Val, every: boolean): Truth {
  if (word === "present" || word === "missing") {
    if (value.kind === "unknown") return UNKNOWN;
    if (value.kind === "error") return ERROR;
    return (value.kind === "missing") === (word === "missing") ? TRUE : FALSE;
  }
  return testing([value], (path: RefPath) =>
    onForms(path, every, (form) => {
      switch (word) {
        case "root":
          return form === "/";
        case "home": {
          if (c.places.home === null) return null;
          return foldText(form) === foldText(absolute(c.places.home, "/", c.places) ?? "");
        }
        case "project":
          return underFolder(c.places.workdir, form, c.places, true);
        case "system":
          return systemFolders.some((dir) => underFolder(form, dir, c.places, true));
        default:
          return c.own.some((dir) => underFolder(form, dir, c.places, true));
      }
    }),
  );
}

/** A path of the list of secret files, and of none of its exceptions. */
function secretTruth(c: RefContext, { kind, text }: Word): Truth {
  if (kind === "dynamic") return UNKNOWN;
  const path = pathOf(text, c.places);
  const among = (globs: readonly string[]): Truth =>
    onForms(path, false, (form) => globs.some((glob) => pathGlob(glob, form, c.places, true) === true));
  const open = among(openFiles);
  return allOf([among(secretFiles), open === TRUE ? FALSE : open === FALSE ? TRUE : open]);
}

const hasItem = (list: RefList, wanted: unknown): Truth =>
  list.items.includes(wanted) ? TRUE : list.complete ? FALSE : list.isUnlikely === true ? UNLIKELY : UNKNOWN;

/** `every`: this condition stands where being true loosens (in an `allow` rule, or negated in any other). */
export const evalCond = (c: RefContext, cond: IrCond, every: boolean, vars: Vars = new Map()): Truth =>
  truthAt(cond, { c, every, vars });

const truthAt = (cond: IrCond, place: Place): Truth => (meanings[cond.op] as Meaning<IrCond, Truth>)(cond, place);

function quantified(cond: NodeOf<IrCond, "any">, at: Place): Truth {
  return testing([valueAt(cond.list, at)], (list: RefList) => {
    const test = (item: unknown) => truthAt(cond.body, { ...at, vars: new Map([...at.vars, [cond.var, item]]) });
    const truths = list.items.map(test);
    const maybe = (list.maybe ?? []).map(test);
    if (!list.complete) truths.push(cond.op === "any" && list.isUnlikely === true ? UNLIKELY : UNKNOWN);
    if (cond.op === "any") return anyOf(maybe.some((one) => one !== FALSE) ? [...truths, UNKNOWN] : truths);
    // Without an item that is sure to be there, one that may be there leaves open whether there is any.
    if (truths.length === 0) return maybe.length === 0 ? FALSE : UNKNOWN;
    return allOf(maybe.some((one) => one !== TRUE) ? [...truths, UNKNOWN] : truths);
  });
}

/** A test of two texts. */
const ofTexts = (value: IrValue, part: IrValue, at: Place, test: (text: string, part: string) => boolean): Truth =>
  testing([valueAt(value, at), valueAt(part, at)], test);

/** Sign by sign: wherever a word of the phrase begins or ends, one of the text does. */
function isMentioned(text: string, phrase: string): boolean {
  const signs = (of: string): readonly string[] => [
    ...of.normalize("NFC").toLowerCase().replaceAll("ς", "σ").replaceAll(/\s+/g, " "),
  ];
  const [whole, part] = [signs(text), signs(phrase)];
  const isWord = (sign: string | undefined): boolean => sign !== undefined && /^[\p{L}\p{M}\p{N}_]$/u.test(sign);
  if (!part.some(isWord)) return false;
  return whole.some((_, at) => {
    const isHere = part.every((sign, index) => whole[at + index] === sign);
    const isCutBefore = isWord(part[0]) && isWord(whole[at - 1]);
    const isCutBehind = isWord(part.at(-1)) && isWord(whole[at + part.length]);
    return isHere && !isCutBefore && !isCutBehind;
  });
}

/** The meaning of every row of the table of conditions. */
const meanings: { readonly [Op in ConditionOp]: Meaning<NodeOf<IrCond, Op>, Truth> } = {
  true: () => TRUE,
  false: () => FALSE,
  and: ({ items }, at) => allOf(items.map((item) => truthAt(item, at))),
  or: ({ items }, at) => anyOf(items.map((item) => truthAt(item, at))),
  not: ({ item }, at) => {
    const truth = truthAt(item, { ...at, every: !at.every });
    return truth === TRUE ? FALSE : truth === FALSE ? TRUE : truth === UNLIKELY ? UNKNOWN : truth;
  },
  any: quantified,
  all: quantified,
  holds: ({ value }, at) => testing([valueAt(value, at)], (held: boolean) => held),
  compare: ({ left, right, test }, at) => testing([valueAt(left, at), valueAt(right, at)], compare[test]),
  in: ({ value, list }, at) =>
    testing([valueAt(value, at), valueAt(list, at)], (item: unknown, of: RefList) => hasItem(of, item)),
  contains: ({ of, value, needle }, at) =>
    of === "list"
      ? testing([valueAt(value, at), valueAt(needle, at)], hasItem)
      : ofTexts(value, needle, at, (text, part) => text.includes(part)),
  starts: ({ value, prefix }, at) => ofTexts(value, prefix, at, (text, part) => text.startsWith(part)),
  ends: ({ value, suffix }, at) => ofTexts(value, suffix, at, (text, part) => text.endsWith(part)),
  mentions: ({ value, phrase }, at) => ofTexts(value, phrase, at, isMentioned),
  regex: ({ value, regex }, at) => {
    const { source, flags } = at.c.ir.regexes[regex] ?? { source: "", flags: "" };
    return testing([valueAt(value, at)], (text: string) => new RegExp(source, flags).test(text));
  },
  glob: ({ value, globs, kind, fold }, at) =>
    testing([valueAt(value, at)], (subject: string | RefPath) =>
      anyOf(
        globs.map((id) => {
          const pattern = at.c.ir.globs[id]?.pattern ?? "";
          if (typeof subject !== "string") {
            return onForms(subject, at.every, (form) => pathGlob(pattern, form, at.c.places, fold));
          }
          const fits = kind === "host" ? hostGlob(pattern, subject) : nameGlob(pattern, subject);
          return fits ? TRUE : FALSE;
        }),
      ),
    ),
  under: ({ value, dirs, fold }, at) =>
    testing([valueAt(value, at)], (path: RefPath) =>
      anyOf(dirs.map((dir) => onForms(path, at.every, (form) => underFolder(form, dir, at.c.places, fold)))),
    ),
  is: ({ word, value }, at) => isWord(at.c, word, valueAt(value, at), at.every),
  marked: ({ label }, { c }) => c.marked(label, c.shadow),
  runs: ({ patterns }, { c }) => runsTruth(c, patterns),
  only: ({ patterns }, { c }) => onlyTruth(c, patterns),
  flows: ({ from, to }, { c }) => flowsTruth(c, from, to, (word) => secretTruth(c, word)),
};
