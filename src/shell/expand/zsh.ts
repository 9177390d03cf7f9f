// Forms that zsh, and shells of other families, read differently from bash. They make the text unreadable, so that nothing is
// decided by a wrong reading. Everything else is read as bash reads it.

import type { Assignment, SourceWord, WordPart } from "../syntax/parse.ts";
import type { ShellField } from "./fields.ts";
import { isGlobOption } from "./glob-options.ts";
import { type Frame, refuse as noteRefusal } from "./reader.ts";
import { variable } from "./scope.ts";

/** Commands that change how the rest is parsed, or that are not commands in zsh. */
const commands: ReadonlyMap<string, string> = new Map([
  ["repeat", "`repeat`"],
  ["foreach", "`foreach`"],
  ["end", "`foreach`"],
  ["always", "`always`"],
  ["emulate", "`emulate`"],
  ["zmodload", "`zmodload`"],
  ["autoload", "`autoload`"],
  ["zmv", "`zmv`"],
  ["-", "`-` before a command"],
]);

const refuse = (frame: Frame, what: string): void => noteRefusal(frame.reader, `zsh: ${what}`);

/** `>! file`, `>>! file`, `>>| file`: zsh overwrites the file, while bash writes to a file named `!`. */
export function withoutBangs(text: string): string {
  if (!/>>?&?[!|]|&>>?[!|]/.test(text)) return text;
  return text.replace(
    /'[^']*'|"(?:[^"\\]|\\[\s\S])*"|\\[\s\S]|((?:&>>?|>>?&?))[!|](?=\s|["'~/$\w.])/g,
    (found, operator?: string) => (operator === undefined ? found : `${operator} `),
  );
}

/** Numeric ranges as patterns: bash takes them for redirections. */
export function noteZshText(text: string, frame: Frame): void {
  if (/<\d*-\d*>/.test(text)) refuse(frame, "number range");
}

/** Commands of other shells that change the meaning of the rest. */
const foreign: { readonly [shell: string]: RegExp } = {
  fish: /^(?:set|alias|abbr|function|begin|read|argparse|string)$/,
  csh: /^(?:set|setenv|alias|foreach|@)$/,
  tcsh: /^(?:set|setenv|alias|foreach|@)$/,
};

export function noteCommand(fields: readonly ShellField[], frame: Frame): void {
  const name = fields[0]?.text.text ?? "";
  if (frame.shell === "zsh") noteZshCommand(name, fields, frame);
  else if (Object.hasOwn(foreign, frame.shell) && foreign[frame.shell]?.test(name) === true)
    noteRefusal(frame.reader, `${frame.shell}: \`${name}\``);
}

function noteZshCommand(name: string, fields: readonly ShellField[], frame: Frame): void {
  const found = commands.get(name);
  if (found !== undefined) refuse(frame, found);
  const flags = fields.slice(1).map(({ text }) => text.text);
  // Options about globs are kept in mind; others may change how the rest is parsed.
  if ((name === "setopt" || name === "unsetopt") && !flags.every(isGlobOption)) refuse(frame, `\`${name}\``);
  if (name === "alias" && flags.some((flag) => /^-[a-zA-Z]*[gs]/.test(flag))) refuse(frame, "global alias");
  if (name === "hash" && flags.includes("-d")) refuse(frame, "named folder");
}

export function noteZshAssignment(node: Assignment, frame: Frame): void {
  if (/^(?:path|fpath|cdpath|manpath|module_path)$/.test(node.name))
    refuse(frame, `\`${node.name}\` is tied to a variable`);
}

export function noteZshWord(word: SourceWord, frame: Frame): void {
  if (/^=[\w./~]/.test(word.text)) refuse(frame, "`=command`");
  notePartsOf(word.parts ?? [], frame, 0);
}

/** Parts inside quotes are checked too, up to the depth that people write by hand. */
const DEEPEST = 8;

function notePartsOf(parts: readonly WordPart[], frame: Frame, depth: number): void {
  if (depth > DEEPEST) return refuse(frame, "a word nested too deeply");
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i];
    if (part !== undefined) notePart(part, parts[i + 1], frame, depth);
  }
}

function notePart(part: WordPart, next: WordPart | undefined, frame: Frame, depth: number): void {
  switch (part.type) {
    case "ExtendedGlob":
      return refuse(frame, "glob qualifier");
    case "DoubleQuoted":
    case "LocaleString":
      return notePartsOf(part.parts, frame, depth + 1);
    case "ParameterExpansion":
      if (/^\$\{[(=~^+:]/.test(part.text)) refuse(frame, "flags of an expansion");
      if (part.index !== undefined || isArray(part.parameter, frame)) refuse(frame, "array");
      return;
    case "SimpleExpansion": {
      const after = next !== undefined && next.type !== "DoubleQuoted" && "text" in next ? next.text : "";
      if (isArray(part.text.slice(1), frame) || after.startsWith("[")) refuse(frame, "array");
      if (/^:[aAcehlpPqQrstux&g]/.test(after)) refuse(frame, "modifier");
      return;
    }
    default:
      if (part.text === "$" && next !== undefined && "text" in next && /^[=~^+]/.test(next.text))
        refuse(frame, "flags of an expansion");
  }
}

/** `$name` is all elements in zsh, and the first one is 1. */
function isArray(name: string, frame: Frame): boolean {
  return name !== "@" && name !== "*" && variable(frame.scope, name)?.isArray === true;
}
