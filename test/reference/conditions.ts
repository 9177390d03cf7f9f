// The meaning of IR conditions and values, one case each.

import type { IrCond, IrValue } from "../../src/compiler/ir/ir.ts";
import { ERROR, FAINT, FALSE, TRUE, type Truth, UNKNOWN } from "../../src/language/truth.ts";
import { openFiles, secretFiles } from "../../src/runtime/engine/paths/secret-files.ts";
import { systemFolders } from "../../src/runtime/engine/paths/system-folders.ts";
import type { Word } from "../../src/shell/syntax/model.ts";
import type { RefContext } from "./context.ts";
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

function fieldOf(c: RefContext, name: string, type: string): Val {
  if (c.unknown.has(name)) return unknown;
  const input = c.event.input as { readonly [key: string]: unknown } | undefined;
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

export function evalValue(c: RefContext, v: IrValue, vars: Vars): Val {
  switch (v.op) {
    case "const":
      return is(v.value);
    case "list":
      return is({ items: v.items, complete: true } satisfies RefList);
    case "field":
      return fieldOf(c, v.name, v.type);
    case "json": {
      const base = evalValue(c, v.base, vars);
      if (base.kind !== "is") return base;
      let at: unknown = base.value;
      for (const key of v.path) {
        // Hosts write null for what is not there.
        if (at === null || at === undefined) return missing;
        if (!isRecord(at)) return wrong;
        at = Object.hasOwn(at, key) ? at[key] : undefined;
      }
      return at === null || at === undefined ? missing : typed(at, v.type);
    }
    case "view":
      return is(viewOf(c, v.view));
    case "var":
      return is(vars.get(v.var));
    case "default": {
      const value = evalValue(c, v.value, vars);
      return value.kind === "missing" ? evalValue(c, v.fallback, vars) : value;
    }
    case "concat":
      return computing(
        v.parts.map((part) => evalValue(c, part, vars)),
        (...parts: unknown[]) => parts.map(textOf).join(""),
      );
    case "lower":
      return computing([evalValue(c, v.value, vars)], (text: string) => text.toLowerCase());
    case "length": {
      const value = evalValue(c, v.value, vars);
      if (value.kind === "is" && v.of === "list" && !isWhole(value.value as RefList)) return unknown;
      return computing([value], (of: string | RefList) => (typeof of === "string" ? of.length : of.items.length));
    }
    case "mask": {
      const { source, flags } = c.ir.regexes[v.regex] ?? { source: "", flags: "" };
      return computing([evalValue(c, v.value, vars)], (text: string) =>
        text.replace(new RegExp(source, `${flags}g`), (found) => (found === "" ? "" : "***")),
      );
    }
    case "fact": {
      const answer = c.world(v.key);
      if (answer === undefined) return unknown;
      return answer === null ? missing : typed(answer, v.type);
    }
    case "counted": {
      const count = c.counted(v.counter, v.windowMs, c.shadow);
      return count === null ? unknown : is(count);
    }
    case "calls":
      return is(callList(c));
    case "externals":
      return is(externalList(c));
    case "part":
      return partOf(c, vars.get(v.var) as Parameters<typeof partOf>[1], v.part);
  }
}

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
  list.items.includes(wanted) ? TRUE : list.complete ? FALSE : list.isFaint === true ? FAINT : UNKNOWN;

/** `every`: this condition stands where being true loosens (in an `allow` rule, or negated in any other). */
export function evalCond(c: RefContext, cond: IrCond, every: boolean, vars: Vars = new Map()): Truth {
  const value = (v: IrValue) => evalValue(c, v, vars);
  switch (cond.op) {
    case "true":
      return TRUE;
    case "false":
      return FALSE;
    case "and":
      return allOf(cond.items.map((item) => evalCond(c, item, every, vars)));
    case "or":
      return anyOf(cond.items.map((item) => evalCond(c, item, every, vars)));
    case "not": {
      const item = evalCond(c, cond.item, !every, vars);
      return item === TRUE ? FALSE : item === FALSE ? TRUE : item === FAINT ? UNKNOWN : item;
    }
    case "holds":
      return testing([value(cond.value)], (held: boolean) => held);
    case "compare":
      return testing([value(cond.left), value(cond.right)], compare[cond.test]);
    case "in":
      return testing([value(cond.value), value(cond.list)], (item: unknown, list: RefList) => hasItem(list, item));
    case "contains":
      return cond.of === "list"
        ? testing([value(cond.value), value(cond.needle)], hasItem)
        : testing([value(cond.value), value(cond.needle)], (text: string, needle: string) => text.includes(needle));
    case "starts":
      return testing([value(cond.value), value(cond.prefix)], (text: string, part: string) => text.startsWith(part));
    case "ends":
      return testing([value(cond.value), value(cond.suffix)], (text: string, part: string) => text.endsWith(part));
    case "regex": {
      const { source, flags } = c.ir.regexes[cond.regex] ?? { source: "", flags: "" };
      return testing([value(cond.value)], (text: string) => new RegExp(source, flags).test(text));
    }
    case "glob":
      return testing([value(cond.value)], (subject: string | RefPath) =>
        anyOf(
          cond.globs.map((id) => {
            const pattern = c.ir.globs[id]?.pattern ?? "";
            if (typeof subject !== "string") {
              return onForms(subject, every, (form) => pathGlob(pattern, form, c.places, cond.fold));
            }
            const fits = cond.kind === "host" ? hostGlob(pattern, subject) : nameGlob(pattern, subject);
            return fits ? TRUE : FALSE;
          }),
        ),
      );
    case "under":
      return testing([value(cond.value)], (path: RefPath) =>
        anyOf(cond.dirs.map((dir) => onForms(path, every, (form) => underFolder(form, dir, c.places, cond.fold)))),
      );
    case "is":
      return isWord(c, cond.word, value(cond.value), every);
    case "marked":
      return c.marked(cond.label, c.shadow);
    case "any":
    case "all":
      return testing([value(cond.list)], (list: RefList) => {
        const test = (item: unknown) => evalCond(c, cond.body, every, new Map([...vars, [cond.var, item]]));
        const truths = list.items.map(test);
        const maybe = (list.maybe ?? []).map(test);
        if (!list.complete) truths.push(cond.op === "any" && list.isFaint === true ? FAINT : UNKNOWN);
        if (cond.op === "any") return anyOf(maybe.some((one) => one !== FALSE) ? [...truths, UNKNOWN] : truths);
        // Without an item that is sure to be there, one that may be there leaves open whether there is any.
        if (truths.length === 0) return maybe.length === 0 ? FALSE : UNKNOWN;
        return allOf(maybe.some((one) => one !== TRUE) ? [...truths, UNKNOWN] : truths);
      });
    case "runs":
      return runsTruth(c, cond.patterns);
    case "only":
      return onlyTruth(c, cond.patterns);
    case "flows":
      return flowsTruth(c, cond.from, cond.to, (word) => secretTruth(c, word));
  }
}
