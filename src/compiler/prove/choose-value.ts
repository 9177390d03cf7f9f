// Chooses a value that meets every demand on one slot, from the values that the demands propose and their combinations.

import type { Chooser } from "./choice.ts";
import type { Slot } from "./constraints.ts";
import { type Demand, SOME_HOSTS, SOME_PATHS, SOME_TEXTS } from "./demands.ts";
import type { Value } from "./value-path.ts";

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
  choice: Chooser,
  more: readonly Demand[] = [],
): Value {
  // Demands on every element propose values too, after the demands on this one.
  const general = [...every, ...more];
  const all = [...demands, ...general];
  const fits = (value: Value): boolean => all.every(({ passes }) => passes(value));
  const proposed = [...choice.order(demands), ...choice.order(general)];
  const likely = proposed.flatMap((demand) => choice.order(demand.likely));
  // Their order already reflects the choice: choosing again would correlate with it and never try some values.
  const at = likely.findIndex(fits);
  if (at !== -1) return likely[at];
  const texts = likely.filter((value) => typeof value === "string");
  for (const value of assembled(proposed, choice)) if (fits(value)) return value;
  for (const value of combined(texts)) if (fits(value)) return value;
  for (const value of overlaid(texts)) if (fits(value)) return value;
  const others = (usual[type] ?? SOME_TEXTS).filter(fits);
  if (others.length > 0) return choice.of(others);
  return likely[0] ?? (fits(undefined) ? undefined : (usual[type] ?? SOME_TEXTS)[0]);
}

const BETWEEN = ["", " ", "x", "/", "\n"] as const;

/** Joins the texts that must start, be inside and end the value, padded to the required length. */
function* assembled(demands: readonly Demand[], choice: Chooser): Generator<string> {
  const at = (place: Demand["place"]): readonly string[] =>
    demands.flatMap((demand) => {
      const text = demand.place === place ? choice.of(demand.likely) : undefined;
      return typeof text === "string" ? [text] : [];
    });
  const longest = (texts: readonly string[]): string => texts.reduce((a, b) => (b.length > a.length ? b : a), "");
  const [head, tail, middle] = [longest(at("start")), longest(at("end")), at("inside")];
  const lengths = at("length").map((text) => text.length);
  if (head === "" && tail === "" && middle.length === 0) return;
  for (const between of BETWEEN) {
    const body = [head, ...middle].filter((text) => text !== "").join(between);
    const whole = [body, tail].filter((text) => text !== "").join(between);
    yield whole;
    for (const length of lengths)
      if (length > whole.length) yield `${body}${"x".repeat(length - body.length - tail.length)}${tail}`;
  }
}

const LONGEST_OVERLAID = 200;

/** One text written over a part of another, which keeps its length: `^[a-z]{8}$` beside `contains "zz"`. */
function* overlaid(texts: readonly string[]): Generator<string> {
  const some = [...new Set(texts)].slice(0, 8);
  for (const whole of some)
    for (const part of some) {
      if (part === "" || part.length >= whole.length || whole.length > LONGEST_OVERLAID) continue;
      for (let at = 0; at + part.length <= whole.length; at++)
        yield `${whole.slice(0, at)}${part}${whole.slice(at + part.length)}`;
    }
}

/** One text before another: this often meets `starts with`, `contains` and `ends with` of one value. */
function* combined(texts: readonly string[]): Generator<string> {
  const some = [...new Set(texts)].slice(0, 8);
  let count = 0;
  for (const first of some)
    for (const second of some)
      for (const between of BETWEEN) {
        if (++count > MOST_COMBINED * 5) return;
        yield `${first}${between}${second}`;
      }
  if (some.length < 3) return;
  for (const between of ["", " "]) {
    yield some.join(between);
    yield some.toReversed().join(between);
  }
}
