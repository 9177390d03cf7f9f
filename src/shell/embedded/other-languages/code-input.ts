// Where a program that runs code gets it from: standard input, a file, or its own arguments.

import { type GivenOption, hasOption, type OptionReading } from "../../programs/table/options.ts";
import type { Word } from "../../syntax/model.ts";

export interface CodeInput {
  /** Standard input is code. */
  readonly stdin: boolean;
  /** Files that run. */
  readonly scripts: readonly Word[];
  /** Arguments that are code themselves. */
  readonly texts: readonly Word[];
}

const nothing: CodeInput = { stdin: false, scripts: [], texts: [] };
const inputName = /^(?:-|\/dev\/stdin|\/dev\/fd\/0|\/proc\/self\/fd\/0)$/;

const takesCode = ({ row }: GivenOption): boolean => row.code !== undefined;

/** The code in a call. SQL does not count: it runs no programs. */
export function codeInput(reading: OptionReading): CodeInput {
  if (reading.help) return nothing;
  const { table, operands, options } = reading;
  if (table.interpreter === undefined && table.wrapper === undefined && !options.some(takesCode)) return nothing;
  const texts: Word[] = [];
  const scripts: Word[] = [];
  let stdin = false;
  for (const { row, value, on } of options) {
    if (!on || value === null || row.code === undefined) continue;
    if (row.code !== "script") texts.push(value);
    else if (inputName.test(value.text)) stdin = true;
    else scripts.push(value);
  }
  const row = table.interpreter;
  if (row === undefined) return { stdin: stdin || startsShell(reading), scripts, texts };
  if (row.language === "sql" || row.inert?.some((flag) => hasOption(reading, flag)) === true) return nothing;
  const hasCode =
    [...(row.code ?? []), ...(row.module ?? [])].some((flag) => hasOption(reading, flag)) || scripts.length > 0;
  const isForced = row.forceStdin?.some((flag) => hasOption(reading, flag)) === true;
  const first = operands[0];
  if (isForced && !hasCode) return { stdin: true, scripts, texts };
  if (hasCode) return { stdin, scripts, texts };
  if (row.operand === "code")
    return { stdin, scripts, texts: [...texts, ...(table.name === "eval" ? operands : operands.slice(0, 1))] };
  if (row.operand === "none" || first === undefined) return { stdin: stdin || row.stdin === "code", scripts, texts };
  if (first.kind === "literal" && inputName.test(first.text)) return { stdin: true, scripts, texts };
  return { stdin, scripts: [...scripts, first], texts };
}

/** `su`, `ssh host`, `sudo -s` without a command: a shell that reads standard input. */
function startsShell({ table, operands, options }: OptionReading): boolean {
  const { wrapper } = table;
  if (wrapper?.shell !== true || options.some(({ row }) => row.code === "shell" && row.flags.includes("-c")))
    return false;
  if (wrapper.inner === "operands" && operands.length > (wrapper.skip ?? 0)) return false;
  return (
    !/^(?:sudo|doas)$/.test(table.name) ||
    options.some(({ row }) => row.flags.includes("-s") || row.flags.includes("-i"))
  );
}
