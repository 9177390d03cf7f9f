// The checks of a whole rule set, in the order they run. Each is one file, named by its slug in the catalogue.

import type { Session } from "../diagnostics/session.ts";
import type { Model } from "../ir/model.ts";
import { askFindsNobody } from "./ask-finds-nobody.ts";
import { asksEveryTime } from "./asks-every-time.ts";
import { conflictingSets } from "./conflicting-sets.ts";
import { constantCondition } from "./constant-condition.ts";
import { costOverBudget } from "./cost-over-budget.ts";
import { externalNeverTested } from "./external-never-tested.ts";
import { failuresEscape } from "./failures-escape.ts";
import { hooksTooSlow } from "./hooks-too-slow.ts";
import { impossibleCondition } from "./impossible-condition.ts";
import { repeatedRule } from "./repeated-rule.ts";
import { rootOnlyGlob } from "./root-only-glob.ts";
import { shadowedRule } from "./shadowed-rule.ts";
import { unusedState } from "./unused-state.ts";

export type Check = (model: Model, session: Session) => void;

export const checks: readonly Check[] = [
  impossibleCondition,
  constantCondition,
  repeatedRule,
  shadowedRule,
  conflictingSets,
  unusedState,
  externalNeverTested,
  askFindsNobody,
  asksEveryTime,
  failuresEscape,
  rootOnlyGlob,
  hooksTooSlow,
  costOverBudget,
];
