// JSON Schemas of what a host sends and of what it gets back. The event's comes from the table of points and tools; the
// decision's is typed by the contract, so that a member which is added or removed there does not compile here.

import { callKindNames } from "../../../src/language/call-kinds.ts";
import type {
  Decision,
  Failure,
  Outcome,
  Reason,
  Remark,
  Result,
  Scope,
  Unclear,
} from "../../../src/language/contract.ts";
import {
  commonFields,
  type Field,
  type Fields,
  fieldEffectWords,
  points,
  tools,
} from "../../../src/language/schema.ts";
import { page } from "./markdown.ts";

export type Schema = { readonly [keyword: string]: unknown };

const DRAFT = "https://json-schema.org/draft/2020-12/schema";

const types: { readonly [T in Field["type"]]: Schema } = {
  string: { type: "string" },
  path: { type: "string" },
  host: { type: "string" },
  command: { type: "string" },
  int: { type: "integer" },
  bool: { type: "boolean" },
  "list<string>": { type: "array", items: { type: "string" } },
  json: {},
};

/** A field that may be absent may also be null: the engine treats both alike. */
const orNull = (schema: Schema): Schema =>
  typeof schema.type === "string" ? { ...schema, type: [schema.type, "null"] } : schema;

const fieldSchema = ({ type, optional, doc }: Field): Schema => ({
  description: doc,
  ...(optional ? orNull(types[type]) : types[type]),
});

const properties = (fields: Fields): Schema =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldSchema(field)]));

const requiredOf = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => !fields[name]?.optional && !fields[name]?.mayBeUnknown);

const text: Schema = { type: "string" };

/** A field that some hosts cannot determine is there, or is named in `unknown`. */
const thereOrUnknown = (fields: Fields): readonly Schema[] =>
  Object.keys(fields)
    .filter((name) => fields[name]?.mayBeUnknown)
    .map((name) => ({
      anyOf: [
        { properties: { input: { required: [name] } } },
        { properties: { unknown: { type: "array", contains: { const: `input.${name}` } } }, required: ["unknown"] },
      ],
    }));

function inputSchemas(): readonly Schema[] {
  return Object.entries(tools).map(([tool, fields]) => {
    const either = thereOrUnknown(fields);
    return {
      if: { properties: { tool: { const: tool } } },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
      then: {
        properties: { input: { type: "object", properties: properties(fields), required: requiredOf(fields) } },
        ...(either.length > 0 && { allOf: either }),
      },
    };
  });
}

function pointSchema(point: string): Schema {
  const { fields: all, tool, doc } = points[point as keyof typeof points];
  // The engine completes the host's own name of the tool.
  const fields = Object.fromEntries(
    Object.entries(all).map(([name, field]) => [
      name,
      name === "tool_name" ? { ...field, optional: true as const } : field,
    ]),
  );
  return {
    title: point,
    description: doc,
    properties: {
      point: { const: point },
      ...properties(fields),
      ...(tool && {
        input: { type: "object", description: "the fields of the tool, and `raw`, the input as sent" },
        effects: {
          description: "what the call does with its fields, of a tool without a name of its own here",
          type: ["array", "null"],
          items: {
            type: "object",
            properties: { field: text, does: { enum: fieldEffectWords }, tree: { type: "boolean" } },
            required: ["field", "does"],
          },
        },
        kinds: {
          description: "what it does beyond files and hosts",
          type: ["array", "null"],
          items: { enum: callKindNames },
        },
      }),
    },
    required: ["point", ...requiredOf(fields), ...(tool ? ["input"] : [])],
    ...(tool && { allOf: inputSchemas() }),
  };
}

/** Fields that every event has are completed by the engine, so a host may leave all of them out. */
export const eventSchema: Schema = {
  $schema: DRAFT,
  title: "Event",
  description: "What a host sends at a point. Members beyond these are ignored.",
  type: "object",
  properties: {
    point: { description: "where in the agent's work", enum: Object.keys(points) },
    ...Object.fromEntries(
      Object.entries(commonFields).map(([name, field]) => [name, fieldSchema({ ...field, optional: true })]),
    ),
    time: { description: "when: RFC 3339 text or milliseconds since 1970", type: ["string", "number", "null"] },
    unknown: {
      description: "fields that exist and that the host could not determine",
      type: ["array", "null"],
      items: text,
    },
  },
  required: ["point"],
  oneOf: Object.keys(points).map(pointSchema),
};

