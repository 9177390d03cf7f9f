// Reports two rules that can both fire and set one field to different values: the event would be blocked.
// Reported only where it is certain enough: one condition implies the other, or every test of both is understood and none of
// them excludes another.

import type { Session } from "../diagnostics/session.ts";
import type { IrRule, IrValue } from "../ir/ir.ts";
import type { Model } from "../ir/model.ts";
import { contradiction } from "../logic/contradicts.ts";
import { type Form, formOfRule } from "../logic/form.ts";
import { implies } from "../logic/implies.ts";
import { limitOf } from "../logic/limits.ts";
import { type Tables, tablesOf } from "../logic/tables.ts";
import { spanOfRule } from "./cond-place.ts";

interface Setter {
  readonly rule: IrRule;
  readonly field: string;
  readonly value: IrValue;
  readonly form: Form;
  readonly at: number;
}

/** Setters of one field are compared with this many before them. */
const MOST_COMPARED = 32;

export function conflictingSets(model: Model, session: Session): void {
  const tables = tablesOf(model.ir);
  const byField = new Map<string, Setter[]>();
  for (const setter of model.ir.rules.flatMap(settersOf)) {
    for (const point of setter.rule.points) {
      const key = `${point} ${setter.field}`;
      const known = byField.get(key) ?? [];
      const other = known.find((one) => areDifferent(one.value, setter.value) && canBothFire(one, setter, tables));
      if (other !== undefined) report(setter, other, model, session);
      if (known.length < MOST_COMPARED) byField.set(key, [...known, setter]);
    }
  }
}

function report({ rule, field, at }: Setter, other: Setter, model: Model, session: Session): void {
  if (model.packFiles.has(rule.file) && model.packFiles.has(other.rule.file)) return;
  const span = model.partSpans[rule.id]?.effects[at]?.span ?? spanOfRule(model, rule);
  const first = model.partSpans[other.rule.id]?.effects[other.at]?.span ?? spanOfRule(model, other.rule);
  const notes = [{ span: first, text: "set to another value here" }];
  session.report("P435", span, { rule: rule.name, other: other.rule.name, field }, { notes });
}

function settersOf(rule: IrRule): readonly Setter[] {
  if (rule.shadow) return [];
  const form = formOfRule(rule);
  return rule.effects.flatMap(([effect], at) => {
    return effect?.kind === "set" ? [{ rule, field: effect.field, value: effect.value, form, at }] : [];
  });
}

/** Certain: two constants, or texts that differ in one constant part and in nothing else. */
function areDifferent(a: IrValue, b: IrValue): boolean {
  if (a.op === "const" && b.op === "const") return a.value !== b.value;
  if (a.op !== "concat" || b.op !== "concat" || a.parts.length !== b.parts.length) return false;
  const pairs = a.parts.map((part, at) => [part, b.parts[at]] as const);
  const others = pairs.filter(([x, y]) => JSON.stringify(x) !== JSON.stringify(y));
  const [only] = others;
  return others.length === 1 && only?.[0].op === "const" && only[1]?.op === "const";
}

function canBothFire(a: Setter, b: Setter, tables: Tables): boolean {
  if (contradiction([a.form, b.form], tables) !== null) return false;
  if (implies(a.form, b.form, tables) || implies(b.form, a.form, tables)) return true;
  return isUnderstood(a.form, tables) && isUnderstood(b.form, tables);
}

/** Plain tests of values. Patterns are excluded: they may contradict each other in ways that are not detected. */
function isUnderstood(form: Form, tables: Tables): boolean {
  if (form.kind !== "literal") return form.kind === "all" && form.items.every((item) => isUnderstood(item, tables));
  const limit = limitOf(form, tables);
  return limit !== null && (limit.text === undefined || limit.text.meaning?.isLiteral === true);
}
