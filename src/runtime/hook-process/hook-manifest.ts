// As much of a manifest as a hook uses, once the revision has said that all of it is as the compiler wrote it. Most of a manifest
// is about its rules, for people, and is hashed here without being read.

import type { Manifest, Scope } from "../contract.ts";
import { PolicyLoadError, shown } from "../load-error.ts";
import { laidOut, revisionOf, revisionOfCanonical } from "../revision.ts";

export type LightManifest = Pick<Manifest, "revision" | "scope" | "files">;

/** Throws a PolicyLoadError when it is not as it was built, or not the one that is pinned. */
export function readManifest(bytes: Buffer, pin: string | null): LightManifest {
  const light = lightManifest(bytes);
  if (light !== null) return pinned(light, pin);
  const whole = jsonOf(bytes.toString("utf8"));
  const manifest = pinned(manifestOf(whole), pin);
  if (revisionOf(Object(whole), manifest.files) !== manifest.revision)
    throw new PolicyLoadError("P604", { file: "manifest.json" });
  return manifest;
}

/** Throws when it is not the one that is pinned. */
export function pinned(manifest: LightManifest, pin: string | null): LightManifest {
  const { revision } = manifest;
  if (pin === null || pin === revision) return manifest;
  const found = /^[0-9a-f]{64}$/.test(revision) ? revision : shown(revision);
  throw new PolicyLoadError("P606", { found, wanted: pin });
}

/**
 * From the fields before its rules and after them; null when it is laid out otherwise, or not as it was built. Whoever can
 * change the file can move its line breaks, so places are told by the canonical text: what is JSON up to a place, if one bracket
 * is closed there, are whole fields, and so is what is JSON from a place on.
 */
function lightManifest(bytes: Buffer): LightManifest | null {
  const found = laidOut(bytes);
  if (found === null || revisionOfCanonical(found.canonical) !== found.revision) return null;
  const { canonical, revision } = found;
  const [rules, scope] = [canonical.indexOf(',"rules":['), canonical.lastIndexOf(',"scope":')];
  if (rules === -1 || scope < rules) return null;
  try {
    const before: unknown = JSON.parse(`${utf8(canonical.slice(0, rules))}}`);
    const after: unknown = JSON.parse(`{${utf8(canonical.slice(scope + 1))}`);
    return manifestOf({ ...Object(before), ...Object(after), revision });
  } catch {
    return null;
  }
}

const utf8 = (bytes: string): string => Buffer.from(bytes, "latin1").toString("utf8");

function manifestOf(value: unknown): LightManifest {
  const fields: { readonly [name: string]: unknown } = isObject(value) ? value : {};
  for (const name of ["format", "language", "ir"])
    if (fields[name] !== 1)
      throw new PolicyLoadError("P603", { what: name, found: shown(String(fields[name])), known: "1" });
  const { revision, scope, files } = fields;
  if (typeof revision !== "string" || !isScope(scope) || !isObject(files) || !isTexts(files))
    throw new PolicyLoadError("P602", { why: "it lacks its revision, scope or files" });
  return { revision, scope, files };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PolicyLoadError("P602", { why: "it is not JSON" });
  }
}

const isObject = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isScope = (value: unknown): value is Scope => value === "internal" || value === "user" || value === "repo";

const isTexts = (value: { readonly [name: string]: unknown }): value is { readonly [name: string]: string } =>
  Object.values(value).every((item) => typeof item === "string");
