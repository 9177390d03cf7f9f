// Events of examples and tests: checked against the schema, completed by what an author need not write.

import type { Json, Point } from "../../../language/contract.ts";
import {
  commonFields,
  type Field,
  type Fields,
  type FieldType,
  fieldBehind,
  namedFields,
  points as pointSchema,
} from "../../../language/schema.ts";
import type { Detail } from "../../diagnostics/session.ts";
import type { DataLit, ObjectLit, Span } from "../../ir/ast.ts";
import type { BundleScope } from "../names/bundle-scope.ts";
import { fieldAliases } from "../names/foreign-names.ts";
import type { PlainObject } from "../names/literal-data.ts";
import { dataOf, emptyObject } from "../names/literal-data.ts";
import { nearest } from "../names/nearest.ts";
import { suggestion } from "../names/rule-scope.ts";

/** The sandbox of sealed runs is in emitted-policy.ts; this is its project folder. */
const WORKDIR = "/project";

/** What an event has when its author does not say; the text a point is about is never made up. */
export const eventDefaults: { readonly [field: string]: Json } = {
  session_id: "example",
  workdir: WORKDIR,
  is_error: false,
  output: "",
  error: "",
  model: "example-model",
  messages: [],
  tools: [],
  source: "startup",
  workspace_changed: false,
  change: "modified",
  kind: "info",
  args: {},
};

/** A complete event, or null after a report. `call` makes each call of a test its own. */
export function eventOf(point: Point, literal: ObjectLit, call: number, bundle: BundleScope): Json | null {
  const { session } = bundle;
  const event = emptyObject();
  event.point = point;
  const fields: Fields = { ...commonFields, ...pointSchema[point].fields };
  let isSound = true;
  for (const { key, keySpan, value } of literal.entries) {
    if (key === "point" || (key === "input" && pointSchema[point].tool)) continue;
    if (key === "unknown") {
      const names = unknownNames(value, point, literal, bundle);
      if (names === null) isSound = false;
      else event.unknown = names;
      continue;
    }
    const name = fieldBehind(point, key);
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (field === undefined) {
      session.report("P253", keySpan, { name: key, where: `\`${point}\`` }, adviceForField(key, value, point, bundle));
      isSound = false;
    } else if (hasType(value, field, key, bundle)) event[name] = dataOf(value);
    else isSound = false;
  }
  if (pointSchema[point].tool) isSound = addInput(point, literal, event, bundle) && isSound;
  // A misspelt field would be reported a second time as a missing one.
  return isSound && complete(point, fields, event, call, literal.span, bundle) ? event : null;
}

/** What to do with a field that an event does not have: other names of agents, and fields of the call's input beside it. */
function adviceForField(key: string, value: DataLit, point: Point, bundle: BundleScope): Detail {
  const near = nearest(key, Object.keys(namedFields(point)), bundle.session);
  if (!pointSchema[point].tool) return suggestion(near);
  if (/^(?:tool_?input|args|arguments|parameters|params)$/i.test(key))
    return {
      help: 'write `input`, and the tool as `tool`: `{ tool: "bash", input: { command: "git push" } }`',
      fix: "input",
    };
  const isInput = [...bundle.tools.values()].some((fields) => Object.hasOwn(fields, key));
  if (!isInput) return suggestion(near);
  const shown = value.kind === "StringLit" ? `"${value.raw}"` : "...";
  const short =
    key === "command" && value.kind === "StringLit" ? `; a shell command is short for it: \`${shown}\`` : "";
  return { help: `it belongs into \`input\`: \`input: { ${key}: ${shown} }\`${short}` };
}

/** Names of optional fields that are there and that the host cannot tell. */
function unknownNames(value: DataLit, point: Point, literal: ObjectLit, bundle: BundleScope): Json | null {
  const { session } = bundle;
  if (value.kind !== "ArrayLit") {
    session.report("P327", value.span, { name: "unknown", wanted: "list<string>", found: kindWords(value) });
    return null;
  }
  const optional = optionalNames(point, literal, bundle);
  let isSound = true;
  for (const item of value.items) {
    const name = item.kind === "StringLit" ? item.value : item.kind === "Name" ? item.text : null;
    if (name !== null && optional.has(name)) continue;
    const found = name ?? kindWords(item);
    session.report(
      "P253",
      item.span,
      { name: found, where: "`unknown`, which lists optional fields," },
      suggestion(nearest(found, optional, session)),
    );
    isSound = false;
  }
  return isSound ? dataOf(value) : null;
}

function optionalNames(point: Point, literal: ObjectLit, bundle: BundleScope): ReadonlySet<string> {
  const tool = literal.entries.find(({ key }) => key === "tool")?.value;
  const input = tool?.kind === "StringLit" && pointSchema[point].tool ? bundle.tools.get(tool.value) : undefined;
  const isOptional = ([, field]: readonly [string, Field]): boolean =>
    field.optional === true || field.mayBeUnknown === true;
  const fields = Object.entries({ ...commonFields, ...pointSchema[point].fields }).filter(isOptional);
  const inputs = Object.entries(input ?? {}).filter(isOptional);
  return new Set([...fields.map(([name]) => name), ...inputs.map(([name]) => `input.${name}`)]);
}

function inputAlias(key: string, fields: Fields): string | null {
  const name = fieldAliases.get(key);
  return name !== undefined && Object.hasOwn(fields, name) ? name : null;
}

function isSaidUnknown(literal: ObjectLit, name: string): boolean {
  const names = literal.entries.find(({ key }) => key === "unknown")?.value;
  return names?.kind === "ArrayLit" && names.items.some((item) => item.kind === "StringLit" && item.value === name);
}

