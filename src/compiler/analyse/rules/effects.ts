// Effects: which may stand together, what they may rewrite, `else` chains and `if unknown`.

import type { Point } from "../../../language/contract.ts";
import { fieldBehindAll, namedFields, points as pointSchema } from "../../../language/schema.ts";
import type { EffectNode, Expr, MessageEffect, RuleDecl, Span, StringLit } from "../../ir/ast.ts";
import type { IrEffect, IrMessage, IrValue } from "../../ir/ir.ts";
import { SELF_FILE } from "../files/load-files.ts";
import { fieldsAt } from "../names/bundle-scope.ts";
import type { Known } from "../names/narrowing.ts";
import { nearest } from "../names/nearest.ts";
import { inputFieldsOf } from "../names/resolve.ts";
import { fail, type RuleScope, suggestion } from "../names/rule-scope.ts";
import { fieldType, fits, STRING, type Type, type Typed, typeWords } from "../names/value-types.ts";
import { asText, asType, presentValue } from "../types/values.ts";
import { messageOf, warnOfHole } from "./messages.ts";
import { nobodyAsked } from "./nobody-asked.ts";
import { headOf } from "./rule-spans.ts";

/** One chain per effect; `run` effects are made elsewhere and given by `hookOf`. */
export function effectsOf(
  rule: RuleDecl,
  known: Known,
  scope: RuleScope,
  hookOf: (effect: EffectNode & { readonly kind: "RunEffect" }) => number | null,
): readonly (readonly IrEffect[])[] {
  checkTogether(rule.effects, scope);
  const chains: (readonly IrEffect[])[] = [];
  for (const effect of rule.effects) {
    if (effect.kind === "RunEffect") {
      const hook = hookOf(effect);
      if (hook === null) scope.found.failed = true;
      else chains.push([{ kind: "run", hook }]);
    } else chains.push(chainOf(effect, rule, known, scope));
  }
  return chains;
}

const wordOf = (effect: EffectNode): string =>
  effect.kind === "MessageEffect" ? effect.effect : effect.kind.replace("Effect", "").toLowerCase();

const outcomes: ReadonlySet<string> = new Set(["allow", "ask", "respond", "block", "stop"]);

/** At most one outcome, none beside `run`, nothing twice: a lost `else` or `may` must not compile. */
function checkTogether(effects: readonly EffectNode[], scope: RuleScope): void {
  let outcome: EffectNode | null = null;
  const seen = new Map<string, Span>();
  const run = effects.find((effect) => effect.kind === "RunEffect");
  for (const effect of effects) {
    const word = wordOf(effect);
    const key = identity(effect);
    const first = seen.get(key);
    if (outcomes.has(word)) {
      const other = outcome ?? run;
      if (other !== undefined) {
        const help =
          other === run
            ? "list what the hook may do after `may`"
            : `write \`else ${word}\` for a second choice, or \`if unknown ${word}\` for the unknown case`;
        fail(
          scope,
          "P243",
          headOf(effect),
          { first: wordOf(other), second: word },
          { help, notes: [{ span: headOf(other), text: "the other outcome" }] },
        );
      }
      outcome = effect;
    } else if (first !== undefined) {
      fail(scope, "P244", headOf(effect), { effect: key }, { notes: [{ span: first, text: "first given here" }] });
    }
    if (first === undefined) seen.set(key, headOf(effect));
  }
}

/** What must not be given twice: one `warn`, one value for a field, one mark of a label. */
function identity(effect: EffectNode): string {
  switch (effect.kind) {
    case "SetEffect":
      return `set ${effect.field.names.map((name) => name.text).join(".")}`;
    case "MarkEffect":
      return `mark ${effect.label.text}`;
    case "CountEffect":
      return `count ${effect.counter.text}`;
    default:
      return wordOf(effect);
  }
}

/** An effect and its `else`s, first choice first. */
function chainOf(effect: EffectNode, rule: RuleDecl, known: Known, scope: RuleScope): readonly IrEffect[] {
  const chain: IrEffect[] = [];
  let message: IrMessage | null = null;
  let previous: EffectNode | null = null;
  for (let next: EffectNode | null = effect; next !== null; next = "otherwise" in next ? next.otherwise : null) {
    if (previous !== null) checkElse(previous, next, scope);
    const isForNobody = previous !== null && wordOf(previous) === "ask" && wordOf(next) !== "ask";
    const inherited: IrMessage | null = isForNobody && message !== null ? [...message, nobodyAsked(rule)] : message;
    const found = effectOf(next, inherited, known, scope);
    if (found !== null) {
      chain.push(found);
      message = inheritable(found) ?? message;
    }
    previous = next;
  }
  return chain;
}

