// A rule as one plain English sentence, for `inspect`, the manifest and reviewers who do not read the language.

import type { Point } from "../../language/contract.ts";
import { saysNobody } from "../analyse/rules/nobody-asked.ts";
import { byShape, isTest, type Quantifier } from "../ir/by-shape.ts";
import { partNamed } from "../ir/call-parts.ts";
import type { Ir, IrCond, IrEffect, IrMessage, IrRule, IrValue } from "../ir/ir.ts";
import { deniedText, testText } from "./sentence-tests.ts";
import { fieldText, list, nameOf, valueText, viewsText } from "./sentence-values.ts";

const moments: { readonly [P in Point]: string } = {
  session_start: "when a session starts",
  session_end: "when a session ends",
  before_run: "before a run",
  after_run: "after a run",
  user_prompt_submit: "when the user sends a prompt",
  before_model_call: "before a model call",
  after_model_call: "after a model call",
  before_permission_decision: "before a permission is decided",
  before_tool_call: "before a tool call",
  after_tool_result: "after a tool result",
  after_tool_failure: "after a tool failure",
  before_completion_decision: "when the agent wants to finish",
  accept_gate: "before a result is accepted",
  assistant_message_render: "before a message is shown",
  pre_compact: "before a compaction",
  post_compact: "after a compaction",
  subagent_start: "before a subagent starts",
  subagent_stop: "after a subagent stops",
  file_changed: "after a file changes",
  notification: "on a notification",
};

/** For example: Before a tool call, when the tool is "bash" and marked secret-read, block with: "No." */
export function ruleSentence(rule: IrRule, ir: Ir): string {
  const when = upperFirst(
    list(
      rule.points.map((point) => moments[point]),
      "or",
    ),
  );
  const isOnly = rule.conditions.length === 1;
  const conditions = rule.conditions.map(({ cond }) => (isOnly ? condText(cond, ir) : tight(cond, ir)));
  const word = when.startsWith("When") ? "if" : "when";
  const condition = conditions.length === 0 ? "always" : `${word} ${list(conditions, "and")}`;
  const effects = list(
    rule.effects.map((chain) => chainText(chain, ir)),
    "and",
  );
  const unknown = rule.unknown === null ? "" : `; if that cannot be determined, ${effectText(rule.unknown, ir)}`;
  const shadow = rule.shadow ? " (in shadow: reported, not enforced)" : "";
  const sentence = `${when}, ${condition}, ${effects}${unknown}${shadow}`;
  return /[.!?]"?$/.test(sentence) ? sentence : `${sentence}.`;
}

function chainText(chain: readonly IrEffect[], ir: Ir): string {
  const [first, ...rest] = chain;
  if (first === undefined) return "do nothing";
  const others = rest.map(
    (effect) => `${repeatsText(first, effect) ?? effectText(effect, ir)} where that is not possible`,
  );
  return [effectText(first, ir), ...others].join(", or ");
}

/** Only the verb when the message is the same as that of the first choice. */
function repeatsText(first: IrEffect, effect: IrEffect): string | null {
  if (!("message" in first) || !("message" in effect)) return null;
  // What `else block` adds about a person is the same for every rule.
  const own = saysNobody(effect.message) ? effect.message.slice(0, -1) : effect.message;
  return JSON.stringify(first.message) === JSON.stringify(own) ? verbOf(effect) : null;
}

function effectText(effect: IrEffect, ir: Ir): string {
  switch (effect.kind) {
    case "respond":
      return `do not run it and respond with ${valueText(effect.value, ir)}`;
    case "set":
      return `set ${fieldText(effect.field)} to ${valueText(effect.value, ir)}`;
    case "mark":
      return `mark the session ${effect.label}`;
    case "count":
      return `count ${effect.counter}`;
    case "run":
      return `ask the hook ${hookText(effect.hook, ir)}`;
    case "pass":
      return "let it pass";
    default: {
      const text = messageText(effect.message);
      return text === "" ? verbOf(effect) : `${verbOf(effect)} with: "${text}"`;
    }
  }
}

const verbs = {
  warn: "warn",
  note: "tell the model",
  allow: "allow it without confirmation",
  ask: "ask a human",
  block: "block",
  stop: "stop the turn",
} as const;

const verbOf = ({ kind, once }: Extract<IrEffect, { readonly message: IrMessage }>): string =>
  once === true ? `${verbs[kind]} once per session` : verbs[kind];

function hookText(hook: number, ir: Ir): string {
  const spec = ir.hooks[hook];
  if (spec === undefined) return `${hook}`;
  const words = spec.argv?.map((word) => (typeof word === "string" ? word : word.file)).join(" ") ?? spec.shell ?? "";
  const grant = spec.observe !== null ? "which only observes" : `which may ${list(spec.may, "or")}`;
  return `\`${words}\`, ${grant} and fails ${spec.fail}`;
}

