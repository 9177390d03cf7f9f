// From the spec of a hook to a program that can be started: everything that is known when the policy is loaded.
// Shared by hooks that run once per event and long-running hooks.

import { isAbsolute, join } from "node:path";
import type { HookSpec, HookWord } from "../../language/contract.ts";
import { PolicyLoadError, shown } from "../../language/load-error.ts";
import type { HookFiles } from "./hook-files.ts";
import { resolveProgram } from "./resolve-program.ts";

/** What all hooks of a loaded bundle share. */
export interface HookPlace {
  readonly files: HookFiles;
  /** The runtime's own environment: the source of inherited variables and of PATH. */
  readonly environment: { readonly [name: string]: string | undefined };
  /** The project's folder; no program is taken from it. */
  readonly workspace: string | null;
}

export interface PreparedProgram {
  readonly file: string;
  readonly args: readonly string[];
  /** Names in the bundle of the files it uses. */
  readonly carried: readonly string[];
}

/** Resolves program and files, or throws a PolicyLoadError. */
export function prepareProgram(spec: HookSpec, place: HookPlace): PreparedProgram {
  const search = { path: place.environment.PATH ?? "", workspace: place.workspace, rule: spec.rule };
  if (spec.shell !== null) {
    if (spec.shell.includes("\0")) throw unusable(spec, "sh", "its command line contains a NUL character");
    return { file: resolveProgram("sh", search), args: ["-c", spec.shell], carried: [] };
  }
  const [program, ...words] = spec.argv ?? [];
  if (program === undefined) throw unusable(spec, "", "no program is given");
  const file =
    typeof program === "string" ? resolveProgram(program, search) : carriedPath(program.file, spec, place.files);
  if (/\.(?:cmd|bat)$/i.test(file))
    throw new PolicyLoadError("P631", {
      program: shown(file),
      rule: spec.rule,
      why: "arguments cannot be passed to batch files safely",
    });
  const args = words.map((word) => (typeof word === "string" ? word : carriedPath(word.file, spec, place.files)));
  if (args.some((arg) => arg.includes("\0"))) throw unusable(spec, file, "an argument contains a NUL character");
  const carried = [program, ...words].flatMap(fileName);
  return { file, args, carried: [...new Set(carried)] };
}

/** The first file that has changed since the build; null when none has. To be checked right before every start. */
export function changedFile(program: PreparedProgram, files: HookFiles): string | null {
  return program.carried.find((name) => !files.isIntact(name)) ?? null;
}

/** The variables of these names that the runtime itself has. */
export function inherited(
  names: readonly string[],
  environment: HookPlace["environment"],
): { readonly [name: string]: string } {
  const found: { [name: string]: string } = {};
  for (const name of names) {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** The folder of a spec's `cwd`, which is relative to the project's; null when it names none. */
export function namedFolder(spec: HookSpec, workdir: string): string | null {
  if (spec.cwd === null) return null;
  return isAbsolute(spec.cwd) ? spec.cwd : join(workdir, spec.cwd);
}

function fileName(word: HookWord): readonly string[] {
  return typeof word === "string" ? [] : [word.file];
}

function carriedPath(name: string, spec: HookSpec, files: HookFiles): string {
  const path = files.pathOf(name);
  if (path === null) throw unusable(spec, name, "the bundle does not contain this file");
  return path;
}

function unusable(spec: HookSpec, program: string, why: string): PolicyLoadError {
  return new PolicyLoadError("P630", { program: shown(program), rule: spec.rule, why });
}
