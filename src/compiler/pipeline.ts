// The order of things: analyse, check, emit, run the examples, show each rule to fire; then build or test. A stage with errors is the last one.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { analyse, type FrontOptions } from "./analyse/front.ts";
import { assembleBundle, type EmittedPolicy, emitCode, emitProcesses } from "./bundle/bundle.ts";
import { type BundleFiles, refuseOutput, writeBundle } from "./bundle/write-bundle.ts";
import { checks } from "./check/index.ts";
import type { CoverageReport } from "./coverage/coverage.ts";
import { type Diagnostic, Session } from "./diagnostics/session.ts";
import type { Place, Source } from "./diagnostics/source.ts";
import type { FixResult } from "./fix/fix-policies.ts";
import type { HardenOptions, HardenReport } from "./harden/harden.ts";
import { type Allowed, applyAllowComments } from "./ir/allow-comments.ts";
import type { Span } from "./ir/ast.ts";
import type { Ir } from "./ir/ir.ts";
import type { Model } from "./ir/model.ts";
import type { MutateOptions, MutateReport } from "./mutate/mutate.ts";
import { showRules, type Witnesses } from "./prove/show-rules.ts";
import { type Sealed, sealEmitted } from "./trial/emitted-policy.ts";
import { runExamples } from "./trial/examples.ts";
import { noTests, runTests, type TestReport } from "./trial/run-tests.ts";
import { rulesNamed, type Selection, selectTests } from "./trial/select-tests.ts";

export interface CompileOptions extends FrontOptions {
  /** Report a set without a single rule beside those of every bundle. */
  readonly requireRules?: boolean;
}

export interface CheckResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Warnings that a comment allows, with its reason. */
  readonly allowed: readonly Allowed[];
  /** Problems beyond those kept. */
  readonly dropped: number;
  /** What the policies mean; null when they could not be analysed. */
  readonly model: Model | null;
  /** By rule id, an event on which the rule was shown to fire; empty when the policies did not get that far. */
  readonly witnesses: Witnesses;
  readonly sources: ReadonlyMap<string, Source>;
  readonly place: (span: Span) => Place;
}

export interface BuildResult extends CheckResult {
  /** Null when nothing was written. */
  readonly revision: string | null;
  readonly files: readonly string[];
}

export interface TestResult extends CheckResult {
  readonly tests: TestReport;
  /** Words of `only` that name no test; where there is one, no test has run. */
  readonly unmatched: readonly string[];
  readonly harden?: HardenReport;
  /** These two are left out where a test fails. */
  readonly coverage?: CoverageReport;
  readonly mutate?: MutateReport;
}

/** What policies mean, without what only running them shows: examples, tests, witnesses. */
export function analysePolicies(entries: readonly string[], options: CompileOptions): CheckResult {
  const session = new Session();
  return resultOf(session, analyse(entries, options, session), []);
}

/** Checks policies as far as a build would, and writes nothing. */
export async function checkPolicies(entries: readonly string[], options: CompileOptions): Promise<CheckResult> {
  const session = new Session();
  const { model, witnesses } = await compile(entries, options, session);
  return resultOf(session, model, witnesses);
}

/** Checks policies with their printed fixes applied in memory; writes nothing. */
export async function fixPolicies(entries: readonly string[], options: CompileOptions): Promise<FixResult> {
  const { fixPolicies: fix } = await import("./fix/fix-policies.ts");
  return fix((texts) => checkPolicies(entries, { ...options, texts }));
}

/** Checks policies and writes their bundle to `outDir`; with an error nothing is written. */
export async function buildBundle(
  entries: readonly string[],
  options: CompileOptions & { readonly outDir: string },
): Promise<BuildResult> {
  const session = new Session();
  const { model, code, witnesses } = await compile(entries, options, session);
  const start: Span = { file: entries[0] ?? "", start: 0, end: 0 };
  const refusal = refuseOutput(options.outDir);
  if (refusal !== null) session.report("P620", start, { why: refusal.why });
  const hookFiles =
    model === null ? new Map<string, Uint8Array>() : readHookFiles(model.ir, options.cwd, start, session);
  if (model === null || code === null || session.hasErrors)
    return { ...resultOf(session, model, witnesses), revision: null, files: [] };
  const bundle = assembleBundle(model.ir, code, hookFiles, await emitProcesses(code), witnesses);
  writeBundle(options.outDir, bundle.files);
  return {
    ...resultOf(session, model, witnesses),
    revision: bundle.manifest.revision,
    files: [...bundle.files.keys()].sort(),
  };
}

export interface TestOptions extends CompileOptions {
  /** Names of tests, patterns of them, files or `file:line`; all tests when left out. With `harden` and `mutate` also names of rules. */
  readonly only?: readonly string[];
  /** Derive forms from shell examples. */
  readonly harden?: Omit<HardenOptions, "rules">;
  /** Measure what examples and tests have shown. */
  readonly coverage?: boolean;
  /** Change one thing at a time, and see whether examples and tests notice. */
  readonly mutate?: Omit<MutateOptions, "rules">;
}

