// Reports a rule that can never change the outcome: whenever it fires or is unknown, another decides at least as strictly.
// Also reports an `allow` without effect, because a stricter rule is true whenever it is.

import type { Session } from "../diagnostics/session.ts";
import type { IrRule } from "../ir/ir.ts";
import { asksOnce } from "../ir/ir-walk.ts";
import type { Model } from "../ir/model.ts";
import { coverIndex, type Filed } from "../logic/cover-index.ts";
import { keyOf } from "../logic/form.ts";
import { implies } from "../logic/implies.ts";
import { type Tables, tablesOf } from "../logic/tables.ts";
import { spanOfRule } from "./cond-place.ts";
import { repeatKey } from "./repeated-rule.ts";
import { effectsAt, isAsStrict, isNeverUnknown, mayErr, outcomeAt, readsState, unknownAt } from "./rule-outcome.ts";

export function shadowedRule(model: Model, session: Session): void {
  const tables = tablesOf(model.ir);
  const enforcing = model.ir.rules.filter((rule) => !rule.shadow);
  const index = coverIndex(enforcing, tables);
  for (const filed of index.all) {
    const { rule } = filed;
    const kind = kindOf(rule, model);
    // A user who adds stricter rules to a pack need not take the pack apart.
    if (kind === null || model.packFiles.has(rule.file)) continue;
    for (const other of index.candidates(filed)) {
      if (!isCovered(filed, other, model, tables)) continue;
      const holes = { rule: rule.name, other: other.rule.name };
      const notes = [{ span: spanOfRule(model, other.rule), text: "this rule decides" }];
      if (kind === "allow") session.report("P436", spanOfRule(model, rule), holes, { notes });
      else session.report("P434", spanOfRule(model, rule), holes, { notes });
      break;
    }
  }
}

const deciding: ReadonlySet<string> = new Set(["ask", "block", "stop"]);

/** The outcome of a rule that only decides, and decides the same on every target; null for any other. */
function kindOf(rule: IrRule, { ir }: Model): "allow" | "restricts" | null {
  const kinds = placesOf(rule, ir.targets).flatMap(({ target, point }) =>
    effectsAt(rule, target, point).map((effect) => effect.kind),
  );
  if (kinds.length === 0) return null;
  if (kinds.every((kind) => kind === "allow")) return "allow";
  const isSilent = rule.unknown === null || deciding.has(rule.unknown.kind);
  return isSilent && kinds.every((kind) => deciding.has(kind)) ? "restricts" : null;
}

const placesOf = (rule: IrRule, targets: readonly string[]) =>
  targets.flatMap((target) => rule.points.map((point) => ({ target, point })));

function isCovered(a: Filed, b: Filed, { ir }: Model, tables: Tables): boolean {
  const [rule, other] = [a.rule, b.rule];
  if (!rule.points.every((point) => other.points.includes(point))) return false;
  // It is silent once it has been answered.
  if (asksOnce(other)) return false;
  // Rules that mark or count see the session without the marks of this event.
  if (other.stratum !== null && readsState(other)) return false;
  const isAllow = placesOf(rule, ir.targets).every(({ target, point }) => outcomeAt(rule, target, point) === "allow");
  const isStricter = placesOf(rule, ir.targets).every(({ target, point }) => {
    const outcome = outcomeAt(other, target, point);
    if (isAllow) return isAsStrict(outcome, "ask");
    if (!isAsStrict(outcome, outcomeAt(rule, target, point))) return false;
    const unclear = unknownAt(rule, target, point);
    return (
      isNeverUnknown(rule, ir) || (isAsStrict(outcome, unclear) && isAsStrict(unknownAt(other, target, point), unclear))
    );
  });
  // A respond beside an ask or another respond differs from both.
  if (!isStricter || respondsSomewhere(other, ir.targets)) return false;
  if (!isAllow && mayErr(rule) && keyOf(a.form) !== keyOf(b.form)) return false;
  if (!implies(a.form, b.form, tables)) return false;
  // Of two rules that cover each other the later one is reported; two equal rules are reported as repeated.
  if (repeatKey(rule) === repeatKey(other)) return false;
  return rule.id > other.id || isAllow || !isCoveredBack(a, b, ir.targets, tables);
}

function isCoveredBack(a: Filed, b: Filed, targets: readonly string[], tables: Tables): boolean {
  const isEqual = placesOf(a.rule, targets).every(
    ({ target, point }) => outcomeAt(a.rule, target, point) === outcomeAt(b.rule, target, point),
  );
  return isEqual && b.rule.points.every((point) => a.rule.points.includes(point)) && implies(b.form, a.form, tables);
}

const respondsSomewhere = (rule: IrRule, targets: readonly string[]): boolean =>
  placesOf(rule, targets).some(({ target, point }) => outcomeAt(rule, target, point) === "respond");
