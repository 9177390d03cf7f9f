// Copies the event of a decision that may wait for hooks: its caller may change the original meanwhile. Made for small plain
// objects, which hosts send; anything that is not plain JSON is left to structuredClone, or refused by the event check.

const DEEPEST = 80;

export function copyEvent(event: unknown): unknown {
  try {
    return copy(event, 0);
  } catch {
    return cloned(event);
  }
}

function copy(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (depth > DEEPEST) throw new Error("too deep");
  if (Array.isArray(value)) return value.map((item) => copy(item, depth + 1));
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new Error("not plain");
  const result: { [key: string]: unknown } = {};
  for (const key of Object.keys(value)) {
    const item = copy((value as { readonly [key: string]: unknown })[key], depth + 1);
    if (key === "__proto__") Object.defineProperty(result, key, { value: item, enumerable: true });
    else result[key] = item;
  }
  return result;
}

/** What cannot be copied is not JSON, and the event check reports that. */
function cloned(event: unknown): unknown {
  try {
    return structuredClone(event);
  } catch {
    return event;
  }
}
