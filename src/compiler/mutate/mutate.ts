// Mutation testing of policies: one part of a rule is changed at a time, and examples and tests must detect it. All mutants of
// a run are in one module, each a function that replaces its rule.

import { FALSE, TRUE } from "../../language/truth.ts";
import { compileModule } from "../bundle/compile-module.ts";
import type { Session } from "../diagnostics/session.ts";
import { emitModule } from "../emit/emit-module.ts";
import type { Span } from "../ir/ast.ts";
import type { IrRule } from "../ir/ir.ts";
import type { Model, ModelExample, ModelTest } from "../ir/model.ts";
import { seededOrder } from "../ir/seeded-order.ts";
import { tablesOf } from "../logic/tables.ts";
import { type Sealed, sealVariants } from "../trial/emitted-policy.ts";
import { runStep } from "../trial/run-tests.ts";
import type { Mutant } from "./mutant.ts";
import { mutantsOfRule } from "./mutants-of-rule.ts";

export interface MutateOptions {
  /** Rules to change; all but those of used packs when left out. */
  readonly rules?: ReadonlySet<number> | undefined;
  /** At most this many mutants, chosen by the seed. */
  readonly limit: number;
  readonly seed: number;
  /** No mutant is started after this long. */
  readonly timeMs: number;
}

export interface MutateReport {
  /** Mutants there are, and those of them that did not run: past the limit, and out of time. */
  readonly mutants: number;
  readonly notRun: { readonly limit: number; readonly time: number };
  /** Changes that were proved to change nothing; they do not count as mutants. */
  readonly equivalent: number;
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

export interface Survivor {
  readonly rule: string;
  readonly at: Span;
  readonly text: string;
  readonly change: string;
}

export async function mutate(
  model: Model,
  tests: readonly ModelTest[],
  session: Session,
  options: MutateOptions,
): Promise<MutateReport> {
  const end = performance.now() + options.timeMs;
  const tables = tablesOf(model.ir);
  const chosenRules = model.ir.rules.filter((rule) =>
    options.rules === undefined ? !model.packFiles.has(rule.file) : options.rules.has(rule.id),
  );
  const found = chosenRules.map((rule) => mutantsOfRule(rule, model, session, tables));
  const all = found.flatMap(({ mutants }) => mutants);
  const chosen =
    all.length <= options.limit ? all : inOrder(seededOrder(all, options.seed).slice(0, options.limit), all);
  const { killed, survivors } = await trial(model, tests, chosen, end);
  return {
    mutants: all.length,
    notRun: { limit: all.length - chosen.length, time: chosen.length - killed - survivors.length },
    equivalent: found.reduce((sum, one) => sum + one.equivalent, 0),
    killed,
    survivors,
  };
}

function inOrder<T>(some: readonly T[], all: readonly T[]): readonly T[] {
  const wanted = new Set(some);
  return all.filter((one) => wanted.has(one));
}

interface Tried {
  readonly killed: number;
  readonly survivors: readonly Survivor[];
}

async function trial(
  model: Model,
  tests: readonly ModelTest[],
  mutants: readonly Mutant[],
  end: number,
): Promise<Tried> {
  if (mutants.length === 0) return { killed: 0, survivors: [] };
  const first = model.ir.rules.length;
  const variants = mutants.map(({ rule }, at) => ({ ...rule, id: first + at }));
  const code = await compileModule(emitModule(model.ir, { variants }));
  const makeSealed = sealVariants(code, model.ir.targets[0] ?? "policyc");
  const examples = new Map<number, ModelExample[]>();
  for (const example of model.examples) examples.set(example.rule, [...(examples.get(example.rule) ?? []), example]);
  const survivors: Survivor[] = [];
  let killed = 0;
  for (const [at, { rule, ...mutant }] of mutants.entries()) {
    if (performance.now() > end) break;
    const make = (): Sealed => makeSealed(rule.id, first + at);
    if (isNoticed(rule, examples.get(rule.id) ?? [], tests, make)) killed++;
    else survivors.push({ rule: rule.name, ...mutant });
  }
  return { killed, survivors };
}

function isNoticed(
  rule: IrRule,
  examples: readonly ModelExample[],
  tests: readonly ModelTest[],
  make: () => Sealed,
): boolean {
  const shared = make();
  const fails = (example: ModelExample): boolean => {
    const isStateless = example.given.marked.length === 0 && Object.keys(example.given.counted).length === 0;
    return !holds(example, rule, isStateless ? shared : make());
  };
  if (examples.some(fails)) return true;
  return inLikelyOrder(rule, tests).some((test) => {
    const sealed = make();
    return test.steps.some((step) => !runStep(step, sealed).ok);
  });
}

function holds({ event, given, expects }: ModelExample, rule: IrRule, sealed: Sealed): boolean {
  sealed.give(given, event);
  try {
    return sealed.truthOf(rule.id, event).truth === (expects === "fires" ? TRUE : FALSE);
  } catch {
    // The removed condition had guaranteed that a field is present: a host would see a failure.
    return false;
  }
}

/** Tests without a step at a point of the rule cannot detect a change; tests that name the rule run first. */
function inLikelyOrder(rule: IrRule, tests: readonly ModelTest[]): readonly ModelTest[] {
  const points = new Set<unknown>(rule.points);
  const able = tests.filter((test) => test.steps.some(({ event }) => points.has((event as { point?: unknown }).point)));
  const names = ({ steps }: ModelTest): boolean =>
    steps.some((step) => step.by.includes(rule.name) || step.warns.includes(rule.name));
  return [...able.filter(names), ...able.filter((test) => !names(test))];
}
