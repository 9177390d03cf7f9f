// Labels and counters over all rules: set before tested, loosened only by what has succeeded, and an order without cycles.

import type { Session } from "../../diagnostics/session.ts";
import type { Name, RuleDecl, Span } from "../../ir/ast.ts";
import { nearest } from "../names/nearest.ts";
import { suggestion } from "../names/rule-scope.ts";
import type { LoweredRule } from "./lower-rule.ts";
import { meets } from "./restrictions.ts";
import { layersOf } from "./state-order.ts";

export interface StateRule {
  readonly name: string;
  readonly span: Span;
  readonly decl: RuleDecl;
  readonly lowered: LoweredRule;
}

export interface StatePlan {
  readonly labels: readonly string[];
  /** Window lengths in milliseconds, ascending, by counter. */
  readonly counters: ReadonlyMap<string, readonly number[]>;
  /** Place among the rules that mark or count, by index of the rule; null for all others. */
  readonly strata: readonly (number | null)[];
}

interface Setter {
  readonly rule: StateRule;
  readonly name: Name;
}

export function checkSessionState(rules: readonly StateRule[], lost: ReadonlySet<string>, session: Session): StatePlan {
  const marks = settersOf(rules, "MarkEffect");
  const counts = settersOf(rules, "CountEffect");
  for (const { lowered } of rules) {
    for (const test of lowered.found.labels)
      if (!isLost(test.label, marks, lost))
        checkLabel(test.label, test.span, test.loosens, lowered.isShadow, marks, session);
    for (const { counter, span } of lowered.found.counters)
      if (!isLost(counter, counts, lost)) checkCounter(counter, span, lowered.isShadow, counts, session);
  }
  return { labels: [...marks.keys()].sort(), counters: windowsOf(rules, counts), strata: strataOf(rules, session) };
}

function settersOf(
  rules: readonly StateRule[],
  kind: "MarkEffect" | "CountEffect",
): ReadonlyMap<string, readonly Setter[]> {
  const setters = new Map<string, Setter[]>();
  for (const rule of rules) {
    for (const effect of rule.decl.effects) {
      if (effect.kind !== kind) continue;
      const name = effect.kind === "MarkEffect" ? effect.label : effect.counter;
      const known = setters.get(name.text);
      if (known === undefined) setters.set(name.text, [{ rule, name }]);
      else known.push({ rule, name });
    }
  }
  return setters;
}

/** The rule that sets it may be one with a syntax error. */
const isLost = (name: string, setters: Setters, lost: ReadonlySet<string>): boolean =>
  !setters.has(name) && lost.has(name);

type Setters = ReadonlyMap<string, readonly Setter[]>;

function checkLabel(
  label: string,
  span: Span,
  loosens: boolean,
  isShadow: boolean,
  marks: Setters,
  session: Session,
): void {
  const setters = marks.get(label);
  if (setters === undefined) {
    session.report(
      "P232",
      span,
      { label },
      suggestion(nearest(label, marks.keys(), session), `add \`mark ${label}\` to a rule`),
    );
    return;
  }
  checkShadow(label, span, isShadow, setters, session);
  if (!loosens) return;
  const early = setters.find(({ rule }) => !isEarned(rule));
  if (early === undefined) return;
  const notes = [{ span: early.name.span, text: "marked here, even when the call does not succeed" }];
  session.report("P234", span, { label }, { notes });
}

/** Marked only once something has succeeded: at an after_* point, and not by a call that reports an error. */
function isEarned({ lowered: { rule, points } }: StateRule): boolean {
  if (points.some((point) => !point.startsWith("after_") || point === "after_tool_failure")) return false;
  if (rule === null || !points.includes("after_tool_result")) return true;
  return meets(rule, null, { kind: "success", note: "" });
}

function checkShadow(name: string, span: Span, isShadow: boolean, setters: readonly Setter[], session: Session): void {
  if (isShadow || setters.some(({ rule }) => !rule.lowered.isShadow)) return;
  const notes = setters.slice(0, 1).map((setter) => ({ span: setter.name.span, text: "set here, by a shadow rule" }));
  session.report("P235", span, { name }, { notes });
}

function checkCounter(counter: string, span: Span, isShadow: boolean, counts: Setters, session: Session): void {
  const setters = counts.get(counter);
  if (setters !== undefined) checkShadow(counter, span, isShadow, setters, session);
  else
    session.report(
      "P233",
      span,
      { counter },
      suggestion(nearest(counter, counts.keys(), session), `add \`count ${counter}\` to a rule`),
    );
}

function windowsOf(rules: readonly StateRule[], counts: Setters): ReadonlyMap<string, readonly number[]> {
  const windows = new Map<string, Set<number>>([...counts.keys()].sort().map((counter) => [counter, new Set()]));
  for (const { lowered } of rules)
    for (const { counter, windowMs } of lowered.found.counters) windows.get(counter)?.add(windowMs);
  return new Map([...windows].map(([counter, lengths]) => [counter, [...lengths].sort((a, b) => a - b)]));
}

/**
 * Rules that mark or count come in layers: one that tests what another sets at the same point comes after it.
 * Between the two stands a node per label and point, so that many setters and many testers stay linear.
 */
function strataOf(rules: readonly StateRule[], session: Session): readonly (number | null)[] {
  const nodes = new Map<string, number>();
  const edges: number[][] = rules.map(() => []);
  const nodeOf = (key: string): number => {
    const known = nodes.get(key);
    if (known !== undefined) return known;
    nodes.set(key, edges.length);
    return edges.push([]) - 1;
  };
  const isState = rules.map(({ decl }) =>
    decl.effects.some((effect) => effect.kind === "MarkEffect" || effect.kind === "CountEffect"),
  );
  for (const [at, { decl, lowered }] of rules.entries()) {
    if (!isState[at]) continue;
    for (const point of lowered.points) {
      for (const effect of decl.effects) {
        if (effect.kind === "MarkEffect") edges[at]?.push(nodeOf(`${point} mark ${effect.label.text}`));
        if (effect.kind === "CountEffect") edges[at]?.push(nodeOf(`${point} count ${effect.counter.text}`));
      }
      for (const { label } of lowered.found.labels) edges[nodeOf(`${point} mark ${label}`)]?.push(at);
      for (const { counter } of lowered.found.counters) edges[nodeOf(`${point} count ${counter}`)]?.push(at);
    }
  }
  const { layers, cycle } = layersOf(edges);
  if (cycle !== null) reportCycle(cycle, [...nodes.keys()], rules, session);
  return rules.map((_, at) => (isState[at] ? Math.floor((layers[at] ?? 0) / 2) : null));
}

/** `a` marks `x`, `b` tests it and marks `y`, `a` tests that. */
function reportCycle(
  cycle: readonly number[],
  keys: readonly string[],
  rules: readonly StateRule[],
  session: Session,
): void {
  const start = cycle.findIndex((node) => node < rules.length);
  const turned = [...cycle.slice(start), ...cycle.slice(0, start)];
  const links = turned.map((node) => {
    const rule = rules[node];
    if (rule !== undefined) return `\`${rule.name}\``;
    const [, verb, name] = (keys[node - rules.length] ?? "").split(" ");
    return `${verb}s \`${name}\`, tested by`;
  });
  const first = rules[turned[0] ?? 0];
  if (first === undefined) return;
  session.report("P236", first.span, { cycle: [...links, links[0]].join(" ") });
}
