// Ways to break a pack, one thing at a time. Each gives the places where it can be done.

import { Session } from "../../src/compiler/diagnostics/session.ts";
import type { Expr, RuleDecl, Span } from "../../src/compiler/ir/ast.ts";
import { parsePolicy } from "../../src/compiler/parse/parse.ts";

export interface Break {
  /** The rule or name it was done to. */
  readonly what: string;
  readonly text: string;
}

interface Edit {
  readonly span: Pick<Span, "start" | "end">;
  readonly by: string;
}

type Breaker = (rule: RuleDecl, text: string) => readonly Edit[];

const shown = (text: string, { start, end }: Edit["span"]): string => text.slice(start, end);

const fields =
  /\b(?:tool|command|reads|writes|deletes|uploads|hosts|prompt|output|message|input|mcp|marked|counted|length)\b/g;

/** Two letters change places. */
const misspelt: Breaker = (rule, text) => {
  if (rule.when === null) return [];
  const { start } = rule.when.span;
  return [
    ...shown(text, rule.when.span)
      .replace(/"[^"\n]*"|\/(?:[^/\\\n]|\\.)+\//g, (string) => "_".repeat(string.length))
      .matchAll(fields),
  ].map(({ 0: word, index }) => ({
    span: { start: start + index, end: start + index + word.length },
    by: `${word[1]}${word[0]}${word.slice(2)}`,
  }));
};

const inverted: Breaker = ({ when }, text) =>
  when === null ? [] : [{ span: when.span, by: `not (${shown(text, when.span)})` }];

const contradictory: Breaker = ({ when }, text) => {
  if (when === null) return [];
  const cond = shown(text, when.span);
  return [{ span: when.span, by: `(${cond}) and not (${cond})` }];
};

const unreachable: Breaker = ({ when, points }, text) => {
  const never = 'session_id == "a" and session_id == "b"';
  if (when !== null) return [{ span: when.span, by: `(${shown(text, when.span)}) and ${never}` }];
  const last = points.at(-1)?.span.end ?? 0;
  return [{ span: { start: last, end: last }, by: ` when ${never}` }];
};

/** The same once more, under another name. */
const copied: Breaker = (rule, text) => {
  if (rule.name === null) return [];
  const from = rule.name.span.start - "rule ".length;
  const copy = shown(text, { start: from, end: rule.span.end }).replace(rule.name.text, `${rule.name.text}-again`);
  return [{ span: { start: text.length, end: text.length }, by: `\n${copy}\n` }];
};

const weakened: Breaker = ({ effects }) =>
  effects.flatMap((effect) =>
    effect.kind === "MessageEffect" && ["block", "ask", "stop"].includes(effect.effect)
      ? [{ span: effect.span, by: 'warn "weak"' }]
      : [],
  );

function opened(expr: Expr): Expr {
  return expr.kind === "ParenExpr" ? opened(expr.item) : expr;
}

/** One part of an `and` less, or `unless` left out. */
const dropped: Breaker = ({ when, unless }, text) => {
  const chain = when === null ? null : opened(when);
  const parts = chain?.kind === "LogicExpr" && chain.op === "and" ? chain.items : [];
  // Only these calls have a server and a tool of it: without the first test the rule is the same.
  const isAboutMcp = parts.some(({ span }) => shown(text, span).startsWith("mcp."));
  return [
    ...parts
      .filter(({ span }) => !(shown(text, span) === 'tool == "mcp"' && isAboutMcp))
      .map(({ span }) => ({ span, by: 'session_id != "-"' })),
    ...(unless === null ? [] : [{ span: unless.span, by: 'session_id == "-"' }]),
  ];
};

const breakers: { readonly [kind: string]: Breaker } = {
  "misspelt field": misspelt,
  "inverted condition": inverted,
  "contradictory pair": contradictory,
  "unreachable rule": unreachable,
  "copied rule": copied,
  "weakened effect": weakened,
  "dropped condition": dropped,
};

export const kinds: readonly string[] = [...Object.keys(breakers), "removed list"];

/** Every way to break the text so. */
export function breaksOf(text: string, kind: string): readonly Break[] {
  const { decls } = parsePolicy({ file: "pack.policy", text }, new Session());
  const breaker = breakers[kind];
  const broken = (name: string, { span, by }: Edit): Break => ({
    what: `${name}: ${shown(text, span).replace(/\s+/g, " ").slice(0, 60)}`,
    text: text.slice(0, span.start) + by + text.slice(span.end),
  });
  return decls.flatMap((decl): readonly Break[] => {
    if (decl.kind === "RuleDecl" && breaker !== undefined)
      return breaker(decl, text).map((edit) => broken(decl.name?.text ?? "a rule", edit));
    if (decl.kind === "LetDecl" && breaker === undefined && decl.value.kind === "ListExpr")
      return [broken(decl.name.text, { span: decl.value.span, by: '["nothing-has-this-name"]' })];
    return [];
  });
}
