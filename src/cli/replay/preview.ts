// A short form of an event for lists: its tool and its most informative field. Masked and made visible, like messages.

import { isObject, type JsonObject } from "../../hosts/shared/read-answer.ts";
import { shown } from "../../runtime/engine/index.ts";

/** Fields that describe an event, the most informative first. */
const telling: readonly string[] = ["command", "path", "url", "query", "pattern", "task", "server", "patch"];
const otherwise: readonly string[] = ["prompt", "message", "reason", "error", "output", "response", "path", "source"];

const NAME_LIMIT = 64;

/** The tool, or the point of an event without one; raw, and not yet safe to display. */
export function toolOf({ tool, point }: JsonObject): string {
  const name = typeof tool === "string" ? tool : String(point);
  return name.length > NAME_LIMIT ? name.slice(0, NAME_LIMIT) : name;
}

export function previewOf(event: JsonObject): string {
  const { input, tool_name: name } = event;
  const from = isObject(input) ? input : event;
  const field = (isObject(input) ? telling : otherwise).find((key) => typeof from[key] === "string");
  const text = field === undefined ? "" : shown(from[field]);
  const server = isObject(input) && field === "server" && typeof input.tool === "string" ? ` ${shown(input.tool)}` : "";
  if (event.tool === "other" && typeof name === "string") return `${shown(name)} ${text}`.trim();
  return `${text}${server}`;
}
