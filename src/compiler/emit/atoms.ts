// Necessary atoms: equality tests that must hold for a rule to be true, so that the index can file the rule under them.
// Sound, not complete: a condition that is not understood here gives no atom, and the rule is then always tested.

import { ANY_SUBCOMMAND } from "../../runtime/core/shell/called-programs.ts";
import { type Choice, isPatternError, parsePattern } from "../../runtime/core/shell/pattern.ts";
import { tools } from "../../runtime/schema.ts";
import type { Ir, IrCond, IrRule, IrValue } from "../ir.ts";
import { callAtom, countedList, doesAtom } from "./call-atoms.ts";
import { isRequiredField, type Where } from "./sure.ts";

/** The condition is false unless `key` has one of `values`. */
export interface Atom {
  readonly key: string;
  readonly values: readonly string[];
}

/** Atoms that all must hold; a rule is a list of these, one of which must hold. */
export type Term = readonly Atom[];

/** An `or` over different keys multiplies terms; past this many it is left untold. */
const MOST_TERMS = 8;

/** What must hold for the rule to be anything but false: one of the terms. A term without atoms: always tested. */
export function termsOf(rule: IrRule, ir: Ir): readonly Term[] {
  const where: Place = { points: rule.points, tools: ir.tools, ir };
  return termsOfAll(
    rule.conditions.map((part) => part.cond),
    (cond) => termsOfLeaf(cond, where),
  );
}

/** Where the rule stands, and the tables its conditions refer to. */
interface Place extends Where {
  readonly ir: Ir;
}

/** Reads a condition that is neither `and` nor `or`. Null: nothing is known about it. */
type Leaf = (cond: IrCond) => readonly Term[] | null;

function termsOfAll(conds: readonly IrCond[], leaf: Leaf): readonly Term[] {
  let terms: readonly Term[] = [[]];
  for (const cond of conds) {
    const found = termsOfCond(cond, leaf);
    if (found === null || terms.length * found.length > MOST_TERMS) continue;
    terms = terms.flatMap((term) => found.map((more) => conjoin(term, more)));
  }
  return terms;
}

function termsOfCond(cond: IrCond, leaf: Leaf): readonly Term[] | null {
  switch (cond.op) {
    case "and":
      return termsOfAll(cond.items, leaf);
    case "or":
      return termsOfOr(cond.items, leaf);
    default:
      return leaf(cond);
  }
}

function termsOfOr(items: readonly IrCond[], leaf: Leaf): readonly Term[] | null {
  const branches: Term[] = [];
  for (const item of items) {
    const terms = termsOfCond(item, leaf);
    if (terms === null || terms.some((term) => term.length === 0)) return null;
    branches.push(...terms);
  }
  const merged = mergeSameKeys(branches);
  return merged.length > MOST_TERMS ? null : merged;
}

/** `tool == "a" or tool == "b"` is one atom with two values. */
function mergeSameKeys(branches: readonly Term[]): readonly Term[] {
  const values = new Map<string, string[]>();
  const others: Term[] = [];
  for (const term of branches) {
    const [atom] = term;
    if (atom === undefined || term.length !== 1) others.push(term);
    else values.set(atom.key, [...(values.get(atom.key) ?? []), ...atom.values]);
  }
  return [...[...values].map(([key, of]): Term => [{ key, values: distinct(of) }]), ...others];
}

function conjoin(left: Term, right: Term): Term {
  const byKey = new Map<string, Atom>(left.map((atom) => [atom.key, atom]));
  for (const atom of right) {
    const other = byKey.get(atom.key);
    // A set key holds several members at once, so two atoms on it do not narrow each other.
    if (other === undefined || (isSetKey(atom.key) && atom.values.length < other.values.length))
      byKey.set(atom.key, atom);
    else if (!isSetKey(atom.key)) byKey.set(atom.key, { key: atom.key, values: intersect(other.values, atom.values) });
  }
  return [...byKey.values()];
}

/** Set keys are probed once per member of a view, and a view may be incomplete; scalar keys are always known. */
export function isSetKey(key: string): boolean {
  return setKeys.has(key) || key.startsWith("under:");
}

const setKeys: ReadonlySet<string> = new Set(["hosts", "program", "program*", "env", "does"]);

function termsOfLeaf(cond: IrCond, where: Place): readonly Term[] | null {
  if (cond.op === "runs") return ofShell(programTerms(cond.patterns, where.ir));
  if (cond.op === "only" || cond.op === "flows") return ofShell(null);
  if (cond.op === "any" && cond.list.op === "calls")
    return ofShell(termsOfCond(cond.body, (part) => oneTerm(callAtom(part, cond.var))));
  return oneTerm(atomOf(cond, where));
}

/** Only a call of bash has commands: calls of other tools need not even be asked what they run. */
const ofShell = (terms: readonly Term[] | null): readonly Term[] =>
  (terms ?? [[]]).map((term) => conjoin([{ key: "tool", values: ["bash"] }], term));

const oneTerm = (atom: Atom | null): readonly Term[] | null => (atom === null ? null : [[atom]]);

