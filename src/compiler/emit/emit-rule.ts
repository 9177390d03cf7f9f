// One rule as one small function, and the row of the table that describes it.

import type { IrCond, IrEffect, IrMessage, IrRule, IrValue } from "../ir/ir.ts";
import { type Block, isWrittenPlain, truthCond } from "./emit-cond.ts";
import { plainCond } from "./emit-plain.ts";
import type { ModuleScope, RuleWriter } from "./emit-scope.ts";
import { bare, comment, identifierPart, literal } from "./emit-text.ts";
import { isKnownHere, knownValue, maybeValue } from "./emit-value.ts";

export interface EmittedRule {
  readonly functionText: string;
  readonly row: string;
}

export function emitRule(rule: IrRule, module: ModuleScope): EmittedRule {
  const approves = rule.effects.some((chain) => chain.some((effect) => effect.kind === "allow"));
  const scope: RuleWriter = {
    module,
    points: rule.points,
    tools: module.ir.tools,
    shadow: rule.shadow,
    approves,
    loosens: approves,
    plainVars: new Set(),
  };
  const name = `rule${rule.id}_${identifierPart(rule.name)}`;
  const lines = [
    `// ${comment(rule.name)}, ${comment(rule.file)}:${rule.line}`,
    ...rule.conditions.map((part) => `//   ${comment(part.text)}`),
    `function ${name}(c: Context): Truth {`,
    ...bodyOf(rule, scope),
    "}",
  ];
  return { functionText: lines.join("\n"), row: rowOf(rule, name, scope) };
}

/** Conditions in order; the first false one and those in doubt are remembered for --explain, the greatest of the others is the answer. */
function bodyOf(rule: IrRule, scope: RuleWriter): readonly string[] {
  const { core } = scope.module;
  const lines: string[] = [];
  let temps = 0;
  const block: Block = { lines, indent: "  ", temp: () => `u${temps++}` };
  let result: string | null = null;
  for (const [k, { cond }] of rule.conditions.entries()) {
    const miss = `return ${core("miss")}(c, ${k});`;
    if (cond.op === "true") continue;
    if (cond.op === "false") return [...lines, `  ${miss}`];
    if (isShort(cond, scope)) {
      const fails = cond.op === "not" ? bare(plainCond(cond.item, scope)) : `!${plainCond(cond, scope)}`;
      lines.push(`  if (${fails}) ${miss}`);
      continue;
    }
    const value = truthCond(cond, scope, block);
    const check = (truth: string): string =>
      `  if (${truth} !== ${core("TRUE")} && ${core("isFalse")}(c, ${k}, ${truth})) return ${core("FALSE")};`;
    if (result === null) {
      const isLast = rule.conditions.slice(k + 1).every((later) => isShort(later.cond, scope));
      result = "t";
      lines.push(`  ${isLast ? "const" : "let"} t: Truth = ${value};`, check("t"));
      continue;
    }
    lines.push(`  const t${k} = ${value};`, check(`t${k}`), `  t = ${core("and")}(t, t${k});`);
  }
  const answer = result ?? core("TRUE");
  return [...lines, `  return ${scope.module.traced.size > 0 ? `see(-1 - ${rule.id}, ${answer})` : answer};`];
}

/** Whether the test can return early from the function; a test that reports its truth cannot. */
const isShort = (cond: IrCond, scope: RuleWriter): boolean =>
  isWrittenPlain(cond, scope) && !scope.module.traced.has(cond);

/** Functions that the rows call: tens of thousands of object literals would double start-up time and memory. */
export const rowHelpers = (scope: string): string => `function rule(
  id: number,
  name: string,
  at: string,
  test: Rule["test"],
  effects: Rule["effects"],
  tools: Rule["tools"],
  unknownOutcome: NonNullable<Rule["unknownOutcome"]>,
  more: Partial<Rule> | null = null,
): Rule {
  const row = { id, name, at, scope: ${literal(scope)}, shadow: false, test, effects, unknown: null, tools, unknownOutcome } as const;
  return more === null ? row : { ...row, ...more };
}
const only = (effect: Effect): Rule["effects"] => [[effect]];
const says = (kind: "warn" | "note" | "allow" | "ask" | "block" | "stop", text: Text): Effect => ({ kind, text });`;

