// A rule as one plain English sentence, for `inspect`, the manifest and reviewers who do not read the language.

import type { Point } from "../runtime/contract.ts";
import type { Ir, IrCond, IrEffect, IrMessage, IrRule, IrValue } from "./ir.ts";

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
  const condition = conditions.length === 0 ? "always" : `when ${list(conditions, "and")}`;
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
  return cond.op === "and" || cond.op === "or" || text.startsWith("for ") ? `(${text})` : text;
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
    case "or":
      return list(
        cond.items.map((item) => tight(item, ir)),
        cond.op,
      );
    case "not":
      return negated(cond.item, ir);
    case "holds":
      return `${value(cond.value)} is true`;
    case "compare":
      return `${value(cond.left)} ${comparisons[cond.test]} ${value(cond.right)}`;
    case "in":
      return `${value(cond.value)} is one of ${value(cond.list)}`;
    case "contains":
    case "starts":
    case "ends":
    case "regex":
    case "glob":
    case "under":
      return textTest(cond, "plain", ir);
    case "is":
      return `${value(cond.value)} is ${places[cond.word]}`;
    case "marked":
      return `the session is marked ${cond.label}`;
    case "any":
    case "all":
      return overList(cond, ir);
    default:
      return cond satisfies never;
  }
}

/** `one of the files it reads matches ...`, or the longer form when more than one thing is said about the element. */
function overList(cond: IrCond & { readonly op: "any" | "all" }, ir: Ir): string {
  const body = condText(cond.body, ir);
  const which = `${cond.op === "any" ? "one" : "each"} of ${valueText(cond.list, ir)}`;
  const isOneTest =
    cond.body.op !== "and" && cond.body.op !== "or" && body.startsWith("it ") && !body.startsWith("it is not so");
  return isOneTest ? `${which} ${body.slice("it ".length)}` : `for ${which}, ${body}`;
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
      return `${subject} ${verb("matches", "does not match")} ${list(shortened(patterns), "or")}`;
    }
    case "under":
      return `${subject} ${verb("is", "is not")} under ${list(shortened(cond.dirs.map(quoted)), "or")}`;
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
      return `${valueText(cond.value, ir)} is none of ${valueText(cond.list, ir)}`;
    case "holds":
      return `${valueText(cond.value, ir)} is false`;
    case "contains":
    case "starts":
    case "ends":
    case "regex":
    case "glob":
    case "under":
      return textTest(cond, "negated", ir);
    default:
      return `it is not so that ${tight(cond, ir)}`;
  }
}

function valueText(value: IrValue, ir: Ir): string {
  switch (value.op) {
    case "const":
      return typeof value.value === "string" ? quoted(value.value) : String(value.value);
    case "list":
      return list(shortened(value.items.map((item) => (typeof item === "string" ? quoted(item) : String(item)))), "or");
    case "field":
      return fieldText(value.name);
    case "view":
      return viewTexts[value.view];
    case "var":
      return "it";
    case "default":
      return `${valueText(value.value, ir)} (or ${valueText(value.fallback, ir)} if missing)`;
    case "concat":
      return value.parts.map((part) => valueText(part, ir)).join(" + ");
    case "lower":
      return `${valueText(value.value, ir)} in lower case`;
    case "length":
      return `the length of ${valueText(value.value, ir)}`;
    case "mask":
      return `${valueText(value.value, ir)} with ${regexText(value.regex, ir)} masked`;
    case "counted":
      return `the count of ${value.counter} in the last ${durationText(value.windowMs)}`;
    case "json":
    case "fact":
      return nameOf(value);
    default:
      return value satisfies never;
  }
}

const viewTexts = {
  reads: "the files it reads",
  writes: "the files it writes",
  deletes: "the files it deletes",
  uploads: "the files it sends away",
  hosts: "the hosts it contacts",
} as const;

function fieldText(name: string): string {
  return /[._]/.test(name) ? name : `the ${name}`;
}

/** The name a reader knows the value by, as it stands in the policy. */
function nameOf(value: IrValue): string {
  switch (value.op) {
    case "field":
      return value.name;
    case "view":
      return value.view;
    case "json":
      return [nameOf(value.base), ...value.path].join(".");
    case "fact": {
      const at = value.key.indexOf(":");
      return at === -1 ? `${value.key}()` : `${value.key.slice(0, at)}(${quoted(value.key.slice(at + 1))})`;
    }
    case "default":
    case "lower":
    case "length":
    case "mask":
      return nameOf(value.value);
    case "counted":
      return `counted(${value.counter})`;
    case "const":
      return String(value.value);
    default:
      return "...";
  }
}

function regexText(regex: number, ir: Ir): string {
  const found = ir.regexes[regex];
  return found === undefined ? "//" : `/${found.source}/${found.flags}`;
}

function durationText(ms: number): string {
  const units = [
    [86_400_000, "d"],
    [3_600_000, "h"],
    [60_000, "m"],
    [1000, "s"],
  ] as const;
  for (const [size, unit] of units) if (ms >= size && ms % size === 0) return `${ms / size}${unit}`;
  return `${ms}ms`;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function list(items: readonly string[], word: "and" | "or"): string {
  if (items.length < 3) return items.join(` ${word} `);
  return `${items.slice(0, -1).join(", ")} ${word} ${items[items.length - 1]}`;
}

/** A long list is named by its first few; the policy itself has the rest. */
function shortened(items: readonly string[]): readonly string[] {
  return items.length <= 5 ? items : [...items.slice(0, 4), `${items.length - 4} more`];
}

function upperFirst(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
