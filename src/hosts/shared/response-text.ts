// Converts tool results, whose shape depends on tool and agent, to text and back. The author of a result chooses its fields,
// so no field hides another: every text in it counts, and the remaining data counts as JSON.

import type { Json } from "../../language/contract.ts";
import { fieldOf, isObject, type JsonObject } from "./read-answer.ts";
import { isSameJson } from "./tool-table.ts";

const STRUCTURED = "structuredContent";

/** The one field of `_meta` that clients give to the model while a call runs as a task. */
export const IMMEDIATE = "io.modelcontextprotocol/model-immediate-response";

/** Where agents and MCP servers put text for the model, in the order of reading. */
const textFields: readonly string[] = [
  "stdout",
  "stderr",
  "llmContent",
  "textResultForLlm",
  "text_result_for_llm",
  "text",
  "content",
  "resource",
  "toolResult",
  STRUCTURED,
];

/** Fields for the client or the screen, by the field that holds the text for the model. */
const asides: { readonly [field: string]: readonly string[] } = {
  llmContent: ["returnDisplay", "resultDisplay"],
  content: ["_meta"],
  [STRUCTURED]: ["_meta"],
};

/** Words that describe a value and are not content; any other word in these fields counts. */
const marks: { readonly [field: string]: readonly string[] } = {
  type: ["text", "input_text", "output_text", "resource", "tool_result"],
  resultType: ["success", "failure", "complete"],
  mode: ["content", "count", "files_with_matches"],
};

/** The text of a result of any shape; `own` lists top-level fields in which only this agent puts text. */
export function responseText(response: Json, own: readonly string[] = []): string {
  return textIn(response, [...own, ...textFields]) ?? JSON.stringify(response);
}

/** MCP results and parts of model messages that hold text: `[{ "type": "text", "text": "..." }]`. */
export function textParts(content: Json | undefined): string | null {
  return content === undefined ? null : textIn(content, textFields);
}

/** Null when nothing in it is known to be text. */
function textIn(value: Json, fields: readonly string[]): string | null {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) {
    const parts = value as readonly Json[];
    const texts = parts.map((part) => textIn(part, textFields));
    if (parts.length > 0 && texts.every((text) => text === null)) return null;
    return texts.map((text, at) => text ?? JSON.stringify(parts[at])).join("\n");
  }
  if (!isObject(value)) return null;
  const named = fields.filter((field) => fieldOf(value, field) !== undefined && !isRepeated(field, value));
  if (named.length === 0) return null;
  const texts = named.map((field) => textOf(field, value[field] ?? ""));
  return [...texts, restIn(value, named)].filter((text) => text !== "").join("\n");
}

/** All of the structured content, whatever its fields are called: its numbers and names count too. */
function textOf(field: string, value: Json): string {
  if (typeof value === "string") return value;
  return (field === STRUCTURED ? null : textIn(value, textFields)) ?? JSON.stringify(value);
}

/** Data outside of known fields; flags, numbers and empty values add nothing to a text. */
function restIn(value: JsonObject, named: readonly string[]): string {
  const aside = named.flatMap((field) => asides[field] ?? []);
  const isTold = (field: string, inner: Json): boolean =>
    named.includes(field) ||
    field === STRUCTURED ||
    (aside.includes(field) && !(isObject(inner) && Object.hasOwn(inner, IMMEDIATE)));
  const rest = Object.entries(value).filter(([field, inner]) => !isTold(field, inner) && !isSilent(field, inner));
  return rest.length === 0 ? "" : JSON.stringify(Object.fromEntries(rest));
}

function isSilent(field: string, value: Json): boolean {
  if (typeof value === "string")
    return value === "" || (Object.hasOwn(marks, field) && marks[field]?.includes(value)) === true;
  return typeof value !== "object" || value === null || Object.keys(value).length === 0;
}

/** Servers repeat structured content as text, for clients that read only text. */
function isRepeated(field: string, value: JsonObject): boolean {
  const { content, [STRUCTURED]: structured } = value;
  if (field !== STRUCTURED || structured === undefined || !Array.isArray(content)) return false;
  return (content as readonly Json[]).some((part) => isObject(part) && isJsonOf(part.text, structured));
}

function isJsonOf(text: Json | undefined, value: Json): boolean {
  try {
    return typeof text === "string" && isSameJson(JSON.parse(text) as Json, value);
  } catch {
    return false;
  }
}

/**
 * The text in the shape of the result that it replaces: the first string inside takes it, all others are emptied.
 * A replacement of another shape would be ignored and the original shown.
 */
export function responseOf(text: string, response: Json): Json {
  let isPlaced = false;
  const place = (value: Json, key: string): Json => {
    if (typeof value === "string" && !structural.includes(key)) {
      const put = isPlaced ? "" : text;
      isPlaced = true;
      return put;
    }
    if (Array.isArray(value)) return (value as readonly Json[]).map((item) => place(item, ""));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, place(inner, name)]));
  };
  const placed = place(response, "");
  return isPlaced ? placed : text;
}

/** Strings that describe a part and are not content. */
const structural: readonly string[] = ["type", "mimeType", "mime_type", "media_type"];

/**
 * The text as the result of an MCP tool. Nothing of the old result stays: its server chose names and numbers too, and
 * clients require only content.
 */
export function mcpResponseOf(text: string, response: Json): Json {
  if (typeof response === "string") return text;
  const content: Json = [{ type: "text", text }];
  if (!isObject(response)) return content;
  return { content, ...(response.isError === true ? { isError: true } : {}), ...structureOf(text, response) };
}

/** Structured content only as far as the text repeats it; anything else would leak what the rewrite removed. */
function structureOf(text: string, response: JsonObject): JsonObject {
  if (fieldOf(response, STRUCTURED) === undefined) return {};
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? { [STRUCTURED]: value } : {};
  } catch {
    return {};
  }
}
