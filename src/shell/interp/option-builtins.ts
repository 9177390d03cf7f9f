// Builtins that set options of the shell: `shopt`, `setopt`, `unsetopt`; and the options that a shell is started with.

import type { ShellField } from "../expand/fields.ts";
import { setGlobOption } from "../expand/glob-options.ts";
import type { ShellScope } from "../expand/scope.ts";
import { argsOf, type Builtin, done } from "./builtin.ts";

/** `shopt -s dotglob`, `shopt -so noglob`; without `-s` and `-u` it only prints. */
export const shopt: Builtin = (running) => {
  const words = argsOf(running).map(({ text }) => text);
  const flags = words.filter((text) => text.startsWith("-")).join("");
  const isOn = flags.includes("s");
  if (isOn || flags.includes("u"))
    for (const name of words) if (!name.startsWith("-")) setGlobOption(running.frame.scope, name, isOn);
  return done;
};

/** Of zsh; other shells have no such builtin. Options that are not about globs make the text unreadable: see zsh.ts. */
export const setopt =
  (isOn: boolean): Builtin =>
  (running) => {
    if (running.frame.shell !== "zsh") return null;
    for (const { text } of argsOf(running)) if (!text.startsWith("-")) setGlobOption(running.frame.scope, text, isOn);
    return done;
  };

/** `set -f`, `set +f`, `set -o noglob`. */
export function setNoglob(words: readonly string[], scope: ShellScope): void {
  words.forEach((text, i) => {
    if (/^[-+][a-zA-Z]*f/.test(text)) setGlobOption(scope, "noglob", text.startsWith("-"));
    if (/^[-+][a-zA-Z]*o$/.test(text)) setGlobOption(scope, words[i + 1] ?? "", text.startsWith("-"));
  });
}

/** `bash -O dotglob -f`: the words before the code. */
export function startOptions(fields: readonly ShellField[], scope: ShellScope): void {
  const words = fields.map(({ text }) => text.text);
  setNoglob(words, scope);
  words.forEach((text, i) => {
    if (/^[-+][a-zA-Z]*O$/.test(text)) setGlobOption(scope, words[i + 1] ?? "", text.startsWith("-"));
  });
}
