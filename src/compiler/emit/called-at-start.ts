// Which functions of a part its own statements call when it is loaded, as the engine counts them.

import { Session } from "node:inspector";
import { createRequire } from "node:module";
import { compileFunction } from "node:vm";
import type { Unit } from "./part-units.ts";

const FILE = "policyc-part.cjs";

export function calledAtStart(units: readonly Unit[]): ReadonlySet<string> {
  const starts = new Map<number, Unit>();
  let text = "";
  for (const unit of units) {
    starts.set(text.length, unit);
    text += unit.text;
  }
  return new Set(
    calledFunctions(text).flatMap(({ startOffset }) => {
      const unit = [...starts].find(
        ([start, one]) => startOffset >= start && startOffset < start + one.text.length,
      )?.[1];
      return unit?.kind === "function" ? unit.declares : [];
    }),
  );
}

function calledFunctions(text: string): readonly { readonly startOffset: number }[] {
  const session = new Session();
  session.connect();
  try {
    session.post("Profiler.enable");
    session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    compileFunction(text, ["require"], { filename: FILE })(createRequire(process.execPath));
    let called: readonly { readonly startOffset: number }[] = [];
    session.post("Profiler.takePreciseCoverage", (error, coverage) => {
      if (error !== null) throw error;
      const own = coverage.result.find(({ url }) => url === FILE);
      called = (own?.functions ?? []).flatMap(({ ranges }) => ranges.slice(0, 1)).filter(({ count }) => count > 0);
    });
    session.post("Profiler.stopPreciseCoverage");
    return called;
  } finally {
    session.disconnect();
  }
}
