// A policy, a session of events that concerns it, and the world around them.

import fc, { type Arbitrary } from "fast-check";
import type { Ir } from "../src/compiler/ir/ir.ts";
import { focus, type PolicyOptions, policy } from "./arbitrary.ts";
import { type Facts, type Step, session, world } from "./arbitrary-events.ts";

export interface Scenario {
  readonly ir: Ir;
  readonly steps: readonly Step[];
  readonly facts: Facts;
}

interface ScenarioOptions extends PolicyOptions {
  /** False: every event is well formed. */
  readonly spoil?: boolean;
  readonly maxLength?: number;
}

export const scenario = (options: ScenarioOptions = {}): Arbitrary<Scenario> =>
  focus(new Map()).chain((about) =>
    fc.record({ ir: policy(about, options), steps: session(about, options), facts: world }),
  );
