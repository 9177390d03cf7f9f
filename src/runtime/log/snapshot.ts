// A plain, bounded JSON copy of whatever a host sent, for the log. The event may be malformed: cyclic, full of accessors, huge.

import type { Json } from "../../language/contract.ts";

const MAX_DEPTH = 64;
const MAX_NODES = 200_000;
/** As large as a valid event; text past it is cut. */
const MAX_CHARACTERS = 8 * 1024 * 1024;

interface Budget {
  nodes: number;
  characters: number;
}

/** Copies own data properties only; what is not JSON is named in brackets. */
export function snapshot(value: unknown): Json {
  return copy(value, 0, { nodes: MAX_NODES, characters: MAX_CHARACTERS });
}

function copy(value: unknown, depth: number, budget: Budget): Json {
  if (--budget.nodes < 0) return "[left out]";
  switch (typeof value) {
    case "string":
      return cutTo(value, budget);
    case "boolean":
      return value;
    case "number":
      return Number.isFinite(value) ? value : `[${value}]`;
    case "object":
      if (value === null) return null;
      if (depth >= MAX_DEPTH) return "[too deep]";
      return copyParts(value, depth, budget);
    default:
      return `[${typeof value}]`;
  }
}

/** A proxy may throw at any touch; then only that part is lost. */
function copyParts(value: object, depth: number, budget: Budget): Json {
  try {
    return Array.isArray(value) ? copyList(value, depth, budget) : copyObject(value, depth, budget);
  } catch {
    return "[unreadable]";
  }
}

function copyList(list: readonly unknown[], depth: number, budget: Budget): Json {
  const items: Json[] = [];
  for (let at = 0; at < list.length && budget.nodes > 0; at++) items.push(copy(list[at], depth + 1, budget));
  if (items.length < list.length) items.push("[left out]");
  return items;
}

function copyObject(object: object, depth: number, budget: Budget): Json {
  const result: { [key: string]: Json } = Object.create(null);
  for (const key of Object.keys(object)) {
    if (budget.nodes <= 0) break;
    const property = Object.getOwnPropertyDescriptor(object, key);
    if (property === undefined) continue;
    result[cutTo(key, budget)] = "value" in property ? copy(property.value, depth + 1, budget) : "[accessor]";
  }
  return result;
}

function cutTo(text: string, budget: Budget): string {
  const kept = text.length <= budget.characters ? text : `${text.slice(0, Math.max(0, budget.characters))}[cut]`;
  budget.characters -= text.length;
  return kept;
}
