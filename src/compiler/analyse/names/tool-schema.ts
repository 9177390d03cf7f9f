// Declared tools: `tool deploy { env: string }` and `tool deploy from "deploy.schema.json"`.

import { readFileSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import {
  type Field,
  type FieldEffectWord,
  type Fields,
  type FieldType,
  fieldEffectWords,
  tools as shippedTools,
} from "../../../language/schema.ts";
import type { Session } from "../../diagnostics/session.ts";
import type { Name, Span, ToolDecl } from "../../ir/ast.ts";
import { nearest } from "./nearest.ts";
import { typeOf } from "./type-refs.ts";
import { type Type, typeWords } from "./value-types.ts";

const LARGEST_SCHEMA_BYTES = 1024 * 1024;

/** Reads the declared tools, `diskOf` telling where a policy file lies. Null fields: reported, yet the name is known. */
export function declaredTools(
  decls: readonly ToolDecl[],
  diskOf: (file: string) => string,
  session: Session,
): ReadonlyMap<string, Fields> {
  const tools = new Map<string, Fields>();
  const places = new Map<string, Span>();
  for (const decl of decls) {
    const name = decl.name.text;
    const first = places.get(name);
    if (name.startsWith("mcp:") && !mcpName.test(name)) session.report("P267", decl.name.span, { name });
    else if (Object.hasOwn(shippedTools, name)) session.report("P241", decl.name.span, { name });
    else if (first !== undefined) {
      session.report(
        "P215",
        decl.name.span,
        { what: "tool", name },
        { notes: [{ span: first, text: "first declared here" }] },
      );
    } else {
      places.set(name, decl.name.span);
      tools.set(name, decl.schema === null ? fieldsOf(decl, session) : schemaFields(decl, diskOf, session));
    }
  }
  return tools;
}

function fieldsOf(decl: ToolDecl, session: Session): Fields {
  const fields = new Map<string, Field>();
  for (const { name, optional, type, does } of decl.fields) {
    const effects = effectsOf(does, session);
    const found = typeOf(type, session);
    if (fields.has(name.text)) session.report("P215", name.span, { what: "field", name: name.text });
    else if (name.text === "raw")
      session.report("P216", name.span, { name: "raw", what: "the input as the agent sent it" });
    else if (found !== null) {
      const wire = wireType(found);
      if (wire === null)
        session.report(
          "P230",
          type.span,
          { name: typeWords(found) },
          { help: "the type of a tool's field is string, int, bool, path, host, json or list<string>" },
        );
      else
        fields.set(name.text, {
          type: wire,
          ...(optional ? { optional: true as const } : {}),
          ...(effects.length > 0 ? { does: effects } : {}),
          doc: `declared in ${decl.span.file}`,
        });
    }
  }
  return Object.fromEntries(fields);
}

/** `reads`, `contacts`: what the tool does with the field. */
function effectsOf(words: readonly Name[], session: Session): readonly FieldEffectWord[] {
  return words.flatMap(({ text, span }) => {
    const found = fieldEffectWords.find((word) => word === text);
    if (found !== undefined) return [found];
    const near = nearest(text, fieldEffectWords, session);
    session.report("P266", span, { name: text }, near === null ? {} : { help: `did you mean \`${near}\`?`, fix: near });
    return [];
  });
}

const mcpName = /^mcp:[^/\s]+\/\S+$/;

/** The declarations of tools of MCP servers, by `SERVER/TOOL`, apart from those that are tools of their own. */
export function splitMcp(declared: ReadonlyMap<string, Fields>): {
  readonly tools: ReadonlyMap<string, Fields>;
  readonly mcpTools: ReadonlyMap<string, Fields>;
} {
  const isMcp = ([name]: readonly [string, Fields]): boolean => name.startsWith("mcp:");
  const all = [...declared];
  return {
    tools: new Map(all.filter((entry) => !isMcp(entry))),
    mcpTools: new Map(all.filter(isMcp).map(([name, fields]) => [name.slice("mcp:".length), fields])),
  };
}

function wireType(type: Type): FieldType | null {
  if (type.base === "list") return type.item?.base === "string" ? "list<string>" : null;
  const { base } = type;
  if (base === "duration" || base === "regex" || base === "command" || base === "call" || base === "external")
    return null;
  return base;
}

// JSON Schema

function schemaFields(decl: ToolDecl, diskOf: (file: string) => string, session: Session): Fields {
  const { schema } = decl;
  if (schema === null) return {};
  const read = readSchema(join(dirname(diskOf(decl.span.file)), schema.value));
  const fields = typeof read === "string" ? read : propertiesOf(read, schema.value);
  if (typeof fields !== "string") return fields;
  session.report("P242", schema.span, { file: schema.value, why: fields });
  return {};
}

type JsonObject = { readonly [key: string]: unknown };

const isObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The schema, or what is wrong with the file. */
function readSchema(path: string): JsonObject | string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return "there is no such file";
    if (!found.isFile()) return "it is not a file";
    if (found.size > LARGEST_SCHEMA_BYTES) return "it is larger than 1 MiB";
    const text = new TextDecoder("utf-8", { fatal: true }).decode(readFileSync(path));
    const parsed: unknown = JSON.parse(text);
    return isObject(parsed) ? parsed : "it is not a JSON object";
  } catch (error) {
    return error instanceof SyntaxError ? "it is not valid JSON" : "it cannot be read";
  }
}

function propertiesOf(schema: JsonObject, file: string): Fields | string {
  const { type, properties, required } = schema;
  if (type !== undefined && type !== "object") return "it must describe an object";
  if (!isObject(properties)) return "it has no `properties`";
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === "string"))) {
    return "`required` must be a list of names";
  }
  const needed = new Set<unknown>(required ?? []);
  const unknown = [...needed].find((name) => typeof name === "string" && !Object.hasOwn(properties, name));
  if (unknown !== undefined) return `\`${String(unknown)}\` is required but not among its properties`;
  if (Object.hasOwn(properties, "raw")) return "`raw` is the input as the agent sent it and cannot be a property";
  const entries = Object.entries(properties).map(([name, property]): [string, Field] => {
    const isNeeded = needed.has(name);
    return [
      name,
      { type: propertyType(property), ...(isNeeded ? {} : { optional: true as const }), doc: `declared in ${file}` },
    ];
  });
  return Object.fromEntries(entries);
}

/** What the language cannot express is JSON: still there, typed where it is compared. */
function propertyType(property: unknown): FieldType {
  if (!isObject(property)) return "json";
  switch (property.type) {
    case "string":
      return "string";
    case "integer":
      return "int";
    case "boolean":
      return "bool";
    case "array":
      return isObject(property.items) && property.items.type === "string" ? "list<string>" : "json";
    default:
      return "json";
  }
}
