// The emitted module decides every event of every session as the reference interpreter does.

import fc from "fast-check";
import { expect, test } from "vitest";
import { scenario } from "../arbitrary-scenario.ts";
import { seeded } from "../seeded.ts";
import { essenceOf, essenceOfReference, playEmitted, playReference } from "./harness.ts";

test("random policies decide random sessions as the reference interpreter does", async () => {
  await fc.assert(
    fc.asyncProperty(scenario(), async ({ ir, steps, facts }) => {
      const wanted = playReference(ir, steps, facts);
      // Buckets may count one more near the edge of a window; what follows depends on it.
      const clear = wanted.findIndex(({ edge }) => edge);
      const until = clear < 0 ? wanted.length : clear;
      const got = await playEmitted(ir, steps.slice(0, until), facts);
      got.forEach((decision, at) => {
        const reference = wanted[at];
        if (reference) expect(essenceOf(decision), `event ${at}`).toEqual(essenceOfReference(reference));
        expect(decision.proceed).toBe(decision.outcome === "pass" || decision.outcome === "allow");
      });
    }),
    seeded("reference", 120),
  );
});
