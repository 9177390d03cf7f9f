// Variables that name a program to run: `export PAGER='rm x'; git log`.

import { FALSE } from "../../language/truth.ts";
import { codeVariable } from "../embedded/code-variables.ts";
import { carriesCode } from "../embedded/values/foreign-code.ts";
import { activeIn, type Frame, type Output } from "../expand/reader.ts";
import { exportedNames, variable } from "../expand/scope.ts";
import { type Text, toWord } from "../syntax/text.ts";
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
