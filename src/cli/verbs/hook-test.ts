// `policyc hook-test`: tests a hook program with the events of its protocol, and reports mistakes.

import { accessSync, constants, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { isAbsolute, resolve } from "node:path";
import { Argument, InvalidArgumentError } from "commander";
import { keepAliveProtocols, oneShotProtocols } from "../../hosts/protocols.ts";
import type { Json, Point } from "../../language/contract.ts";
import { PolicyLoadError } from "../../language/load-error.ts";
import { parseStrictJson } from "../../language/strict-json.ts";
import { resolveProgram } from "../../runtime/external/resolve-program.ts";
import { type CliError, cliError, failWith, reasonOf } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { casesOf, eventAt, eventTrouble, type HookCase, pointsOf, TRIED } from "../hooks/hook-cases.ts";
import { conversationFindings, findingsOf, type HookFinding, meaningOf } from "../hooks/judge-hook.ts";
import { converse, type HookUnderTest, type Trial, tryOnce, tryStaying } from "../hooks/try-hook.ts";
import { type CaseReport, type HookTestReport, hookTestJson, hookTestText } from "../show/show-hook-test.ts";
import { knownPoint } from "./capabilities.ts";
import { type DefineVerb, formatOption } from "./verb.ts";

interface HookTestOptions {
  readonly point?: Point;
  readonly event?: string;
  readonly timeout?: number;
  readonly env?: readonly string[];
  readonly format: string;
}

const protocols: readonly string[] = [...oneShotProtocols.keys(), ...keepAliveProtocols.keys()];

export const defineHookTest: DefineVerb = (command, io, finish) => {
  command
    .description(
      "Runs an external hook with sample events of its protocol, the way a policy would, and reports each answer and everything that is wrong with it. Exits 1 if anything is wrong.",
    )
    .addArgument(new Argument("<protocol>", "the protocol the hook speaks").choices(protocols))
    .argument("<command...>", "the hook and its arguments, after --")
    .option("--point <point>", "only events of this point", knownPoint)
    .option("--event <file>", "this event instead of the samples: one JSON object with a `point`")
    .option(
      "--timeout <time>",
      "how long it may take, for example 500ms or 5s (default: the protocol's, at most 10s)",
      duration,
    )
    .option("--env <name>", "a variable for the hook, NAME or NAME=value; repeatable (default: PATH, HOME)", named)
    .addOption(formatOption(["pretty", "json"]))
    .action(async (protocol: string, command: readonly string[], options: HookTestOptions) =>
      finish(await hookTest(protocol, command, options, io)),
    );
};

async function hookTest(protocol: string, command: readonly string[], options: HookTestOptions, io: Io): Promise<Exit> {
  const cases = await readCases(protocol, options, io);
  if ("exit" in cases) return failWith(cases, io);
  const program = programOf(command, io);
  if ("exit" in program) return failWith(program, io);
  const env = options.env ?? ["PATH", "HOME"];
  const hook: HookUnderTest = {
    program: { ...program, carried: [] },
    protocol,
    timeoutMs: options.timeout ?? defaultTimeout(protocol),
    envNames: env.filter((word) => !word.includes("=")),
    envValues: Object.fromEntries(env.filter((word) => word.includes("=")).map(pairOf)),
    environment: io.env,
  };
  const reports = await runCases(hook, cases);
  const findings = reports.reduce((sum, report) => sum + report.findings.length, 0);
  const isSilent = reports.every(({ meaning }) => meaning === NO_OPINION);
  const remarks = isSilent
    ? ["it had no opinion on any of these events; use `--event` to try one that it should act on"]
    : [];
  const report: HookTestReport = { protocol, command, timeout_ms: hook.timeoutMs, cases: reports, remarks, findings };
  io.stdout.write(options.format === "json" ? hookTestJson(report) : hookTestText(report));
  return findings > 0 ? exit.findings : exit.clean;
}

/** Some hosts wait for minutes; a person who tests a hook does not. */
const LONGEST_DEFAULT_MS = 10_000;

function defaultTimeout(name: string): number {
  const protocol = oneShotProtocols.get(name) ?? keepAliveProtocols.get(name);
  return Math.min(protocol?.timeoutMs ?? LONGEST_DEFAULT_MS, LONGEST_DEFAULT_MS);
}

const NO_OPINION = "no opinion";

async function runCases(hook: HookUnderTest, cases: readonly HookCase[]): Promise<readonly CaseReport[]> {
  const once = oneShotProtocols.get(hook.protocol);
  const stays = keepAliveProtocols.get(hook.protocol);
  if (once !== undefined) {
    const trials = await tryOnce(hook, once, cases);
    return trials.map((trial) => reportOf(trial, findingsOf(trial, hook, once)));
  }
  if (stays === undefined) return [];
  const trials = await tryStaying(hook, stays, cases);
  const talk = await converse(hook, stays, cases);
  const whole: CaseReport = {
    name: "all calls at once, then the end of input",
    point: null,
    exit: talk.exit.code ?? talk.exit.signal ?? "stopped by policyc",
    duration_ms: Math.round(talk.exit.durationMs),
    stderr: talk.exit.stderr.slice(0, STDERR_KEPT),
    answer: null,
    meaning: NO_OPINION,
    findings: conversationFindings(talk),
  };
  return [...trials.map((trial) => reportOf(trial, findingsOf(trial, hook, null))), whole];
}

const STDERR_KEPT = 4096;

function reportOf(trial: Trial, findings: readonly HookFinding[]): CaseReport {
  const { exit: ended, result, event } = trial;
  const stderr = ended?.stderr ?? (result.ok ? "" : result.failure.stderr);
  return {
    name: trial.name,
    point: event.point,
    exit: ended === null ? null : (ended.code ?? ended.signal ?? "stopped by policyc"),
    duration_ms: Math.round(trial.durationMs),
    stderr: stderr.slice(0, STDERR_KEPT),
    answer: result.ok ? result.answer : null,
    meaning: meaningOf(trial),
    findings,
  };
}

async function readCases(protocol: string, options: HookTestOptions, io: Io): Promise<readonly HookCase[] | CliError> {
  const { point, event } = options;
  const offered = pointsOf(protocol);
  if (point !== undefined && !offered.includes(point)) return noSuchPoint(protocol, point);
  if (event === undefined) return casesOf(protocol, point, io.cwd);
  const where = `\`${event}\``;
  let bytes: Uint8Array;
  try {
    bytes = await readFile(resolve(io.cwd, event));
  } catch (error) {
    return cliError("P803", { path: event, why: reasonOf(error) });
  }
  const parsed = parseStrictJson(bytes);
  if ("error" in parsed) return cliError("P807", { where, why: parsed.error });
  const { value } = parsed;
  if (typeof value !== "object" || value === null || Array.isArray(value))
    return cliError("P807", { where, why: "it is another kind of JSON value" });
  const given = value as { readonly [field: string]: Json };
  const named = { ...given, ...(options.point === undefined || "point" in given ? {} : { point: options.point }) };
  const why = eventTrouble(named);
  if (why !== null) return cliError("P807", { where, why });
  const { point: own, ...fields } = named as { readonly point: Point; readonly [field: string]: Json };
  if (!offered.includes(own)) return noSuchPoint(protocol, own);
  const toolName = "tool" in fields && !("tool_name" in fields) ? { tool_name: fields.tool ?? "" } : {};
  return [{ name: event, event: eventAt(protocol, own, { ...toolName, ...fields }, io.cwd) }];
}

function noSuchPoint(protocol: string, point: Point): CliError {
  const text = `error: ${protocol} has no hooks at ${point}; it has ${pointsOf(protocol).join(", ")}\n`;
  return { text, exit: exit.usage };
}

/** The program as a policy would start it. Its own files are named by full path, since protocols choose the folder. */
function programOf(
  [name = "", ...words]: readonly string[],
  io: Io,
): { readonly file: string; readonly args: readonly string[] } | CliError {
  const args = words.map((word) => (!isAbsolute(word) && isFile(resolve(io.cwd, word)) ? resolve(io.cwd, word) : word));
  const isPath = isAbsolute(name) || /[/\\]/.test(name);
  try {
    if (!isPath) return { file: resolveProgram(name, { path: io.env.PATH ?? "", workspace: null, rule: TRIED }), args };
    const file = resolve(io.cwd, name);
    if (!isFile(file)) return cliError("P803", { path: name, why: "no such file" });
    accessSync(file, constants.X_OK);
    return { file, args };
  } catch (error) {
    if (error instanceof PolicyLoadError) return { text: `error[${error.code}]: ${error.message}\n`, exit: exit.usage };
    const why = `${reasonOf(error)}; make it executable, or name its interpreter first`;
    return cliError("P803", { path: name, why });
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true;
}

const pairOf = (word: string): [string, string] => [
  word.slice(0, word.indexOf("=")),
  word.slice(word.indexOf("=") + 1),
];

const LONGEST_MS = 600_000;
const units: { readonly [unit: string]: number } = { ms: 1, s: 1000, m: 60_000 };

function duration(text: string): number {
  const [, count, unit] = /^(\d{1,6})(ms|s|m)$/.exec(text) ?? [];
  const ms = Number(count) * (units[unit ?? ""] ?? Number.NaN);
  if (ms >= 1 && ms <= LONGEST_MS) return ms;
  throw new InvalidArgumentError("use a time such as 500ms, 5s or 1m, at most 10m");
}

function named(word: string, before: readonly string[] | undefined): readonly string[] {
  if (!/^[A-Za-z_][A-Za-z0-9_]*(?:=|$)/.test(word)) throw new InvalidArgumentError("use NAME or NAME=value");
  return [...(before ?? []), word];
}
