// Options of the shell that decide what its globs expand to: `shopt -s dotglob`, `set -f`, `setopt globdots`.

import type { GlobOptions } from "../../language/listing.ts";
import { known } from "../syntax/text.ts";
import type { ShellField } from "./fields.ts";
import type { Frame } from "./reader.ts";
import { assign, type ShellScope, variable } from "./scope.ts";

/** `extglob` is not among them: a text that needs it was read as such, or it could not be read at all. */
type Option = "dotglob" | "nocaseglob" | "globstar" | "noglob";

/** Names of the options in bash and zsh, without underscores and in lower case. */
const options: ReadonlyMap<string, Option> = new Map([
  ["dotglob", "dotglob"],
  ["globdots", "dotglob"],
  ["nocaseglob", "nocaseglob"],
  ["globstar", "globstar"],
  ["noglob", "noglob"],
]);

/** Options that are about globs and change nothing of what they expand to, as far as names on the disk go. */
const others = new Set([
  "extglob",
  "nullglob",
  "failglob",
  "nomatch",
  "cshnullglob",
  "globasciiranges",
  "globskipdots",
]);

const nameOf = (written: string): string => written.toLowerCase().replaceAll("_", "");
const keyOf = (option: Option): string => `shopt ${option}`;

export const isGlobOption = (written: string): boolean => {
  const name = nameOf(written);
  const isNegated = name.startsWith("no") && name !== "nocaseglob" && name !== "noglob" && name !== "nomatch";
  const plain = isNegated ? name.slice(2) : name;
  return options.has(plain) || others.has(plain) || plain === "glob" || plain === "caseglob";
};

/** Sets an option by its name; any other option is left alone. zsh writes `noglobdots` for off. */
export function setGlobOption(scope: ShellScope, written: string, isOn: boolean): void {
  const name = nameOf(written);
  const direct = options.get(name);
  if (direct !== undefined) return store(scope, direct, isOn);
  // The option's other name: `glob` is the opposite of `noglob`.
  const opposite = options.get(name.startsWith("no") ? name.slice(2) : `no${name}`);
  if (opposite !== undefined) store(scope, opposite, !isOn);
}

const store = (scope: ShellScope, option: Option, isOn: boolean): void =>
  assign(scope, keyOf(option), [known(isOn ? "on" : "off")]);

/** The options in force; null: globs are not expanded. One that is perhaps on counts as on, if then more files match. */
export function globOptions({ scope, shell }: Frame): GlobOptions | null {
  if (isOn(scope, "noglob") === true) return null;
  const mayBe = (option: Option): boolean => isOn(scope, option) !== false;
  const ignored = variable(scope, "GLOBIGNORE")?.items?.[0]?.text ?? "";
  return {
    ...(mayBe("dotglob") || ignored !== "" ? { dotglob: true } : {}),
    ...(mayBe("nocaseglob") ? { nocaseglob: true } : {}),
    ...(mayBe("globstar") || shell === "zsh" ? { globstar: true } : {}),
  };
}

/** Undefined: it cannot be determined. */
function isOn(scope: ShellScope, option: Option): boolean | undefined {
  const value = variable(scope, keyOf(option))?.items?.[0];
  if (value === undefined) return false;
  return value.why === null ? value.text === "on" : undefined;
}

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
