// What one test of a condition demands of a value: a predicate, and values that are likely to pass it.

import { compileGlob, matchGlob } from "../../language/glob.ts";
import { conditionRow } from "../../language/operators/conditions.ts";
import type { TextMeaning } from "../../language/operators/row.ts";
import { TRUE, type Truth } from "../../language/truth.ts";
import { Context } from "../../runtime/engine/event/context.ts";
import { environmentOf } from "../../runtime/engine/event/environment.ts";
import { matchesPath, pathGlobs } from "../../runtime/engine/paths/path-globs.ts";
import { isHome, isPolicyc, isProject, isRoot, isSystem } from "../../runtime/engine/paths/path-kinds.ts";
import { folders, isUnder, pathOf } from "../../runtime/engine/paths/paths.ts";
import { isTest, operandOf, type Test, textMeaning } from "../ir/by-shape.ts";
import type { Ir, IrCond, IrRule, IrValue } from "../ir/ir.ts";
import { eachCond, eachValue } from "../ir/ir-walk.ts";
import { sandbox } from "../trial/emitted-policy.ts";
import { globTexts } from "./glob-texts.ts";
import { regexTexts } from "./regex-texts.ts";
import { type Root, regexOf, type Value, type ValuePath, valuePath } from "./value-path.ts";

export interface Demand {
  readonly passes: (value: Value) => boolean;
  /** The likeliest first; each still has to pass. */
  readonly likely: readonly Value[];
  /** Nothing else passes. */
  readonly isComplete?: boolean;
  /** Where the likely texts go in a text that meets other demands too; `length`: only their length matters. */
  readonly place?: TextPlace;
}

export type TextPlace = "start" | "inside" | "end" | "length";

export interface RootDemand extends Demand {
  readonly root: Root;
}

/** Tests over one value; connectives, quantifiers, commands and state are handled in constraints.ts. */
export type ValueTest = Exclude<Test, { readonly op: "runs" | "only" | "flows" | "marked" }>;

export const isValueTest = (cond: IrCond): cond is ValueTest =>
  isTest(cond) && conditionRow(cond.op).asks === undefined;

/** The operand that is tested; the other one, where there is one, is a constant. */
export function testedValue(cond: ValueTest): IrValue {
  if (cond.op !== "compare") return cond.value;
  return cond.left.op === "const" ? cond.right : cond.left;
}

/** Shared by all attempts, so that each test is analysed once. */
export interface RuleIndex {
  readonly ir: Ir;
  /** Null when the test has no value to set, or compares two of them. */
  readonly demandOf: (cond: ValueTest, isTrue: boolean) => RootDemand | null;
  /** The rules that mark the label or count the counter. */
  readonly settersOf: (kind: "mark" | "count", name: string) => readonly IrRule[];
  /** The ids of all rules that set session state which this rule reads, directly or through other rules. */
  readonly neededBy: (rule: IrRule) => ReadonlySet<number>;
}

export function ruleIndexOf(ir: Ir): RuleIndex {
  const known = { true: new Map<ValueTest, RootDemand | null>(), false: new Map<ValueTest, RootDemand | null>() };
  const setters = settersIn(ir);
  const settersOf: RuleIndex["settersOf"] = (kind, name) => setters.get(`${kind} ${name}`) ?? [];
  return {
    ir,
    settersOf,
    neededBy: (rule) => {
      const needed = new Set<number>();
      addNeeded(rule, settersOf, needed);
      return needed;
    },
    demandOf: (cond, isTrue) => {
      const seen = known[isTrue ? "true" : "false"];
      const found = seen.get(cond);
      if (found !== undefined) return found;
      const demand = demandOf(cond, isTrue, ir);
      seen.set(cond, demand);
      return demand;
    },
  };
}

function addNeeded(rule: IrRule, settersOf: RuleIndex["settersOf"], needed: Set<number>): void {
  const add = (setters: readonly IrRule[]): void => {
    for (const setter of setters) {
      if (needed.has(setter.id)) continue;
      needed.add(setter.id);
      addNeeded(setter, settersOf, needed);
    }
  };
  eachCond(rule, (cond) => cond.op === "marked" && add(settersOf("mark", cond.label)));
  eachValue(rule, (value) => value.op === "counted" && add(settersOf("count", value.counter)));
}

function settersIn(ir: Ir): ReadonlyMap<string, readonly IrRule[]> {
  const setters = new Map<string, Set<IrRule>>();
  const add = (key: string, rule: IrRule): void => {
    setters.set(key, (setters.get(key) ?? new Set()).add(rule));
  };
  for (const rule of ir.rules)
    for (const effect of rule.effects.flat()) {
      if (effect.kind === "mark") add(`mark ${effect.label}`, rule);
      if (effect.kind === "count") add(`count ${effect.counter}`, rule);
    }
  return new Map([...setters].map(([key, rules]) => [key, [...rules]]));
}

