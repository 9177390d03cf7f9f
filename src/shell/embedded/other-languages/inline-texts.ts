// The code that an interpreter of another language receives on the line.

import { hasOption, type OptionReading } from "../../programs/table/options.ts";
import type { Call, Word } from "../../syntax/model.ts";
import { codeInput } from "./code-input.ts";

/** Values of its code options, its first operand if that is code, or standard input as far as the line determines it. */
export function inlineTexts({ stdin }: Call, reading: OptionReading): readonly Word[] {
  const code = reading.options.flatMap(({ row, value }) => (row.code === "inline" && value !== null ? [value] : []));
  if (code.length > 0) return code;
  const first = reading.operands[0];
  if (reading.table.interpreter?.operand === "code" && first !== undefined && !hasOption(reading, "-f")) return [first];
  const isFed = stdin.from !== "inherit" && stdin.text !== undefined && codeInput(reading).stdin;
  return isFed ? [stdin.text] : [];
}
