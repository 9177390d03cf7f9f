// A bounded number of slots, given out in order; a caller that waits too long gives up.

interface Waiting {
  readonly take: () => void;
}

export class Slots {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** True when a slot was free in time; it must then be released. */
  take(timeoutMs: number): Promise<boolean> {
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(waiting), 1);
        resolve(false);
      }, timeoutMs);
      const waiting: Waiting = {
        take: () => {
          clearTimeout(timer);
          resolve(true);
        },
      };
      this.#waiting.push(waiting);
    });
  }

  give(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#free++;
    else next.take();
  }
}
