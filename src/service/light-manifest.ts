// The part of a manifest that an agent call uses, after the revision has shown that the whole manifest is unchanged.

import type { Manifest, Scope } from "../language/contract.ts";
import { PolicyLoadError, shortRevision, shown } from "../language/load-error.ts";
import { laidOut, revisionOf, revisionOfCanonical } from "../language/revision.ts";

export type LightManifest = Pick<Manifest, "revision" | "scope" | "files" | "facts">;

/** Throws a PolicyLoadError when the manifest was changed after the build, or is not the pinned one. */
export function readManifest(bytes: Buffer, pin: string | null): LightManifest {
  const whole = jsonOf(bytes.toString("utf8"));
  const manifest = manifestOf(whole);
  const { revision, files } = manifest;
  if (pin !== null && pin !== revision) {
    const found = /^[0-9a-f]{64}$/.test(revision) ? shortRevision(revision) : shown(revision);
    throw new PolicyLoadError("P606", { found, wanted: shortRevision(pin) });
  }
  if (!isAsLaidOut(bytes, revision) && revisionOf(Object(whole), files) !== revision)
    throw new PolicyLoadError("P604", { file: "manifest.json" });
  return manifest;
}

/** Whether the text itself has that revision. The compiler's own layout needs no sorting of keys, which is much slower. */
function isAsLaidOut(bytes: Buffer, revision: string): boolean {
  const found = laidOut(bytes);
  return found !== null && found.revision === revision && revisionOfCanonical(found.canonical) === revision;
}

function manifestOf(value: unknown): LightManifest {
  const fields: { readonly [name: string]: unknown } = isObject(value) ? value : {};
  for (const name of ["format", "language", "ir"])
    if (fields[name] !== 1)
      throw new PolicyLoadError("P603", { what: name, found: shown(String(fields[name])), known: "1" });
  const { revision, scope, files, facts } = fields;
  if (typeof revision !== "string" || !isScope(scope) || !isObject(files) || !isTexts(files) || !isFacts(facts))
    throw new PolicyLoadError("P602", { why: "its revision, scope, files or facts are missing" });
  return { revision, scope, files, facts };
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

const isText = (value: unknown): value is string => typeof value === "string";

const isTexts = (value: { readonly [name: string]: unknown }): value is { readonly [name: string]: string } =>
  Object.values(value).every(isText);

const isFacts = (value: unknown): value is Manifest["facts"] =>
  isObject(value) && Object.values(value).every((keys) => Array.isArray(keys) && keys.every(isText));
