// Text that a tool types into a program which it started earlier: for a shell it is a command like any other.

import type { Json } from "../../language/contract.ts";
import type { Derived } from "../shared/tool-table.ts";

/** Nothing at all, or the keys that interrupt and end a program. */
const ends = /^[\u0003\u0004]*$/;

/** What is typed, as a command; anything but text is a command that is not known. */
export function typedText(text: Json | undefined): Derived {
  if (typeof text === "string" && ends.test(text)) return { tool: "other", does: {} };
  return { fields: { command: typeof text === "string" ? text : "\u0000", running: true } };
}

/** Keys by their names. Enter ends a line that was typed, and judged, before; other keys may fetch or change one. */
export function keysPressed(keys: Json | undefined): Derived {
  const isHarmless = typeof keys === "string" && /^(?:ctrl-[cd]|enter|escape)$/.test(keys.trim().toLowerCase());
  return isHarmless ? { tool: "other", does: {} } : typedText("\u0000");
}
