// `fires on`, `ignores` and `test`: from literals to complete events with the world they need.

import type { Json, Outcome, Point } from "../../../language/contract.ts";
import { commonFields, namedFields, points as pointSchema, sharedNames } from "../../../language/schema.ts";
import type { Example, Name, ObjectLit, StringLit, TestDecl, TestStep } from "../../ir/ast.ts";
import type { ModelExample, ModelStep, ModelTest } from "../../ir/model.ts";
import { clauseSynonyms } from "../../parse/words.ts";
import type { BundleScope } from "../names/bundle-scope.ts";
import { nearest } from "../names/nearest.ts";
import { pointOf } from "../names/points.ts";
import { suggestion } from "../names/rule-scope.ts";
import { eventOf } from "./event-literals.ts";
import { givenOf, type KnownState } from "./given.ts";

/** The examples of one rule. */
export function examplesOf(
  rule: number,
  points: readonly Point[],
  examples: readonly Example[],
  state: KnownState,
  bundle: BundleScope,
): readonly ModelExample[] {
  const found: ModelExample[] = [];
  for (const { expects, values, given: literals } of examples) {
    const given = givenOf(literals, state, bundle.session);
    for (const value of values) {
      const events =
        value.kind === "StringLit" ? [textEvent(value, points, 1, bundle)] : objectEvents(value, points, bundle);
      for (const event of events)
        if (event !== null && given !== null) found.push({ rule, expects, event, given, span: value.span });
    }
  }
  return found;
}

/** A string stands for a shell command at tool points, else for the text the point is about. */
function textEvent(text: StringLit, points: readonly Point[], call: number, bundle: BundleScope): Json | null {
  const meanings = new Set(
    points.map((point) => (pointSchema[point].tool ? "command" : (pointSchema[point].textField ?? ""))),
  );
  const [meaning = ""] = meanings;
  const [point] = points;
  if (point === undefined) return null;
  if (meanings.size > 1 || meaning === "") {
    const why =
      meaning === "" || meanings.has("")
        ? `an event of \`${point}\` cannot be written as a string`
        : "a string means different things at the points of this rule";
    bundle.session.report("P256", text.span, { why });
    return null;
  }
  const value = (key: string): ObjectLit["entries"][number] => ({ key, keySpan: text.span, value: text });
  if (meaning !== "command")
    return eventOf(point, { kind: "ObjectLit", span: text.span, entries: [value(meaning)] }, call, bundle);
  const tool: StringLit = { kind: "StringLit", span: text.span, value: "bash", raw: "bash" };
  const input: ObjectLit = { kind: "ObjectLit", span: text.span, entries: [value("command")] };
  const entries = [
    { key: "tool", keySpan: text.span, value: tool },
    { key: "input", keySpan: text.span, value: input },
  ];
  return eventOf(point, { kind: "ObjectLit", span: text.span, entries }, call, bundle);
}

/** One event; of an example with a name that several points share, one for each of them. */
function objectEvents(literal: ObjectLit, points: readonly Point[], bundle: BundleScope): readonly (Json | null)[] {
  const isShared = literal.entries.some(({ key }) => sharedNames.includes(key));
  const isNamed = literal.entries.some(({ key }) => key === "point");
  const all = isShared && !isNamed ? points.filter((point) => knowsAll(literal, point)) : [];
  if (all.length > 1) return all.map((point) => eventOf(point, literal, 1, bundle));
  const point = examplePoint(literal, points, bundle);
  return [point === null ? null : eventOf(point, literal, 1, bundle)];
}

