// Necessary atoms of `any p of writes where (...)`: the host, a folder above the path, a name in it, or what it is.

import { globNames } from "./glob-names.ts";
import type { Ir, IrCond, IrValue } from "./ir.ts";
import { distinct, type NecessaryValue, oneTerm, type Term, telling, termsOfCond, texts } from "./terms.ts";

/** What must hold of some element of a view for the condition on it to be anything but false; null when nothing is known. */
export const viewTerms = (body: IrCond, variable: number, view: string, ir: Ir): readonly Term[] | null =>
  telling(termsOfCond(body, (cond) => oneTerm(elementAtom(cond, isVariable(variable), view, ir))));

/** The same of a list of paths of single commands, which may have more in it than the view of that name. */
export const partTerms = (body: IrCond, variable: number, view: string, ir: Ir): readonly Term[] | null =>
  telling(termsOfCond(body, (cond) => oneTerm(pathAtom(cond, isVariable(variable), view, ir))));

type IsElement = (value: IrValue) => boolean;

const isVariable =
  (variable: number): IsElement =>
  (value) =>
    value.op === "var" && value.var === variable;

function elementAtom(cond: IrCond, isElement: IsElement, view: string, ir: Ir): NecessaryValue | null {
  if (view === "hosts") return hostAtom(cond, isElement);
  return cond.op === "under" ? folderAtom(cond, isElement, view) : pathAtom(cond, isElement, view, ir);
}

function hostAtom(cond: IrCond, isElement: IsElement): NecessaryValue | null {
  if (cond.op === "in" && cond.list.op === "list" && isElement(cond.value))
    return { key: "hosts", values: texts(cond.list.items) };
  if (cond.op === "compare" && cond.test === "eq" && isElement(cond.left) && cond.right.op === "const")
    return { key: "hosts", values: [String(cond.right.value)] };
  return null;
}

/** Views whose elements are paths. */
const pathViews: ReadonlySet<string> = new Set(["reads", "writes", "deletes", "uploads"]);

function pathAtom(cond: IrCond, isElement: IsElement, view: string, ir: Ir): NecessaryValue | null {
  if (!pathViews.has(view)) return null;
  if (cond.op === "is" && cond.word !== "present" && cond.word !== "missing" && isElement(cond.value))
    return { key: `is:${view}`, values: [cond.word] };
  if (cond.op !== "glob" || cond.kind !== "path" || !cond.fold || !isElement(cond.value)) return null;
  const names = globNames(cond.globs.map((index) => ir.globs[index]?.pattern ?? "**"));
  return names === null ? null : { key: `names:${view}`, values: names };
}

function folderAtom(
  cond: IrCond & { readonly op: "under" },
  isElement: IsElement,
  view: string,
): NecessaryValue | null {
  if (!cond.fold || !isElement(cond.value)) return null;
  const folders = cond.dirs.map(foldedFolder);
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
