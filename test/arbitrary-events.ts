// Random sessions: valid events of every point, optional fields absent or declared unknown, some malformed, time going on.

import fc, { type Arbitrary } from "fast-check";
import type { FactValue, Point } from "../src/language/contract.ts";
import { isLineFact } from "../src/language/operators/line-facts.ts";
import { commonFields, type Field, type Fields, points, tools } from "../src/language/schema.ts";
import type { Focus } from "./arbitrary.ts";
import { declaredTools } from "./arbitrary-conditions.ts";
import {
  commandLines,
  facts,
  fileFilters,
  ints,
  metadataKeys,
  pathTexts,
  servers,
  strangeTools,
  texts,
  toolWords,
  urls,
  words,
  workdir,
} from "./arbitrary-pools.ts";

type Event = { readonly [field: string]: unknown };

const pick = <T>(items: readonly T[]): Arbitrary<T> => fc.constantFrom(...items);
/** Few words half of the time, so that what is set, sent and looked for is often the same. */
const someWord = fc.oneof(pick(["a", "main"]), pick(words));
const someText = fc.oneof(pick(["a", "main"]), pick(texts));
const allPoints = Object.keys(points) as Point[];

const looseJson = fc.oneof(
  someWord,
  pick<unknown>(ints),
  fc.boolean(),
  fc.constant(null),
  fc.constant(1.5),
  fc.array(someWord, { maxLength: 2 }),
  fc.constant({}),
);
const metadata: Arbitrary<unknown> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc
      .dictionary(pick(metadataKeys.filter((key) => key !== "deep")), looseJson, { noNullPrototype: true })
      .chain((flat) =>
        fc
          .option(fc.dictionary(pick(metadataKeys), looseJson, { noNullPrototype: true }))
          .map((deep) => (deep === null ? flat : { ...flat, deep })),
      ),
  },
  { weight: 1, arbitrary: looseJson },
);

const sampleOf = (name: string, field: Field): Arbitrary<unknown> => {
  if (name === "url") return pick(urls);
  if (name === "server") return pick(servers);
  if (name === "files") return fc.array(pick(fileFilters), { maxLength: 3 });
  if (name === "shell") return pick(["bash", "sh", "zsh", "fish"]);
  if (field.type === "command") return fc.oneof({ weight: 5, arbitrary: pick(commandLines) }, someText);
  switch (field.type) {
    case "int":
      return pick(ints);
    case "bool":
      return fc.boolean();
    case "json":
      return metadata;
    case "path":
      return pick(pathTexts);
    case "list<string>":
      return fc.array(someWord, { maxLength: 3 });
    default:
      return field.name ? someWord : someText;
  }
};

const declaredUnknown = Symbol("unknown");

interface Filled {
  readonly values: Event;
  readonly unknown: readonly string[];
}

/** Required fields are there; optional ones are there, absent, or absent and declared unknown, as some required ones. */
function fill(fields: Fields, prefix: string): Arbitrary<Filled> {
  const entries = Object.entries(fields).map(([name, field]) =>
    fc
      .oneof(
        { weight: 3, arbitrary: sampleOf(name, field) },
        { weight: field.optional ? 2 : 0, arbitrary: fc.constant(undefined) },
        { weight: field.optional || field.mayBeUnknown ? 1 : 0, arbitrary: fc.constant(declaredUnknown) },
      )
      .map((value) => ({ name, value })),
  );
  return fc.tuple(...entries).map((list) => {
    const values: Record<string, unknown> = {};
    const unknown: string[] = [];
    for (const { name, value } of list) {
      if (value === declaredUnknown) unknown.push(prefix + name);
      else if (value !== undefined) values[name] = value;
    }
    return { values, unknown };
  });
}

const without = (fields: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));

const toolInput = (names: readonly string[]): Arbitrary<{ tool: string; input: Filled }> =>
  fc
    .oneof(
      { weight: 8, arbitrary: pick(names) },
      { weight: 2, arbitrary: pick(toolWords) },
      { weight: 1, arbitrary: pick(strangeTools) },
    )
    .chain((tool) => {
      const fields = Object.hasOwn(tools, tool)
        ? tools[tool]
        : Object.hasOwn(declaredTools, tool)
          ? declaredTools[tool]
          : {};
      return fill(fields ?? {}, "input.").map((input) => ({ tool, input }));
    });

const handled = ["session_id", "time", "workdir", "cwd", "tool", "tool_name", "call_id"];

export function eventAt(point: Point, names: readonly string[] = toolWords): Arbitrary<Event> {
  const fields = without({ ...commonFields, ...points[point].fields }, handled);
  const base = fc.record({
    filled: fill(fields, ""),
    cwd: pick([undefined, workdir, `${workdir}/src`, "/"]),
    call: points[point].tool ? toolInput(names) : fc.constant(null),
    toolName: pick([undefined, "Bash", "a"]),
    callId: pick([undefined, undefined, "call-1", "call-2"]),
  });
  return base.map(({ filled, cwd, call, toolName, callId }) => {
    const event: Record<string, unknown> = { point, workdir, ...filled.values };
    const unknown = [...filled.unknown];
    if (cwd !== undefined) event.cwd = cwd;
    if (call !== null) {
      event.tool = call.tool;
      event.input = call.input.values;
      unknown.push(...call.input.unknown);
      if (toolName !== undefined) event.tool_name = toolName;
      if (callId !== undefined) event.call_id = callId;
    }
    if (unknown.length > 0) event.unknown = unknown;
    return event;
  });
}