function demandOf(cond: ValueTest, isTrue: boolean, ir: Ir): RootDemand | null {
  const path = valuePath(testedValue(cond), ir);
  if (path === null) return null;
  const found = readTest(cond, isTrue, ir);
  if (found === null) return null;
  const likely = [...new Set(found.likely.flatMap((value) => path.from(value)))];
  const isComplete = found.isComplete === true && testedValue(cond).op === "field";
  const place = isTrue || isLength(cond) ? placeOf(cond, ir) : null;
  return { root: path.root, likely, passes: passesBy(cond, path, found), isComplete, ...(place && { place }) };
}

const isLength = (cond: ValueTest): boolean => testedValue(cond).op === "length";

/** Null: the text must be the whole value. */
function placeOf(cond: ValueTest, ir: Ir): TextPlace | null {
  if (isLength(cond)) return "length";
  const meaning = textMeaning(cond);
  if (meaning !== null) return meaning.place;
  if (cond.op === "contains") return "inside";
  if (cond.op !== "regex") return null;
  const { source = "" } = ir.regexes[cond.regex] ?? {};
  const [isFirst, isLast] = [source.startsWith("^"), source.endsWith("$")];
  if (isFirst && isLast) return null;
  return isFirst ? "start" : isLast ? "end" : "inside";
}

function passesBy(cond: ValueTest, path: ValuePath, found: Demand): Demand["passes"] {
  if (cond.op === "is" && (cond.word === "present" || cond.word === "missing"))
    return (value) => found.passes(path.seen(value));
  return (value) => {
    const seen = path.seen(value);
    return seen !== undefined && seen !== null && found.passes(seen);
  };
}

const constantOf = (value: IrValue): string | number | boolean | null => (value.op === "const" ? value.value : null);

function readTest(cond: ValueTest, isTrue: boolean, ir: Ir): Demand | null {
  const meaning = textMeaning(cond);
  if (meaning !== null) return textDemand(operandOf(cond), isTrue, meaning);
  switch (cond.op) {
    case "holds":
      return { likely: [isTrue], passes: (value) => value === isTrue };
    case "compare":
      return compareDemand(cond, isTrue);
    case "in": {
      if (cond.list.op !== "list") return null;
      const { items } = cond.list;
      const others = cond.type === "int" ? [0, 1, 7, ...items.map((item) => Number(item) + 1)] : SOME_TEXTS;
      const passes = (value: Value): boolean => items.includes(value as string) === isTrue;
      return { likely: isTrue ? items : others, passes, isComplete: isTrue };
    }
    case "regex": {
      const { source = "", flags = "" } = ir.regexes[cond.regex] ?? {};
      const regex = regexOf(source, flags);
      const texts = isTrue ? regexTexts(source, flags) : SOME_TEXTS;
      const likely = flags.includes("i") ? texts.flatMap((text) => [text, text.toUpperCase()]) : texts;
      return {
        likely,
        passes: (value) => typeof value === "string" && (regex === null || regex.test(value) === isTrue),
      };
    }
    case "glob":
      return globDemand(cond, isTrue, ir);
    case "under": {
      const dirs = folders(cond.dirs);
      const test = (text: string): boolean =>
        inSandbox(text, (c, path) => isUnder(c, path, dirs, cond.fold)) === isTrue;
      const inside = cond.dirs.flatMap((dir) => [`${dir === "/" ? "" : dir}/x`, dir, `${dir}/x.txt`]);
      return { likely: isTrue ? inside : SOME_PATHS, passes: (value) => typeof value === "string" && test(value) };
    }
    case "is":
      return isDemand(cond, isTrue);
    default:
      return null;
  }
}

/** Texts and paths that are rarely forbidden, for tests that must be false. */
export const SOME_TEXTS: readonly string[] = ["x", "ok", "", "main", "something-else", "A", "1", "note.txt"];
export const SOME_PATHS: readonly string[] = [
  "notes.txt",
  "/tmp/x.txt",
  "src/a.ts",
  "/home/user/notes.txt",
  "/etc/hosts",
  "/home/user",
  "/",
  "/project/.policyc/x",
];

