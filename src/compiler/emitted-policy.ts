// Runs the emitted module itself, sealed: examples and tests see the very code that ships, and no clock, disk or environment.

import type { Decision, FactValue, Failure } from "../runtime/contract.ts";
import type { Truth } from "../runtime/core/truth.ts";
import type { Given } from "./model.ts";

/** What is used here of the module's exports and of the core's Policy. */
interface EmittedModule {
  createPolicy(options: SealedOptions): EmittedPolicy;
  operandValue(context: unknown, name: string): string | undefined;
}

interface SealedOptions {
  readonly revision: string;
  readonly target: string;
  readonly can?: () => boolean;
  readonly world: (key: string) => FactValue | undefined;
  readonly now: () => number | undefined;
  readonly home: string;
  readonly workdir: string;
  readonly own: readonly string[];
}

interface EmittedPolicy {
  decideSync(event: unknown): Decision;
  truthOf(rule: number, event: unknown): TruthFound;
  explain(event: unknown): { readonly context: unknown };
  readonly store: {
    preset?(session: string, given: Pick<Given, "marked" | "counted">, time: number): void;
  };
}

export interface TruthFound {
  readonly truth: Truth;
  /** The first false condition. */
  readonly missed: number | null;
  readonly missing: readonly string[];
  readonly failure?: Failure;
}

/** The stage of a sealed run; LANGUAGE.md names these places. */
const stage = { home: "/home/user", workdir: "/project", own: ["/project/.policyc"] } as const;

export interface Sealed {
  /** Puts the world and the session's state in place for the next call. */
  give(given: Given, event: unknown): void;
  truthOf(rule: number, event: unknown): TruthFound;
  decide(event: unknown): Decision;
  /** Shown values of operands by name, those that have one. */
  operands(event: unknown, names: readonly string[]): readonly (readonly [string, string])[];
}

/**
 * The same bytes would be the same module for a process that builds a bundle and then loads it: nothing that examples
 * leave behind, not even what the engine learned about their events, belongs in a policy at work.
 */
const OWN_INSTANCE = "\n// for examples and tests\n";

/** Imports the module's bytes; gives a maker of sealed policies, each with its own session store. */
export async function importEmitted(policyMjs: string, target: string): Promise<() => Sealed> {
  const address = `data:text/javascript;base64,${Buffer.from(policyMjs + OWN_INSTANCE).toString("base64")}`;
  const module = (await import(/* @vite-ignore */ address)) as EmittedModule;
  return () => sealedPolicy(module, target);
}

function sealedPolicy(module: EmittedModule, target: string): Sealed {
  let given: Given = { facts: {}, filesGiven: false, marked: [], counted: {}, time: null };
  const now = (): number | undefined => (given.time === null ? undefined : Date.parse(given.time));
  const policy = module.createPolicy({
    revision: "sealed",
    target,
    ...stage,
    world: (key) => sealedFact(key, given),
    now,
  });
  return {
    give(next, event) {
      given = next;
      if (next.marked.length > 0 || Object.keys(next.counted).length > 0)
        policy.store.preset?.(sessionOf(event), next, timeOf(event) ?? now() ?? 0);
    },
    truthOf: (rule, event) => policy.truthOf(rule, event),
    decide: (event) => policy.decideSync(event),
    operands(event, names) {
      const { context } = policy.explain(event);
      if (context === null) return [];
      return names.flatMap((name) => {
        const value = module.operandValue(context, name);
        return value === undefined ? [] : [[name, value] as const];
      });
    },
  };
}

function sealedFact(key: string, given: Given): FactValue | undefined {
  if (Object.hasOwn(given.facts, key)) return given.facts[key];
  if (key.startsWith("realpath:")) return key.slice("realpath:".length);
  return key.startsWith("file_exists:") && given.filesGiven ? false : undefined;
}

function sessionOf(event: unknown): string {
  const id = typeof event === "object" && event !== null && "session_id" in event ? event.session_id : undefined;
  return typeof id === "string" && id !== "" ? id : "default";
}

function timeOf(event: unknown): number | undefined {
  const time = typeof event === "object" && event !== null && "time" in event ? event.time : undefined;
  const ms = typeof time === "string" ? Date.parse(time) : time;
  return typeof ms === "number" && Number.isFinite(ms) ? ms : undefined;
}
