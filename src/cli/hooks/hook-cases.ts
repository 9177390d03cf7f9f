// The events a hook is tested with: one per point of its protocol, then an unusual one, a large one and one full of Unicode.

import { hostOf } from "../../hosts/index.ts";
import { keepAliveProtocols } from "../../hosts/protocols.ts";
import type { Json, Point, Scope } from "../../language/contract.ts";
import type { HookEvent } from "../../language/hook-result.ts";
import { commonFields, type Field, type FieldType, points } from "../../language/schema.ts";

export interface HookCase {
  readonly name: string;
  readonly event: HookEvent;
}

type Fields = { readonly [field: string]: Json };

/** The rule a hook under test belongs to. */
export const TRIED = "hook-test";

const LARGE = 900 * 1024;
const UNICODE =
  'naïve 日本語 😀 e\u0301 \u202eright to left\u202c \u0007bell "quoted" \\ back\nline two\ttab \ud83d lone';

const call = { tool: "bash", tool_name: "bash", call_id: "call-1", input: { command: "ls -l" } };

const samples: { readonly [P in Point]: Fields } = {
  session_start: { source: "startup", model: "example-model" },
  session_end: { reason: "logout" },
  before_run: { model: "example-model", prompt: "Tidy up the folder." },
  after_run: { status: "ok" },
  user_prompt_submit: { prompt: "Tidy up the folder." },
  before_model_call: {
    model: "example-model",
    messages: [
      { role: "system", content: "You are careful." },
      { role: "user", content: "Tidy up the folder." },
    ],
    tools: ["bash", "read"],
  },
  after_model_call: { model: "example-model", response: "I will look at the folder first." },
  before_permission_decision: { ...call, decision: "ask", reason: "not seen before" },
  before_tool_call: call,
  after_tool_result: { ...call, output: "total 0\n", is_error: false, duration_ms: 12 },
  after_tool_failure: { ...call, error: "no such file or directory", error_class: "not_found" },
  before_completion_decision: { last_message: "Done.", stop_hook_active: false },
  accept_gate: { workspace_changed: true, todo_open: 0, last_message: "Done." },
  assistant_message_render: { message: "I have tidied up." },
  pre_compact: { trigger: "auto" },
  post_compact: { trigger: "auto" },
  subagent_start: { role: "reviewer", task: "Look at the change." },
  subagent_stop: { role: "reviewer", state: "done" },
  file_changed: { path: "a.txt", change: "modified" },
  notification: { kind: "idle", message: "Waiting for you." },
};

/** The points at which the protocol's host calls its hooks; a long-lived process may only be notified of others. */
export function pointsOf(protocol: string): readonly Point[] {
  const rows = hostOf(protocol)?.points ?? {};
  const stays = keepAliveProtocols.get(protocol);
  const isAsked = (point: Point): boolean => stays?.encode(eventAt(protocol, point, samples[point], "/")) !== null;
  return (Object.keys(samples) as Point[]).filter((point) => rows[point] !== undefined && isAsked(point));
}

/** All cases of a protocol, or those of one point. */
export function casesOf(protocol: string, only: Point | undefined, workdir: string): readonly HookCase[] {
  const offered = pointsOf(protocol).filter((point) => only === undefined || point === only);
  const [first] = offered;
  if (first === undefined) return [];
  const main = offered.includes("before_tool_call") ? "before_tool_call" : first;
  const at = (point: Point, fields: Fields, scope?: Scope): HookEvent =>
    eventAt(protocol, point, fields, workdir, scope);
  const write = { path: "notes.md", content: "remember the milk\n" };
  return [
    ...offered.map((point) => ({ name: point, event: at(point, samples[point]) })),
    ...(points[main].tool ? [{ name: "a write", event: at(main, withInput(main, "write", write)) }] : []),
    { name: "an odd event", event: at(main, oddFields(main)) },
    { name: "Unicode", event: at(main, withText(main, UNICODE)) },
    // Internal: some protocols truncate input of other scopes, and this case needs input larger than a pipe.
    { name: "a large event", event: at(main, withText(main, "x".repeat(LARGE)), "internal") },
  ];
}

/** The event as a hook gets it, with the fields common to all points. */
export function eventAt(protocol: string, point: Point, fields: Fields, workdir: string, scope?: Scope): HookEvent {
  const isInternal = hostOf(protocol)?.points[point]?.internalOnly === true;
  const common = { agent: TRIED, session_id: "session-1", run_id: "run-1", time: "2026-01-05T03:00:00.000Z" };
  return {
    point,
    fields: { ...common, workdir, cwd: workdir, ...fields },
    scope: scope ?? (isInternal ? "internal" : "user"),
    hookId: TRIED,
  };
}

/** Why a JSON object is not an event; null when it is one. */
export function eventTrouble(event: { readonly [field: string]: unknown }): string | null {
  const { point } = event;
  const row = typeof point === "string" && Object.hasOwn(points, point) ? points[point as Point] : undefined;
  if (row === undefined) return "it has no known `point`";
  const wrong = Object.entries({ ...commonFields, ...row.fields }).find(
    ([name, field]) => !fits(event[name], name, field),
  );
  if (wrong !== undefined) return `\`${wrong[0]}\` must be ${wrong[1].type}`;
  const { input } = event;
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return row.tool && !isObject ? "`input` must be an object" : null;
}

const checks: { readonly [T in FieldType]: (value: unknown) => boolean } = {
  string: (value) => typeof value === "string",
  path: (value) => typeof value === "string",
  host: (value) => typeof value === "string",
  command: (value) => typeof value === "string",
  int: Number.isSafeInteger,
  bool: (value) => typeof value === "boolean",
  json: () => true,
  "list<string>": (value) => Array.isArray(value) && value.every((item) => typeof item === "string"),
};

/** Defaults for omitted fields. */
const completed: readonly string[] = [...Object.keys(commonFields), "tool_name"];

function fits(value: unknown, name: string, field: Field): boolean {
  if (value === undefined) return field.optional === true || completed.includes(name);
  return checks[field.type](value);
}

function withInput(point: Point, tool: string, input: Json): Fields {
  return { ...samples[point], tool, tool_name: tool, input };
}

/** The sample with its main text replaced. */
function withText(point: Point, text: string): Fields {
  const { tool, textField } = points[point];
  if (tool) return withInput(point, "write", { path: "notes.md", content: text });
  return textField === undefined ? { ...samples[point], metadata: { text } } : { ...samples[point], [textField]: text };
}

/** Valid but unusual: an unknown tool, empty texts, names that trip JavaScript and shells, deep nesting. */
function oddFields(point: Point): Fields {
  const nested = `${"[".repeat(40)}${"]".repeat(40)}`;
  const odd = JSON.parse(`{"": "", "__proto__": {"x": 1}, "$(id)": "\`id\`", "none": null, "nested": ${nested}}`);
  const empty = { agent: "", session_id: "", run_id: "", metadata: odd };
  if (!points[point].tool) return { ...withText(point, ""), ...empty };
  return { ...withInput(point, "other", odd), tool_name: "some.tool/with spaces", call_id: "", ...empty };
}