/** Checks policies, runs their `test` blocks, and what else is asked for. */
export async function testPolicies(entries: readonly string[], options: TestOptions): Promise<TestResult> {
  const session = new Session();
  const { model, sealed, witnesses } = await compile(entries, options, session);
  const result = (): CheckResult => resultOf(session, model, witnesses);
  if (model === null || sealed === null || session.hasErrors) return { ...result(), tests: noTests, unmatched: [] };
  const { tests, rules, unmatched } = choose(model, options, session);
  if (unmatched.length > 0) return { ...result(), tests: noTests, unmatched };
  const report = runTests(model, tests, sealed, session);
  // What fails as it is cannot tell whether it notices a change, nor what it was meant to show.
  const isGreen = report.failed === 0;
  return {
    ...result(),
    tests: report,
    unmatched,
    ...(options.harden && { harden: await hardened(model, sealed, { ...options.harden, rules }) }),
    ...(isGreen && options.coverage && { coverage: await covered(model, tests, sealed, session) }),
    ...(isGreen && options.mutate && { mutate: await mutated(model, tests, session, { ...options.mutate, rules }) }),
  };
}

/** What few runs ask for is loaded by those that do. */
const hardened = async (...given: Parameters<Harden["harden"]>): Promise<HardenReport> =>
  (await import("./harden/harden.ts")).harden(...given);
const covered = async (...given: Parameters<Coverage["measureCoverage"]>): Promise<CoverageReport> =>
  (await import("./coverage/coverage.ts")).measureCoverage(...given);
const mutated = async (...given: Parameters<Mutate["mutate"]>): Promise<MutateReport> =>
  (await import("./mutate/mutate.ts")).mutate(...given);

type Harden = typeof import("./harden/harden.ts");
type Coverage = typeof import("./coverage/coverage.ts");
type Mutate = typeof import("./mutate/mutate.ts");

interface Chosen extends Selection {
  /** Ids of the rules that words name; undefined for all. */
  readonly rules: ReadonlySet<number> | undefined;
}

function choose(model: Model, { only = [], harden, mutate }: TestOptions, session: Session): Chosen {
  const chosen = selectTests(model.tests, only, session);
  if (only.length === 0 || (harden === undefined && mutate === undefined)) return { ...chosen, rules: undefined };
  const named = new Map(only.map((word) => [word, rulesNamed(model.ir.rules, word)]));
  return {
    ...chosen,
    unmatched: chosen.unmatched.filter((word) => named.get(word)?.length === 0),
    rules: new Set([...named.values()].flat().map((rule) => rule.id)),
  };
}

interface Compiled {
  readonly model: Model | null;
  readonly code: EmittedPolicy | null;
  readonly sealed: (() => Sealed) | null;
  readonly witnesses: Witnesses;
}

async function compile(entries: readonly string[], options: CompileOptions, session: Session): Promise<Compiled> {
  const model = analyse(entries, options, session);
  if (model === null || session.hasErrors) return { model, code: null, sealed: null, witnesses: [] };
  if (options.requireRules && !model.hasOwnRules)
    session.report("P808", { file: entries[0] ?? "", start: 0, end: 0 }, {});
  for (const check of checks) check(model, session);
  if (session.hasErrors) return { model, code: null, sealed: null, witnesses: [] };
  const code = await emitCode(model.ir);
  const [target = OWN_RUNTIME] = model.ir.targets;
  const sealed = sealEmitted(code.linked, target);
  const whole = hasAllRules(model.ir, target) ? sealed : sealEmitted(code.linked, OWN_RUNTIME);
  runExamples(model, whole, session);
  return { model, code, sealed, witnesses: showRules(model, whole, session) };
}

/** Can do everything: a rule is shown to fire there, even if some other target leaves it out. */
const OWN_RUNTIME = "policyc";

const hasAllRules = ({ rules }: Ir, target: string): boolean =>
  rules.every(({ leftOut = [] }) => leftOut.every((one) => one.target !== target));

/** Files are read once, here; what is hashed is what is copied. */
function readHookFiles(ir: Ir, cwd: string, start: Span, session: Session): BundleFiles {
  const files = new Map<string, Uint8Array>();
  for (const [bundlePath, diskPath] of Object.entries(ir.hookFiles).sort(([a], [b]) => (a < b ? -1 : 1))) {
    try {
      files.set(bundlePath, readFileSync(resolve(cwd, diskPath)));
    } catch (caught) {
      const why = (caught as NodeJS.ErrnoException).code ?? "it cannot be read";
      session.report("P621", start, { file: diskPath, why });
    }
  }
  return files;
}

function resultOf(session: Session, model: Model | null, witnesses: Witnesses): CheckResult {
  return {
    ...applyAllowComments(session, model?.packFiles ?? new Set()),
    dropped: session.dropped,
    model,
    witnesses,
    sources: session.sources,
    place: (span) => session.place(span),
  };
}
