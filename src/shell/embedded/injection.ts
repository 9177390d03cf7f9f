// What makes a harmless call run foreign code: its variables, its settings, its options, and variables that it writes into a
// file that shells and tools read at startup.

import { append, EMPTY } from "../../language/append.ts";
import { FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import { noEnvironment } from "../expand/record.ts";
import { writtenVariables } from "../expand/written-variables.ts";
import { codeSettings } from "../programs/git/settings.ts";
import { type OptionReading, readOptions } from "../programs/table/options.ts";
import { programName } from "../programs/table/program-name.ts";
import type { OptionRow, ProgramTable } from "../programs/table/program-table.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Call, Word } from "../syntax/model.ts";
import { isOpenName } from "../syntax/open-words.ts";
import { codeOptions } from "./code-options.ts";
import { codeVariable } from "./code-variables.ts";
import { carriesCode, isUsual } from "./values/foreign-code.ts";

export interface Injection {
  readonly name: string;
  readonly value: Word;
  readonly truth: Truth;
}

/** Variables, settings and options of a call that make it run foreign code, or may. */
export function injections(call: Call): readonly Injection[] {
  let found: readonly Injection[] = EMPTY;
  const program = programName(call);
  const table = tableOf(call);
  if (call.env !== noEnvironment)
    for (const name in call.env) {
      const value = call.env[name];
      if (value !== undefined) found = withVariable(found, name, value, table?.name ?? program);
    }
  for (const { name, value } of writtenVariables(call, program)) found = withVariable(found, name, value, null);
  if (table === undefined) return found;
  const reading = readOptions(call, table);
  if (reading.help) return found;
  if (table.name === "git") for (const one of codeSettings(call, reading)) found = append(found, one);
  for (const { row, value, flag, on } of reading.options) {
    if (!on || value === null || !isHelper(row, reading, table, flag)) continue;
    const code = helperText(table.name, flag, value);
    if (code === null || code.text === "") continue;
    const isHarmless = code.kind === "literal" && isUsual(code.text) && !bareShell.test(code.text);
    const isKnown = code.kind === "literal";
    if (!isHarmless)
      found = append(found, { name: flag, value, truth: isKnown ? TRUE : isUsualOpen(code) ? UNLIKELY : UNKNOWN });
  }
  for (const one of codeOptions(table, call.args, reading)) found = append(found, one);
  return found;
}

/** `ssh -p $PORT`: the value of an option is left open. */
const isUsualOpen = (code: Word): boolean =>
  isOpenName(code) && isUsual(code.text.replace(/(?<=\s-[ipl]\s*)\$(?:\w+|\{\w+\})(?=\s|$)/g, "x"));

/** A shell as a helper runs whatever input it gets. */
const bareShell = /^(?:\/(?:usr\/)?bin\/)?(?:ba|z|da|k)?sh$/;

/** `null`: any program that will see it. */
function withVariable(
  found: readonly Injection[],
  name: string,
  value: Word,
  program: string | null,
): readonly Injection[] {
  const row = codeVariable(name);
  if (row === undefined || (row.of !== undefined && program !== null && !row.of.includes(program))) return found;
  const truth = carriesCode(row, value);
  return truth === FALSE ? found : append(found, { name, value, truth });
}

/** Options that replace a program that the call would start by default: `rsync -e`, `tar -I`, `sort --compress-program`. */
function isHelper(row: OptionRow, { table, path }: OptionReading, program: ProgramTable, flag: string): boolean {
  if (flag === "--exec-path") return true;
  if (row.code === "command") return flag !== "-c" && flag !== "--config-env" && table.wrapper === undefined;
  if (row.code !== "shell") return false;
  // Running a command is the purpose of `vagrant ssh -c`.
  return program.replacesHelpers === true && (path[0] === undefined || helpedGit.test(table.name));
}

const helpedGit = /^(?:push|fetch|pull|clone|ls-remote|archive|difftool|instaweb|send-email)$/;

/** The command inside a value: `ProxyCommand=...` of ssh, `exec=...` of tar; null if there is none. */
function helperText(name: string, flag: string, value: Word): Word | null {
  const after = (pattern: RegExp): Word | null => {
    const found = pattern.exec(value.text);
    return found === null
      ? value.kind === "dynamic" && /^[$`]/.test(value.text)
        ? value
        : null
      : { ...value, text: value.text.slice(found[0].length) };
  };
  if (flag === "-o" && /^(?:ssh|scp|sftp|sshfs)$/.test(name))
    return after(
      /^\s*(?:ProxyCommand|LocalCommand|KnownHostsCommand|PKCS11Provider|SecurityKeyProvider|XAuthLocation)\s*[= ]\s*(?!none$)/i,
    );
  if (flag === "--checkpoint-action") return after(/^exec=/);
  if (flag === "-o" && name.startsWith("apt")) return after(/^[^=]*::(?:Pre|Post)[^=]*=|^[^=]*Invoke[^=]*=/i);
  return value;
}
