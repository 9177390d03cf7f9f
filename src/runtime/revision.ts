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
  return sha256Hex(`policyc-bundle\n${canonicalJson(content)}`);
}

/** JSON with sorted keys and no white space, so that layout and key order of the file do not matter. */
function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value) ?? "null";
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const parts: string[] = [];
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  for (const [key, item] of entries.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
    parts.push(`${JSON.stringify(key)}:${canonicalJson(item)}`);
  return `{${parts.join(",")}}`;
}
