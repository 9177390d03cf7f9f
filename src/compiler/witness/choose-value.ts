// A value that meets every demand on one slot, out of what the demands propose and of their combinations.

import type { Choice } from "./choice.ts";
import { type Demand, SOME_HOSTS, SOME_PATHS, SOME_TEXTS } from "./demands.ts";
import type { Value } from "./value-path.ts";
import type { Slot } from "./wish.ts";

const usual: { readonly [type: string]: readonly Value[] } = {
  string: SOME_TEXTS,
  command: ["ls", "echo x"],
  path: SOME_PATHS,
  host: SOME_HOSTS,
  int: [1, 0, 2, 100, -1],
  bool: [true, false],
  json: [{}, "x", 1],
};

const MOST_COMBINED = 64;

/** Undefined: missing, or nothing fits; the event then shows whether that matters. */
export function chooseValue(
  { demands, every }: Slot,
  type: string,
  choice: Choice,
  more: readonly Demand[] = [],
): Value {
  // What holds of every element proposes values too, behind what is asked of this one.
  const general = [...every, ...more];
  const all = [...demands, ...general];
  const fits = (value: Value): boolean => all.every(({ passes }) => passes(value));
  const proposed = [...choice.order(demands), ...choice.order(general)];
  const likely = proposed.flatMap((demand) => choice.order(demand.likely));
  // Their order is the choice already: choosing again would go round in step with it, and leave some out.
  const at = likely.findIndex(fits);
  if (at !== -1) return likely[at];
  const texts = likely.filter((value) => typeof value === "string");
  for (const value of combined(texts)) if (fits(value)) return value;
  const others = (usual[type] ?? SOME_TEXTS).filter(fits);
  if (others.length > 0) return choice.of(others);
  return likely[0] ?? (fits(undefined) ? undefined : (usual[type] ?? SOME_TEXTS)[0]);
}

/** One text before another: `starts with`, `contains` and `ends with` of one value often meet so. */
function* combined(texts: readonly string[]): Generator<string> {
  const some = [...new Set(texts)].slice(0, 8);
  let count = 0;
  for (const first of some)
    for (const second of some)
      for (const between of ["", " ", "/", "x", "\n"]) {
        if (++count > MOST_COMBINED * 5) return;
        yield `${first}${between}${second}`;
      }
  if (some.length < 3) return;
  for (const between of ["", " "]) {
    yield some.join(between);
    yield some.toReversed().join(between);
  }
}
