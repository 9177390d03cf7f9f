// Reports a shell policy without a rule about code that a command line runs but does not show: scripts, tasks, images.
// One or two rules about particular commands do not make a shell policy.

import { isPackFile } from "../analyse/files/packs.ts";
import type { Session } from "../diagnostics/session.ts";
import type { IrRule } from "../ir/ir.ts";
import { eachCond, eachValue } from "../ir/ir-walk.ts";
import type { Model } from "../ir/model.ts";
import { spanOfRule } from "./cond-place.ts";

/** From this many rules on, a policy is taken to be about what commands do. */
const SHELL_POLICY = 3;

export function externalNeverTested(model: Model, session: Session): void {
  const rules = model.ir.rules.filter(({ shadow }) => !shadow);
  if (rules.some(looksAtExternal)) return;
  const own = rules.filter((rule) => !isPackFile(rule.file) && restricts(rule) && looksAtCommands(rule));
  const [first] = own;
  if (own.length < SHELL_POLICY || first === undefined) return;
  session.report("P439", spanOfRule(model, first), { count: String(own.length) });
}

const restricts = ({ effects }: IrRule): boolean =>
  effects.some((chain) => chain.some(({ kind }) => kind === "ask" || kind === "block" || kind === "stop"));

function looksAtCommands(rule: IrRule): boolean {
  let found = false;
  eachCond(rule, ({ op }) => {
    if (op === "runs" || op === "flows") found = true;
  });
  eachValue(rule, ({ op }) => {
    if (op === "calls") found = true;
  });
  return found;
}

function looksAtExternal(rule: IrRule): boolean {
  let found = false;
  eachValue(rule, ({ op }) => {
    if (op === "externals") found = true;
  });
  return found;
}
