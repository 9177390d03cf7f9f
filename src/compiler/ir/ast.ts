// What the author wrote: one node type per form, `kind` equal to the type's name, offsets on every node.
// Immutable. Names are unresolved here; analysis results live in the Model, never on these nodes.

/** A half-open range of UTF-16 offsets in one source file. */
export interface Span {
  readonly file: string;
  readonly start: number;
  readonly end: number;
}

interface Node {
  readonly span: Span;
}

export interface PolicyFile extends Node {
  readonly kind: "PolicyFile";
  readonly decls: readonly Decl[];
  readonly comments: readonly Comment[];
}

/** `# text`; `span` includes the `#`. The formatter puts comments back by position. */
export interface Comment extends Node {
  readonly text: string;
}

export interface Name extends Node {
  readonly kind: "Name";
  readonly text: string;
}

export type Decl =
  | LanguageDecl
  | ScopeDecl
  | TargetDecl
  | UseDecl
  | ParamDecl
  | LetDecl
  | DefDecl
  | ToolDecl
  | ProgramDecl
  | RuleDecl
  | TestDecl;

/** `language 1` */
export interface LanguageDecl extends Node {
  readonly kind: "LanguageDecl";
  readonly version: IntLit;
}

/** `scope user` */
export interface ScopeDecl extends Node {
  readonly kind: "ScopeDecl";
  readonly scope: Name;
}

/** `target claude-code, codex` */
export interface TargetDecl extends Node {
  readonly kind: "TargetDecl";
  readonly targets: readonly Name[];
}

/** `use "std/egress" with allowed-hosts = ["github.com"] without some-rule where supported` */
export interface UseDecl extends Node {
  readonly kind: "UseDecl";
  readonly path: StringLit;
  readonly withs: readonly { readonly name: Name; readonly value: Expr }[];
  readonly withouts: readonly Name[];
  /** The words `where supported`: a rule that a target cannot carry out is left out for that target. */
  readonly supported: Name | null;
}

/** `param allowed-hosts: list<string> = []` */
export interface ParamDecl extends Node {
  readonly kind: "ParamDecl";
  readonly name: Name;
  readonly type: TypeRef;
  readonly value: Expr;
}

/** `let protected = ["main"]` */
export interface LetDecl extends Node {
  readonly kind: "LetDecl";
  readonly name: Name;
  readonly value: Expr;
}

/** `def is-secret(p: path) = p matches "**\/.env*"` */
export interface DefDecl extends Node {
  readonly kind: "DefDecl";
  readonly name: Name;
  readonly params: readonly { readonly name: Name; readonly type: TypeRef }[];
  readonly body: Expr;
}

/** `list<string>`; `argument` is the type between the angle brackets. */
export interface TypeRef extends Node {
  readonly kind: "TypeRef";
  readonly name: Name;
  readonly argument: TypeRef | null;
}

/** `manifest?: path reads` */
interface ToolField {
  readonly name: Name;
  readonly optional: boolean;
  readonly type: TypeRef;
  /** What the tool does with it. */
  readonly does: readonly Name[];
}

/** `tool deploy { env: string, manifest?: path reads }`, or `tool deploy from "deploy.schema.json"` */
export interface ToolDecl extends Node {
  readonly kind: "ToolDecl";
  readonly name: Name;
  readonly fields: readonly ToolField[];
  readonly schema: StringLit | null;
}

/** `program "acme-run" { wrapper, flag "-e" takes value }` */
export interface ProgramDecl extends Node {
  readonly kind: "ProgramDecl";
  readonly name: StringLit;
  readonly wrapper: boolean;
  readonly flags: readonly { readonly flag: StringLit; readonly takesValue: boolean }[];
}

export interface RuleDecl extends Node {
  readonly kind: "RuleDecl";
  readonly annotations: readonly Annotation[];
  /** Null for the one-line form without `rule NAME`. */
  readonly name: Name | null;
  readonly points: readonly Name[];
  readonly when: Expr | null;
  readonly unless: Expr | null;
  readonly effects: readonly EffectNode[];
  readonly unknown: EffectNode | null;
  readonly examples: readonly Example[];
}

/** `@severity("high")`, `@shadow` */
export interface Annotation extends Node {
  readonly kind: "Annotation";
  readonly name: Name;
  readonly value: StringLit | null;
}

