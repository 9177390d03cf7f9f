// How much work one command line may cause. Every limit ends in `unreadable`, never in fewer commands found.

export const limits = {
  textLength: 64 * 1024,
  /** Open brackets outside of quotes, and here-documents: beyond these the parser itself would be slow. */
  nesting: 64,
  hereDocuments: 64,
  /** Characters that end or join commands, and those that start expansions: they bound the time of the parser. */
  separators: 2_048,
  expansions: 4_096,
  /** Words of the text, except plain data: quoted text, and here-documents that expand nothing. */
  words: 2_048,
  /** Braces that open a group or a brace expansion, not the name of a variable. Plain data does not count. */
  braces: 1_024,
  /** Quotes and backslashes, which split a word into parts. Plain data does not count. */
  quotes: 4_096,
  /** Of one arithmetic expression. */
  arithmetic: 2_048,
  /** Of a text encoded in base64 and the like. */
  hidden: 16 * 1024,
  /** Maximum depth of the walk: groups, substitutions, functions and code inside code. */
  depth: 32,
  commands: 512,
  /** The same as long as a followed script is read. */
  scriptCommands: 384,
  steps: 4_000,
  /** Words that one brace expansion may produce, and rounds of a loop over constants that are walked one by one. */
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
