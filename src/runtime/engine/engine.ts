// A compiled program as a policy that decides events. The steps are in decide-event.ts and decide-with-hooks.ts.

import type { Decision, Failure } from "../../language/contract.ts";
import { createEngine, type PolicyOptions } from "./create-engine.ts";
import { decideAndCommit, decideEvent, decisionOfException } from "./decide-event.ts";
import { decideSoon } from "./decide-with-hooks.ts";
import { checkEvent } from "./event/check-event.ts";
import { Context } from "./event/context.ts";
import type { SessionStore } from "./event/session.ts";
import { type Explanation, explainEvent, type RuleTrace, truthForEvent } from "./explain-event.ts";
import type { Program } from "./program.ts";

export interface Policy {
  /** `ask` names the question: an event that is decided again under the same name counts and consumes once. */
  decideSync(event: unknown, ask?: string | null): Decision;
  /** Waits for external hooks. Never rejects. */
  decide(event: unknown, ask?: string | null): Promise<Decision>;
  /** The same, but an event that concerns no hook is decided at once. The event is read before this returns. */
  decideSoon(event: unknown, ask?: string | null): Decision | Promise<Decision>;
  /** The two halves of decideSync, for callers that decide one event more than once. Null: the event is malformed. */
  check(event: unknown): Context | null;
  decideChecked(c: Context): Decision;
  /**
   * The truth of one rule's condition, without deciding or changing state. `needed` are the rules that set what it asks of
   * the session; without it, all that mark or count run first.
   */
  truthOf(
    rule: number,
    event: unknown,
    needed?: ReadonlySet<number>,
  ): Omit<RuleTrace, "rule"> & { readonly failure?: Failure };
  /** Decides without changing state, and explains every rule of the point. */
  explain(event: unknown): Explanation;
  readonly store: SessionStore;
}

export function policyOf(program: Program, options: PolicyOptions): Policy {
  const engine = createEngine(program, options);
  const { hooks: runner } = options;
  const timed = options.timed === true ? withDuration : undefined;
  return {
    store: engine.store,
    check(event) {
      const c = checkEvent(event, engine.checks);
      return c instanceof Context ? c : null;
    },
    decideChecked(c) {
      try {
        return decideAndCommit(engine, c);
      } catch (error) {
        return decisionOfException(engine, error, { point: c.point, event: c, ask: null });
      }
    },
    decideSync(event, ask = null) {
      if (timed === undefined) return decideEvent(engine, event, ask);
      const start = performance.now();
      return timed(decideEvent(engine, event, ask), start);
    },
    async decide(event, ask = null) {
      return this.decideSoon(event, ask);
    },
    decideSoon(event, ask = null) {
      if (runner === undefined || engine.hookedPoints.size === 0) return this.decideSync(event, ask);
      if (timed === undefined) return decideSoon(engine, event, ask, runner);
      const start = performance.now();
      const decision = decideSoon(engine, event, ask, runner);
      return decision instanceof Promise ? decision.then((one) => timed(one, start)) : timed(decision, start);
    },
    truthOf: (rule, event, needed) => truthForEvent(engine, rule, event, needed),
    explain: (event) => explainEvent(engine, event),
  };
}

const withDuration = (decision: Decision, start: number): Decision => ({
  ...decision,
  duration_us: Math.round((performance.now() - start) * 1000),
});
