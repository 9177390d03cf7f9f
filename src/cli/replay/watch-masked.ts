// Notices when a rule reads a value that the log masked. Getters report reads on the event as
// rules see it and not as the engine checked it, since checking reads everything.

import { isObject } from "../../hosts/shared/read-answer.ts";

export type Note = (place: string) => void;

type Slots = { [key: string]: unknown };

/** The target of a place: the object that holds the value, and its key. */
interface Spot {
  readonly holder: object;
  readonly key: string;
}

/** `context` is an event as rules see it; `places` are those of the log, below `event`. */
export function watchMasked(context: object, places: readonly string[], note: Note): void {
  for (const place of places) {
    if (!place.startsWith(EVENT)) continue;
    const spot = spotOf(context, place.slice(EVENT.length));
    // A field that no rule can name is not in the context.
    if (spot !== null) watch(spot, place, note);
    // Views of the engine that copy a field.
    if (/^event\.input\.(?:server|tool)\b/.test(place))
      for (const key of ["mcp_server", "mcp_tool"]) watch({ holder: context, key }, place, note);
  }
}

const EVENT = "event.";

function watch({ holder, key }: Spot, place: string, note: Note): void {
  const value = (holder as Slots)[key];
  Object.defineProperty(holder, key, {
    configurable: true,
    enumerable: true,
    get() {
      note(place);
      return value;
    },
  });
}

/**
 * The deepest existing spot of a place. Keys may contain dots and brackets, so each key of an object is tried; if the path
 * ends early, for example under a key that was itself masked, its holder represents the rest. Null when nothing exists.
 */
function spotOf(holder: object, rest: string): Spot | null {
  const keys = keysAt(holder, rest);
  for (const { key, after } of keys) {
    const inner = (holder as Slots)[key];
    if (after === "") return { holder, key };
    if (!isObject(inner) && !Array.isArray(inner)) continue;
    return spotOf(inner, after) ?? { holder, key };
  }
  return null;
}

/** Own keys of the holder that the place can continue with, longest first, and the rest after each. */
function keysAt(holder: object, rest: string): readonly { readonly key: string; readonly after: string }[] {
  if (Array.isArray(holder)) {
    const index = /^\[(\d+)\]/.exec(rest);
    const key = index?.[1] ?? "";
    if (index === null || !Object.hasOwn(holder, key)) return [];
    return [{ key, after: stripped(rest.slice(index[0].length)) }];
  }
  return Object.keys(holder)
    .filter((key) => rest === key || (rest.startsWith(key) && /^[.[]/.test(rest.slice(key.length))))
    .sort((a, b) => b.length - a.length)
    .map((key) => ({ key, after: stripped(rest.slice(key.length)) }));
}

const stripped = (rest: string): string => (rest.startsWith(".") ? rest.slice(1) : rest);
