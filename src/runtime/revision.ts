// The revision of a bundle: one hash that names its whole content. The compiler writes it, the loader computes it again.
// It covers the manifest (without `revision` itself) in canonical JSON, and through `files` every other file.

import { createHash } from "node:crypto";
import type { Manifest } from "./contract.ts";

/** The sha256 of some bytes, as 64 hexadecimal digits: what `manifest.files` holds. */
export function sha256Hex(bytes: Uint8Array | string): string {
  return createHash("sha256").update(bytes).digest("hex");
}

/** The revision of a manifest over the given file hashes; `revision` and `files` of the manifest itself do not count. */
export function revisionOf(manifest: object, files: Manifest["files"]): string {
  const content: Record<string, unknown> = { ...manifest, files };
  delete content.revision;
  const hash = createHash("sha256").update("policyc-bundle\n");
  // Piece by piece: a manifest of ten thousand rules as one text would be the largest thing in memory.
  let pending = "";
  writeCanonical(content, (piece) => {
    pending += piece;
    if (pending.length < PIECE) return;
    hash.update(pending);
    pending = "";
  });
  return hash.update(pending).digest("hex");
}

const PIECE = 1 << 16;

/** JSON with sorted keys and no white space, so that layout and key order of the file do not matter. */
function writeCanonical(value: unknown, write: (piece: string) => void): void {
  if (value === null || typeof value !== "object") return write(JSON.stringify(value) ?? "null");
  if (Array.isArray(value)) {
    value.forEach((item, at) => {
      write(at === 0 ? "[" : ",");
      writeCanonical(item, write);
    });
    return write(value.length === 0 ? "[]" : "]");
  }
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  entries.forEach(([key, item], at) => {
    write(`${at === 0 ? "{" : ","}${JSON.stringify(key)}:`);
    writeCanonical(item, write);
  });
  write(entries.length === 0 ? "{}" : "}");
}
