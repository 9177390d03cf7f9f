// When the hooks of a set may start: once the rules of every bundle have spoken, and only if none of them blocks.

import { AsyncLocalStorage } from "node:async_hooks";
import type { Decision } from "./contract.ts";
import type { HookReply, HookRunner, HookView } from "./core/index.ts";

/** One round of one event through all bundles. */
export class Turn {
  readonly #missing: Set<object>;
  readonly #decided: Decision[] = [];
  readonly #opened: Promise<boolean>;
  #open: (mayRun: boolean) => void = () => {};

  /** `opening`: called once, before the first hook starts. */
  constructor(members: readonly object[], opening: () => void) {
    this.#missing = new Set(members);
    this.#opened = new Promise((done) => {
      this.#open = (mayRun) => {
        if (mayRun) opening();
        done(mayRun);
      };
    });
  }

  /** A bundle has a decision that needs no hook, or wants to ask its first one (null). */
  arrive(member: object, decision: Decision | null): void {
    if (!this.#missing.delete(member)) return;
    if (decision !== null) this.#decided.push(decision);
    if (this.#missing.size > 0) return;
    this.#open(!this.#decided.some(({ outcome }) => outcome === "block" || outcome === "stop"));
  }

  /** Whether hooks may start. */
  async opened(): Promise<boolean> {
    return this.#opened;
  }
}

/** What one bundle's hooks have said about one event, over both of its rounds. */
export interface HookRound {
  readonly turn: Turn;
  readonly member: object;
  readonly said: Map<number, HookReply>;
  readonly isSecond: boolean;
}

/** The hooks of one bundle of a set, held back by the turn of the event. */
export class TurnRunner implements HookRunner {
  readonly #hooks: HookRunner;
  readonly #rounds = new AsyncLocalStorage<HookRound>();

  constructor(hooks: HookRunner) {
    this.#hooks = hooks;
  }

  during<T>(round: HookRound, decide: () => Promise<T>): Promise<T> {
    return this.#rounds.run(round, decide);
  }

  async ask(hook: number, view: HookView, deadlineMs: number): Promise<HookReply> {
    const round = this.#rounds.getStore();
    if (round === undefined) return this.#hooks.ask(hook, view, deadlineMs);
    const began = performance.now();
    round.turn.arrive(round.member, null);
    if (!(await round.turn.opened())) return silence;
    const before = round.said.get(hook);
    if (round.isSecond && before !== undefined && rewrites(before)) return withoutRewrite(before);
    const reply = await this.#hooks.ask(hook, view, Math.max(0, deadlineMs - (performance.now() - began)));
    round.said.set(hook, reply);
    return reply;
  }

  /** Observers hear of an event once. */
  tell(hook: number, view: HookView): void {
    if (this.#rounds.getStore()?.isSecond !== true) this.#hooks.tell(hook, view);
  }
}

/** The answer of a hook that is not asked, because the event is blocked already. */
const silence: HookReply = {
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

const rewrites = (reply: HookReply): boolean => reply.ok && Object.keys(reply.answer.changes).length > 0;

/** A rewrite is made once: what this hook asked for is part of the final event already. */
function withoutRewrite(reply: HookReply): HookReply {
  return reply.ok ? { ok: true, answer: { ...reply.answer, changes: {}, attachments: [], metadata: null } } : reply;
}
