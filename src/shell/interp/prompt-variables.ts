// Variables that the shell itself expands or runs without being told to: `PS4='$(id)'; set -x`, `PROMPT_COMMAND='id'`.
// Whether it does depends on how the shell was started, so the code only may run.

import type { Frame } from "../expand/reader.ts";
import { known, type Text } from "../syntax/text.ts";
import { runCode } from "./code.ts";

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
