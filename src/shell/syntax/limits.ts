// How much work one command line may cause. Every limit ends in `unreadable`, never in fewer commands found.

export const limits = {
  textLength: 64 * 1024,
  /** Open brackets, quotes aside, and here-documents: over these the parser itself would be slow. */
  nesting: 64,
  hereDocuments: 64,
  /** Signs that end or join commands, and those that begin expansions: more cost the parser itself more than they say. */
  separators: 2_048,
  expansions: 4_096,
  /** Words of the text, but not of what is plain data: quotes, and here-documents that expand nothing. */
  words: 2_048,
  /** Braces that open a group or a choice of words, and not the name of a variable. Likewise not of plain data. */
  braces: 1_024,
  /** Quotes and backslashes, which take a word apart. Likewise not of plain data. */
  quotes: 4_096,
  /** Of one arithmetic expression. */
  arithmetic: 2_048,
  /** Of a text that base64 and the like hide. */
  hidden: 16 * 1024,
  /** How deep the walk goes: groups, substitutions, functions and code inside code. */
  depth: 32,
  commands: 512,
  steps: 4_000,
  /** Words one brace expansion may make, and rounds of a loop over constants that are walked one by one. */
  braceWords: 256,
  rounds: 64,
} as const;

/** Ends the walk; only `readCommand` catches it. */
export class LimitReached extends Error {}

export class Budget {
  left: number;

  constructor(steps: number) {
    this.left = steps;
  }

  spend(cost: number): void {
    this.left -= cost;
    if (this.left < 0) throw new LimitReached("limit: too many steps");
  }
}
