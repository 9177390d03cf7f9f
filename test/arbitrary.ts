// Random policies: well-typed IR of every operation and effect, as the front of the compiler would write it.
// Whatever may be absent is guarded, since unguarded reads do not compile.

import fc, { type Arbitrary } from "fast-check";
import type { Ir, IrCond, IrConjunct, IrEffect, IrMessage, IrRule, IrValue } from "../src/compiler/ir/ir.ts";
import type { Point } from "../src/language/contract.ts";
import { commonFields, type Fields, namedFields, points } from "../src/language/schema.ts";
import {
  allPoints,
  condition,
  constant,
  constantOf,
  declaredTools,
  fieldValue,
  type Memo,
  narrowed,
  pick,
  type Scope,
  shaped,
  someText,
  type Theme,
  toolIs,
} from "./arbitrary-conditions.ts";
import { commandPatterns, globs, regexes, stateItems, toolWords, windows } from "./arbitrary-pools.ts";

/** Fields common to all the points, with one type. */
function fieldsOf(at: readonly Point[], theme: Theme): Scope["fields"] {
  const tables = at.map((point): Fields => ({ ...commonFields, ...namedFields(point) }));
  const [first = {}] = tables;
  const fields = Object.entries(first).flatMap(([name, field]) => {
    if (name === "time" || field.type === "json") return [];
    const same = tables.map((table) => table[name]);
    if (!same.every((other) => other?.type === field.type)) return [];
    return [{ name, field: same.some((other) => other?.optional) ? { ...field, optional: true as const } : field }];
  });
  if (theme !== "rewrite") return fields;
  const settable = fields.filter(({ field }) => field.set !== undefined);
  return [...fields, ...Array.from({ length: 5 }, () => settable).flat()];
}

const message = (scope: Scope): Arbitrary<IrMessage> => {
  const plain = scope.fields.filter(({ field }) => field.type === "string" && !field.optional);
  const fixed = pick(["do not", "please look", "x"]).map((text): IrMessage => [text]);
  return plain.length === 0
    ? fixed
    : fc.oneof(
        fixed,
        pick(plain).map(({ name, field }): IrMessage => ["saw ", fieldValue(name, field), "."]),
      );
};

type Kind = "warn" | "note" | "allow" | "ask" | "block" | "stop";
const spoken = (kind: Kind, scope: Scope): Arbitrary<IrEffect> =>
  message(scope).map((text) => ({ kind, message: text }));

const respond = (scope: Scope): Arbitrary<IrEffect> =>
  fc
    .oneof(
      constantOf.string,
      shaped({ ...scope, vars: [] }, "string")
        .filter(({ optional }) => !optional)
        .map(({ value }) => value),
    )
    .map((value) => ({ kind: "respond", value }));

/** A rewrite of a field that every one of the points allows, computed from constants or from the field itself. */
function rewrite(scope: Scope, at: readonly Point[]): Arbitrary<IrEffect> | null {
  const fields = scope.fields.filter(({ name, field }) =>
    name.startsWith("input.")
      ? (field.type === "string" || field.type === "command") && at.every((point) => point.startsWith("before_"))
      : field.set !== undefined,
  );
  if (fields.length === 0) return null;
  return pick(fields).chain(({ name, field }) => {
    const current = fieldValue(name, field);
    const present: IrValue = field.optional ? { op: "default", value: current, fallback: constant("none") } : current;
    return fc
      .oneof(
        constantOf.string,
        fc.nat(regexes.length - 1).map((regex): IrValue => ({ op: "mask", value: present, regex })),
        someText.map((text): IrValue => ({ op: "concat", parts: [present, constant(text)] })),
        shaped(scope, "string")
          .filter(({ optional }) => !optional)
          .map(({ value }) => value),
      )
      .map((value): IrEffect => ({ kind: "set", field: name, value }));
  });
}

interface Shape {
  readonly at: readonly Point[];
  readonly tools: readonly string[] | null;
  readonly sets: readonly number[];
  /** The state this policy is about. */
  readonly about: readonly number[];
  readonly theme: Theme;
  readonly memo: Memo;
  readonly allow: boolean;
}

export interface PolicyOptions {
  readonly allow?: boolean;
  readonly shadow?: boolean;
  /** `if unknown` effects weaker than the default `ask`. */
  readonly weakUnknown?: boolean;
  readonly state?: boolean;
}

