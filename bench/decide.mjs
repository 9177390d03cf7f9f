// One decision over 100 rules: the emitted code, decideSync and decide against a hand-written function and three peers.

import { importModule, loadBundle, withBundle } from "./build-policy.mjs";
import { handWritten } from "./hand-written.mjs";
import { measureCpu } from "./measure.mjs";
import { cedarPeer, celPeer, jsonRulesPeer } from "./peers.mjs";
import { toolEvent, toolRules } from "./policy-text.mjs";

export async function decideBench() {
  return withBundle(toolRules(100), async (folder) => {
    const policy = await loadBundle(folder);
    const engine = (await importModule(folder)).createPolicy({ revision: "bench" });
    const cedar = cedarPeer();
    const cel = celPeer();
    const jsonRules = jsonRulesPeer();

    // Fresh strings from JSON, as a host would have them; a few shapes of events, most of which fire nothing.
    const events = Array.from({ length: 64 }, (_, i) => JSON.parse(JSON.stringify({ ...toolEvent, call_id: `c${i}` })));
    const misses = events.map((event) => ({ ...event, input: { arg: "nothing" } }));
    await assertSame([...events.slice(0, 2), ...misses.slice(0, 2)], { policy, engine, cedar, cel, jsonRules });

    let turn = 0;
    const next = () => events[turn++ & 63];
    const checked = events.map((event) => engine.check(event));
    const nextChecked = () => checked[turn++ & 63];
    const subjects = {
      hand: () => handWritten(next()),
      emitted: () => engine.decideChecked(nextChecked()),
      decideSync: () => policy.decideSync(next()),
      decide: () => policy.decide(next()),
      cel: () => cel(next()),
      jsonRules: () => jsonRules(next()),
      cedar: () => cedar(next()),
    };
    const times = await measureCpu(subjects);
    // Last, because an engine that has met many shapes of event is slower with each of them from then on.
    const shapes = events.map(inAnotherOrder);
    const shaped = await measureCpu({
      hand: () => handWritten(shapes[turn++ & 63]),
      decideSync: () => policy.decideSync(shapes[turn++ & 63]),
    });
    await policy.close();
    return [
      row("emitted rules, checked event, to hand-written", times.emitted / times.hand, "<=", 2),
      row("decideSync to hand-written", times.decideSync / times.hand, "<=", 6),
      row("decide to hand-written", times.decide / times.hand, "<=", 10),
      row("cedar-wasm to decideSync", times.cedar / times.decideSync, ">=", 300),
      row("cel-js to decideSync", times.cel / times.decideSync, ">=", 10),
      row("json-rules-engine to decideSync", times.jsonRules / times.decideSync, ">=", 10),
      { name: "hand-written function", value: times.hand, unit: "ns" },
      { name: "decideSync", value: times.decideSync, unit: "ns" },
      { name: "decideSync to hand-written, 64 shapes of event", value: shaped.decideSync / shaped.hand, unit: "x" },
    ];
  });
}

/** The same event with its fields in the order of another host; each `by` gives another order. */
function inAnotherOrder(event, by) {
  const left = Object.entries(event);
  const order = [];
  for (let at = by; left.length > 0; at = Math.floor(at / 2)) order.push(...left.splice(at % left.length, 1));
  return Object.fromEntries(order);
}

export const row = (name, value, relation, goal) => ({ name, value, unit: "x", relation, goal });

/** Every side names the same rules for the same event, or there is nothing to compare. */
async function assertSame(events, { policy, engine, cedar, cel, jsonRules }) {
  for (const event of events) {
    const wanted = handWritten(event).reasons.map((reason) => reason.rule);
    const names = (decision) => decision.reasons.map((reason) => reason.rule);
    const answers = {
      emitted: names(engine.decideChecked(engine.check(event))),
      decideSync: names(policy.decideSync(event)),
      decide: names(await policy.decide(event)),
      cedar: cedar(event),
      cel: cel(event),
      jsonRules: await jsonRules(event),
    };
    for (const [side, rules] of Object.entries(answers)) {
      if (JSON.stringify(rules) !== JSON.stringify(wanted))
        throw new Error(`${side} says ${rules}, by hand it is ${wanted}`);
    }
  }
}
