// The events of a policy's own examples and tests.

import type { Json } from "../../language/contract.ts";
import type { Model } from "../ir/model.ts";
import type { Event } from "../prove/build-event.ts";
import type { Trace } from "./side.ts";

/** Examples, and tests step by step. */
export function tracesOf({ examples, tests }: Model): readonly Trace[] {
  const steps = tests.flatMap((test) =>
    test.steps.map(({ event, given }, at) => ({
      event: dataOf(event),
      given,
      before: test.steps.slice(0, at).map((step) => ({ event: dataOf(step.event), given: step.given, times: 1 })),
    })),
  );
  return [...examples.map(({ event, given }) => ({ event: dataOf(event), given, before: [] })), ...steps];
}

/** An event that is no object is refused before it is decided. */
const dataOf = (value: Json): Event =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Event) : {};