/** Effects other than state: at most one outcome, any remarks, perhaps a rewrite. */
function effectsOf(shape: Shape, scope: Scope): Arbitrary<readonly IrEffect[][]> {
  const outcome: Arbitrary<IrEffect[]> = shape.allow
    ? spoken("allow", scope).map((effect) => [effect])
    : fc.oneof(
        { weight: 2, arbitrary: spoken("block", scope).map((effect) => [effect]) },
        { weight: 2, arbitrary: spoken("ask", scope).map((effect) => [effect]) },
        { weight: 2, arbitrary: fc.tuple(spoken("ask", scope), spoken("block", scope)) },
        ...(shape.at.every((point) => point === "before_tool_call")
          ? [{ weight: 3, arbitrary: spoken("ask", scope).map((effect) => [{ ...effect, once: true } as IrEffect]) }]
          : []),
        { weight: 1, arbitrary: spoken("stop", scope).map((effect) => [effect]) },
        { weight: 2, arbitrary: respond(scope).map((effect) => [effect]) },
        { weight: 1, arbitrary: fc.tuple(respond(scope), spoken("block", scope)) },
      );
  const remark: Arbitrary<IrEffect[]> = pick(["warn", "note"] as const).chain((kind) =>
    fc
      .tuple(spoken(kind, scope), fc.boolean())
      .map(([effect, chained]): IrEffect[] => (chained ? [effect, { kind: "pass" }] : [effect])),
  );
  const set = rewrite(scope, shape.at)?.map((effect) => [effect]);
  const some = (arbitrary: Arbitrary<IrEffect[]>, inTen: number): Arbitrary<IrEffect[] | null> =>
    fc.oneof({ weight: 10 - inTen, arbitrary: fc.constant(null) }, { weight: inTen, arbitrary });
  return fc
    .tuple(
      shape.allow ? outcome : some(outcome, shape.theme === "any" ? 6 : 3),
      some(remark, 4),
      set === undefined || shape.allow ? fc.constant(null) : some(set, shape.theme === "rewrite" ? 7 : 3),
      fc.constant(shape.sets.map((at): IrEffect[] => [stateEffect(at)])),
      outcome,
    )
    .map(([decides, says, rewrites, state, otherwise]) => {
      const effects = [decides, says, rewrites].filter((chain) => chain !== null).concat(state);
      return effects.length === 0 ? [otherwise] : effects;
    });
}

function stateEffect(at: number): IrEffect {
  const item = stateItems[at] ?? stateItems[0];
  return item.kind === "mark" ? { kind: "mark", label: item.name } : { kind: "count", counter: item.name };
}

const restricting = ["stop", "block", "ask", "set", "respond"];

const unknownEffect = (scope: Scope, weak: boolean): Arbitrary<IrEffect> =>
  fc.oneof(
    spoken("ask", scope),
    spoken("block", scope),
    spoken("stop", scope),
    respond(scope),
    ...(weak ? [spoken("warn", scope), spoken("note", scope)] : []),
  );

const conjunct = (cond: IrCond): IrConjunct => ({ cond, text: "a condition", line: 1, column: 1, operands: [] });

export type Draft = Omit<IrRule, "id" | "name" | "line">;

function ruleOf(shape: Shape, shadow: boolean, options: PolicyOptions): Arbitrary<Draft> {
  const toolPoint = shape.at.every((point) => points[point].tool);
  const base: Scope = {
    fields: fieldsOf(shape.at, shape.theme),
    toolPoint,
    theme: shape.theme,
    memo: shape.memo,
    key: `${shape.at} ${shape.theme} ${shape.allow} ${shape.about.filter((at) => shape.sets.every((set) => at < set))}`,
    state: shape.about.filter((at) => shape.sets.every((set) => at < set)),
    fold: !shape.allow,
    vars: [],
  };
  const scope = shape.tools === null ? base : narrowed(base, shape.tools);
  return fc
    .record({
      narrowing: shape.tools === null ? fc.constant(null) : toolIs(shape.tools),
      conditions: fc.oneof(
        { weight: 1, arbitrary: fc.constant([]) },
        { weight: 3, arbitrary: fc.tuple(condition(scope, 1)) },
        { weight: 1, arbitrary: fc.tuple(condition(scope, 2)) },
        { weight: 1, arbitrary: fc.tuple(condition(scope, 1), condition(scope, 1)) },
      ),
      effects: effectsOf(shape, scope),
      unknown: fc.option(unknownEffect(scope, options.weakUnknown !== false), { nil: null, freq: 2 }),
      // -1: the effect is left out on this target.
      choices: fc.array(pick([0, 0, 0, 1, 1, -1] as const), { minLength: 12, maxLength: 12 }),
      unknowns: fc.array(pick(["ask", "ask", "block"] as const), { minLength: 3, maxLength: 3 }),
      file: pick(["a.policy", "b.policy"]),
    })
    .map(({ narrowing, conditions, effects, unknown, choices, unknowns, file }): Draft => {
      const restricts = effects.some((chain) => chain.some(({ kind }) => restricting.includes(kind)));
      const resolved = shape.at.map((point, nth) => [
        point,
        effects.map((chain, at) =>
          Math.min(choices[(nth * effects.length + at) % choices.length] ?? 0, chain.length - 1),
        ),
      ]);
      const degraded = resolved.filter(([, picks]) => (picks as number[]).some((at) => at !== 0));
      return {
        file,
        column: 1,
        scope: "user",
        points: shape.at,
        conditions: [...(narrowing === null ? [] : [narrowing]), ...conditions].map(conjunct),
        effects,
        unknown: restricts ? unknown : null,
        shadow,
        severity: null,
        owner: null,
        doc: null,
        resolved: degraded.length > 0 ? { policyc: Object.fromEntries(degraded) } : {},
        unknownOutcome: { policyc: Object.fromEntries(shape.at.map((point, at) => [point, unknowns[at] ?? "ask"])) },
        stratum: shape.sets.length > 0 ? Math.min(...shape.sets) : null,
        tools: shape.tools,
      };
    });
}

