// Variables that name a program to run: `export PAGER='rm x'; git log`.
// Variables that the shell itself expands or runs (`PS4='$(id)'; set -x`, `PROMPT_COMMAND='id'`) are among them: whether it
// does depends on how the shell was started, so the code only may run.

import { FALSE } from "../../language/truth.ts";
import { codeVariable } from "../embedded/code-variables.ts";
import { carriesCode } from "../embedded/values/foreign-code.ts";
import { activeIn, type Frame, type Output } from "../expand/reader.ts";
import { exportedNames, variable } from "../expand/scope.ts";
import { known, type Text, toWord } from "../syntax/text.ts";
import { runCode } from "./code.ts";

export function holdsCommand(name: string, text: Text): boolean {
  const row = codeVariable(name);
  // A prompt is text that contains commands, not a command.
  return row?.holds === "command" && !/^PS\d$/.test(name) && carriesCode(row, toWord(text)) !== FALSE;
}

export function runVariable(name: string, text: Text, frame: Frame): Output {
  return runCode(text, { label: name, parameters: [], process: true }, { ...frame, conditional: true });
}

/** Earlier exported variables that name a program to run: each value once, because any later command may start it. */
export function codeFromVariables(frame: Frame): readonly Output[] {
  const { reader, scope } = frame;
  const outputs: Output[] = [];
  reader.budget.spend(exportedNames(scope).length >> 2);
  for (const name of exportedNames(scope)) {
    const text = variable(scope, name)?.items?.[0];
    if (text === undefined || activeIn(reader).has(text) || !holdsCommand(name, text)) continue;
    activeIn(reader).add(text);
    outputs.push(runVariable(name, text, frame));
  }
  return outputs;
}

/** Prompts are expanded like text in double quotes; `PROMPT_COMMAND` is code. */
const prompts: ReadonlySet<string> = new Set(["PS0", "PS1", "PS2", "PS4", "PROMPT", "RPROMPT", "PROMPT_COMMAND"]);

/** Only a substitution in a prompt runs anything. */
const substitution = /\$\(|`|\$\{/;

export function runPrompt(name: string, value: Text, frame: Frame): void {
  if (!prompts.has(name) || value.text === "") return;
  const isCode = name === "PROMPT_COMMAND";
  // What the assignment itself substituted has run already.
  if (!isCode && (value.why !== null || !substitution.test(value.text))) return;
  // A quote in a prompt is a character like any other.
  const text = isCode ? value : known(`: "${value.text.replaceAll('"', '\\"')}"`, value.from);
  runCode(text, { label: name, parameters: null, process: true }, { ...frame, conditional: true });
}