/** `fires on "git push -f", { tool: "read", ... } given { env: { CI: "1" } }`, `ignores ...` */
export interface Example extends Node {
  readonly kind: "Example";
  readonly expects: "fires" | "ignores";
  readonly values: readonly (StringLit | ObjectLit)[];
  /** Several are read as one. */
  readonly given: readonly ObjectLit[];
}

export interface TestDecl extends Node {
  readonly kind: "TestDecl";
  readonly name: StringLit;
  readonly steps: readonly TestStep[];
}

/** `on before_tool_call { ... } given { ... } expect block by some-rule warns other-rule`, `"cat .env" expect block` */
export interface TestStep extends Node {
  readonly kind: "TestStep";
  /** Null where `on POINT` is left out: a step about a tool call. */
  readonly point: Name | null;
  readonly event: StringLit | ObjectLit;
  /** Several are read as one. */
  readonly given: readonly ObjectLit[];
  readonly expect: Name;
  readonly by: readonly Name[];
  readonly warns: readonly Name[];
}

// Effects

export type EffectNode = MessageEffect | RespondEffect | SetEffect | MarkEffect | CountEffect | RunEffect | PassEffect;

/** `block "text" else ask`; `message` is null only where the grammar lets it be absent. */
export interface MessageEffect extends Node {
  readonly kind: "MessageEffect";
  readonly effect: "warn" | "note" | "allow" | "ask" | "block" | "stop";
  /** `ask once` */
  readonly once?: true;
  readonly message: StringLit | null;
  readonly otherwise: EffectNode | null;
}

/** `respond "not here"` */
export interface RespondEffect extends Node {
  readonly kind: "RespondEffect";
  readonly value: Expr;
  readonly otherwise: EffectNode | null;
}

/** `set input.command = "true"` */
export interface SetEffect extends Node {
  readonly kind: "SetEffect";
  readonly field: PathExpr;
  readonly value: Expr;
  readonly otherwise: EffectNode | null;
}

/** `mark secret-read` */
export interface MarkEffect extends Node {
  readonly kind: "MarkEffect";
  readonly label: Name;
}

/** `count pushes` */
export interface CountEffect extends Node {
  readonly kind: "CountEffect";
  readonly counter: Name;
}

/** `pass`, only after `else` */
export interface PassEffect extends Node {
  readonly kind: "PassEffect";
}

/** `run ["python3", file("x.py")] protocol neocode timeout 2s may block fail closed` */
export interface RunEffect extends Node {
  readonly kind: "RunEffect";
  readonly argv: readonly (StringLit | FileRef)[] | null;
  readonly shell: StringLit | null;
  /** In source order; the binder reports one given twice. */
  readonly options: readonly RunOption[];
}

/** `file("hooks/scan.py")` */
export interface FileRef extends Node {
  readonly kind: "FileRef";
  readonly path: StringLit;
}

export type RunOption = Node &
  (
    | { readonly kind: "ProtocolOption"; readonly name: Name }
    | { readonly kind: "TimeoutOption"; readonly duration: DurationLit }
    | {
        readonly kind: "EnvOption";
        readonly entries: readonly { readonly name: string; readonly value: StringLit | null; readonly span: Span }[];
      }
    | { readonly kind: "CwdOption"; readonly path: StringLit }
    | { readonly kind: "MayOption"; readonly effects: readonly Name[] }
    | { readonly kind: "FailOption"; readonly mode: Name }
    | { readonly kind: "ObserveOption"; readonly kinds: readonly StringLit[] | null }
  );

// Expressions

export type Expr =
  | LogicExpr
  | NotExpr
  | CompareExpr
  | WordTestExpr
  | IsExpr
  | CoalesceExpr
  | AddExpr
  | CallExpr
  | MarkedExpr
  | CountedExpr
  | QuantifierExpr
  | RunsExpr
  | FlowsExpr
  | PathExpr
  | ParenExpr
  | ListExpr
  | RegexLit
  | StringLit
  | IntLit
  | BoolLit
  | DurationLit;

/** `a and b and c`: flat, so that long chains never recurse. Mixing needs parentheses. */
export interface LogicExpr extends Node {
  readonly kind: "LogicExpr";
  readonly op: "and" | "or";
  readonly items: readonly Expr[];
}

export interface NotExpr extends Node {
  readonly kind: "NotExpr";
  readonly item: Expr;
}

export interface CompareExpr extends Node {
  readonly kind: "CompareExpr";
  readonly op: "==" | "!=" | "<" | "<=" | ">" | ">=";
  readonly left: Expr;
  readonly right: Expr;
}

