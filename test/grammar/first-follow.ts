// An LL(1) conflict finder over Chevrotain's grammar objects. Chevrotain itself compares an optional part only with the
// rest of its own rule, and never two token categories with each other; this one includes what may follow in every
// caller, and expands categories into the tokens that carry them.

import {
  Alternation,
  type IProduction,
  NonTerminal,
  Option,
  Repetition,
  RepetitionMandatory,
  RepetitionMandatoryWithSeparator,
  RepetitionWithSeparator,
  type Rule,
  Terminal,
  type TokenType,
} from "chevrotain";

type Tokens = ReadonlySet<string>;

interface Conflict {
  readonly rule: string;
  /** Which decision of the rule, in the order of its text. */
  readonly decision: string;
  readonly tokens: readonly string[];
}

interface Analysis {
  readonly decisions: number;
  readonly conflicts: readonly Conflict[];
}

/** Every decision of a grammar, and those where one token of lookahead does not tell what to do. */
export function findConflicts(rules: readonly Rule[], vocabulary: readonly TokenType[]): Analysis {
  const members = categoryMembers(vocabulary);
  const first = new Map<string, Set<string>>(rules.map((rule) => [rule.name, new Set()]));
  const nullable = new Set<string>();
  const follow = new Map<string, Set<string>>(rules.map((rule) => [rule.name, new Set()]));
  const tokensOf = (type: TokenType): Tokens => members.get(type.name) ?? new Set([type.name]);

  const isNullable = (item: IProduction): boolean => {
    if (item instanceof Terminal) return false;
    if (item instanceof NonTerminal) return nullable.has(item.nonTerminalName);
    if (item instanceof Option || item instanceof Repetition || item instanceof RepetitionWithSeparator) return true;
    const parts = partsOf(item);
    return item instanceof Alternation ? parts.some(isNullable) : parts.every(isNullable);
  };
  const firstOf = (item: IProduction): Tokens => {
    if (item instanceof Terminal) return tokensOf(item.terminalType);
    if (item instanceof NonTerminal) return first.get(item.nonTerminalName) ?? new Set();
    return item instanceof Alternation ? union(partsOf(item).map(firstOf)) : firstOfSequence(partsOf(item));
  };
  const firstOfSequence = (items: readonly IProduction[]): Tokens => {
    const end = items.findIndex((item) => !isNullable(item));
    return union((end === -1 ? items : items.slice(0, end + 1)).map(firstOf));
  };

  untilStable(() => {
    for (const rule of rules) {
      if (rule.definition.every(isNullable)) nullable.add(rule.name);
      addAll(first.get(rule.name), firstOfSequence(rule.definition));
    }
    return size(first) + nullable.size;
  });

  let decisions = 0;
  const conflicts: Conflict[] = [];
  /** Walks a sequence from its end, knowing what may come after it. */
  const walk = (rule: string, items: readonly IProduction[], after: Tokens, judge: boolean): void => {
    let behind = after;
    for (const item of [...items].reverse()) {
      visit(rule, item, behind, judge);
      behind = isNullable(item) ? union([firstOf(item), behind]) : firstOf(item);
    }
  };
  const decide = (rule: string, decision: string, a: Tokens, b: Tokens, judge: boolean): void => {
    if (!judge) return;
    const tokens = [...a].filter((token) => b.has(token));
    if (tokens.length > 0) conflicts.push({ rule, decision, tokens });
  };
  const visit = (rule: string, item: IProduction, after: Tokens, judge: boolean): void => {
    if (item instanceof Terminal) return;
    if (item instanceof NonTerminal) {
      addAll(follow.get(item.nonTerminalName), after);
      return;
    }
    const parts = partsOf(item);
    if (item instanceof Alternation) {
      if (judge) decisions++;
      const starts = parts.map((part) => (isNullable(part) ? union([firstOf(part), after]) : firstOf(part)));
      starts.forEach((start, index) => {
        for (const other of starts.slice(index + 1)) decide(rule, `alternation ${item.idx}`, start, other, judge);
      });
      for (const part of parts) walk(rule, partsOf(part), after, judge);
      return;
    }
    if (item instanceof RepetitionWithSeparator || item instanceof RepetitionMandatoryWithSeparator) {
      if (judge) decisions++;
      const separator = tokensOf(item.separator);
      decide(rule, `separator ${item.idx}`, separator, after, judge);
      if (item instanceof RepetitionWithSeparator)
        decide(rule, `list ${item.idx}`, firstOfSequence(parts), after, judge);
      walk(rule, parts, union([separator, after]), judge);
      return;
    }
    const isLoop = item instanceof Repetition || item instanceof RepetitionMandatory;
    if (isLoop || item instanceof Option) {
      if (judge) decisions++;
      const body = firstOfSequence(parts);
      decide(rule, `${isLoop ? "loop" : "option"} ${item.idx}`, body, after, judge);
      walk(rule, parts, isLoop ? union([body, after]) : after, judge);
      return;
    }
    walk(rule, parts, after, judge);
  };

  const pass = (judge: boolean): void => {
    for (const rule of rules) walk(rule.name, rule.definition, follow.get(rule.name) ?? new Set(), judge);
  };
  addAll(follow.get(rules[0]?.name ?? ""), new Set(["EOF"]));
  untilStable(() => {
    pass(false);
    return size(follow);
  });
  pass(true);
  return { decisions, conflicts };
}

function partsOf(item: IProduction): IProduction[] {
  return "definition" in item && Array.isArray(item.definition) ? item.definition : [];
}

/** For each token type, the names of the concrete types that match it. */
function categoryMembers(vocabulary: readonly TokenType[]): ReadonlyMap<string, Tokens> {
  const members = new Map<string, Set<string>>(vocabulary.map((type) => [type.name, new Set([type.name])]));
  const climb = (type: TokenType, leaf: string): void => {
    members.get(type.name)?.add(leaf);
    for (const category of type.CATEGORIES ?? []) climb(category, leaf);
  };
  for (const type of vocabulary) climb(type, type.name);
  return members;
}

function union(sets: readonly Tokens[]): Tokens {
  return new Set(sets.flatMap((set) => [...set]));
}

function addAll(target: Set<string> | undefined, source: Tokens): void {
  for (const token of source) target?.add(token);
}

function size(sets: ReadonlyMap<string, Tokens>): number {
  return [...sets.values()].reduce((sum, set) => sum + set.size, 0);
}

function untilStable(step: () => number): void {
  for (let last = -1, now = step(); now !== last; now = step()) last = now;
}
