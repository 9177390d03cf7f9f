// What the lowering of one rule carries along, and what it collects on the way.

import type { Point } from "../../../language/contract.ts";
import type { Code, Holes } from "../../diagnostics/catalogue.ts";
import type { Detail } from "../../diagnostics/session.ts";
import type { Span } from "../../ir/ast.ts";
import type { BundleScope, FileNames } from "./bundle-scope.ts";
import type { Typed } from "./value-types.ts";

export interface RuleScope {
  readonly bundle: BundleScope;
  readonly names: FileNames;
  readonly points: readonly Point[];
  readonly isToolPoint: boolean;
  /** Elements of quantifiers and parameters of the `def` being put in place. */
  readonly variables: ReadonlyMap<string, Typed>;
  /** What the short quantifier's test is about. */
  readonly element: Typed | null;
  /** Under an odd number of negations, `unless` included. */
  readonly negative: boolean;
  /** The rule approves: its tests loosen where those of others restrict. */
  readonly approves: boolean;
  /** `def`s being put in place, outermost first. */
  readonly inside: readonly string[];
  readonly found: RuleTally;
}

/** Filled while a rule is lowered. */
export interface RuleTally {
  failed: boolean;
  variables: number;
  steps: number;
  isTooMuch: boolean;
  /** A value that a `with` has set had a part in the condition or an effect. */
  readsChanged: boolean;
  operands: Set<string>;
  /** Views read where the tool may be `bash`, `command.calls` and `command.external` among them. */
  readonly shellViews: { readonly view: string; readonly span: Span }[];
  /** `runs` and `flows`, with a command that would be approved beside what was meant. */
  readonly shellTests: ShellTest[];
  readonly labels: LabelTest[];
  readonly counters: { readonly counter: string; readonly windowMs: number; readonly span: Span }[];
}

interface LabelTest {
  readonly label: string;
  readonly span: Span;
  readonly loosens: boolean;
}

interface ShellTest {
  readonly test: string;
  readonly span: Span;
  readonly slip: string;
  /** Beside `only runs` it takes something away from what is approved. */
  readonly narrows: boolean;
}

export function newFound(): RuleTally {
  return {
    failed: false,
    variables: 0,
    steps: 0,
    isTooMuch: false,
    readsChanged: false,
    operands: new Set(),
    shellViews: [],
    shellTests: [],
    labels: [],
    counters: [],
  };
}

/** Does what is tested here make the rule less strict? */
export const loosens = (scope: RuleScope): boolean => scope.negative !== scope.approves;

export const flipped = (scope: RuleScope): RuleScope => ({ ...scope, negative: !scope.negative });

/** Reports an error and remembers that this rule has no meaning. */
export function fail<C extends Code>(
  scope: RuleScope,
  code: C,
  span: Span,
  holes: Holes<C>,
  detail: Detail = {},
): null {
  scope.found.failed = true;
  scope.bundle.session.report(code, span, holes, detail);
  return null;
}

/** `did you mean ...`, as help and fix in one. */
export function suggestion(found: string | null, otherwise?: string): Detail {
  if (found !== null) return { help: `did you mean \`${found}\`?`, fix: found };
  return otherwise === undefined ? {} : { help: otherwise };
}
