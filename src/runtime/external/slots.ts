// A bounded number of turns, handed out in order; whoever waits longer than it may gives up.

interface Waiting {
  readonly take: () => void;
}

export class Slots {
  #free: number;
  readonly #waiting: Waiting[] = [];

  constructor(count: number) {
    this.#free = count;
  }

  /** True when a turn was had within the time; it must then be given back. */
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