/** The point an event names, else the first of the rule's points that knows all its fields. */
function examplePoint(literal: ObjectLit, points: readonly Point[], bundle: BundleScope): Point | null {
  const entry = literal.entries.find(({ key }) => key === "point");
  if (entry === undefined) return points.find((point) => knowsAll(literal, point)) ?? points[0] ?? null;
  const { value } = entry;
  if (value.kind !== "StringLit" && value.kind !== "Name") {
    bundle.session.report("P327", value.span, { name: "point", wanted: "string", found: "value" });
    return null;
  }
  const name: Name = { kind: "Name", span: value.span, text: value.kind === "Name" ? value.text : value.value };
  const point = pointOf(name, bundle.session);
  if (point !== null && !points.includes(point)) {
    bundle.session.report("P256", value.span, { why: `this rule is not at \`${point}\`` });
    return null;
  }
  return point;
}

function knowsAll(literal: ObjectLit, point: Point): boolean {
  const { tool } = pointSchema[point];
  const fields = namedFields(point);
  return literal.entries.every(
    ({ key }) =>
      Object.hasOwn(fields, key) || Object.hasOwn(commonFields, key) || key === "unknown" || (key === "input" && tool),
  );
}

// Tests

const outcomes: readonly Outcome[] = ["pass", "allow", "ask", "respond", "block", "stop"];

/** A decision table, or null when a step of it is wrong. */
export function testOf(
  decl: TestDecl,
  rules: ReadonlySet<string>,
  state: KnownState,
  bundle: BundleScope,
): ModelTest | null {
  const steps = decl.steps.map((step, at) => stepOf(step, at + 1, rules, state, bundle));
  if (decl.steps.length === 0) bundle.session.report("P260", decl.name.span, { name: decl.name.value });
  const sound = steps.filter((step) => step !== null);
  return sound.length < steps.length ? null : { name: decl.name.value, span: decl.name.span, steps: sound };
}

function stepOf(
  step: TestStep,
  call: number,
  rules: ReadonlySet<string>,
  state: KnownState,
  bundle: BundleScope,
): ModelStep | null {
  const { session } = bundle;
  const point = step.point === null ? "before_tool_call" : pointOf(step.point, session);
  const given = givenOf(step.given, state, session);
  const expect = outcomes.find((outcome) => outcome === step.expect.text);
  if (expect === undefined) {
    const isRemark = step.expect.text === "warn" || step.expect.text === "note";
    const help = isRemark
      ? "a warning lets the call pass: write `expect pass warns RULE`"
      : `the outcomes are ${outcomes.join(", ")}`;
    session.report(
      "P257",
      step.expect.span,
      { name: step.expect.text },
      isRemark
        ? { help }
        : suggestion(outcomeFor(step.expect.text) ?? nearest(step.expect.text, outcomes, bundle.session), help),
    );
  }
  const by = ruleNames(step.by, rules, state, bundle);
  const warns = ruleNames(step.warns, rules, state, bundle);
  const event = point === null ? null : stepEvent(step.event, point, call, bundle);
  if (event === null || given === null || expect === undefined || by === null || warns === null) return null;
  return { event, given, expect, by, warns, span: step.span };
}

function stepEvent(literal: StringLit | ObjectLit, point: Point, call: number, bundle: BundleScope): Json | null {
  if (literal.kind === "StringLit") return textEvent(literal, [point], call, bundle);
  const named = literal.entries.find(({ key }) => key === "point");
  if (named !== undefined)
    bundle.session.report("P253", named.keySpan, { name: "point", where: "a step, whose point is named after `on`," });
  return eventOf(point, literal, call, bundle);
}

function ruleNames(
  names: readonly Name[],
  rules: ReadonlySet<string>,
  state: KnownState,
  bundle: BundleScope,
): readonly string[] | null {
  let isSound = true;
  for (const { text, span } of names) {
    if (rules.has(text)) continue;
    if (!state.lost.has(text))
      bundle.session.report("P258", span, { name: text }, suggestion(nearest(text, rules, bundle.session)));
    isSound = false;
  }
  return isSound ? names.map((name) => name.text) : null;
}

/** The outcome that a word of other systems means, as where an effect is written. */
const outcomeFor = (word: string): string | null =>
  outcomes.find((outcome) => outcome === clauseSynonyms.get(word.toLowerCase())?.fix) ?? null;