/** Degradation may weaken a remark to nothing, never a restriction to nothing, and never turns anything into an approval. */
function checkElse(previous: EffectNode, next: EffectNode, scope: RuleScope): void {
  const [before, word] = [wordOf(previous), wordOf(next)];
  if (word === "pass" && !["warn", "note", "allow"].includes(before)) {
    fail(scope, "P245", next.span, { word, before }, { help: `\`else pass\` can only follow warn, note and allow` });
  } else if (word === "allow" || (word === before && word !== "set")) {
    fail(
      scope,
      "P245",
      headOf(next),
      { word, before },
      { help: word === "allow" ? "no effect can fall back to an approval" : "a second choice must be another effect" },
    );
  }
}

function inheritable(effect: IrEffect): IrMessage | null {
  if ("message" in effect) return effect.message;
  if (effect.kind === "respond" && effect.value.op === "const") return [String(effect.value.value)];
  return null;
}

function effectOf(effect: EffectNode, inherited: IrMessage | null, known: Known, scope: RuleScope): IrEffect | null {
  switch (effect.kind) {
    case "MessageEffect":
      return withMessage(effect, inherited, known, scope);
    case "RespondEffect":
      return respondOf(effect.value, known, scope);
    case "SetEffect":
      return setOf(effect, known, scope);
    case "MarkEffect":
      return { kind: "mark", label: effect.label.text };
    case "CountEffect":
      return { kind: "count", counter: effect.counter.text };
    case "PassEffect":
      return { kind: "pass" };
    case "RunEffect":
      return null;
  }
}

function withMessage(
  effect: MessageEffect,
  inherited: IrMessage | null,
  known: Known,
  scope: RuleScope,
): IrEffect | null {
  const once = effect.once === true ? ({ once: true } as const) : {};
  if (effect.once === true && !scope.points.every(isOfCall))
    return fail(scope, "P239", effect.span, { points: scope.points.filter((point) => !isOfCall(point)).join(", ") });
  if (effect.message === null) return { kind: effect.effect, message: inherited ?? defaultMessage(effect), ...once };
  if (effect.message.value.trim() === "" && effect.effect !== "allow")
    return fail(scope, "P252", effect.message.span, { effect: effect.effect });
  const message = messageOf(effect.message, known, scope);
  return message === null ? null : { kind: effect.effect, message, ...once };
}

/** A call that is asked about there is reported once it has run. */
const isOfCall = (point: Point): boolean => point === "before_tool_call" || point === "before_permission_decision";

/** After `set`, or in a rule that has no text of its own. */
const defaultMessage = ({ effect }: MessageEffect): IrMessage =>
  effect === "allow" ? [] : ["This agent cannot apply the rule as written, so this effect replaces it."];

/** `if unknown`: what is strict enough for a call that may be the very one the rule is about. */
export function unknownOf(
  rule: RuleDecl,
  chains: readonly (readonly IrEffect[])[],
  known: Known,
  scope: RuleScope,
): IrEffect | null {
  const { unknown } = rule;
  if (unknown === null) return null;
  const word = wordOf(unknown);
  // In every bundle: who is asked at each `rm $X` learns to say yes. It is listed in `unclear` all the same.
  if (word === "pass" && scope.names.file === SELF_FILE) return { kind: "pass" };
  if (!["ask", "block", "stop"].includes(word) || unknown.kind !== "MessageEffect") {
    return fail(
      scope,
      "P246",
      unknown.span,
      { why: `\`${word}\` would make the rule less strict when less is known` },
      { help: "write ask, block or stop" },
    );
  }
  if (unknown.once === true) {
    return fail(
      scope,
      "P246",
      unknown.span,
      { why: "a doubt is asked about every time, since an answer to one says nothing about the next" },
      { help: "write `if unknown ask`" },
    );
  }
  if (unknown.otherwise !== null) {
    return fail(
      scope,
      "P246",
      unknown.otherwise.span,
      { why: "it cannot have an `else`" },
      { help: "an agent that cannot ask blocks instead" },
    );
  }
  const kinds = chains.flatMap((chain) => chain[0]?.kind ?? []);
  if (!kinds.some((kind) => restricting.has(kind)) && !scope.found.failed) {
    return fail(
      scope,
      "P246",
      unknown.span,
      { why: "this rule restricts nothing, so an unknown condition has no effect" },
      { help: "remove it" },
    );
  }
  // A field that is only there when the condition is true may be missing when it is unknown.
  const text = chains
    .map((chain) => chain.map(inheritable).find((message) => message !== null))
    .find((message) => message);
  return effectOf(unknown, text ?? unknownMessage, known, scope);
}

