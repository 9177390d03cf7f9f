// What every verb's file exports: a function that adds arguments, options and an action to its command. Also the options
// that many verbs share.

import { type Command, InvalidArgumentError, Option } from "commander";
import { didYouMean } from "../../compiler/diagnostics/suggest.ts";
import { targets } from "../../hosts/index.ts";
import { agentInstalls } from "../../hosts/install-agents.ts";
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

/** The names of the agents that policyc can be installed in. */
export const agentNames: readonly string[] = [...agentInstalls.keys()];

/** A target of the capability matrix; anything else is a usage error with the nearest name. */
export const knownTarget = (word: string): string => knownWord(word, targets, "targets");

export const knownAgent = (word: string): string => knownWord(word, agentNames, "agents");

export function knownWord(word: string, words: readonly string[], what: string): string {
  if (words.includes(word)) return word;
  const near = didYouMean(word, words);
  throw new InvalidArgumentError(near === null ? `the ${what} are ${words.join(", ")}` : `did you mean \`${near}\`?`);
}