function compareDemand(cond: IrCond & { readonly op: "compare" }, isTrue: boolean): Demand | null {
  const isSwapped = cond.left.op === "const";
  const limit = constantOf(isSwapped ? cond.left : cond.right);
  if (limit === null) return null;
  const test = comparisons[cond.test];
  const passes = (value: Value): boolean =>
    typeof value === typeof limit &&
    (isSwapped ? test(limit, value as typeof limit) : test(value as typeof limit, limit)) === isTrue;
  return { passes, likely: nearOf(limit).filter(passes), isComplete: cond.test === "eq" && isTrue };
}

type Scalar = string | number | boolean;
const comparisons: {
  readonly [T in (IrCond & { readonly op: "compare" })["test"]]: (a: Scalar, b: Scalar) => boolean;
} = {
  eq: (a, b) => a === b,
  ne: (a, b) => a !== b,
  lt: (a, b) => a < b,
  le: (a, b) => a <= b,
  gt: (a, b) => a > b,
  ge: (a, b) => a >= b,
};

/** The value itself, then those right beside it. */
function nearOf(value: Scalar): readonly Scalar[] {
  if (typeof value === "number") return [value, value + 1, value - 1, 0, 1];
  if (typeof value === "boolean") return [value, !value];
  return [value, ...SOME_TEXTS, `${value}x`, value.slice(0, -1), value.toUpperCase(), "~", "\u{10ffff}"];
}

function textDemand(operand: IrValue | null, isTrue: boolean, { fits, examples }: TextMeaning): Demand | null {
  const part = operand === null ? null : constantOf(operand);
  if (typeof part !== "string") return null;
  const passes = (value: Value): boolean => typeof value === "string" && fits(value, part) === isTrue;
  return { passes, likely: isTrue ? examples(part) : SOME_TEXTS };
}

function globDemand(cond: IrCond & { readonly op: "glob" }, isTrue: boolean, ir: Ir): Demand {
  const globs = cond.globs.flatMap((id) => ir.globs[id] ?? []);
  const texts = globs.flatMap((glob) => globTexts(glob));
  if (cond.kind === "path") {
    const compiled = pathGlobs(() => globs.map(({ pattern }) => pattern));
    const test = (text: string): boolean =>
      inSandbox(text, (c, path) => matchesPath(c, path, compiled, cond.fold)) === isTrue;
    return { likely: isTrue ? texts : SOME_PATHS, passes: (value) => typeof value === "string" && test(value) };
  }
  const { kind } = cond;
  const folded = (text: string): string => (kind === "host" ? text.normalize("NFC").toLowerCase() : text);
  const compiled = globs.map(({ pattern }) => compileGlob(folded(pattern), kind));
  const passes = (value: Value): boolean =>
    typeof value === "string" && compiled.some((glob) => matchGlob(glob, folded(value))) === isTrue;
  return { likely: isTrue ? texts : kind === "host" ? SOME_HOSTS : SOME_TEXTS, passes };
}

export const SOME_HOSTS: readonly string[] = ["example.com", "elsewhere.invalid", "localhost", "mcp:x", "web-search"];

const places: { readonly [word: string]: readonly string[] } = {
  root: ["/"],
  home: ["/home/user", "~"],
  project: ["/project", "/"],
  system: ["/etc/hosts", "/usr/bin/x", "/etc"],
  policyc: ["/project/.policyc/x", "/project/.policyc"],
};

function isDemand(cond: IrCond & { readonly op: "is" }, isTrue: boolean): Demand {
  const { word } = cond;
  if (word === "present" || word === "missing") {
    const isThere = (word === "present") === isTrue;
    const passes = (value: Value): boolean => (value !== undefined && value !== null) === isThere;
    return { passes, likely: isThere ? [] : [undefined] };
  }
  const tests = {
    root: (c: Context, path: PathOf) => isRoot(path, c),
    home: isHome,
    project: isProject,
    system: isSystem,
    policyc: isPolicyc,
  };
  const test = tests[word];
  const passes = (value: Value): boolean =>
    typeof value === "string" && inSandbox(value, (c, path) => test(c, path)) === isTrue;
  return { passes, likely: isTrue ? (places[word] ?? []) : SOME_PATHS };
}

type PathOf = ReturnType<typeof pathOf>;

const around = environmentOf({
  world: (key) => (key.startsWith("realpath:") ? key.slice("realpath:".length) : undefined),
  home: sandbox.home,
  own: sandbox.own,
  namedFolders: [],
});

/** Tests a path in the sandbox of sealed runs. */
function inSandbox(text: string, test: (c: Context, path: PathOf) => Truth): boolean {
  const c = new Context("before_tool_call", around);
  c.workdir = sandbox.workdir;
  c.cwd = sandbox.workdir;
  return test(c, pathOf(c, text)) === TRUE;
}
