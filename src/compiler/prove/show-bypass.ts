// Reports a rule that something else in the same call switches off, with the two calls that show it.

import type { Session } from "../diagnostics/session.ts";
import type { Span } from "../ir/ast.ts";
import type { IrRule } from "../ir/ir.ts";
import type { Model } from "../ir/model.ts";
import { type Rewriting, rewritingOf } from "./bypass-fix.ts";
import { type Bypass, findBypass } from "./find-bypass.ts";
import type { Finder } from "./find-witness.ts";
import { type Loosening, looseningsOf } from "./loosening-tests.ts";
import { callText } from "./witness-text.ts";

/** Effects that a bypass takes away; a remark that is missing does no harm. */
const holding: ReadonlySet<string> = new Set(["ask", "block", "stop", "respond", "set", "mark", "count"]);

export function showBypass(rule: IrRule, model: Model, finder: () => Finder, session: Session): void {
  if (!rule.effects.some(([first]) => first !== undefined && holding.has(first.kind))) return;
  const textOf = ({ file, start, end }: Span): string | undefined => session.sources.get(file)?.text.slice(start, end);
  const found = new Map<number, Found>();
  for (const loosening of looseningsOf(rule)) {
    if (found.has(loosening.at)) continue;
    const bypass = findBypass(rule, loosening, model.ir, finder());
    if (bypass !== null)
      found.set(loosening.at, { ...bypass, ...loosening, ...rewritingOf(rule, loosening, model, textOf) });
  }
  for (const { span, fix, isAsked, fires, passes } of withoutOverlaps([...found.values()])) {
    const holes = { rule: rule.name, fires: callText(fires.event), passes: callText(passes.event) };
    session.report(isAsked ? "P461" : "P460", span, holes, fix === null ? {} : { fix });
  }
}

type Found = Bypass & Loosening & Rewriting;

/** A fix that would replace the place of another one comes after that one has been made. */
function withoutOverlaps(found: readonly Found[]): readonly Found[] {
  const isInside = ({ span: one }: Found, { span: other }: Found): boolean =>
    one.file === other.file && one.start >= other.start && one.end <= other.end;
  return found.map((one) =>
    found.some((other) => other !== one && other.fix !== null && isInside(one, other)) ? { ...one, fix: null } : one,
  );
}
