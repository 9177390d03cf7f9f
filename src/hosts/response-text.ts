// A tool's result has the shape of the tool and of the agent; in our events it is a text. Back and forth.

import type { Json } from "../runtime/contract.ts";
import { fieldOf, isObject } from "./read-answer.ts";

/** Where agents put what the model gets to read. */
const textFields: readonly string[] = ["llmContent", "textResultForLlm", "text_result_for_llm", "content"];

/** The text of a result, whatever its shape. */
export function responseText(response: Json): string {
  if (typeof response === "string") return response;
  if (isObject(response) && typeof response.stdout === "string")
    return [response.stdout, response.stderr].filter((part) => typeof part === "string" && part !== "").join("\n");
  const name = isObject(response) ? textFields.find((field) => fieldOf(response, field) !== undefined) : undefined;
  const parts = textParts(isObject(response) && name !== undefined ? response[name] : response);
  return parts ?? JSON.stringify(response);
}

/** MCP results and parts of model messages: `[{ "type": "text", "text": "..." }]`. */
export function textParts(content: Json | undefined): string | null {
  if (typeof content === "string") return content;
  if (isObject(content)) return typeof content.text === "string" ? content.text : null;
  if (!Array.isArray(content)) return null;
  const texts = (content as readonly Json[]).map((part) => (isObject(part) ? part.text : part));
  return texts.every((text) => typeof text === "string") ? texts.join("\n") : null;
}

/**
 * The text in the shape of the result it replaces: the first string inside takes it, every other one is emptied.
 * A replacement of another shape would be ignored, and the original shown.
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

/** Strings that say what a part is, not what it says. */
const structural: readonly string[] = ["type", "mimeType", "mime_type", "media_type"];