function atomOf(cond: IrCond, where: Place): Atom | null {
  if (cond.op === "compare" && cond.type === "string") return compareAtom(cond, where);
  if (cond.op === "in" && cond.type === "string" && cond.list.op === "list") {
    const key = scalarKey(cond.value, where);
    return key === null ? null : { key, values: texts(cond.list.items) };
  }
  if (cond.op === "not" && cond.item.op === "in" && cond.item.list.op === "list" && isTool(cond.item.value))
    return toolsWithout(texts(cond.item.list.items), where);
  if (cond.op === "not" && cond.item.op === "compare" && cond.item.test === "eq" && isTool(cond.item.left))
    return cond.item.right.op === "const" ? toolsWithout([String(cond.item.right.value)], where) : null;
  if (cond.op === "any" && cond.list.op === "view")
    return viewAtom(cond.list.view, cond.var, cond.body) ?? doesAtom(cond.list.view);
  const counted = cond.op === "compare" ? countedList(cond) : null;
  return counted?.op === "view" ? doesAtom(counted.view) : null;
}

/** The names that a call is known by (called-programs.ts) and this pattern can fit. */
function calledNames(program: string, { path: [subcommand], hasTable }: Choice): readonly string[] {
  const name = program.slice(program.lastIndexOf("/") + 1);
  return subcommand === undefined || !hasTable ? [name] : [`${name} ${subcommand}`, `${name} ${ANY_SUBCOMMAND}`];
}

/** The programs that the patterns name, and what programs begin with; null when one of them fits any program. */
function programTerms(patterns: readonly number[], ir: Ir): readonly Term[] | null {
  const names: string[] = [];
  const beginnings: string[] = [];
  for (const index of patterns) {
    const pattern = parsePattern(ir.patterns[index] ?? "", ir.programs);
    if (isPatternError(pattern)) return null;
    for (const choice of pattern.choices) {
      const { program } = choice;
      const [name = ""] = program;
      if (program.length === 1) names.push(...calledNames(name, choice));
      else if (name === "" || program.some((piece) => piece.includes("/"))) return null;
      else beginnings.push(name);
    }
  }
  const atoms = [
    { key: "program", values: distinct(names) },
    { key: "program*", values: distinct(beginnings) },
  ];
  return atoms.filter(({ values }) => values.length > 0).map((atom) => [atom]);
}

function compareAtom(cond: IrCond & { readonly op: "compare" }, where: Where): Atom | null {
  const [field, constant] = cond.left.op === "const" ? [cond.right, cond.left] : [cond.left, cond.right];
  if (constant.op !== "const" || typeof constant.value !== "string") return null;
  if (cond.test === "ne") return isTool(field) ? toolsWithout([constant.value], where) : null;
  const key = cond.test === "eq" ? scalarKey(field, where) : null;
  return key === null ? null : { key, values: [constant.value] };
}

function viewAtom(view: string, variable: number, body: IrCond): Atom | null {
  const isElement = (value: IrValue): boolean => value.op === "var" && value.var === variable;
  if (view === "hosts") {
    if (body.op === "in" && body.list.op === "list" && isElement(body.value))
      return { key: "hosts", values: texts(body.list.items) };
    if (body.op === "compare" && body.test === "eq" && isElement(body.left) && body.right.op === "const")
      return { key: "hosts", values: [String(body.right.value)] };
    return null;
  }
  if (body.op !== "under" || !body.fold || !isElement(body.value)) return null;
  const folders = body.dirs.map(foldedFolder);
  return folders.includes(null)
    ? null
    : { key: `under:${view}`, values: distinct(folders.filter((dir) => dir !== null)) };
}

/**
 * A folder as the engine probes it: `./Src/` is `src`, relative ones stay relative to workdir, `~/x` to the home folder.
 * Null for what only the engine can place: variables, other users' homes, drives, folders above workdir.
 */
export function foldedFolder(dir: string): string | null {
  if (/[\\$:]|^~[^/]/.test(dir)) return null;
  const parts: string[] = [];
  for (const part of dir.split("/")) {
    if (part === "..") return null;
    if (part !== "" && part !== ".") parts.push(part);
  }
  const text = `${dir.startsWith("/") ? "/" : ""}${parts.join("/")}`;
  return (text === "" ? "." : text).normalize("NFC").toLowerCase();
}

/** The index key of a field whose value is always text or unknown, null for any other value. */
function scalarKey(value: IrValue, where: Where): string | null {
  if (value.op !== "field" || value.type !== "string" || !isRequiredField(value, where)) return null;
  return value.name;
}

const isTool = (value: IrValue): boolean => value.op === "field" && value.name === "tool";

/** Every tool is one of the schema's or a declared one, so "not bash" is a list too. */
function toolsWithout(names: readonly string[], where: Where): Atom {
  const all = distinct([...Object.keys(tools), ...Object.keys(where.tools)]);
  return { key: "tool", values: all.filter((tool) => !names.includes(tool)) };
}

const texts = (items: readonly (string | number | boolean)[]): readonly string[] => distinct(items.map(String));

const intersect = (a: readonly string[], b: readonly string[]): readonly string[] => {
  const other = new Set(b);
  return a.filter((value) => other.has(value));
};

const distinct = (values: readonly string[]): readonly string[] => [...new Set(values)];
