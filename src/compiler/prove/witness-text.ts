// A witness as data for programs, and as the `fires on` that a policy author could have written.

import type { Json, ManifestWitness } from "../../language/contract.ts";
import { lineFacts } from "../../language/operators/line-facts.ts";
import { points, tools } from "../../language/schema.ts";
import { dataText, stringText } from "../import/policy-text.ts";
import type { Given } from "../ir/model.ts";
import type { SetupStep } from "./find-setup.ts";
import type { Witness } from "./find-witness.ts";

type Draft = { [key: string]: Json };

/** `given` as the language writes it; omits what was not given. */
export function givenData({ facts, filesGiven, files, marked, counted, time }: Given): {
  readonly [key: string]: Json;
} {
  const data: Draft = {};
  const named = (prefix: string): readonly (readonly [string, Json])[] =>
    Object.entries(facts).flatMap(([key, value]) =>
      key.startsWith(prefix) ? [[key.slice(prefix.length), value as Json] as const] : [],
    );
  for (const fact of lineFacts) if (Object.hasOwn(facts, fact)) data[fact] = facts[fact] as Json;
  if (filesGiven) data.file_exists = named("file_exists:").flatMap(([file, value]) => (value === true ? [file] : []));
  if (files !== undefined) data.files = { ...files };
  if (named("env:").length > 0) data.env = Object.fromEntries(named("env:"));
  if (marked.length > 0) data.marked = [...marked];
  if (Object.keys(counted).length > 0) data.counted = { ...counted };
  if (time !== null) data.time = time;
  return data;
}

export function witnessData({ event, given, before, state }: Witness): ManifestWitness {
  return {
    event,
    // The state of an example is given directly, not set by earlier events.
    given: givenData(before.length === 0 ? { ...given, ...state } : given),
    before: before.map((step) => ({ event: step.event, given: givenData(step.given), times: step.times })),
  };
}

/** `fires on ...`, ready to be pasted below the rule; earlier events are represented by the state they leave. */
export function witnessText({ event, given, state }: Witness, of: { readonly points: readonly string[] }): string {
  const data = givenData({ ...given, ...state });
  const world = Object.keys(data).length === 0 ? "" : ` given ${dataText(data)}`;
  const text = `fires on ${exampleText(event, of.points.length > 1)}${world}`;
  if (text.length <= LONGEST_SHOWN) return text;
  // A comment, so that shortened text is not mistaken for an example.
  return `# fires on ${exampleText(shortened(event) as Draft, of.points.length > 1)}${world}`;
}

const LONGEST_SHOWN = 8000;
const LONGEST_CUT = 40;

/** For reading only: the witness itself stays whole. */
export function shortened(value: Json, longest = LONGEST_CUT): Json {
  if (typeof value === "string")
    return value.length <= longest ? value : `${value.slice(0, LONGEST_CUT)}... (${value.length} characters)`;
  if (Array.isArray(value)) return value.map((item) => shortened(item, longest));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, shortened(item, longest)]));
}

/** An event as an example: a text where the language takes one, the point only where it is not clear. */
function exampleText(event: { readonly [field: string]: Json }, namesPoint: boolean): string {
  const { point, ...rest } = event;
  const short = namesPoint ? null : shortText(String(point), rest);
  if (short !== null) return stringText(short);
  return dataText(namesPoint && point !== undefined ? { point, ...rest } : rest);
}

function shortText(point: string, fields: { readonly [field: string]: Json }): string | null {
  const row = Object.hasOwn(points, point) ? points[point as keyof typeof points] : undefined;
  const names = Object.keys(fields);
  if (row?.tool === true) {
    const { tool, input } = fields;
    const isBare = names.length === 2 && tool === "bash" && typeof input === "object" && input !== null;
    const command =
      isBare && !Array.isArray(input) && Object.keys(input).length === 1 ? (input as Draft).command : null;
    return Object.hasOwn(tools, "bash") && typeof command === "string" ? command : null;
  }
  const value = row?.textField === undefined ? undefined : fields[row.textField];
  return names.length === 1 && typeof value === "string" ? value : null;
}

/** One of the events before, with its point and how often it comes. */
export function stepText({ event, given, times }: SetupStep): string {
  const data = givenData(given);
  const world = Object.keys(data).length === 0 ? "" : ` given ${dataText(data)}`;
  const whole = exampleText(event, true);
  const text = whole.length <= LONGEST_SHOWN ? whole : exampleText(shortened(event) as Draft, true);
  return `${text}${world}${times === 1 ? "" : `, ${times} times`}`;
}

const LONGEST_COMMAND = 200;

/** A call for a message: the command alone, or what a policy would write. */
export function callText(event: { readonly [field: string]: Json }): string {
  const { input } = event;
  const command = typeof input === "object" && input !== null && "command" in input ? input.command : null;
  if (typeof command === "string") return String(shortened(command, LONGEST_COMMAND));
  const { point: _, ...rest } = event;
  return exampleText({ point: "before_tool_call", ...rest }, false);
}
