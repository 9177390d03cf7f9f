// What a form of a command line is: another text that runs the same, or one that runs nothing of it.

export type Family =
  | "wrapped"
  | "handed to a shell"
  | "quoted"
  | "reordered"
  | "with a variable"
  | "by its path"
  | "substituted"
  | "chained"
  | "redirected"
  | "silenced"
  | "printed"
  | "with more in it"
  | "by another tool";

export interface Spelling {
  readonly family: Family;
  readonly text: string;
  /** Programs that run beside those of the text: a rule may be about them. */
  readonly adds: readonly string[];
  /** The same form of something that no rule is about: a rule that fires on it is about the form. */
  readonly bare: string | null;
}

export function form(family: Family, text: string, ...adds: readonly string[]): Spelling {
  return { family, text, adds, bare: adds.length === 0 ? null : `${adds.join(" x; ")} x` };
}

const HARMLESS = "true harmless";

/** A form that puts the whole text somewhere. */
export function around(
  family: Family,
  text: string,
  make: (text: string) => string,
  ...adds: readonly string[]
): Spelling {
  return { family, text: make(text), adds, bare: make(HARMLESS) };
}

/** One word of the shell that stands for exactly this text. */
export const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

/** The end mark of a here-document, which no line of the text is. */
export function endMark(text: string): string {
  const lines = new Set(text.split("\n"));
  let mark = "END";
  while (lines.has(mark)) mark += "_";
  return mark;
}
