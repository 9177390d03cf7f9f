// The columns of the operator tables. Every column is data: code that needs a new one reads it from here, and an
// operator that fits the columns needs no code of its own.

/** What a field of an operator's IR node holds. A list of words: one of them. */
export type FieldKind =
  /** The value that is tested, and what it is tested against. */
  | "subject"
  | "operand"
  /** A list that is searched for the subject. */
  | "members"
  /** Any other value, or several. */
  | "value"
  | "values"
  | "condition"
  | "conditions"
  /** Rows of the IR tables, by number. */
  | "regex"
  | "globs"
  | "patterns"
  | "folders"
  /** The number of a quantifier's element. */
  | "variable"
  /** A part of an element of `command.calls`. */
  | "part"
  | "text"
  | "texts"
  | "flag"
  | "count"
  | "scalar"
  | "scalars"
  | readonly string[];

export interface NodeFields {
  readonly [field: string]: FieldKind;
}

/** A column, or one cell for each word that a field of the node can have. */
export type OperatorColumn<T> = T | By<T>;

export interface By<T> {
  /** The field that selects the cell: its word, or the operator of the value in it. */
  readonly by: string;
  readonly cases: { readonly [word: string]: OperatorColumn<T> };
  /** For every other word. */
  readonly other?: OperatorColumn<T>;
}

/** An IR node, seen from the table. */
export interface Node {
  readonly op: string;
}

const isBy = <T>(column: OperatorColumn<T>): column is By<T> =>
  typeof column === "object" && column !== null && "by" in column;

/** The cell of a node; null where the table has none. */
export function cellOf<T>(column: OperatorColumn<T> | undefined, node: Node): T | null {
  if (column === undefined) return null;
  if (!isBy(column)) return column;
  const chosen = (node as unknown as { readonly [field: string]: unknown })[column.by];
  const word = typeof chosen === "object" && chosen !== null ? (chosen as Node).op : String(chosen);
  return cellOf(Object.hasOwn(column.cases, word) ? column.cases[word] : column.other, node);
}

/**
 * The code template of the operator. `@name` is a builtin of the engine, `{field}` the field's value: `{path value}` as a path,
 * `{any value}` as it is, otherwise as text. `{forms}` says which forms of a path must match. `c` is the context.
 */
export type CodeTemplate = string;

/** A sentence and its negation, with the fields in braces; without a negation, "it is not so that ..." is used. */
export type Sentence = readonly [says: string, denies?: string];

/** What a test of two texts means. */
export interface TextMeaning {
  readonly fits: (text: string, part: string) => boolean;
  /** Matching texts, for the search for an event. */
  readonly examples: (part: string) => readonly string[];
  /** Where a matching text contains the part. */
  readonly place: "start" | "end" | "inside";
  /** A matching text contains the part literally, so it is at least as long. */
  readonly isLiteral: boolean;
  /** Why no text can contain this part, if the part shows that; and what to write instead. */
  readonly never?: (part: string) => { readonly why: string; readonly help: string } | null;
  /** In a message: `it cannot start with "a" and start with "b"`. */
  readonly verb: string;
}
