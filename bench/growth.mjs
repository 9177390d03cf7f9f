// The same event over 100 and 10,000 rules, of which three concern it.

import { importModule, withBundle } from "./build-policy.mjs";
import { row } from "./decide.mjs";
import { measureCpu } from "./measure.mjs";
import { mixedEvent, mixedRules } from "./policy-text.mjs";

export async function growthBench() {
  return withBundle(mixedRules(100), (small) =>
    withBundle(mixedRules(10_000), async (large) => {
      const engines = await Promise.all(
        [small, large].map(async (folder) => (await importModule(folder)).createPolicy({ revision: "bench" })),
      );
      const events = Array.from({ length: 64 }, (_, i) =>
        JSON.parse(JSON.stringify({ ...mixedEvent, call_id: `c${i}` })),
      );
      for (const engine of engines) {
        const decision = engine.decideSync(events[0]);
        if (decision.outcome !== "ask" || decision.warnings.length !== 1) throw new Error(JSON.stringify(decision));
      }
      let turn = 0;
      const [few, many] = engines;
      const subjects = {
        few: () => few.decideSync(events[turn++ & 63]),
        many: () => many.decideSync(events[turn++ & 63]),
      };
      const times = await measureCpu(subjects);
      return [
        row("10,000 rules to 100, three concerned", times.many / times.few, "<=", 1.5),
        { name: "decideSync over 10,000 rules", value: times.many, unit: "ns" },
      ];
    }),
  );
}
