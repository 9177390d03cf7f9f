// The checks of a whole rule set, in the order they run. Each is one file, named by its slug in the catalogue.

import type { Model } from "../model.ts";
import type { Session } from "../session.ts";
import { constantCondition } from "./constant-condition.ts";
import { impossibleCondition } from "./impossible-condition.ts";
import { repeatedRule } from "./repeated-rule.ts";

export type Check = (model: Model, session: Session) => void;

export const checks: readonly Check[] = [impossibleCondition, constantCondition, repeatedRule];