/** The input of the call, by the fields of its tool. */
function addInput(point: Point, literal: ObjectLit, event: PlainObject, bundle: BundleScope): boolean {
  const { session } = bundle;
  const toolEntry = literal.entries.find(({ key }) => key === "tool");
  const inputEntry = literal.entries.find(({ key }) => key === "input");
  if (toolEntry === undefined) {
    const name = literal.entries.find(({ key }) => key === "tool_name")?.value;
    const word =
      name?.kind === "StringLit" && bundle.toolWords.has(name.value.toLowerCase()) ? name.value.toLowerCase() : "bash";
    session.report(
      "P254",
      literal.span,
      { name: "tool", where: `\`${point}\`` },
      { help: `add it: \`tool: "${word}"\`` },
    );
    return false;
  }
  if (toolEntry.value.kind !== "StringLit") return false;
  const tool = toolEntry.value.value;
  const fields = bundle.tools.get(tool);
  if (fields === undefined) {
    const near = nearest(tool, bundle.toolWords, bundle.session);
    session.report(
      "P231",
      toolEntry.value.span,
      { value: tool, name: "tool" },
      near === null ? {} : suggestion(JSON.stringify(near)),
    );
    return false;
  }
  const input = emptyObject();
  event.input = input;
  if (inputEntry !== undefined && inputEntry.value.kind !== "ObjectLit") {
    session.report("P327", inputEntry.value.span, {
      name: "input",
      wanted: "json",
      found: kindWords(inputEntry.value),
    });
    return false;
  }
  const entries = inputEntry?.value.kind === "ObjectLit" ? inputEntry.value.entries : [];
  let isSound = true;
  for (const { key, keySpan, value } of entries) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined && key !== "raw" && tool !== "other") {
      session.report(
        "P253",
        keySpan,
        { name: key, where: `the input of \`${tool}\`` },
        suggestion(
          inputAlias(key, fields) ?? nearest(key, Object.keys(fields), bundle.session),
          `its fields are ${Object.keys(fields).join(", ")}`,
        ),
      );
      isSound = false;
    } else if (field === undefined || hasType(value, field, `input.${key}`, bundle)) input[key] = dataOf(value);
    else isSound = false;
  }
  if (!isSound) return false;
  const span = inputEntry?.value.span ?? literal.span;
  for (const [name, field] of Object.entries(fields)) {
    if (field.optional === true || Object.hasOwn(input, name)) continue;
    if (field.mayBeUnknown === true && isSaidUnknown(literal, `input.${name}`)) continue;
    if (field.type === "json") input[name] = {};
    else {
      const help = `add it: \`{ tool: "${tool}", input: { ${name}: "..." } }\``;
      session.report("P254", span, { name: `input.${name}`, where: `the input of \`${tool}\`` }, { help });
      isSound = false;
    }
  }
  return isSound;
}

/** Adds what is needed and was not said; false after a report. */
function complete(
  point: Point,
  fields: Fields,
  event: PlainObject,
  call: number,
  span: Span,
  bundle: BundleScope,
): boolean {
  let isSound = true;
  for (const [name, field] of Object.entries(fields)) {
    if (field.optional === true || Object.hasOwn(event, name) || name === "time" || name === "cwd" || name === "tool")
      continue;
    if (name === "tool_name") event[name] = event.tool ?? "";
    else if (name !== pointSchema[point].textField && Object.hasOwn(eventDefaults, name))
      event[name] = eventDefaults[name] ?? null;
    else if (name === pointSchema[point].textField && shortWords.has(name)) event[name] = shortWords.get(name) ?? "";
    else {
      bundle.session.report("P254", span, { name, where: `\`${point}\`` }, { help: `add it: \`{ ${name}: "..." }\`` });
      isSound = false;
    }
  }
  if (!Object.hasOwn(event, "cwd")) event.cwd = event.workdir ?? WORKDIR;
  if (pointSchema[point].tool && !Object.hasOwn(event, "call_id")) event.call_id = `call-${call}`;
  return isSound;
}

/** Text fields that are one of a few words rather than content. */
const shortWords: ReadonlyMap<string, string> = new Map(Object.entries({ status: "ok", trigger: "manual" }));

const typeWords: { readonly [T in FieldType]: string } = {
  string: "string",
  int: "int",
  bool: "bool",
  json: "json",
  path: "path",
  host: "host",
  command: "command",
  "list<string>": "list<string>",
};

function hasType(value: DataLit, field: Field, name: string, bundle: BundleScope): boolean {
  if (isOfType(value, field.type)) return true;
  if (name === "time" && value.kind === "NumberLit") return true;
  bundle.session.report("P327", value.span, { name, wanted: typeWords[field.type], found: kindWords(value) });
  return false;
}

function isOfType(value: DataLit, type: FieldType): boolean {
  switch (type) {
    case "int":
      return value.kind === "NumberLit" && Number.isSafeInteger(value.value);
    case "bool":
      return value.kind === "BoolLit";
    case "json":
      return value.kind !== "Name";
    case "list<string>":
      return value.kind === "ArrayLit" && value.items.every((item) => item.kind === "StringLit");
    default:
      return value.kind === "StringLit";
  }
}

/** What was written, in the words of the language. */
export function kindWords(value: DataLit): string {
  const words = {
    ObjectLit: "object",
    ArrayLit: "list",
    StringLit: "string",
    BoolLit: "bool",
    NullLit: "null",
    Name: "word",
  };
  if (value.kind === "NumberLit") return Number.isSafeInteger(value.value) ? "int" : "number";
  return words[value.kind];
}
