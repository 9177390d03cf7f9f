// Builtins of the shell that affect later commands, by name.

import { setGlobOption } from "../expand/glob-options.ts";
import { jumps } from "../expand/scope.ts";
import { argsOf, type Builtin, done, failed } from "./builtin.ts";
import { again, compgen, evaluate, exec, leave, makeAlias, source, trap } from "./code-builtins.ts";
import { cd, popd, pushd } from "./folder-builtins.ts";
import { mapfile, printf, read } from "./input-builtins.ts";
import { declare, getopts, letArithmetic, namesVariable, renames, set, shift, unset } from "./variable-builtins.ts";

/** `shopt -s dotglob`, `shopt -so noglob`; without `-s` and `-u` it only prints. */
const shopt: Builtin = (running) => {
  const words = argsOf(running).map(({ text }) => text);
  const flags = words.filter((text) => text.startsWith("-")).join("");
  const isOn = flags.includes("s");
  if (isOn || flags.includes("u"))
    for (const name of words) if (!name.startsWith("-")) setGlobOption(running.frame.scope, name, isOn);
  return done;
};

/** Of zsh; other shells have no such builtin. Options that are not about globs make the text unreadable: see zsh.ts. */
const setopt =
  (isOn: boolean): Builtin =>
  (running) => {
    if (running.frame.shell !== "zsh") return null;
    for (const { text } of argsOf(running)) if (!text.startsWith("-")) setGlobOption(running.frame.scope, text, isOn);
    return done;
  };

export const builtins: ReadonlyMap<string, Builtin> = new Map<string, Builtin>([
  ["cd", cd],
  ["chdir", cd],
  ["pushd", pushd],
  ["popd", popd],
  ["export", declare({ isExported: true, isGlobal: true })],
  ["declare", declare({})],
  ["typeset", declare({})],
  ["readonly", declare({ isGlobal: true })],
  ["local", declare({ isLocal: true })],
  ["unset", unset],
  ["set", set],
  ["shift", shift],
  ["read", read],
  ["mapfile", mapfile],
  ["readarray", mapfile],
  ["printf", printf],
  ["eval", evaluate],
  ["source", source],
  [".", source],
  ["trap", trap],
  ["alias", makeAlias],
  ["compgen", compgen],
  ["fc", again],
  ["return", leave(jumps.return)],
  ["break", leave(jumps.break)],
  ["continue", leave(jumps.continue)],
  ["exit", leave(jumps.exit)],
  ["logout", leave(jumps.exit)],
  ["let", letArithmetic],
  ["getopts", getopts],
  ["test", namesVariable],
  ["[", namesVariable],
  ["wait", namesVariable],
  ["hash", renames],
  ["enable", renames],
  ["exec", exec],
  [":", () => done],
  ["true", () => done],
  ["false", () => failed],
  ["shopt", shopt],
  ["setopt", setopt(true)],
  ["unsetopt", setopt(false)],
]);
