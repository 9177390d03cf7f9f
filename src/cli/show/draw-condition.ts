// A condition with the value of each operand beneath it, as in
//
//   tool == "read" and any reads matches "**/*.pem"
//   ^^^^                   ^^^^^
//   |                      `a.txt`
//   `read`

import { visible, widthOf } from "../../compiler/diagnostics/report/visible.ts";
import type { ConditionAccount } from "../../compiler/index.ts";

interface Mark {
  /** Columns of the terminal. */
  readonly column: number;
  readonly width: number;
  readonly value: string;
}

/** Lines to print, without indentation. Values of operands that the text does not name are listed after it. */
export function drawCondition({ text, operands }: Pick<ConditionAccount, "text" | "operands">): readonly string[] {
  const marks: Mark[] = [];
  const unseen: string[] = [];
  for (const [name, value] of Object.entries(operands)) {
    const at = placeOf(text, name);
    if (at === -1) unseen.push(`${visible(name)} is ${visible(value)}`);
    else marks.push({ column: columnsOf(text.slice(0, at)), width: columnsOf(name), value: visible(value) });
  }
  marks.sort((a, b) => a.column - b.column);
  return [visible(text), ...below(marks), ...unseen.map((line) => `where ${line}`)];
}

function below(marks: readonly Mark[]): readonly string[] {
  if (marks.length === 0) return [];
  const lines = [place(marks.map(({ column, width }) => [column, "^".repeat(width)] as const))];
  for (let at = marks.length - 1; at >= 0; at--) {
    const mark = marks[at];
    if (mark === undefined) continue;
    const bars = marks.slice(0, at).map(({ column }) => [column, "|"] as const);
    lines.push(place([...bars, [mark.column, mark.value]]));
  }
  return lines;
}

/** Texts at their columns, from left to right. */
function place(parts: readonly (readonly [number, string])[]): string {
  let line = "";
  for (const [column, text] of parts) line = `${line.padEnd(column)}${text}`;
  return line;
}

/** Where an operand's name stands in the text as a word of its own, outside of string and regex literals; -1 for nowhere. */
function placeOf(text: string, name: string): number {
  const outside = text.replace(/"(?:[^"\\]|\\.)*"/g, (literal) => " ".repeat(literal.length));
  const word = name.replace(/\(.*$/s, "(");
  for (let at = outside.indexOf(word); at !== -1; at = outside.indexOf(word, at + 1)) {
    const before = outside[at - 1] ?? " ";
    const after = word.endsWith("(") ? " " : (outside[at + word.length] ?? " ");
    if (!/[\w.-]/.test(before) && !/[\w-]/.test(after)) return at;
  }
  return -1;
}

function columnsOf(text: string): number {
  return Array.from(visible(text)).reduce((sum, character) => sum + widthOf(character), 0);
}