/** One field of the wrong type or gone: mostly a malformed event. */
const spoilt = (event: Arbitrary<Event>): Arbitrary<Event> =>
  event.chain((whole) =>
    fc
      .tuple(
        pick(Object.keys(whole).filter((name) => name !== "unknown" && name !== "workdir")),
        pick<unknown>([undefined, 7, null, true, {}]),
      )
      .map(([name, value]) => {
        const { [name]: _, ...rest } = whole;
        return value === undefined ? rest : { ...rest, [name]: value };
      }),
  );

const eventAbout = (about: Focus): Arbitrary<Event> =>
  fc
    .oneof({ weight: 10, arbitrary: pick(about.points) }, { weight: 1, arbitrary: pick(allPoints) })
    .chain((point) => eventAt(point, about.tools));

const steps = [0, 1, 500, 3_000, 20_000, 45_000, 130_000, 900_000, -5_000];
const start = Date.UTC(2026, 0, 5, 3);

export interface Step {
  readonly event: Event;
  /** What the clock says when the event comes. */
  readonly clock: number;
}

/** The report of an earlier call, or the same call once more. */
function sameCall(call: Event, about: "result" | "failure" | "error" | "again"): Event {
  if (about === "again") return { ...call, call_id: "call-3" };
  const { workdir, tool, tool_name, input, call_id } = call;
  const report = { workdir, tool, ...(tool_name === undefined ? {} : { tool_name }), input, call_id };
  if (about === "failure") return { point: "after_tool_failure", ...report, error: "no" };
  return { point: "after_tool_result", ...report, output: "", is_error: about === "error" };
}

export const session = (
  about: Focus,
  options: { readonly spoil?: boolean; readonly maxLength?: number } = {},
): Arbitrary<readonly Step[]> =>
  fc
    .array(
      fc.record({
        event:
          options.spoil === false
            ? eventAbout(about)
            : fc.oneof(
                { weight: 20, arbitrary: eventAbout(about) },
                { weight: 1, arbitrary: spoilt(eventAbout(about)) },
              ),
        step: pick(about.theme === "state" ? steps : [0, 1, 3_000]),
        id: pick(["s1", "s1", "s1", "s2"]),
        told: pick(["text", "number", "none"] as const),
        about: pick([null, null, null, "result", "failure", "error", "again"] as const),
      }),
      { minLength: 1, maxLength: options.maxLength ?? (about.theme === "state" ? 16 : 8), size: "max" },
    )
    .map((list) => {
      let clock = start;
      let call: Event | null = null;
      return list.map(({ event: own, step, id: ownId, told, about }) => {
        clock += step;
        const event: Event = about === null || call === null ? own : sameCall(call, about);
        const id = event === own ? ownId : "s1";
        if (event.point === "before_tool_call" && typeof event.call_id === "string" && id === "s1") call = event;
        const time = told === "none" ? {} : { time: told === "text" ? new Date(clock).toISOString() : clock };
        return { event: { session_id: id, ...time, ...event }, clock };
      });
    });

export type Facts = { readonly [key: string]: FactValue | undefined };

const answers: { readonly [type: string]: Arbitrary<FactValue> } = {
  string: someWord,
  int: pick(ints),
  bool: fc.boolean(),
};

const factsOf: Arbitrary<Facts> = fc
  .tuple(
    ...facts.map(({ key, type, optional }) =>
      fc
        .oneof(
          { weight: 4, arbitrary: answers[type] ?? fc.constant(null) },
          { weight: 1, arbitrary: fc.constant(undefined) },
          ...(optional ? [fc.constant(null)] : []),
        )
        .map((value) => [key, value] as const),
    ),
  )
  .map((entries) => Object.fromEntries(entries));

/** Facts that do not change, in which `link` of the project leads to /etc; `dark`: some places cannot be told. */
export const world: Arbitrary<Facts> = fc.tuple(factsOf, fc.boolean()).map(([known, dark]) => ({ ...known, dark }));

export function answer(known: Facts, key: string): FactValue | undefined {
  if (!key.startsWith("realpath:")) {
    // Below the project it is the same repository; elsewhere there is none.
    const [fact = "", folder] = key.split(":", 2);
    if (!isLineFact(fact) || folder === undefined) return Object.hasOwn(known, key) ? known[key] : undefined;
    return folder.startsWith(`${workdir}/`) ? known[fact] : "";
  }
  const path = key.slice("realpath:".length);
  if (known.dark === true && path.startsWith(`${workdir}/src/deep`)) return undefined;
  const link = `${workdir}/link`;
  return path === link || path.startsWith(`${link}/`) ? path.replace(link, "/etc") : path;
}
