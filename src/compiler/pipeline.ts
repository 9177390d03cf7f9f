// The order of things: analyse, check, emit, run the examples; then build or test. A stage with errors is the last one.

import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { analyse, type FrontOptions } from "./analyse/front.ts";
import type { Span } from "./ast.ts";
import { checks } from "./checks/index.ts";
import { assembleBundle, type Emitted, emitCode } from "./emit/bundle.ts";
import { workerBytes } from "./emit/compile-worker.ts";
import { type BundleFiles, refuseOutput, writeBundle } from "./emit/write-bundle.ts";
import { importEmitted, type Sealed } from "./emitted-policy.ts";
import { runExamples } from "./examples.ts";
import type { Ir } from "./ir.ts";
import type { Model } from "./model.ts";
import { noTests, runTests, type TestReport } from "./run-tests.ts";
import { type Diagnostic, Session } from "./session.ts";
import type { Place, Source } from "./source.ts";

export interface CompileOptions extends FrontOptions {
  /** Report a set without a single rule beside those of every bundle. */
  readonly requireRules?: boolean;
}

export interface CheckResult {
  readonly diagnostics: readonly Diagnostic[];
  /** Problems beyond those kept. */
  readonly dropped: number;
  /** What the policies mean; null when they could not be analysed. */
  readonly model: Model | null;
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
}

/** Checks policies as far as a build would, and writes nothing. */
export async function checkPolicies(entries: readonly string[], options: CompileOptions): Promise<CheckResult> {
  const session = new Session();
  const { model } = await compile(entries, options, session);
  return resultOf(session, model);
}

/** Checks policies and writes their bundle to `outDir`; with an error nothing is written. */
export async function buildBundle(
  entries: readonly string[],
  options: CompileOptions & { readonly outDir: string },
): Promise<BuildResult> {
  const session = new Session();
  const { model, code } = await compile(entries, options, session);
  const start: Span = { file: entries[0] ?? "", start: 0, end: 0 };
  const refusal = refuseOutput(options.outDir);
  if (refusal !== null) session.report("P620", start, { why: refusal.why });
  const hookFiles =
    model === null ? new Map<string, Uint8Array>() : readHookFiles(model.ir, options.cwd, start, session);
  if (model === null || code === null || session.hasErrors)
    return { ...resultOf(session, model), revision: null, files: [] };
  const bundle = assembleBundle(model.ir, code, hookFiles, await workerBytes());
  writeBundle(options.outDir, bundle.files);
  return {
    ...resultOf(session, model),
    revision: bundle.manifest.revision,
    files: [...bundle.files.keys()].sort(),
  };
}

/** Checks policies and runs their `test` blocks. */
export async function testPolicies(entries: readonly string[], options: CompileOptions): Promise<TestResult> {
  const session = new Session();
  const { model, sealed } = await compile(entries, options, session);
  const isReady = model !== null && sealed !== null && !session.hasErrors;
  const tests = isReady ? runTests(model, sealed, session) : noTests;
  return { ...resultOf(session, model), tests };
}

interface Compiled {
  readonly model: Model | null;
  readonly code: Emitted | null;
  readonly sealed: (() => Sealed) | null;
}

async function compile(entries: readonly string[], options: CompileOptions, session: Session): Promise<Compiled> {
  const model = analyse(entries, options, session);
  if (model === null || session.hasErrors) return { model, code: null, sealed: null };
  if (options.requireRules && !model.hasOwnRules)
    session.report("P808", { file: entries[0] ?? "", start: 0, end: 0 }, {});
  for (const check of checks) check(model, session);
  if (session.hasErrors) return { model, code: null, sealed: null };
  const code = await emitCode(model.ir);
  const sealed = await importEmitted(code.policyMjs, model.ir.targets[0] ?? "policyc");
  runExamples(model, sealed, session);
  return { model, code, sealed };
}

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

function resultOf(session: Session, model: Model | null): CheckResult {
  return {
    diagnostics: session.diagnostics(),
    dropped: session.dropped,
    model,
    sources: session.sources,
    place: (span) => session.place(span),
  };
}
