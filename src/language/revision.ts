// The revision of a bundle: one hash of its whole content. The compiler writes it, the loader computes it again.
// It covers the manifest (without `revision` itself) in canonical JSON, and through `files` every other file.

import { createHash } from "node:crypto";
import type { Manifest } from "./contract.ts";

/** The revision of a manifest with these file hashes; `revision` and `files` of the manifest itself do not count. */
export function revisionOf(manifest: object, files: Manifest["files"]): string {
  const content: Record<string, unknown> = { ...manifest, files };
  delete content.revision;
  const hash = createHash("sha256").update("policyc-bundle\n");
  // Piece by piece: the text of a manifest with ten thousand rules would be the largest object in memory.
  for (const piece of canonicalPieces(content)) hash.update(piece);
  return hash.digest("hex");
}

/** A manifest in the layout of `manifestText`, split without parsing it. */
export interface LaidOut {
  /** Everything except its own revision, as canonical JSON; each character is a byte. */
  readonly canonical: string;
  /** The revision that it states. */
  readonly revision: string;
}

const OWN_LINE = /\n *"revision":"([0-9a-f]{64})",(?=\n)/;

/** Null for other layouts. No JSON string can contain a line break, so removing line breaks and indentation loses nothing. */
export function laidOut(bytes: Buffer): LaidOut | null {
  const text = bytes.toString("latin1");
  const [, revision] = OWN_LINE.exec(text) ?? [];
  return revision === undefined ? null : { canonical: text.replace(OWN_LINE, "").replace(/\n */g, ""), revision };
}

export function revisionOfCanonical(canonical: LaidOut["canonical"]): string {
  return createHash("sha256").update("policyc-bundle\n").update(canonical, "latin1").digest("hex");
}

/** One line per field and per rule: readable, and a hook can compute the revision without parsing all of it. */
export function manifestText(manifest: object): string {
  const lines = { field: "\n  ", item: "\n    " };
  return `${[...canonicalPieces({ ...manifest }, lines)].join("").slice(0, -1)}\n}\n`;
}

/** JSON with sorted keys and no white space, so that layout and key order of the file do not matter. */
function* canonicalPieces(
  content: { readonly [field: string]: unknown },
  lines = { field: "", item: "" },
): Generator<string> {
  const keys = sortedKeys(content);
  // A list of keys makes JSON.stringify itself write them in this order, at every depth, which is faster than sorting by hand.
  const text = (value: unknown): string => JSON.stringify(value, keys) ?? "null";
  let mark = "{";
  for (const key of keys) {
    const value = Object.hasOwn(content, key) ? content[key] : undefined;
    if (value === undefined) continue;
    yield `${mark}${lines.field}${JSON.stringify(key)}:`;
    mark = ",";
    if (!Array.isArray(value) || value.length === 0) yield text(value);
    else {
      for (const [at, item] of value.entries()) yield `${at === 0 ? "[" : ","}${lines.item}${text(item)}`;
      yield "]";
    }
  }
  yield mark === "{" ? "{}" : "}";
}

/** Every key at any depth, once. */
function sortedKeys(content: object): string[] {
  const keys = new Set<string>();
  const open: unknown[] = [content];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    const isList = Array.isArray(value);
    for (const key of Object.keys(Object(value))) {
      // Every object has it, so including it in the list would write it everywhere.
      if (key === "__proto__") throw new Error("a manifest has no key `__proto__`");
      if (!isList) keys.add(key);
      const item = (value as { readonly [key: string]: unknown })[key];
      if (typeof item === "object" && item !== null) open.push(item);
    }
  }
  return [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
