// Necessary atoms of `any c of command.calls where (...)`: the program it names, the variable it needs, text that it must
// contain, the names in its paths, and the kind of effect the command must have.

import type { EffectKind } from "../../language/effect-kinds.ts";
import { programTable } from "../../shell/programs/index.ts";
import { fixedValue, isTest, operandOf, subjectOf, textMeaning } from "../ir/by-shape.ts";
import type { Ir, IrCond, IrValue } from "../ir/ir.ts";
import { type NecessaryValue, oneTerm, type Term, termsOfCond } from "../ir/terms.ts";
import { partTerms } from "../ir/view-atoms.ts";
import { regexLiterals } from "./regex-literals.ts";

type Part = IrValue & { readonly op: "part" };
type Compare = IrCond & { readonly op: "compare" };

/** Parts that are empty for most commands, with the effect kind that fills them (effect-kinds.ts). */
const effectKinds: ReadonlySet<string> = new Set<EffectKind>([
  "reads",
  "writes",
  "deletes",
  "uploads",
  "hosts",
  "elevated",
  "mode",
  "injected",
  "settings",
  "kinds",
]);

export const doesAtom = (kind: EffectKind): NecessaryValue => ({ key: "does", values: [kind] });

/** An upload needs a call that uploads, and a download a call that downloads (shell/flow-ends.ts). */
export function flowAtom({ from, to }: IrCond & { readonly op: "flows" }): NecessaryValue | null {
  if (to === "network") return doesAtom("sends");
  return from === "download" ? doesAtom("downloads") : null;
}

type PartOf = (value: IrValue) => Part | null;

/** What must hold of some call for the condition on it to be anything but false; null when nothing is known. */
export function callTerms(body: IrCond, variable: number, ir: Ir): readonly Term[] | null {
  const partOf: PartOf = (value) => (value.op === "part" && value.var === variable ? value : null);
  return termsOfCond(body, (cond) => listTerms(cond, partOf, ir) ?? oneTerm(callAtom(cond, partOf, ir)));
}

function listTerms(cond: IrCond, partOf: PartOf, ir: Ir): readonly Term[] | null {
  const list = cond.op === "any" ? partOf(cond.list) : null;
  return cond.op !== "any" || list === null ? null : partTerms(cond.body, cond.var, list.part, ir);
}

function callAtom(cond: IrCond, partOf: PartOf, ir: Ir): NecessaryValue | null {
  const program = programsOf(cond, partOf) ?? wrappersOf(cond, partOf, ir);
  if (program !== null) return { key: "program", values: [...new Set(program)] };
  const literals = literalsOf(cond, partOf, ir);
  if (literals !== null) return { key: "text", values: literals };
  const needed = neededPart(cond, partOf);
  return needed === null ? null : partAtom(needed.part);
}

/** `c.text contains "x"`, `c.text matches /x/`: the command must contain one of these texts. */
function literalsOf(cond: IrCond, partOf: PartOf, ir: Ir): readonly string[] | null {
  if (cond.op !== "contains" && cond.op !== "regex") return null;
  if (partOf(cond.value)?.part !== "text") return null;
  if (cond.op === "contains") return cond.needle.op === "const" ? [String(cond.needle.value)] : null;
  const regex = ir.regexes[cond.regex];
  return regex === undefined ? null : regexLiterals(regex.source, regex.flags);
}

function partAtom(part: string): NecessaryValue | null {
  if (part.startsWith("env.")) return { key: "env", values: [part.slice("env.".length)] };
  return effectKinds.has(part) ? doesAtom(part as EffectKind) : null;
}

/** `c.program == "git"`, `c.program in ["npm", "pnpm"]`. */
function programsOf(cond: IrCond, partOf: PartOf): readonly string[] | null {
  if (cond.op === "in" && cond.list.op === "list" && partOf(cond.value)?.part === "program")
    return cond.list.items.map(String);
  if (cond.op !== "compare" || cond.test !== "eq") return null;
  const [value, constant] = cond.left.op === "const" ? [cond.right, cond.left] : [cond.left, cond.right];
  return constant.op === "const" && partOf(value)?.part === "program" ? [String(constant.value)] : null;
}

/** `any c.via in ["npx", "npm exec"]`: what led to a command is itself a command of the line, and begins with its program. */
function wrappersOf(cond: IrCond, partOf: PartOf, ir: Ir): readonly string[] | null {
  if (cond.op !== "any" || partOf(cond.list)?.part !== "via") return null;
  const { body } = cond;
  const isItem = (value: IrValue): boolean => value.op === "var" && value.var === cond.var;
  const labels =
    body.op === "in" && body.list.op === "list" && isItem(body.value)
      ? body.list.items.map(String)
      : body.op === "compare" && body.test === "eq" && isItem(body.left) && body.right.op === "const"
        ? [String(body.right.value)]
        : null;
  const names = labels?.map((label) => label.split(" ", 1)[0] ?? "");
  // Functions, aliases and variables also lead to commands but are not programs.
  return names?.every((name) => programTable(name, ir.programs) !== undefined) === true ? names : null;
}

/** The part that must be present or non-empty for the condition to be anything but false. */
function neededPart(cond: IrCond, partOf: PartOf): Part | null {
  if (cond.op === "any") return partOf(cond.list);
  if (cond.op === "holds" || (cond.op === "is" && cond.word === "present")) return partOf(cond.value);
  const list = cond.op === "compare" ? countedList(cond) : null;
  if (list !== null) return partOf(list);
  const guarded = testedValue(cond);
  if (guarded?.op !== "default" || guarded.fallback.op !== "const") return null;
  const { value } = guarded.fallback;
  return typeof value === "string" && settled(cond, value) === false ? partOf(guarded.value) : null;
}

/** The list of `length(xs) > 0`; null for other comparisons. */
export function countedList({ test, left, right }: Compare): IrValue | null {
  if (left.op !== "length" || left.of !== "list" || right.op !== "const" || typeof right.value !== "number")
    return null;
  const isSome = (test === "gt" && right.value >= 0) || (test === "ge" && right.value >= 1);
  return isSome ? left.value : null;
}

/** The value that a test of text with constants is about. */
function testedValue(cond: IrCond): IrValue | null {
  if (cond.op === "not") return testedValue(cond.item);
  if (cond.op === "compare") return cond.left;
  return cond.op === "in" || (isTest(cond) && operandOf(cond) !== null) ? subjectOf(cond) : null;
}

/** The result of the test for a text; null where it depends on more than the text. */
function settled(cond: IrCond, text: string): boolean | null {
  return fixedValue(cond, (test) => {
    if (!isTest(test)) return null;
    if (test.op === "in") return test.list.op === "list" ? test.list.items.includes(text) : null;
    if (test.op === "compare") {
      if (test.right.op !== "const" || (test.test !== "eq" && test.test !== "ne")) return null;
      return (test.right.value === text) === (test.test === "eq");
    }
    const part = operandOf(test);
    return part?.op === "const" ? (textMeaning(test)?.fits(text, String(part.value)) ?? null) : null;
  });
}
