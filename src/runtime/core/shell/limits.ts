// How much work one command line may cause. Every limit ends in `unreadable`, never in fewer commands found.

export const limits = {
  textLength: 64 * 1024,
  /** Open brackets, quotes aside, and here-documents: over these the parser itself would be slow. */
  nesting: 64,
  hereDocuments: 64,
  /** How deep the walk goes: groups, substitutions, functions and code inside code. */
  depth: 32,
  commands: 2_000,
  steps: 20_000,
  /** Words one brace expansion may make, and rounds of a loop over constants that are walked one by one. */
  braceWords: 256,
  rounds: 64,
} as const;

/** Ends the walk; only `readCommand` catches it. */
export class LimitReached extends Error {}

export interface Budget {
  readonly spend: (steps: number) => void;
  readonly left: () => number;
}

export function budget(steps: number): Budget {
  let left = steps;
  return {
    left: () => left,
    spend: (cost) => {
      left -= cost;
      if (left < 0) throw new LimitReached("limit: too many steps");
    },
  };
}
