// Calls that run as tasks, in both revisions of the protocol. A server reports the state of a task and eventually its result;
// only a bare state passes without a decision.

import type { Json } from "../../language/contract.ts";
import { fieldOf, isObject, type JsonObject } from "../shared/read-answer.ts";
import { IMMEDIATE } from "../shared/response-text.ts";

type Check = (value: Json) => boolean;

const isTime: Check = (value) => typeof value === "string" && /^[\d:.TZ+-]{1,40}$/.test(value);
const isAmount: Check = (value) => value === null || typeof value === "number";
const isHandle: Check = (value) => typeof value === "string";
const among =
  (...words: readonly string[]): Check =>
  (value) =>
    typeof value === "string" && words.includes(value);

/** Fields that describe a task and carry no text for a model. `statusMessage` is not among them: clients may show it to one. */
const stateFields: { readonly [field: string]: Check } = {
  taskId: isHandle,
  requestState: isHandle,
  status: among("working", "input_required", "completed", "failed", "cancelled"),
  resultType: among("task", "complete"),
  createdAt: isTime,
  lastUpdatedAt: isTime,
  ttl: isAmount,
  ttlMs: isAmount,
  ttlSeconds: isAmount,
  pollInterval: isAmount,
  pollIntervalMs: isAmount,
  pollIntervalMilliseconds: isAmount,
  inputRequests: isObject,
  _meta: (value) => isObject(value) && !Object.hasOwn(value, IMMEDIATE),
};

const isStateField = ([field, value]: readonly [string, Json]): boolean =>
  Object.hasOwn(stateFields, field) && stateFields[field]?.(value) === true;

export const isBareState = (value: JsonObject): boolean => Object.entries(value).every(isStateField);

export function bareState(value: Json | undefined): JsonObject {
  return isObject(value) ? Object.fromEntries(Object.entries(value).filter(isStateField)) : {};
}

/** The fields of a state that carry content. */
export function saidByState(value: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(value).filter((entry) => !isStateField(entry)));
}

/** The task that a result announces instead of carrying content, and whether it does nothing else. */
export function announcedTask(result: Json | undefined): { readonly id: string; readonly isBare: boolean } | null {
  if (!isObject(result)) return null;
  // Up to 2025-11-25 in a field of its own, later next to a type.
  const { task, ...rest } = result;
  const inner = isObject(task) ? fieldOf(task, "taskId") : undefined;
  if (isObject(task) && typeof inner === "string") return { id: inner, isBare: isBareState(task) && isBareState(rest) };
  const { taskId, resultType } = result;
  if (resultType !== "task" || typeof taskId !== "string") return null;
  return { id: taskId, isBare: isBareState(result) };
}

/** A list of tasks names them; a client gets their content when it requests one. */
export function listOfTasks(result: Json | undefined): JsonObject {
  const { tasks, nextCursor } = isObject(result) ? result : ({} as JsonObject);
  return {
    ...bareState(result),
    ...(typeof nextCursor === "string" ? { nextCursor } : {}),
    tasks: Array.isArray(tasks) ? (tasks as readonly Json[]).map(bareState) : [],
  };
}
