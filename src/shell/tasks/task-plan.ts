// What a task runs, as shell text.

export interface TaskPlan {
  /** Texts that run one after the other, each in a shell of its own. */
  readonly codes: readonly string[];
  /** Something of it is not among them: a file that is included, a rule of the program itself. */
  readonly isOpen: boolean;
}

/** A value that the file leaves open, as a variable that no line sets: the word is then as unknown as that of a variable. */
export const openWord = (name: string): string =>
  `\${${name
    .replace(/\W+/g, "_")
    .replace(/^(?=\d)|^$/, "_")
    .slice(0, 40)}}`;

/** How many texts of one task are read. */
export const MOST_CODES = 128;
