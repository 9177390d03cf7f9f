// The operators of conditions, one row each. What joins conditions (`and`, `not`, `any`) is structure and is handled by
// shape. docs/contribute/index.md lists what a row cannot say: grammar, types, implications, the index, the search for an event.

import { hasWord, mentionsPhrase } from "../mention.ts";
import type { CodeTemplate, NodeFields, OperatorColumn, Sentence, TextMeaning } from "./row.ts";

export interface ConditionRow {
  readonly shape: "constant" | "connective" | "negation" | "quantifier" | "test";
  /** The word in a policy, for tests of the form `value word value`. */
  readonly word?: string;
  /** The fields of its IR node, in the order in which `ir.json` has them. */
  readonly fields: NodeFields;
  /** The words of its fields as they appear in a sentence. */
  readonly words?: { readonly [field: string]: { readonly [word: string]: string } };
  /** What it tests besides values: only a shell call has a command. */
  readonly asks?: "command" | "session";
  /** An expression over the truth values. */
  readonly code?: OperatorColumn<CodeTemplate>;
  /** The same in a shadow rule, where that differs. */
  readonly shadowCode?: CodeTemplate;
  /** A plain boolean expression; without one the test may be unknown even if its operands are known. */
  readonly plain?: OperatorColumn<CodeTemplate>;
  /** How many tests it counts as: one, one per named row, a scan of a whole text, or one per command. */
  readonly cost?: OperatorColumn<"one" | "rows" | "text" | "commands">;
  readonly says?: OperatorColumn<Sentence>;
  /** Other words of a field that a mutant gets instead; it needs no negation then. */
  readonly mutants?: { readonly [field: string]: { readonly [word: string]: readonly string[] } };
  readonly text?: OperatorColumn<TextMeaning>;
  /** Why the native rule file of an agent cannot express it. */
  readonly tooRich?: string;
}

/** The comparisons: as written, builtin, plain operator, in a sentence, the opposite, and the neighbour at the boundary. */
export const comparisons = {
  eq: { sign: "==", builtin: "equal", plain: "===", says: "is", others: ["ne"] },
  ne: { sign: "!=", builtin: "notEqual", plain: "!==", says: "is not", others: ["eq"] },
  lt: { sign: "<", builtin: "less", plain: "<", says: "is less than", others: ["ge", "le"] },
  le: { sign: "<=", builtin: "lessEqual", plain: "<=", says: "is at most", others: ["gt", "lt"] },
  gt: { sign: ">", builtin: "greater", plain: ">", says: "is more than", others: ["le", "ge"] },
  ge: { sign: ">=", builtin: "greaterEqual", plain: ">=", says: "is at least", others: ["lt", "gt"] },
} as const;

type Comparison = (typeof comparisons)[keyof typeof comparisons];

function eachComparison<T>(cell: (row: Comparison) => T): { readonly [test: string]: T } {
  return Object.fromEntries(Object.entries(comparisons).map(([test, row]) => [test, cell(row)]));
}

const plainComparison = eachComparison(({ plain }) => `({left} ${plain} {right})`);

const quantifier = {
  shape: "quantifier",
  fields: { list: "value", var: "variable", body: "condition" },
  tooRich: "it depends on what the call reads, writes or reaches",
} as const;

/** Tests such as `is home`: the path must be resolved on this machine first, so the test may always be unknown. */
const pathTest = (builtin: string): CodeTemplate => `@${builtin}(c, {path value}{forms})`;

