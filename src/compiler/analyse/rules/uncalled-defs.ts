// A `def` is examined where it is called. One that nothing calls is examined here, at the point where it makes most sense.

import type { Point } from "../../../language/contract.ts";
import { points as pointSchema } from "../../../language/schema.ts";
import { Session } from "../../diagnostics/session.ts";
import type { DefDecl } from "../../ir/ast.ts";
import type { LoadedFile } from "../files/load-files.ts";
import type { BundleScope, Declared, FileNames } from "../names/bundle-scope.ts";
import { nothingKnown } from "../names/narrowing.ts";
import { newFound } from "../names/rule-scope.ts";
import { typeOf } from "../names/type-refs.ts";
import type { Typed } from "../names/value-types.ts";
import { conditionOf, MOST_STEPS_IN_ALL } from "../types/conditions.ts";

const allPoints = Object.keys(pointSchema) as readonly Point[];
const firstPoint: Point = "before_tool_call";

/** What looking at them may cost in all; the rest is examined once something calls it. */
const MOST_STEPS = 100_000;

export function checkUncalledDefs(names: ReadonlyMap<LoadedFile, FileNames>, bundle: BundleScope): void {
  const budget = { steps: MOST_STEPS_IN_ALL - MOST_STEPS };
  const left = (): boolean => budget.steps < MOST_STEPS_IN_ALL;
  for (const [file, { byName }] of names) {
    for (const declared of byName.values()) {
      if (!left()) return;
      if (declared.home.file !== file.file || declared.def === null || bundle.usedNames.has(declared)) continue;
      const { def } = declared;
      const fits = (point: Point): boolean =>
        isSound(def, declared, point, { ...bundle, budget, session: new Session() });
      if (fits(firstPoint) || allPoints.some(fits)) continue;
      if (left()) isSound(def, declared, firstPoint, bundle);
    }
  }
}

/** Examines the body with parameters of which only the type is known. */
function isSound(def: DefDecl, declared: Declared, point: Point, bundle: BundleScope): boolean {
  const found = newFound();
  const variables = new Map<string, Typed>();
  for (const { name, type: ref } of def.params) {
    const type = typeOf(ref, bundle.session);
    if (type === null) return false;
    const value = { op: "const", value: "" } as const;
    variables.set(name.text, {
      span: name.span,
      type,
      value,
      constant: null,
      unguarded: null,
      key: name.text,
      isEnv: false,
    });
  }
  // What it uses is not used by this alone, and constants are worked out again with the real session.
  const scratch: BundleScope = { ...bundle, usedNames: new Set(), worked: new Map() };
  conditionOf(def.body, nothingKnown, {
    bundle: scratch,
    names: declared.home,
    points: [point],
    isToolPoint: pointSchema[point].tool,
    variables,
    element: null,
    negative: false,
    approves: false,
    inside: [def.name.text],
    found,
  });
  return !found.failed && !bundle.session.hasErrors;
}
