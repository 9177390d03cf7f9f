// Runs the emitted module itself, sealed: examples and tests see the very code that ships, and no clock, disk or environment.

import type { Decision, FactValue, Failure } from "../../language/contract.ts";
import { TRUE, type Truth } from "../../language/truth.ts";
import type { LinkedPolicy } from "../bundle/link-parts.ts";
import type { Given } from "../ir/model.ts";
import { runLinked } from "./run-linked.ts";
import { type SealedPlace, sealedFact } from "./sealed-world.ts";

/** What is used here of the module's exports and of the core's Policy. */
export interface EmittedModule {
  createPolicy(options: SealedOptions): EmittedPolicy;
  /** Of code made for trials only. */
  createVariant?(rule: number, variant: number, options: SealedOptions): EmittedPolicy;
  readonly seen?: ReadonlyMap<number, number>;
  operandValue(context: unknown, name: string): string | undefined;
}

interface SealedOptions {
  readonly revision: string;
  readonly target: string;
  readonly can?: () => boolean;
  readonly world: (key: string, at: SealedPlace["at"]) => FactValue | undefined;
  readonly now: () => number | undefined;
  readonly home: string;
  readonly workdir: string;
  readonly own: readonly string[];
  readonly indexed?: boolean;
  readonly silentHooks?: boolean;
}

/** Sealed runs ask no hook: one that decides has failed then, or, for the sake of the marks beside it, had nothing to say. */
export type MakeSealed = (hooks?: "silent") => Sealed;

interface EmittedPolicy {
  decideSync(event: unknown): Decision;
  truthOf(rule: number, event: unknown, needed?: ReadonlySet<number>): TruthFound;
  explain(event: unknown): { readonly context: unknown };
  readonly store: {
    preset?(session: string, given: Pick<Given, "marked" | "counted">, time: number): void;
    snapshot?(session: string): Snapshot | null;
    clear?(): void;
  };
}

/** What is used here of the memory store's. */
interface Snapshot {
  readonly marks: readonly (readonly [key: string, truth: Truth])[];
  readonly counters: readonly (readonly [
    key: string,
    windows: readonly { readonly counts: readonly (readonly [slot: number, count: number])[] }[],
  ])[];
}

export interface TruthFound {
  readonly truth: Truth;
  /** The first false condition. */
  readonly missed: number | null;
  readonly missing: readonly string[];
  readonly failure?: Failure;
}

/** Where a sealed run takes place; docs/language/examples.md names these places. */
export const sandbox = { home: "/home/user", workdir: "/project", own: ["/project/.policyc"] } as const;

export interface Sealed {
  /** Puts the world and the session's state in place for the next call. */
  give(given: Given, event: unknown): void;
  truthOf(rule: number, event: unknown, needed?: ReadonlySet<number>): TruthFound;
  decide(event: unknown): Decision;
  /** Every session is a new one again. */
  forget(): void;
  /** The state of the event's session, as `given` would write it. */
  state(event: unknown, seenBy: { readonly shadow: boolean }): Pick<Given, "marked" | "counted">;
  /** Shown values of operands by name, those that have one. */
  operands(event: unknown, names: readonly string[]): readonly (readonly [string, string])[];
}

/** Runs the policy's code; gives a maker of sealed policies, each with its own session store. */
export function sealEmitted(policy: LinkedPolicy, target: string): MakeSealed {
  const module = exportsOf(policy);
  return (hooks) => sealedPolicy(module, { target, silentHooks: hooks === "silent" });
}

/** The same of code that reports the truth of its conditions; every rule of a point is tested, filed elsewhere or not. */
export function sealTraced(policy: LinkedPolicy, target: string): Traced {
  const module = exportsOf(policy);
  const makeSealed = (): Sealed => sealedPolicy(module, { target, indexed: false });
  return { makeSealed, seen: module.seen ?? new Map() };
}

interface Traced {
  readonly makeSealed: () => Sealed;
  /** By number of a condition, and -1 - id of a rule that was not false: the truth values seen, as `1 << truth`. */
  readonly seen: ReadonlyMap<number, number>;
}

/** The same of code with variants of rules: a sealed policy with one of them in its rule's place. */
export function sealVariants(policy: LinkedPolicy, target: string): (rule: number, variant: number) => Sealed {
  const module = exportsOf(policy);
  const { createVariant } = module;
  if (createVariant === undefined) throw new Error("the code has no variants");
  return (rule, variant) =>
    sealedPolicy(module, { target, indexed: false }, (options) => createVariant(rule, variant, options));
}

const exportsOf = (policy: LinkedPolicy): EmittedModule => runLinked(policy) as EmittedModule;

/** A sealed policy with a session store of its own. */
export function sealedPolicy(
  module: EmittedModule,
  kind: Pick<SealedOptions, "target" | "indexed" | "silentHooks">,
  create: EmittedModule["createPolicy"] = module.createPolicy,
): Sealed {
  let given: Given = { facts: {}, filesGiven: false, marked: [], counted: {}, time: null };
  const now = (): number | undefined => (given.time === null ? undefined : Date.parse(given.time));
  const policy = create({
    revision: "sealed",
    ...kind,
    ...sandbox,
    world: (key, at) => sealedFact(key, { given, at, home: sandbox.home }),
    now,
  });
  return {
    give(next, event) {
      given = next;
      if (next.marked.length > 0 || Object.keys(next.counted).length > 0)
        policy.store.preset?.(sessionOf(event), next, timeOf(event) ?? now() ?? 0);
    },
    truthOf: (rule, event, needed) => policy.truthOf(rule, event, needed),
    decide: (event) => policy.decideSync(event),
    forget: () => policy.store.clear?.(),
    state: (event, { shadow }) => stateOf(policy.store.snapshot?.(sessionOf(event)) ?? null, shadow),
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

/** The name as a policy writes it. Names with other characters are the core's own; what shadow rules set begins with `~`. */
function givableName(key: string, shadow: boolean): string | null {
  const name = shadow && key.startsWith("~") ? key.slice(1) : key;
  return /^[\w-]+$/.test(name) ? name : null;
}

function stateOf(found: Snapshot | null, shadow: boolean): Pick<Given, "marked" | "counted"> {
  const marked = new Set<string>();
  for (const [key, truth] of found?.marks ?? []) {
    const name = givableName(key, shadow);
    if (truth === TRUE && name !== null) marked.add(name);
  }
  const total = (counts: readonly (readonly [number, number])[]): number =>
    counts.reduce((sum, [, one]) => sum + one, 0);
  const counted: { [counter: string]: number } = {};
  for (const [key, windows] of found?.counters ?? []) {
    const name = givableName(key, shadow);
    const count = Math.max(0, ...windows.map(({ counts }) => total(counts)));
    if (name !== null) counted[name] = (counted[name] ?? 0) + count;
  }
  return { marked: [...marked], counted };
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
