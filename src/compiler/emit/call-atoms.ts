// Necessary atoms of `any c of command.calls where (...)`: the program it names, the variable it needs, the kind of thing
// the command must do at all.

import type { IrCond, IrValue } from "../ir.ts";
import type { Atom } from "./atoms.ts";

type Part = IrValue & { readonly op: "part" };
type Compare = IrCond & { readonly op: "compare" };

/** Parts that hold nothing for most commands, by the name the engine asks for (deeds.ts). */
const deeds: ReadonlySet<string> = new Set([
  "reads",
  "writes",
  "deletes",
  "uploads",
  "hosts",
  "elevated",
  "mode",
  "injected",
  "settings",
]);

export const doesAtom = (deed: string): Atom => ({ key: "does", values: [deed] });

/** What must hold of some call for the condition on it to be anything but false; null when nothing is known. */
export function callAtom(cond: IrCond, variable: number): Atom | null {
  const partOf = (value: IrValue): Part | null => (value.op === "part" && value.var === variable ? value : null);
  const program = programsOf(cond, partOf);
  if (program !== null) return { key: "program", values: [...new Set(program)] };
  const needed = neededPart(cond, partOf);
  return needed === null ? null : partAtom(needed.part);
}

function partAtom(part: string): Atom | null {
  if (part.startsWith("env.")) return { key: "env", values: [part.slice("env.".length)] };
  return deeds.has(part) ? doesAtom(part) : null;
}

/** `c.program == "git"`, `c.program in ["npm", "pnpm"]`. */
function programsOf(cond: IrCond, partOf: (value: IrValue) => Part | null): readonly string[] | null {
  if (cond.op === "in" && cond.list.op === "list" && partOf(cond.value)?.part === "program")
    return cond.list.items.map(String);
  if (cond.op !== "compare" || cond.test !== "eq") return null;
  const [value, constant] = cond.left.op === "const" ? [cond.right, cond.left] : [cond.left, cond.right];
  return constant.op === "const" && partOf(value)?.part === "program" ? [String(constant.value)] : null;
}

/** The part that must be there, or hold something, for the condition to be anything but false. */
function neededPart(cond: IrCond, partOf: (value: IrValue) => Part | null): Part | null {
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
  return cond.op === "in" || cond.op === "contains" || cond.op === "starts" || cond.op === "ends" ? cond.value : null;
}

/** What such a test says of a text; null where it depends on more. */
function settled(cond: IrCond, text: string): boolean | null {
  switch (cond.op) {
    case "not": {
      const inner = settled(cond.item, text);
      return inner === null ? null : !inner;
    }
    case "compare":
      if (cond.right.op !== "const" || (cond.test !== "eq" && cond.test !== "ne")) return null;
      return (cond.right.value === text) === (cond.test === "eq");
    case "in":
      return cond.list.op === "list" ? cond.list.items.includes(text) : null;
    case "contains":
      return cond.of === "text" && cond.needle.op === "const" ? text.includes(String(cond.needle.value)) : null;
    case "starts":
      return cond.prefix.op === "const" ? text.startsWith(String(cond.prefix.value)) : null;
    case "ends":
      return cond.suffix.op === "const" ? text.endsWith(String(cond.suffix.value)) : null;
    default:
      return null;
  }
}