type Members<T> = { readonly [K in keyof T]-?: Schema };
type OptionalKeys<T> = { [K in keyof T]-?: undefined extends T[K] ? K : never }[keyof T];

/** An object with exactly the members of its type. */
const object = <T extends object>(members: Members<T>, optional: readonly OptionalKeys<T>[]): Schema => ({
  type: "object",
  properties: members,
  required: Object.keys(members).filter((name) => !(optional as readonly string[]).includes(name)),
  additionalProperties: false,
});

const outcomes = ["pass", "allow", "ask", "respond", "block", "stop"] as const satisfies readonly Outcome[];
const scope: Schema = { enum: ["internal", "user", "repo"] satisfies readonly Scope[] };
const rule: Schema = { type: "string", description: "the name of the rule" };
const at: Schema = { type: "string", description: "`file:line:column` of the rule" };
const shadow: Schema = { const: true, description: "of a shadow rule, which changes nothing" };
const listOf = (items: Schema, description: string): Schema => ({ type: "array", description, items });

const remark = object<Remark>({ rule, message: text, at, scope, shadow }, ["shadow"]);
const reason = object<Reason>(
  {
    rule,
    effect: { enum: [...outcomes, "set", "warn", "note"] },
    message: text,
    at,
    scope,
    shadow,
    because: { enum: ["unknown", "error"], description: "present when the condition was not true but this" },
    also: listOf(rule, "further rules with the same doubt, which share this reason"),
  },
  ["shadow", "because", "also"],
);
const unclear = object<Unclear>({ rule, at, missing: listOf(text, "what could not be determined") }, []);
const failure = object<Failure>({ code: { type: "string", pattern: "^P7\\d\\d$" }, message: text, rule, hook: text }, [
  "rule",
  "hook",
]);
const result = object<Result>(
  {
    text,
    is_error: { type: "boolean" },
    media: { type: "array" },
    handled: { type: "boolean", description: "the turn is over" },
  },
  ["is_error", "media", "handled"],
);

const fact: Schema = {
  anyOf: [
    { type: ["string", "number", "boolean", "null"] },
    { type: "object", properties: { unknown: { const: true } }, required: ["unknown"], additionalProperties: false },
    { type: "array", items: text },
  ],
};

export const decisionSchema: Schema = {
  $schema: DRAFT,
  title: "Decision",
  description: "The answer to one event.",
  ...object<Decision>(
    {
      proceed: { type: "boolean", description: "true only for `pass` and `allow`" },
      outcome: { enum: outcomes, description: "the strictest outcome of all rules and external hooks" },
      reasons: listOf(reason, "the rules that led to the outcome"),
      warnings: listOf(remark, "for the user"),
      notes: listOf(remark, "for the model"),
      changes: { type: "object", description: "complete new values by field" },
      result: { ...result, description: "the result in place of the action, of `respond`" },
      unclear: listOf(unclear, "rules whose condition could not be determined"),
      failures: listOf(failure, "what went wrong"),
      revision: { type: "string", description: "the revision of the bundle" },
      facts: { type: "object", description: "the facts that conditions asked for", additionalProperties: fact },
      duration_us: { type: "number", description: "how long deciding took, in microseconds" },
    },
    ["changes", "result", "duration_us"],
  ),
};

const json = (schema: Schema): string => `${JSON.stringify(schema, null, 2)}\n`;

export const schemaPages = (): readonly (readonly [string, string])[] => [
  [
    "docs/reference/schema/index.md",
    page([
      "# JSON Schemas",
      "For programs that send events or read decisions (JSON Schema 2020-12):",
      "- [event.schema.json](event.schema.json): what a host sends, per point and tool\n- [decision.schema.json](decision.schema.json): what it gets back",
      "[Points and fields](../../language/points.md) and [How one event is decided](../../language/deciding.md) explain both in words.",
    ]),
  ],
  ["docs/reference/schema/event.schema.json", json(eventSchema)],
  ["docs/reference/schema/decision.schema.json", json(decisionSchema)],
];
