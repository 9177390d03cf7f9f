// What `check --fix` says: each change with its place, and the fixes that it left to the author.

import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { AppliedFix, FixResult } from "../../compiler/index.ts";

/** One line for each change, and why others were not made. */
export function fixesText({ applied, left, result, changed }: FixResult): string {
  const lines = applied.map(
    (fix) => `fixed ${placeText(fix.found.fixAt.file, fix.place)} ${fix.found.code}: ${changeText(fix)}`,
  );
  for (const { found, why } of left) {
    const reason = why === "loosens" ? "the fix could make a rule less strict" : "the fix would cause another error";
    lines.push(
      `left ${placeText(found.span.file, result.place(found.span))} ${found.code}: ${reason}; decide yourself`,
    );
  }
  if (applied.length > 0)
    lines.push(`${counted(applied.length, "fix").replace(/xs$/, "xes")} in ${counted(changed.size, "file")}`);
  return lines.length === 0 ? "" : `${lines.join("\n")}\n\n`;
}

const placeText = (file: string, { line, column }: { line: number; column: number }): string =>
  `${visible(file)}:${line}:${column}`;

function changeText({ before, after }: AppliedFix): string {
  if (after === "") return `removed ${shown(before)}`;
  return before === "" ? `added ${shown(after)}` : `${shown(before)} is now ${shown(after)}`;
}

const LONGEST = 60;

function shown(text: string): string {
  const line = visible(text.replace(/\s+/g, " ").trim());
  return `\`${line.length > LONGEST ? `${line.slice(0, LONGEST)}...` : line}\``;
}

/** The changes for programs. */
export function fixesJson({ applied, left }: FixResult): { readonly [key: string]: unknown } {
  return {
    fixed: applied.map(({ found, place, before, after }) => ({
      code: found.code,
      file: found.fixAt.file,
      ...place,
      before,
      after,
    })),
    left: left.map(({ found, why }) => ({ code: found.code, file: found.span.file, why })),
  };
}