export const conditions = {
  true: { shape: "constant", fields: {} },
  false: { shape: "constant", fields: {} },
  and: { shape: "connective", fields: { items: "conditions" } },
  or: { shape: "connective", fields: { items: "conditions" } },
  not: { shape: "negation", fields: { item: "condition" }, tooRich: "it makes an exception" },
  any: quantifier,
  all: quantifier,

  /** A bool value as a condition. */
  holds: {
    shape: "test",
    fields: { value: "subject" },
    code: "@holds({any value})",
    plain: "{value}",
    says: ["{value} is true", "{value} is false"],
  },
  /** Values of other types than numbers have no plain order. */
  compare: {
    shape: "test",
    fields: {
      test: ["eq", "ne", "lt", "le", "gt", "ge"],
      type: ["string", "int", "bool"],
      left: "operand",
      right: "operand",
    },
    code: { by: "test", cases: eachComparison(({ builtin }) => `@${builtin}({left}, {right})`) },
    plain: {
      by: "type",
      cases: { int: { by: "test", cases: plainComparison } },
      other: { by: "test", cases: { eq: plainComparison.eq ?? "", ne: plainComparison.ne ?? "" } },
    },
    says: { by: "test", cases: eachComparison(({ says }): Sentence => [`{left} ${says} {right}`]) },
    mutants: { test: eachComparison(({ others }) => others) },
  },
  in: {
    shape: "test",
    word: "in",
    fields: { value: "subject", list: "members", type: ["string", "int"] },
    code: "@oneOf({value}, {any list})",
    plain: "{list}.includes({value})",
    says: {
      by: "list",
      cases: { list: ["{value} is {list}", "{value} is not {list}"] },
      other: ["{value} is one of {list}", "{value} is none of {list}"],
    },
  },
  /** Text contains text, or a list has an item equal to the value. */
  contains: {
    shape: "test",
    word: "contains",
    fields: { of: ["text", "list"], value: "subject", needle: "operand" },
    code: { by: "of", cases: { text: "@contains({value}, {needle})", list: "@hasItem({value}, {needle})" } },
    plain: "{value}.includes({needle})",
    cost: { by: "of", cases: { text: "text", list: "one" } },
    says: ["{value} contains {needle}", "{value} does not contain {needle}"],
    text: {
      by: "of",
      cases: {
        text: {
          fits: (text, part) => text.includes(part),
          examples: (part) => [part, `x ${part} x`],
          place: "inside",
          isLiteral: true,
          verb: "contain",
        },
      },
    },
  },
  starts: {
    shape: "test",
    word: "starts with",
    fields: { value: "subject", prefix: "operand" },
    code: "@startsWith({value}, {prefix})",
    plain: "{value}.startsWith({prefix})",
    says: ["{value} starts with {prefix}", "{value} does not start with {prefix}"],
    text: {
      fits: (text, part) => text.startsWith(part),
      examples: (part) => [part, `${part}x`],
      place: "start",
      isLiteral: true,
      verb: "start with",
    },
  },
  ends: {
    shape: "test",
    word: "ends with",
    fields: { value: "subject", suffix: "operand" },
    code: "@endsWith({value}, {suffix})",
    plain: "{value}.endsWith({suffix})",
    says: ["{value} ends with {suffix}", "{value} does not end with {suffix}"],
    text: {
      fits: (text, part) => text.endsWith(part),
      examples: (part) => [part, `x${part}`],
      place: "end",
      isLiteral: true,
      verb: "end with",
    },
  },
  /** The words of the phrase, in any case, and not as parts of longer words. */
  mentions: {
    shape: "test",
    word: "mentions",
    fields: { value: "subject", phrase: "operand" },
    code: "@mentions({value}, {phrase})",
    plain: "(@mentions({value}, {phrase}) === @TRUE)",
    cost: "text",
    says: ["{value} mentions {phrase}", "{value} does not mention {phrase}"],
    text: {
      fits: mentionsPhrase,
      examples: (part) => [part, `x ${part} x`, part.toUpperCase()],
      place: "inside",
      isLiteral: false,
      never: (part) =>
        hasWord(part) ? null : { why: "it has no word in it", help: "for other signs write `contains`" },
      verb: "mention",
    },
  },
  regex: {
    shape: "test",
    fields: { value: "subject", regex: "regex" },
    code: "@matchesRegex({value}, {regex})",
    plain: "{regex}.test({value})",
    cost: "text",
    says: ["{value} matches {regex}", "{value} does not match {regex}"],
  },
  /** Any of the globs. `fold` compares paths and hosts without case in NFC, which only a rule that restricts may do. */
  glob: {
    shape: "test",
    word: "matches",
    fields: { value: "subject", globs: "globs", kind: ["path", "host", "name"], fold: "flag" },
    code: {
      by: "kind",
      cases: {
        path: "@matchesPath(c, {path value}, {globs}, {fold}{forms})",
        host: "@matchesHost({value}, {globs})",
        name: "@matchesText({value}, {globs})",
      },
    },
    plain: { by: "kind", cases: { name: "(@matchesText({value}, {globs}) === @TRUE)" } },
    cost: "rows",
    says: ["{value} matches {globs}", "{value} does not match {globs}"],
  },
  /** The path is one of the folders or below it. A relative folder starts at `workdir`. */
  under: {
    shape: "test",
    word: "under",
    fields: { value: "subject", dirs: "folders", fold: "flag" },
    code: "@isUnder(c, {path value}, {dirs}, {fold}{forms})",
    cost: "rows",
    says: ["{value} is under {dirs}", "{value} is not under {dirs}"],
  },
  is: {
    shape: "test",
    fields: { word: ["present", "missing", "root", "home", "project", "system", "policyc"], value: "subject" },
    words: {
      word: {
        present: "present",
        missing: "missing",
        root: "the root folder",
        home: "the home folder",
        project: "the whole project",
        system: "a system folder",
        policyc: "a file of policyc itself",
      },
    },
    code: {
      by: "word",
      cases: {
        present: "@isPresent({any value})",
        missing: "@isMissing({any value})",
        root: "@isRoot({path value}, c{forms})",
        home: pathTest("isHome"),
        project: pathTest("isProject"),
        system: pathTest("isSystem"),
        policyc: pathTest("isPolicyc"),
      },
    },
    says: ["{value} is {word}", "{value} is not {word}"],
  },
  /** An effective command of the shell call matches one of the patterns. False for a call that is not a shell command. */
  runs: {
    shape: "test",
    fields: { patterns: "patterns" },
    asks: "command",
    code: "@runs(c, {patterns})",
    cost: "commands",
    says: ["the command runs {patterns}", "the command does not run {patterns}"],
  },
  /** The shell call is fully understood and every effective command matches one of the patterns. */
  only: {
    shape: "test",
    fields: { patterns: "patterns" },
    asks: "command",
    code: "@onlyRuns(c, {patterns})",
    cost: "commands",
    says: ["the command runs nothing but {patterns}"],
    tooRich: "it depends on everything that the command runs",
  },
  flows: {
    shape: "test",
    fields: { from: ["download", "secret", "file", "output"], to: ["interpreter", "network", "file"] },
    words: {
      from: { download: "download", secret: "secret", file: "file", output: "text of an unknown program" },
      to: { interpreter: "into an interpreter", network: "into the network", file: "into a file" },
    },
    asks: "command",
    code: "@flows(c, {from}, {to})",
    says: ["a {from} flows {to} within the command", "no {from} flows {to} within the command"],
    tooRich: "it follows data through the command",
  },
  /** Shadow rules also see the marks of shadow rules. */
  marked: {
    shape: "test",
    fields: { label: "text" },
    asks: "session",
    code: "@marked(c, {label})",
    shadowCode: "@markedInShadow(c, {label})",
    says: ["the session is marked {label}", "the session is not marked {label}"],
    tooRich: "it depends on what happened before",
  },
} as const satisfies { readonly [op: string]: ConditionRow };

export type ConditionOp = keyof typeof conditions;

/** The row of an operator, with all its columns. */
export const conditionRow = (op: ConditionOp): ConditionRow => conditions[op];

/** The operator of `value word value` by its word in a policy. Regular expressions share the word of globs. */
export const opOfWord: ReadonlyMap<string, ConditionOp> = new Map(
  (Object.keys(conditions) as ConditionOp[]).flatMap((op) => {
    const { word } = conditionRow(op);
    return word === undefined ? [] : [[word, op] as const];
  }),
);

/** What such a word begins with: `starts` of `starts with`. */
export const testWords: readonly string[] = [...opOfWord.keys()].map((word) => word.split(" ", 1)[0] ?? word);
