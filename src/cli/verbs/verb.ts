// What every verb's file exports: a function that adds arguments, options and an action to its command. Also the options
// that many verbs share.

import { type Command, InvalidArgumentError, Option } from "commander";
import { didYouMean } from "../../compiler/diagnostics/suggest.ts";
import { targets } from "../../hosts/index.ts";
import type { Exit, Io } from "../base/io.ts";
import { formats } from "../show/show-report.ts";

export type DefineVerb = (command: Command, io: Io, finish: (exit: Exit) => void) => void;

export const scopes = ["internal", "user", "repo"] as const;

export const formatOption = (choices: readonly string[] = formats): Option =>
  new Option("--format <format>", "how results are printed").choices(choices).default("pretty");

export const strictOption = (): Option => new Option("--strict", "treat warnings as errors");

export const scopeOption = (): Option => new Option("--scope <scope>", "the scope of the bundle").choices(scopes);

export const targetOption = (): Option =>
  new Option("--target <target>", "an agent that must be able to enforce the policies; repeatable").argParser(
    (value: string, before: readonly string[] | undefined) => [...(before ?? []), knownTarget(value)],
  );

/** A target of the capability matrix; anything else is a usage error with the nearest name. */
export function knownTarget(word: string): string {
  if (targets.includes(word)) return word;
  const near = didYouMean(word, targets);
  throw new InvalidArgumentError(near === null ? `the targets are ${targets.join(", ")}` : `did you mean \`${near}\`?`);
}
