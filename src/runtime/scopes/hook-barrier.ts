// When the hooks of a set may start: after the rules of every bundle have been evaluated, and only if none of them blocks.
// Rewriting hooks run one after another across all bundles, inner scope first, each on the result of those before it.

import { AsyncLocalStorage } from "node:async_hooks";
import { failureCodes, fillMessage } from "../../language/codes.ts";
import type { Decision } from "../../language/contract.ts";
import type { HookCompletion } from "../../language/hook-result.ts";
import type { HookRunner, HookView } from "../engine/index.ts";
import { laidOver, type Values } from "./merge-changes.ts";

/** One round of one event through all bundles. */
export class HookBarrier {
  readonly #missing: Set<object>;
  readonly #decided: Decision[] = [];
  readonly #opened: Promise<boolean>;
  #open: (mayRun: boolean) => void = () => {};
  /** Every bundle's own rewriting, inner scope first. */
  readonly #rewriting: readonly Rewriting[];
  #isBlocked = false;

  /** `opening`: called once, before the first hook starts. */
  constructor(members: readonly object[], opening: () => void) {
    this.#missing = new Set(members);
    this.#rewriting = members.map(rewritingOf);
    this.#opened = new Promise((done) => {
      this.#open = (mayRun) => {
        if (mayRun) opening();
        done(mayRun);
      };
    });
  }

  /** A bundle has a decision that needs no hook, or is about to call its first hook (null). */
  arrive(member: object, decision: Decision | null): void {
    if (decision !== null) {
      this.#isBlocked ||= isRefusal(decision);
      this.rewrote(member, decision.changes ?? {});
    }
    if (!this.#missing.delete(member)) return;
    if (decision !== null) this.#decided.push(decision);
    if (this.#missing.size > 0) return;
    this.#open(!this.#decided.some(isRefusal));
  }

  /** A hook of one bundle has blocked or stopped the event: no other hook is started. */
  block(): void {
    this.#isBlocked = true;
  }

  get isBlocked(): boolean {
    return this.#isBlocked;
  }

  /** A bundle has no more rewriting hooks to call; `event` is its version of the event, or the fields it changes. */
  rewrote(member: object, event: Values): void {
    this.#rewriting.find((one) => one.member === member)?.finish(event);
  }

  /** The versions of the event of the bundles before this one, in order, once they are complete. */
  before(member: object): Promise<readonly Values[]> {
    const at = this.#rewriting.findIndex((one) => one.member === member);
    return Promise.all(this.#rewriting.slice(0, Math.max(0, at)).map(({ done }) => done));
  }

  /** Whether hooks may start. */
  async opened(): Promise<boolean> {
    return this.#opened;
  }
}

interface Rewriting {
  readonly member: object;
  readonly done: Promise<Values>;
  finish(event: Values): void;
}

function rewritingOf(member: object): Rewriting {
  let finish: Rewriting["finish"] = () => {};
  const done = new Promise<Values>((resolve) => {
    finish = resolve;
  });
  return { member, done, finish };
}

const isRefusal = ({ outcome }: { readonly outcome: Decision["outcome"] }): boolean =>
  outcome === "block" || outcome === "stop";

/** The hook results of one bundle for one event, over both rounds. */
export interface BarrierRound {
  readonly barrier: HookBarrier;
  readonly member: object;
  /** The event as it came. */
  readonly event: unknown;
  /** Fields that a hook of this bundle rewrote on top of the rewrites of earlier bundles. */
  readonly chained: Set<string>;
  readonly results: Map<number, HookCompletion>;
  readonly isSecond: boolean;
}

interface BundleRunner extends HookRunner {
  maySet(hook: number): boolean;
  ruleOf(hook: number): string;
}

/** The hooks of one bundle of a set, delayed by the barrier of the event. */
export class BarrierRunner implements HookRunner {
  readonly #hooks: BundleRunner;
  readonly #rounds = new AsyncLocalStorage<BarrierRound>();

  constructor(hooks: BundleRunner) {
    this.#hooks = hooks;
  }

  during<T>(round: BarrierRound, decide: () => Promise<T>): Promise<T> {
    return this.#rounds.run(round, decide);
  }

  async ask(hook: number, view: HookView, deadlineMs: number): Promise<HookCompletion> {
    const round = this.#rounds.getStore();
    if (round === undefined) return this.#hooks.ask(hook, view, deadlineMs);
    const began = performance.now();
    round.barrier.arrive(round.member, null);
    if (!(await round.barrier.opened())) return silence;
    const maySet = this.#hooks.maySet(hook);
    const before = round.results.get(hook);
    if (round.isSecond && maySet && before !== undefined) return withoutRewrite(before);
    const shown = await shownTo(round, view, maySet);
    if (round.barrier.isBlocked) return silence;
    const reply = await this.#hooks.ask(hook, shown, Math.max(0, deadlineMs - (performance.now() - began)));
    if (reply.ok && isRefusal(reply.answer)) round.barrier.block();
    if (reply.ok && round.isSecond && rewrites(reply)) return tooLate(this.#hooks.ruleOf(hook));
    if (reply.ok && maySet) for (const field of Object.keys(reply.answer.changes)) round.chained.add(field);
    round.results.set(hook, reply);
    return reply;
  }

  /** Observers are notified of an event once. */
  tell(hook: number, view: HookView): void {
    if (this.#rounds.getStore()?.isSecond !== true) this.#hooks.tell(hook, view);
  }
}

/** The result of a hook that is not called because the event is already blocked. */
const silence: HookCompletion = {
  ok: true,
  answer: {
    outcome: "pass",
    message: null,
    warnings: [],
    notes: [],
    changes: {},
    result: null,
    attachments: [],
    metadata: null,
    issues: [],
  },
};

const rewrites = (reply: HookCompletion): boolean => reply.ok && Object.keys(reply.answer.changes).length > 0;

/** The event for a hook: a rewriting hook waits for those of the bundles before its own and sees their result. */
async function shownTo(
  { barrier, member, event, isSecond }: BarrierRound,
  view: HookView,
  maySet: boolean,
): Promise<HookView> {
  if (isSecond) return view;
  if (!maySet) {
    barrier.rewrote(member, view.fields);
    return view;
  }
  const earlier = await barrier.before(member);
  return { ...view, fields: earlier.reduce((fields, one) => laidOver(fields, one, event), view.fields) };
}

/** A rewrite is applied once, and an allowed event may have been rewritten since. */
function withoutRewrite(reply: HookCompletion): HookCompletion {
  if (!reply.ok) return reply;
  const outcome = reply.answer.outcome === "allow" ? "pass" : reply.answer.outcome;
  return { ok: true, answer: { ...reply.answer, outcome, changes: {}, attachments: [], metadata: null } };
}

function tooLate(rule: string): HookCompletion {
  const why = "it rewrites an event that was already final";
  return {
    ok: false,
    failure: { code: "P726", message: fillMessage(failureCodes.P726.message, { rule, why }) },
  };
}
