// Events over time in a bounded number of steps: if the time range exceeds the steps, several steps become one.

export interface TimelineStep {
  /** When it begins, in milliseconds since 1970. */
  readonly from: number;
  readonly stopped: number;
  readonly spoken: number;
  readonly silent: number;
}

/** The fate of an event: it did not proceed, it proceeded and a rule fired, or no rule fired. */
export type Fate = "stopped" | "spoken" | "silent";

type Steps = Map<number, { stopped: number; spoken: number; silent: number }>;

const MAX_STEPS = 96;
const FIRST_STEP_MS = 1000;
/** How many steps are merged: second, 5, 15, minute, 5, 15, hour, 3, 12, day, week; then doubling. */
const LADDER: readonly number[] = [5, 3, 4, 5, 3, 4, 3, 4, 2, 7];

export class Timeline {
  stepMs = FIRST_STEP_MS;
  /** Events without a time. */
  untimed = 0;
  #steps: Steps = new Map();
  #widened = 0;
  #first = Number.POSITIVE_INFINITY;
  #last = Number.NEGATIVE_INFINITY;

  add(time: number | undefined, fate: Fate): void {
    if (time === undefined) {
      this.untimed++;
      return;
    }
    let at = Math.floor(time / this.stepMs);
    this.#first = Math.min(this.#first, at);
    this.#last = Math.max(this.#last, at);
    while (this.#last - this.#first >= MAX_STEPS) {
      this.#widen();
      at = Math.floor(time / this.stepMs);
    }
    const step = this.#steps.get(at);
    if (step === undefined) this.#steps.set(at, { stopped: 0, spoken: 0, silent: 0, [fate]: 1 });
    else step[fate]++;
  }

  /** In order, those without events too. */
  steps(): readonly TimelineStep[] {
    if (this.#steps.size === 0) return [];
    return Array.from({ length: this.#last - this.#first + 1 }, (_, i) => ({
      from: (this.#first + i) * this.stepMs,
      ...(this.#steps.get(this.#first + i) ?? { stopped: 0, spoken: 0, silent: 0 }),
    }));
  }

  #widen(): void {
    const times = LADDER[this.#widened++] ?? 2;
    const merged: Steps = new Map();
    for (const [at, step] of this.#steps) {
      const wide = Math.floor(at / times);
      const there = merged.get(wide);
      if (there === undefined) merged.set(wide, step);
      else for (const fate of ["stopped", "spoken", "silent"] as const) there[fate] += step[fate];
    }
    this.#steps = merged;
    this.stepMs *= times;
    this.#first = Math.floor(this.#first / times);
    this.#last = Math.floor(this.#last / times);
  }
}
