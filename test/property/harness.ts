// Runs random policies through the emitter and the engine. The core is imported once; only the generated text is
// transformed, by esbuild's long-lived service, so that hundreds of policies take a second or two.

import { transform } from "esbuild";
import { emitModule } from "../../src/compiler/emit/emit-module.ts";
import type { Ir } from "../../src/compiler/ir/ir.ts";
import type { Decision } from "../../src/language/contract.ts";
import * as linear from "../../src/language/linear.ts";
import { rulesOfReason } from "../../src/language/reason-rules.ts";
import type { Policy, PolicyOptions, Program } from "../../src/runtime/engine/index.ts";
import * as core from "../../src/runtime/engine/index.ts";
import * as shell from "../../src/shell/index.ts";
import { answer, type Facts, type Step } from "../arbitrary-events.ts";
import { home, own } from "../arbitrary-pools.ts";
import { type RefDecision, referencePolicy } from "../interpreter.ts";

export interface Emitted {
  readonly text: string;
  readonly program: Program;
  readonly createPolicy: (options: PolicyOptions) => Policy;
}

const modules: { readonly [name: string]: unknown } = {
  "policyc:core": core,
  "policyc:linear": linear,
  "policyc:shell": shell,
};

export async function emitted(ir: Ir): Promise<Emitted> {
  const text = emitModule(ir);
  const { code } = await transform(text, { loader: "ts", format: "cjs" });
  const module: { exports: Partial<Emitted> } = { exports: {} };
  new Function("require", "module", "exports", code)((name: string) => modules[name], module, module.exports);
  const { program, createPolicy } = module.exports;
  if (program === undefined || createPolicy === undefined) throw new Error("the module exports no policy");
  return { text, program, createPolicy };
}

/** The clock of a running session, set before each event. */
export interface Clock {
  time: number;
}

export const optionsFor = (facts: Facts, clock: Clock): PolicyOptions => ({
  revision: "test",
  target: "policyc",
  world: (key) => answer(facts, key),
  now: () => clock.time,
  home,
  own,
});

export function play(policy: Policy, steps: readonly Step[], clock: Clock): readonly Decision[] {
  return steps.map(({ event, clock: time }) => {
    clock.time = time;
    return policy.decideSync(event);
  });
}

export async function playEmitted(
  ir: Ir,
  steps: readonly Step[],
  facts: Facts,
  more: Partial<PolicyOptions> = {},
): Promise<readonly Decision[]> {
  const clock = { time: 0 };
  const { createPolicy } = await emitted(ir);
  return play(createPolicy({ ...optionsFor(facts, clock), ...more }), steps, clock);
}

export function playReference(ir: Ir, steps: readonly Step[], facts: Facts): readonly RefDecision[] {
  let now = 0;
  const world = (key: string) => answer(facts, key);
  const policy = referencePolicy(ir, { target: "policyc", world, now: () => now, home, own });
  return steps.map(({ event, clock }) => {
    now = clock;
    return policy.decide(event);
  });
}

/** The part of a decision that both sides must agree on, with sets in one order. */
export interface Essence {
  readonly outcome: string;
  readonly reasons: readonly string[];
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly changes: unknown;
  readonly result: string | null;
  readonly unclear: readonly string[];
  readonly failures: readonly string[];
}

const sorted = (items: readonly string[]): string[] => [...new Set(items)].sort();
const remark = ({ rule, shadow }: { readonly rule: string; readonly shadow?: true }): string =>
  shadow ? `${rule} shadow` : rule;
/** Rules in error are told apart; of other failures the code is enough. */
const failure = (code: string, rule: string | undefined): string => (code === "P705" ? `${code} ${rule}` : code);

export const essenceOf = (decision: Decision): Essence => ({
  outcome: decision.outcome,
  reasons: sorted(
    decision.reasons.flatMap((one) =>
      rulesOfReason(one).map((rule) => `${remark({ ...one, rule })} ${one.effect} ${one.because ?? "true"}`),
    ),
  ),
  warnings: sorted(decision.warnings.map(remark)),
  notes: sorted(decision.notes.map(remark)),
  changes: decision.changes ?? {},
  result: decision.result?.text ?? null,
  unclear: sorted(decision.unclear.map(({ rule }) => rule)),
  failures: sorted(decision.failures.map(({ code, rule }) => failure(code, rule))),
});

export const essenceOfReference = (decision: RefDecision): Essence => ({
  outcome: decision.outcome,
  reasons: sorted(decision.reasons.map((one) => `${remark(one)} ${one.effect} ${one.because ?? "true"}`)),
  warnings: sorted(decision.warnings.map(remark)),
  notes: sorted(decision.notes.map(remark)),
  changes: decision.changes,
  result: decision.result,
  unclear: sorted(decision.unclear),
  failures: sorted(decision.failures),
});
