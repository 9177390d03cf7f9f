// Maps a value of a condition to the part of the event that determines it, and back: `lower(prompt) ?? "x"` to `prompt`.

import type { Json } from "../../language/contract.ts";
import type { Ir, IrValue } from "../ir/ir.ts";

/** Undefined: missing. */
export type Value = Json | undefined;

/** A value that an event, a fact or a command line can set. */
export type Root = Extract<
  IrValue,
  { readonly op: "field" | "json" | "fact" | "var" | "part" | "counted" | "view" | "calls" | "externals" }
>;

export interface ValuePath {
  readonly root: Root;
  /** What the condition sees when the root has this value; undefined where it would be missing or in error. */
  readonly seen: (root: Value) => Value;
  /** Values of the root for which the condition may see this one. */
  readonly from: (seen: Value) => readonly Value[];
}

const straight = (root: Root): ValuePath => ({ root, seen: (value) => value, from: (value) => [value] });

/** Null for constants. */
export function valuePath(value: IrValue, ir: Ir): ValuePath | null {
  switch (value.op) {
    case "const":
    case "list":
      return null;
    case "default":
      return defaultPath(value, ir);
    case "lower":
      return inBothCases(overText(valuePath(value.value, ir), (text) => text.toLowerCase()));
    case "mask": {
      const { source = "", flags = "" } = ir.regexes[value.regex] ?? {};
      const regex = regexOf(source, `${flags}g`);
      return overText(valuePath(value.value, ir), (text) => (regex === null ? text : text.replace(regex, "***")));
    }
    case "concat":
      return concatPath(value.parts, ir);
    case "length":
      return lengthPath(value, ir);
    default:
      return straight(value);
  }
}

export function regexOf(source: string, flags: string): RegExp | null {
  try {
    return new RegExp(source, flags);
  } catch {
    return null;
  }
}

/** Also proposes capitals: another condition may test the text without `lower`. */
const inBothCases = (path: ValuePath | null): ValuePath | null =>
  path === null
    ? null
    : {
        ...path,
        from: (seen) => [seen, typeof seen === "string" ? seen.toUpperCase() : seen].flatMap((one) => path.from(one)),
      };

function overText(inner: ValuePath | null, map: (text: string) => string): ValuePath | null {
  if (inner === null) return null;
  const seen = (root: Value): Value => {
    const text = inner.seen(root);
    return typeof text === "string" ? map(text) : undefined;
  };
  return { root: inner.root, seen, from: inner.from };
}

function defaultPath({ value, fallback }: IrValue & { readonly op: "default" }, ir: Ir): ValuePath | null {
  const inner = valuePath(value, ir);
  if (inner === null) return null;
  const other = fallback.op === "const" ? fallback.value : undefined;
  return {
    root: inner.root,
    seen: (root) => (root === undefined ? other : inner.seen(root)),
    from: (seen) => (seen === other ? [undefined, ...inner.from(seen)] : inner.from(seen)),
  };
}

/** Sets the first part that is not a constant; other variable parts are ignored. */
function concatPath(parts: readonly IrValue[], ir: Ir): ValuePath | null {
  const at = parts.findIndex((part) => part.op !== "const");
  const part = parts[at];
  const inner = part === undefined ? null : valuePath(part, ir);
  if (inner === null) return null;
  const textOf = (some: readonly IrValue[]): string =>
    some.map((one) => (one.op === "const" ? String(one.value) : "")).join("");
  const before = textOf(parts.slice(0, at));
  const after = textOf(parts.slice(at + 1));
  return {
    root: inner.root,
    seen: (root) => {
      const text = inner.seen(root);
      return typeof text === "string" ? before + text + after : undefined;
    },
    from: (seen) => {
      if (typeof seen !== "string") return [];
      const isWhole = seen.startsWith(before) && seen.endsWith(after) && seen.length >= before.length + after.length;
      return isWhole
        ? [...inner.from(seen.slice(before.length, seen.length - after.length)), ...inner.from(seen)]
        : inner.from(seen);
    },
  };
}

/** An event may have 8 MiB. */
const LONGEST = 2_000_000;

function lengthPath(value: IrValue & { readonly op: "length" }, ir: Ir): ValuePath | null {
  const inner = valuePath(value.value, ir);
  if (inner === null) return null;
  return {
    root: inner.root,
    seen: (root) => {
      const one = inner.seen(root);
      return typeof one === "string" || Array.isArray(one) ? one.length : undefined;
    },
    from: (seen) => {
      if (typeof seen !== "number" || seen < 0 || seen > LONGEST) return [];
      return inner.from(value.of === "text" ? "x".repeat(seen) : Array.from({ length: seen }, () => "x"));
    },
  };
}

/** One text per root; the same text means the same value within one event. */
export const rootKey = (root: Root): string => JSON.stringify(root);
