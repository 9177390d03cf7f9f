// Classifies MCP messages by their shape and by the protocol's revision.

import { isBareState } from "../../hosts/mcp-proxy/tasks.ts";
import { isObject, type JsonObject, oneLine } from "../../hosts/shared/read-answer.ts";
import type { Json } from "../../language/contract.ts";

export type Id = string | number;
export type Message = { readonly [field: string]: Json | undefined };

const META = "io.modelcontextprotocol/";

export const isId = (value: unknown): value is Id => typeof value === "string" || typeof value === "number";

/**
 * Whatever has no id is executed by some servers as if it had one, and nobody would judge it: of messages without an id
 * only those pass that MCP knows as notifications.
 */
export const isNote = ({ id, method }: Message): boolean =>
  id === undefined && typeof method === "string" && method.startsWith("notifications/");

/** A request and an answer in one: each side would take it for something else. */
export const isMixed = (message: Message): boolean => message.result !== undefined || message.error !== undefined;

/** A task's own notifications. A client that misses one asks, and the answer is then judged. */
export const isUnasked = ({ method, params }: Message): boolean =>
  typeof method === "string" &&
  /^notifications\/tasks(?:\/|$)/.test(method) &&
  !(isObject(params) && isBareState(params));

export const named = (method: Json | undefined): string => oneLine(String(method), 80);

/** From 2026-07-28 on there is no session, and every request states what the client can do. */
export const isModern = (params: JsonObject): boolean => metaOf(params, "protocolVersion") !== undefined;

export function metaOf({ _meta: meta }: JsonObject, name: string): Json | undefined {
  return isObject(meta) && Object.hasOwn(meta, `${META}${name}`) ? meta[`${META}${name}`] : undefined;
}

/** An empty capability means forms; one that names only other modes does not. */
export function canAsk(capabilities: Json | undefined): boolean {
  const elicitation = isObject(capabilities) ? capabilities.elicitation : undefined;
  if (!isObject(elicitation)) return false;
  return Object.keys(elicitation).length === 0 || elicitation.form !== undefined;
}
