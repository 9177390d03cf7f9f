// Builtins of the shell that affect later commands, by name.

import { jumps } from "../expand/scope.ts";
import { type Builtin, done, failed } from "./builtin.ts";
import { again, compgen, evaluate, exec, leave, makeAlias, source, trap } from "./code-builtins.ts";
import { cd, popd, pushd } from "./folder-builtins.ts";
import { mapfile, printf, read } from "./input-builtins.ts";
import { setopt, shopt } from "./option-builtins.ts";
import { declare, getopts, letArithmetic, namesVariable, renames, set, shift, unset } from "./variable-builtins.ts";

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
