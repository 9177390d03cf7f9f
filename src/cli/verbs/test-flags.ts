// The options of `policyc test`, and what they ask of the compiler.

import { type Command, InvalidArgumentError, Option } from "commander";
import type { TestOptions } from "../../compiler/index.ts";
import { compileOptions } from "../base/compile-options.ts";
import type { Io } from "../base/io.ts";
import type { ReportOptions } from "../show/show-report.ts";
import { formatOption, scopeOption, strictOption, targetOption } from "./verb.ts";

export interface TestFlags extends ReportOptions {
  readonly only?: readonly string[];
  readonly onlyFailures?: boolean;
  readonly watch?: boolean;
  readonly harden?: boolean;
  readonly sample?: number;
  readonly seed?: number;
  readonly coverage?: boolean;
  readonly min?: number;
  readonly mutate?: boolean;
  readonly minScore?: number;
  readonly limit?: number;
  readonly time?: number;
  readonly scope?: string;
  readonly target?: readonly string[];
}

/** Mutants, and seconds for all of them, when nothing else is said. */
const LIMIT = 2000;
const SECONDS = 60;

export function addTestOptions(command: Command): Command {
  return command
    .addOption(onlyOption())
    .option("--only-failures", "show only what fails")
    .option("--coverage", "show which rules fired and which conditions were true and false, and list what was not seen")
    .option("--min <percent>", "with --coverage: fail below this share of rules or of conditions", percent)
    .option("--mutate", "change one thing of a rule at a time and list the changes that nothing notices")
    .option("--min-score <percent>", "with --mutate: fail below this share of noticed changes", percent)
    .option("--limit <count>", `with --mutate: at most so many changes (default: ${LIMIT})`, wholeNumber)
    .option("--time <seconds>", `with --mutate: start no further change after this (default: ${SECONDS})`, wholeNumber)
    .option("--harden", "derive forms from shell examples: what runs the same must fire, what only prints must not")
    .option("--sample <count>", "with --harden: at most so many forms of each example", wholeNumber)
    .option("--seed <number>", "which forms a sample, and which changes a limit takes (default: 1)", wholeNumber)
    .option("--watch", "run again whenever a policy changes, until interrupted")
    .option("--require-tests", "has no effect: a run without a test always fails")
    .addOption(scopeOption())
    .addOption(targetOption())
    .addOption(formatOption())
    .addOption(strictOption());
}

const onlyOption = (): Option =>
  new Option(
    "--only <name>",
    "only tests of this name, or part of it, or pattern with *, or in this file or file:line; with --harden and --mutate also rules; may be given again",
  ).argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);

/** Flags that would be ignored, in words; null when all is well. */
export function wrongTogether(flags: TestFlags): string | null {
  const needs = (flag: string, other: string): string => `${flag} needs ${other}`;
  if (flags.watch && flags.format !== "pretty") return "--watch prints for people: leave out --format";
  if (!flags.harden && flags.sample !== undefined) return needs("--sample", "--harden");
  if (!flags.coverage && flags.min !== undefined) return needs("--min", "--coverage");
  if (!flags.mutate && flags.minScore !== undefined) return needs("--min-score", "--mutate");
  if (!flags.mutate && flags.limit !== undefined) return needs("--limit", "--mutate");
  if (!flags.mutate && flags.time !== undefined) return needs("--time", "--mutate");
  if (flags.seed === undefined || flags.sample !== undefined || flags.mutate) return null;
  return needs("--seed", "--sample or --mutate");
}

export function testOptions(flags: TestFlags, io: Io): TestOptions {
  const { only, harden, sample, seed = 1, coverage, mutate, limit = LIMIT, time = SECONDS } = flags;
  return {
    ...compileOptions(flags, io),
    ...(only !== undefined && { only }),
    ...(harden && { harden: { seed, ...(sample !== undefined && { sample }) } }),
    ...(coverage && { coverage }),
    ...(mutate && { mutate: { seed, limit, timeMs: time * 1000 } }),
  };
}

function wholeNumber(word: string): number {
  if (!/^[1-9]\d{0,8}$/.test(word)) throw new InvalidArgumentError("a whole number from 1 on is needed");
  return Number(word);
}

function percent(word: string): number {
  if (!/^\d{1,3}(?:\.\d)?$/.test(word) || Number(word) > 100)
    throw new InvalidArgumentError("a number from 0 to 100 is needed");
  return Number(word);
}