const unknownMessage: IrMessage = ["It could not be determined whether this rule applies."];
const restricting: ReadonlySet<string> = new Set(["stop", "block", "ask", "set", "respond"]);

// respond, set

function respondOf(expr: Expr, known: Known, scope: RuleScope): IrEffect | null {
  const value = assigned(expr, STRING, "respond", known, scope);
  return value === null ? null : { kind: "respond", value };
}

function setOf(effect: EffectNode & { readonly kind: "SetEffect" }, known: Known, scope: RuleScope): IrEffect | null {
  const type = settableType(
    effect.field.names.map((name) => name.text),
    effect.field.span,
    known,
    scope,
  );
  if (type === null) return null;
  const field = effect.field.names.map((name) => name.text).join(".");
  const value = assigned(effect.value, type, field, known, scope);
  return value === null ? null : { kind: "set", field: fieldBehindAll(scope.points, field), value };
}

/** Points at which the input of a call can still be changed. */
const inputPoints: ReadonlySet<string> = new Set(["before_tool_call", "before_permission_decision"]);

function settableType(names: readonly string[], span: Span, known: Known, scope: RuleScope): Type | null {
  const [first = "", second] = names;
  const field = names.join(".");
  const at = scope.points.map((point) => `\`${point}\``).join(" and ");
  if (first === "input" && second !== undefined && names.length === 2) {
    if (!scope.points.every((point) => inputPoints.has(point)))
      return fail(
        scope,
        "P247",
        span,
        { field, point: at },
        { help: "the input can be rewritten only before the tool runs" },
      );
    const found = inputFieldsOf(known.tools, scope).get(second);
    if (found !== undefined && found.type !== "json") return fieldType(found.type, false);
    if (known.isBroken) return null;
    const owners = [...scope.bundle.tools]
      .filter(([, fields]) => Object.hasOwn(fields, second))
      .map(([tool]) => `"${tool}"`);
    const help =
      owners.length > 0 && found === undefined
        ? `test the tool first: \`tool in [${owners.slice(0, 6).join(", ")}]\``
        : undefined;
    return fail(
      scope,
      "P247",
      span,
      { field, point: at },
      suggestion(nearest(second, inputFieldsOf(known.tools, scope).keys(), scope.bundle.session), help),
    );
  }
  const found = names.length === 1 ? fieldsAt(scope.points, scope.bundle).get(first) : undefined;
  if (found?.set !== undefined) return fieldType(found.type, false);
  const settable = [...fieldsAt(scope.points, scope.bundle)]
    .filter(([, other]) => other.set !== undefined)
    .map(([name]) => name);
  const help =
    settable.length > 0 ? `the fields that can be set there are ${settable.join(", ")}` : settableAnywhere(first);
  return fail(scope, "P247", span, { field, point: at }, { help });
}

function settableAnywhere(field: string): string {
  const where = (Object.keys(pointSchema) as Point[]).filter((point) => namedFields(point)[field]?.set !== undefined);
  return where.length > 0
    ? `\`${field}\` can be set at ${where.join(", ")}`
    : "the fields that can be set are prompt, model, input.x, output, error, returned, response, message";
}

/** The value of `set` or `respond`, with the type that is needed. */
function assigned(expr: Expr, type: Type, name: string, known: Known, scope: RuleScope): IrValue | null {
  for (const text of stringsOf(expr)) warnOfHole(text, scope);
  const given = presentValue(expr, known, scope);
  if (given === null) return null;
  if (given.isEnv) return fail(scope, "P332", expr.span, {});
  const typed = asType(given, type);
  if (isAssignable(typed, type, scope)) return typed.value;
  return fail(scope, "P326", expr.span, { name, wanted: typeWords(type), found: typeWords(given.type) });
}

function isAssignable(typed: Typed, type: Type, scope: RuleScope): boolean {
  if (fits(typed, type)) return true;
  const isTextual = ["string", "path", "command", "host"].includes(type.base);
  if (!isTextual || !["string", "path", "command"].includes(typed.type.base)) return false;
  return asText(typed, scope, "set") !== null;
}

/** String literals of a value, without going into conditions. */
function stringsOf(expr: Expr): readonly StringLit[] {
  if (expr.kind === "StringLit") return [expr];
  if (expr.kind === "AddExpr") return expr.items.flatMap(stringsOf);
  return expr.kind === "ParenExpr" ? stringsOf(expr.item) : [];
}
