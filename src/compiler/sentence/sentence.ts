// A rule as one plain English sentence, for `inspect`, the manifest and reviewers who do not read the language.

import type { Point } from "../../language/contract.ts";
import { flowFroms, flowTos, partNamed } from "../ir/call-parts.ts";
import type { Ir, IrCond, IrEffect, IrMessage, IrRule, IrValue } from "../ir/ir.ts";
import { fieldText, list, nameOf, noneOf, oneOf, quoted, regexText, valueText, viewsText } from "./sentence-values.ts";

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
  const unknown = rule.unknown === null ? "" : `; if that cannot be told, ${effectText(rule.unknown, ir)}`;
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

/** The verb alone when the text is that of the first choice. */
function repeatsText(first: IrEffect, effect: IrEffect): string | null {
  if (!("message" in first) || !("message" in effect)) return null;
  return JSON.stringify(first.message) === JSON.stringify(effect.message) ? verbs[effect.kind] : null;
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
      return text === "" ? verbs[effect.kind] : `${verbs[effect.kind]} with: "${text}"`;
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

/** More than one condition, once what they share is said once. */
function isTwofold(cond: IrCond): boolean {
  if (cond.op === "and") return true;
  if (cond.op !== "or") return false;
  const [first, ...rest] = withMergedGlobs(cond.items);
  return first === undefined || !rest.every((item) => sayTheSame(first, item));
}

const comparisons = {
  eq: "is",
  ne: "is not",
  lt: "is less than",
  le: "is at most",
  gt: "is more than",
  ge: "is at least",
} as const;

function condText(cond: IrCond, ir: Ir): string {
  const value = (of: IrValue): string => valueText(of, ir);
  switch (cond.op) {
    case "true":
      return "always";
    case "false":
      return "never";
    case "and":
      return list(
        cond.items.map((item) => tight(item, ir)),
        "and",
      );
    case "or":
      return alternatives(cond.items, ir);
    case "not":
      return negated(cond.item, ir);
    case "holds":
      return statement(cond.value, 0) ?? `${value(cond.value)} is true`;
    case "compare":
      return `${value(cond.left)} ${comparisons[cond.test]} ${value(cond.right)}`;
    case "in":
      return `${value(cond.value)} is ${cond.list.op === "list" ? "" : "one of "}${value(cond.list)}`;
    case "contains":
    case "starts":
    case "ends":
    case "regex":
    case "glob":
    case "under":
      return textTest(cond, "plain", ir);
    case "is":
      return `${value(cond.value)} is ${places[cond.word]}`;
    case "runs":
      return `the command runs ${oneOf(patternTexts(cond.patterns, ir), "patterns")}`;
    case "only":
      return `the command runs nothing but ${oneOf(patternTexts(cond.patterns, ir), "patterns")}`;
    case "flows":
      return `a ${flowText(cond)}`;
    case "marked":
      return `the session is marked ${cond.label}`;
    case "any":
    case "all":
      return overList(cond, valueText(cond.list, ir), ir);
    default:
      return cond satisfies never;
  }
}

const patternTexts = (patterns: readonly number[], ir: Ir): readonly string[] =>
  patterns.map((pattern) => quoted(ir.patterns[pattern] ?? ""));

/** `download flows into an interpreter within the command` */
const flowText = ({ from, to }: IrCond & { readonly op: "flows" }): string =>
  `${flowFroms[from]} flows ${flowTos[to]} within the command`;

/** What a yes-or-no part says, and its contrary. */
const statement = (value: IrValue, side: 0 | 1): string | null =>
  value.op === "part" ? (partNamed(value.part)?.holds?.[side] ?? null) : null;

type OverList = IrCond & { readonly op: "any" | "all" };

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
const bodyText = (cond: OverList): string =>
  JSON.stringify(cond.body, (key, value: unknown) => (key === "var" && value === cond.var ? -1 : value));

/** `one of the files it reads matches ...`, or the longer form when more than one thing is said about the element. */
function overList(cond: OverList, elements: string, ir: Ir): string {
  const which = `${cond.op === "any" ? "one" : "each"} of ${elements}`;
  const test = oneTest(cond, ir);
  return test === null ? `for ${which}, ${condText(cond.body, ir)}` : `${which} ${test}`;
}

/** What is said about the element without naming it, if it is one thing. */
function oneTest({ body }: OverList, ir: Ir): string | null {
  const text = condText(body, ir);
  const isOne = !isTwofold(body) && text.startsWith("it ") && !text.startsWith("it is not so");
  return isOne ? text.slice("it ".length) : null;
}

const places = {
  present: "present",
  missing: "missing",
  root: "the root folder",
  home: "the home folder",
  system: "a system folder",
  policyc: "a file of policyc itself",
} as const;

type TextTest = IrCond & { readonly op: "contains" | "starts" | "ends" | "regex" | "glob" | "under" };

function textTest(cond: TextTest, form: "plain" | "negated", ir: Ir): string {
  const verb = (plain: string, negative: string): string => (form === "plain" ? plain : negative);
  const subject = valueText(cond.value, ir);
  switch (cond.op) {
    case "contains":
      return `${subject} ${verb("contains", "does not contain")} ${valueText(cond.needle, ir)}`;
    case "starts":
      return `${subject} ${verb("starts", "does not start")} with ${valueText(cond.prefix, ir)}`;
    case "ends":
      return `${subject} ${verb("ends", "does not end")} with ${valueText(cond.suffix, ir)}`;
    case "regex":
      return `${subject} ${verb("matches", "does not match")} ${regexText(cond.regex, ir)}`;
    case "glob": {
      const patterns = cond.globs.map((glob) => quoted(ir.globs[glob]?.pattern ?? ""));
      const test =
        form === "plain"
          ? `matches ${oneOf(patterns, "patterns")}`
          : noneOf("does not match", "matches", patterns, "patterns");
      return `${subject} ${test}`;
    }
    case "under": {
      const dirs = cond.dirs.map(quoted);
      const test =
        form === "plain" ? `is under ${oneOf(dirs, "folders")}` : noneOf("is not under", "is under", dirs, "folders");
      return `${subject} ${test}`;
    }
    default:
      return cond satisfies never;
  }
}

function negated(cond: IrCond, ir: Ir): string {
  switch (cond.op) {
    case "marked":
      return `the session is not marked ${cond.label}`;
    case "is":
      return `${valueText(cond.value, ir)} is not ${places[cond.word]}`;
    case "in":
      return `${valueText(cond.value, ir)} is ${cond.list.op === "list" ? "not" : "none of"} ${valueText(cond.list, ir)}`;
    case "holds":
      return statement(cond.value, 1) ?? `${valueText(cond.value, ir)} is false`;
    case "runs":
      return `the command ${noneOf("does not run", "runs", patternTexts(cond.patterns, ir), "patterns")}`;
    case "flows":
      return `no ${flowText(cond)}`;
    case "contains":
    case "starts":
    case "ends":
    case "regex":
    case "glob":
    case "under":
      return textTest(cond, "negated", ir);
    case "any": {
      const test = oneTest(cond, ir);
      if (test !== null) return `none of ${valueText(cond.list, ir)} ${test}`;
      return `it is not so that ${tight(cond, ir)}`;
    }
    default:
      return `it is not so that ${tight(cond, ir)}`;
  }
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
