// Counts per rule how often it fired and how often it was unknown, and times some tests. Reading a clock costs
// as much as a small rule, so only the rules of every sixteenth event are timed; the report says so.

import type { Rule, RuleObserver, Truth } from "../../runtime/engine/index.ts";

const FALSE = 0;
const TRUE = 1;
export const TIMED_EVERY = 16;

export interface RuleFigures {
  readonly fired: number;
  /** How often its condition was unknown or in error. */
  readonly unclear: number;
  /** Tests that were timed. */
  readonly timed: number;
  readonly meanUs: number;
  readonly slowestUs: number;
}

type Context = Parameters<RuleObserver["begin"]>[0];

export class RuleMeter implements RuleObserver {
  readonly #fired: Float64Array;
  readonly #unclear: Float64Array;
  readonly #timed: Float64Array;
  readonly #totalMs: Float64Array;
  readonly #slowestMs: Float64Array;
  /** The last event that tested the rule: a rule that is also tested on the rewritten event fires once. */
  readonly #seen: Float64Array;
  readonly #onBegin: (c: Context) => void;
  /** A rule's effects are being computed: reads by messages decide nothing. */
  isApplying = false;
  /** A rule fired in this event. */
  hasFired = false;
  #event = 0;
  #isTiming = false;
  #since = 0;

  constructor(rules: number, onBegin: (c: Context) => void) {
    this.#fired = new Float64Array(rules);
    this.#unclear = new Float64Array(rules);
    this.#timed = new Float64Array(rules);
    this.#totalMs = new Float64Array(rules);
    this.#slowestMs = new Float64Array(rules);
    this.#seen = new Float64Array(rules);
    this.#onBegin = onBegin;
  }

  nextEvent(): void {
    this.#event++;
    this.hasFired = false;
    this.isApplying = false;
    this.#isTiming = this.#event % TIMED_EVERY === 0;
  }

  begin(c: Context): void {
    this.isApplying = false;
    this.#onBegin(c);
    if (this.#isTiming) this.#since = performance.now();
  }

  tested(rule: Rule, truth: Truth): void {
    const { id } = rule;
    if (this.#isTiming && truth === FALSE) this.#lap(id);
    if (truth === FALSE) return;
    this.isApplying = true;
    if (truth === TRUE) this.hasFired = true;
    if (this.#seen[id] === this.#event) return;
    this.#seen[id] = this.#event;
    const counts = truth === TRUE ? this.#fired : this.#unclear;
    counts[id] = (counts[id] ?? 0) + 1;
  }

  applied({ id }: Rule): void {
    this.isApplying = false;
    if (this.#isTiming) this.#lap(id);
  }

  figures(id: number): RuleFigures {
    const timed = this.#timed[id] ?? 0;
    return {
      fired: this.#fired[id] ?? 0,
      unclear: this.#unclear[id] ?? 0,
      timed,
      meanUs: timed === 0 ? 0 : ((this.#totalMs[id] ?? 0) / timed) * 1000,
      slowestUs: (this.#slowestMs[id] ?? 0) * 1000,
    };
  }

  #lap(id: number): void {
    const now = performance.now();
    const took = now - this.#since;
    this.#timed[id] = (this.#timed[id] ?? 0) + 1;
    this.#totalMs[id] = (this.#totalMs[id] ?? 0) + took;
    if (took > (this.#slowestMs[id] ?? 0)) this.#slowestMs[id] = took;
    this.#since = now;
  }
}
