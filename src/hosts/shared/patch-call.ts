// Tools that take one patch over any number of files. Rules read the affected files from the patch itself; this file only
// decides the shape of the call: the policyc tool, and the path if there is exactly one file.

import { fieldOf, type JsonObject } from "./read-answer.ts";
import type { Derived, ToolRow } from "./tool-table.ts";

/** A patch tool as a row: `names` are the fields in which hosts pass the text. */
export function patchTool(native: string, names: readonly string[]): ToolRow {
  const derive = (input: JsonObject): Derived => {
    const text = names.map((name) => fieldOf(input, name)).find((value) => typeof value === "string");
    return typeof text === "string" ? patchCall(text) : {};
  };
  return { native, tool: "edit", fields: { patch: names }, derive };
}

// Leading blanks are allowed, because tools that apply patches accept them. A content line that looks like this only costs
// the path, never the patch.
const header = /^\s*\*\*\* (Add File|Update File|Delete File|Move to): (.*)$/;

/** `write` when it only adds files, otherwise `edit`. */
export function patchCall(text: string): Derived {
  const lines = text.split(/\r?\n/);
  const touched = lines.map((line) => header.exec(line)).filter((found) => found !== null);
  const tool = touched.length > 0 && touched.every(([, kind]) => kind === "Add File") ? "write" : "edit";
  const [only, another] = touched;
  if (only === undefined || another !== undefined) return { tool };
  const path = (only[2] ?? "").trim();
  const added = linesAfter(lines, "+");
  if (tool === "write") return { tool, fields: { path, content: added.map((line) => `${line}\n`).join("") } };
  if (only[1] === "Delete File") return { tool, fields: { path } };
  return { tool, fields: { path, old: linesAfter(lines, "-").join("\n"), new: added.join("\n") } };
}

function linesAfter(lines: readonly string[], sign: string): readonly string[] {
  return lines.filter((line) => line.startsWith(sign)).map((line) => line.slice(1));
}