function messageText(message: IrMessage): string {
  return message.map((part) => (typeof part === "string" ? part : `{${nameOf(part)}}`)).join("");
}

/** With parentheses where it would otherwise read two ways. */
function tight(cond: IrCond, ir: Ir): string {
  const text = condText(cond, ir);
  return isTwofold(cond) || text.startsWith("for ") ? `(${text})` : text;
}

/** Whether more than one condition remains after common parts are merged. */
function isTwofold(cond: IrCond): boolean {
  if (cond.op === "and") return true;
  if (cond.op !== "or") return false;
  const [first, ...rest] = withMergedGlobs(cond.items);
  return first === undefined || !rest.every((item) => sayTheSame(first, item));
}

function condText(cond: IrCond, ir: Ir): string {
  return byShape(cond, {
    constant: (holds) => (holds ? "always" : "never"),
    not: (item) => negated(item, ir),
    connective: ({ op, items }) =>
      op === "or"
        ? alternatives(items, ir)
        : list(
            items.map((item) => tight(item, ir)),
            "and",
          ),
    quantifier: (over) => overList(over, valueText(over.list, ir), ir),
    test: (test) => (test.op === "holds" ? statement(test.value, 0) : null) ?? testText(test, ir),
  });
}

/** What a yes-or-no part says, and its contrary. */
const statement = (value: IrValue, side: 0 | 1): string | null =>
  value.op === "part" ? (partNamed(value.part)?.holds?.[side] ?? null) : null;

/** `a or b`, with what they share said once. */
function alternatives(items: readonly IrCond[], ir: Ir): string {
  const groups: IrCond[][] = [];
  for (const item of withMergedGlobs(items)) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && sayTheSame(last[0], item)) last.push(item);
    else groups.push([item]);
  }
  const texts = groups.map((group) => {
    const [first] = group;
    if (group.length === 1 || first?.op !== "any") return first === undefined ? "" : tight(first, ir);
    const views = group.flatMap((item) => (item.op === "any" && item.list.op === "view" ? [item.list.view] : []));
    const text = overList(first, viewsText(views), ir);
    return groups.length > 1 && text.startsWith("for ") ? `(${text})` : text;
  });
  return list(texts, "or");
}

/** Several patterns for one value are one list of patterns. */
function withMergedGlobs(items: readonly IrCond[]): readonly IrCond[] {
  const merged: IrCond[] = [];
  for (const item of items) {
    const last = merged.at(-1);
    const isMore =
      item.op === "glob" && last?.op === "glob" && JSON.stringify(item.value) === JSON.stringify(last.value);
    if (isMore) merged[merged.length - 1] = { ...last, globs: [...last.globs, ...item.globs] };
    else merged.push(item);
  }
  return merged;
}

/** Two `any`s over views that test the same of their elements. */
function sayTheSame(a: IrCond, b: IrCond): boolean {
  if (a.op !== "any" || b.op !== "any" || a.list.op !== "view" || b.list.op !== "view") return false;
  return bodyText(a) === bodyText(b);
}

/** The body with its own element unnamed. */
const bodyText = (cond: Quantifier): string =>
  JSON.stringify(cond.body, (key, value: unknown) => (key === "var" && value === cond.var ? -1 : value));

/** `one of the files it reads matches ...`, or the longer form when the element has more than one test. */
function overList(cond: Quantifier, elements: string, ir: Ir): string {
  const which = `${cond.op === "any" ? "one" : "each"} of ${elements}`;
  const test = oneTest(cond, ir);
  return test === null ? `for ${which}, ${condText(cond.body, ir)}` : `${which} ${test}`;
}

/** The test of the element without its subject, if it is a single test. */
function oneTest({ body }: Quantifier, ir: Ir): string | null {
  const text = condText(body, ir);
  const isOne = !isTwofold(body) && text.startsWith("it ") && !text.startsWith("it is not so");
  return isOne ? text.slice("it ".length) : null;
}

function negated(cond: IrCond, ir: Ir): string {
  const text =
    cond.op === "any"
      ? noElement(cond, ir)
      : cond.op === "holds"
        ? (statement(cond.value, 1) ?? deniedText(cond, ir))
        : isTest(cond)
          ? deniedText(cond, ir)
          : null;
  return text ?? `it is not so that ${tight(cond, ir)}`;
}

function noElement(cond: Quantifier, ir: Ir): string | null {
  const test = oneTest(cond, ir);
  return test === null ? null : `none of ${valueText(cond.list, ir)} ${test}`;
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
