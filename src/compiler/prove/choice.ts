// How one attempt at a witness chooses between alternatives. The first attempt takes the first alternative everywhere, the
// next ones take them in turn, later ones mix them. The same attempt always makes the same choices.

export interface Chooser {
  /** One of the options; undefined only when there is none. */
  of<T>(options: readonly T[]): T | undefined;
  /** All options, beginning with the chosen one. */
  order<T>(options: readonly T[]): readonly T[];
}

/** Attempts that take the alternatives in turn; after these each choice is independent. */
const TURNS = 12;

export function choiceOf(attempt: number): Chooser {
  let state = (attempt * 2654435761) >>> 0;
  const next = (count: number): number => {
    if (count < 2) return 0;
    if (attempt < TURNS) return attempt % count;
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % count;
  };
  return {
    of: (options) => options[next(options.length)],
    order: (options) => {
      const first = next(options.length);
      return first === 0 ? options : [...options.slice(first), ...options.slice(0, first)];
    },
  };
}