/** A table past this size is written in parts, each a function, so that no part needs much memory to compile. */
const ROWS_IN_PART = 250;

export function rowTable(rows: readonly string[]): string {
  const lines = (part: readonly string[], indent: string): string => part.map((row) => `${indent}${row},\n`).join("");
  if (rows.length <= ROWS_IN_PART) return `const rules: readonly Rule[] = [\n${lines(rows, "  ")}];`;
  const parts: string[] = [];
  for (let at = 0; at < rows.length; at += ROWS_IN_PART)
    parts.push(
      `function rules${at}(): readonly Rule[] {\n  return [\n${lines(rows.slice(at, at + ROWS_IN_PART), "    ")}  ];\n}`,
    );
  const calls = parts.map((_, part) => `  ...rules${part * ROWS_IN_PART}(),\n`);
  return `${parts.join("\n\n")}\n\nconst rules: readonly Rule[] = [\n${calls.join("")}];`;
}

function rowOf(rule: IrRule, name: string, scope: RuleWriter): string {
  const tools = rule.tools === null ? "null" : scope.module.constant("tools", literal(rule.tools));
  const fields = [
    String(rule.id),
    literal(rule.name),
    literal(`${rule.file}:${rule.line}:${rule.column}`),
    name,
    effectsOf(rule, scope),
    tools,
    shared("outcomes", rule.unknownOutcome, scope),
  ];
  const more: string[] = [];
  if (rule.scope !== scope.module.ir.scope) more.push(`scope: ${literal(rule.scope)}`);
  if (rule.shadow) more.push("shadow: true");
  if (rule.unknown !== null) more.push(`unknown: ${effectOf(rule.unknown, scope)}`);
  if (Object.keys(rule.resolved).length > 0) more.push(`resolved: ${shared("resolved", rule.resolved, scope)}`);
  if (more.length > 0) fields.push(`{ ${more.join(", ")} }`);
  return `rule(${fields.join(", ")})`;
}

function effectsOf(rule: IrRule, scope: RuleWriter): string {
  const chains = rule.effects.map((chain) => chain.map((effect) => effectOf(effect, scope)));
  const [single] = chains;
  if (chains.length === 1 && single?.length === 1) return `only(${single[0]})`;
  return `[${chains.map((chain) => `[${chain.join(", ")}]`).join(", ")}]`;
}

/** Most rules resolve to the same table, so each table is written once and named. */
function shared(prefix: string, value: object, scope: RuleWriter): string {
  const type = prefix === "outcomes" ? `NonNullable<Rule["unknownOutcome"]>` : `NonNullable<Rule["resolved"]>`;
  return scope.module.constant(prefix, `${literal(value)} as ${type}`);
}

function effectOf(effect: IrEffect, scope: RuleWriter): string {
  switch (effect.kind) {
    case "respond":
      return `{ kind: "respond", value: (c: Context) => ${effectValue(effect.value, scope)} }`;
    case "set":
      return `{ kind: "set", field: ${literal(effect.field)}, value: (c: Context) => ${effectValue(effect.value, scope)} }`;
    case "mark":
    case "count":
    case "run":
    case "pass":
      return literal(effect);
    default: {
      const text = messageOf(effect.message, scope);
      return effect.once === true
        ? `{ kind: "ask", text: ${text}, once: true }`
        : `says(${literal(effect.kind)}, ${text})`;
    }
  }
}

function effectValue(value: IrValue, scope: RuleWriter): string {
  return bare(isKnownHere(value, scope) ? knownValue(value, scope) : maybeValue(value, scope));
}

/** A constant text, or a function where the text contains values of the event, which are quoted in backquotes. */
function messageOf(message: IrMessage, scope: RuleWriter): string {
  if (message.every((part) => typeof part === "string")) return literal(message.join(""));
  const parts: string[] = [];
  let text = "";
  for (const part of message) {
    if (typeof part === "string") text += part;
    else {
      parts.push(literal(`${text}\``), `${scope.module.core("shown")}(${bare(maybeValue(part, scope))})`);
      text = "`";
    }
  }
  parts.push(literal(text));
  return `(c: Context) => ${parts.join(" + ")}`;
}
