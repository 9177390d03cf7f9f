// The options of `policyc test`, and their compiler options.

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

/** The default number of mutants, and seconds for all of them. */
const LIMIT = 2000;
const SECONDS = 60;

export function addTestOptions(command: Command): Command {
  return command
    .addOption(onlyOption())
    .option("--only-failures", "show only failures")
    .option(
      "--coverage",
      "show which rules fired and which conditions were true and false, and list what was never seen",
    )
    .option("--min <percent>", "with --coverage: fail below this percentage of rules or conditions", percent)
    .option("--mutate", "change one thing in a rule at a time and list the changes that no test detects")
    .option("--min-score <percent>", "with --mutate: fail below this percentage of detected changes", percent)
    .option("--limit <count>", `with --mutate: at most this many changes (default: ${LIMIT})`, wholeNumber)
    .option(
      "--time <seconds>",
      `with --mutate: try no further changes after this time (default: ${SECONDS})`,
      wholeNumber,
    )
    .option("--harden", "derive forms of shell examples: equivalent forms must fire, forms that only print must not")
    .option("--sample <count>", "with --harden: at most this many forms of each example", wholeNumber)
    .option("--seed <number>", "selects the forms of a sample, or the changes under a limit (default: 1)", wholeNumber)
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
    "only tests with this name, part of it, or a pattern with *, or in this file or at file:line; with --harden and --mutate also rules; repeatable",
  ).argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value]);

/** Flags that would be ignored, in words; null when there are none. */
export function wrongTogether(flags: TestFlags): string | null {
  const needs = (flag: string, other: string): string => `${flag} needs ${other}`;
  if (flags.watch && flags.format !== "pretty") return "--watch cannot be combined with --format";
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
  if (!/^[1-9]\d{0,8}$/.test(word)) throw new InvalidArgumentError("use a whole number greater than 0");
  return Number(word);
}

function percent(word: string): number {
  if (!/^\d{1,3}(?:\.\d)?$/.test(word) || Number(word) > 100)
    throw new InvalidArgumentError("use a number from 0 to 100");
  return Number(word);
}