/** `x not in [..]`, `p under "src"`, `t matches /re/`. */
export interface WordTestExpr extends Node {
  readonly kind: "WordTestExpr";
  readonly op: "in" | "contains" | "starts with" | "ends with" | "mentions" | "matches" | "under";
  readonly negated: boolean;
  readonly left: Expr;
  readonly right: Expr;
}

/** `p is not missing`; the word is checked by the binder. */
export interface IsExpr extends Node {
  readonly kind: "IsExpr";
  readonly left: Expr;
  readonly negated: boolean;
  readonly word: Name;
}

export interface CoalesceExpr extends Node {
  readonly kind: "CoalesceExpr";
  readonly left: Expr;
  readonly right: Expr;
}

/** `"a" + b + c`, flat. */
export interface AddExpr extends Node {
  readonly kind: "AddExpr";
  readonly items: readonly Expr[];
}

/** `lower(x)`, `git_branch()`, a `def` by its name. */
export interface CallExpr extends Node {
  readonly kind: "CallExpr";
  readonly name: Name;
  readonly args: readonly Expr[];
}

export interface MarkedExpr extends Node {
  readonly kind: "MarkedExpr";
  readonly label: Name;
}

export interface CountedExpr extends Node {
  readonly kind: "CountedExpr";
  readonly counter: Name;
  readonly window: DurationLit;
}

/**
 * `any writes under "src"` (short: `variable` is null and the left side of the body is a PathExpr without names)
 * or `any w of writes where (...)` (long).
 */
export interface QuantifierExpr extends Node {
  readonly kind: "QuantifierExpr";
  readonly quantifier: "any" | "all";
  readonly variable: Name | null;
  readonly list: PathExpr;
  readonly body: Expr;
}

/** `command runs "git push --force"`, `command only runs "ls", "cat *"`, `command runs published` */
export interface RunsExpr extends Node {
  readonly kind: "RunsExpr";
  readonly left: Expr;
  readonly negated: boolean;
  readonly only: boolean;
  readonly patterns: readonly Expr[];
}

/** `command flows download into interpreter` */
export interface FlowsExpr extends Node {
  readonly kind: "FlowsExpr";
  readonly left: Expr;
  readonly negated: boolean;
  readonly from: Name;
  readonly to: Name;
}

/**
 * `tool`, `input.path`, `protected`. In the body of a short quantifier the element is a PathExpr without names,
 * spanning the list's own words.
 */
export interface PathExpr extends Node {
  readonly kind: "PathExpr";
  readonly names: readonly Name[];
}

export interface ParenExpr extends Node {
  readonly kind: "ParenExpr";
  readonly item: Expr;
}

export interface ListExpr extends Node {
  readonly kind: "ListExpr";
  readonly items: readonly Expr[];
}

/** `/source/flags` */
export interface RegexLit extends Node {
  readonly kind: "RegexLit";
  readonly source: string;
  readonly flags: string;
}

/** `value` is the text with escapes undone (`\{` becomes `{`); the message reader works on `raw` to tell the two apart. */
export interface StringLit extends Node {
  readonly kind: "StringLit";
  readonly value: string;
  /** As written, without the quotes. */
  readonly raw: string;
  /** The strings of a message that is broken into several; `value` and `raw` are theirs, joined by blanks. */
  readonly parts?: readonly StringLit[];
}

export interface IntLit extends Node {
  readonly kind: "IntLit";
  readonly value: number;
}

export interface BoolLit extends Node {
  readonly kind: "BoolLit";
  readonly value: boolean;
}

/** `10m` */
export interface DurationLit extends Node {
  readonly kind: "DurationLit";
  readonly ms: number;
  readonly raw: string;
}

// Literal data: events and `given`

export type DataLit = ObjectLit | ArrayLit | StringLit | NumberLit | BoolLit | NullLit | Name;

export interface ObjectLit extends Node {
  readonly kind: "ObjectLit";
  readonly entries: readonly { readonly key: string; readonly keySpan: Span; readonly value: DataLit }[];
}

export interface ArrayLit extends Node {
  readonly kind: "ArrayLit";
  readonly items: readonly DataLit[];
}

/** JSON numbers: negative and decimal ones too. */
export interface NumberLit extends Node {
  readonly kind: "NumberLit";
  readonly value: number;
}

export interface NullLit extends Node {
  readonly kind: "NullLit";
}