/** What one scenario is about, so that its rules and its events meet. */
export interface Focus {
  readonly points: readonly Point[];
  readonly tools: readonly string[];
  readonly theme: Theme;
  readonly state: readonly number[];
  readonly memo: Memo;
}

const somePoint: Arbitrary<Point> = fc.oneof(
  { weight: 6, arbitrary: fc.constant<Point>("before_tool_call") },
  { weight: 3, arbitrary: pick<Point>(["after_tool_result", "user_prompt_submit", "after_model_call"]) },
  { weight: 2, arbitrary: pick<Point>(["before_completion_decision", "accept_gate"]) },
  { weight: 3, arbitrary: pick(allPoints) },
);

const rewritable: readonly Point[] = [
  "before_tool_call",
  "before_permission_decision",
  "user_prompt_submit",
  "after_tool_result",
  "after_model_call",
  "before_run",
];

export const focus = (memo: Memo): Arbitrary<Focus> =>
  pick<Theme>(["any", "state", "rewrite"]).chain((theme) =>
    fc.record({
      points: fc.uniqueArray(theme === "rewrite" ? pick(rewritable) : somePoint, {
        minLength: 1,
        maxLength: theme === "any" ? 3 : 2,
      }),
      tools: fc.oneof(
        fc.uniqueArray(pick(toolWords), { minLength: 1, maxLength: 3 }),
        fc.uniqueArray(pick(["bash", "fetch", "write", "mcp"]), { minLength: 1, maxLength: 2 }),
      ),
      theme: fc.constant(theme),
      state: fc.uniqueArray(fc.nat(stateItems.length - 1), { minLength: 2, maxLength: 3 }),
      memo: fc.constant(memo),
    }),
  );

export function rule(about: Focus, options: PolicyOptions = {}): Arbitrary<Draft> {
  return fc
    .record({
      at: fc.oneof(
        { weight: 8, arbitrary: pick(about.points).map((point): readonly Point[] => [point]) },
        { weight: 1, arbitrary: fc.constant(about.points) },
      ),
      tools: fc.option(fc.uniqueArray(pick(about.tools), { minLength: 1, maxLength: 2 }), {
        nil: null,
        freq: about.theme === "rewrite" ? 6 : 2,
      }),
      sets:
        options.state === false
          ? fc.constant([])
          : fc.oneof(
              { weight: about.theme === "state" ? 1 : 2, arbitrary: fc.constant<number[]>([]) },
              { weight: 1, arbitrary: fc.uniqueArray(pick(about.state), { minLength: 1, maxLength: 2 }) },
            ),
      allow: options.allow === false ? fc.constant(false) : fc.nat(5).map((n) => n === 0),
      shadow: options.shadow === false ? fc.constant(false) : fc.nat(4).map((n) => n === 0),
    })
    .chain(({ at, tools: names, sets, allow, shadow }) => {
      const toolPoint = at.every((point) => points[point].tool);
      return ruleOf(
        { at, tools: toolPoint ? names : null, sets, allow, about: about.state, theme: about.theme, memo: about.memo },
        shadow,
        options,
      );
    });
}

export const irOf = (drafts: readonly Draft[]): Ir => ({
  ir: 1,
  language: 1,
  scope: "user",
  targets: ["policyc"],
  answeredAt: { policyc: ["after_tool_result", "after_tool_failure"] },
  tools: declaredTools,
  regexes,
  globs,
  patterns: commandPatterns,
  programs: {},
  rules: drafts.map((draft, id) => ({ ...draft, id, name: `r${id}`, line: id + 1 })),
  labels: stateItems.filter(({ kind }) => kind === "mark").map(({ name }) => name),
  counters: windows,
  hooks: [],
  hookFiles: {},
});

export const policy = (about: Focus, options: PolicyOptions = {}): Arbitrary<Ir> =>
  fc.array(rule(about, options), { minLength: 1, maxLength: 7, size: "max" }).map(irOf);
