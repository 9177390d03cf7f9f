// manifest.json and hooks.json, field by field: unknown JSON becomes typed here and nowhere else.
// Versions are checked first, because the fields of a newer format cannot be checked at all.

import type {
  Json,
  LeftOut,
  Manifest,
  ManifestCondition,
  ManifestRule,
  ManifestWitness,
  ResolvedEffect,
} from "./contract.ts";
import { PolicyLoadError, shown } from "./load-error.ts";
import { points } from "./schema.ts";

/** Reads one value or throws a PolicyLoadError that names the place. */
export type ReadValue<T> = (value: Json, at: string) => T;

/** Turns the parsed manifest.json into a Manifest. */
export function checkManifest(value: Json): Manifest {
  if (!isObject(value)) throw malformed("it is not an object");
  checkVersion(value, "format", "bundle format");
  checkVersion(value, "language", "language version");
  checkVersion(value, "ir", "IR version");
  const manifest = withoutEmpty(manifestOf({ leftOut: {}, packs: {}, ...value }, ""));
  if (!Object.hasOwn(manifest.files, "policy.mjs")) throw fileList("policy.mjs is not listed");
  if (!Object.hasOwn(manifest.files, "hooks.json")) throw fileList("hooks.json is not listed");
  checkFileNames(Object.keys(manifest.files));
  manifest.rules.forEach((rule, id) => {
    if (rule.id !== id) throw malformed(`rules[${id}].id is not ${id}`);
  });
  return manifest;
}

/** Where nothing is left out and no pack is used, and in bundles of earlier versions, these fields are absent. */
function withoutEmpty({ leftOut = {}, packs = {}, ...manifest }: Manifest): Manifest {
  return {
    ...manifest,
    ...(Object.keys(leftOut).length === 0 ? {} : { leftOut }),
    ...(Object.keys(packs).length === 0 ? {} : { packs }),
  };
}

/** The hooks of hooks.json, as `rule (file:line:column)`: what a refusal lists. */
export function checkHooksFile(value: Json): readonly string[] {
  if (!isObject(value)) throw new PolicyLoadError("P602", { why: "hooks.json is not an object" });
  checkVersion(value, "format", "hooks format");
  return list(hookName)(value.hooks ?? null, "hooks.json: hooks");
}

const hookName: ReadValue<string> = (value, at) => {
  if (!isObject(value)) throw malformed(`${at} is not an object`);
  return `${shown(text(value.rule ?? null, `${at}.rule`))} at ${shown(text(value.at ?? null, `${at}.at`))}`;
};

const KNOWN_VERSION = 1;

function checkVersion(value: { readonly [key: string]: Json }, field: string, what: string): void {
  const found = value[field];
  if (typeof found !== "number" || !Number.isSafeInteger(found) || found < 1)
    throw malformed(`${field} is not a version number`);
  if (found !== KNOWN_VERSION)
    throw new PolicyLoadError("P603", { what, found: String(found), known: String(KNOWN_VERSION) });
}

export function malformed(why: string): PolicyLoadError {
  return new PolicyLoadError("P602", { why });
}

function fileList(why: string): PolicyLoadError {
  return new PolicyLoadError("P605", { why });
}

export const text: ReadValue<string> = (value, at) => {
  if (typeof value !== "string") throw malformed(`${at} is not text`);
  return value;
};

export const flag: ReadValue<boolean> = (value, at) => {
  if (typeof value !== "boolean") throw malformed(`${at} is not true or false`);
  return value;
};

export const count: ReadValue<number> = (value, at) => {
  if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 0) throw malformed(`${at} is not a count`);
  return value;
};

const version: ReadValue<1> = (value, at) => {
  if (value !== 1) throw malformed(`${at} is not 1`);
  return 1;
};

const hash: ReadValue<string> = (value, at) => {
  if (typeof value !== "string" || !/^[0-9a-f]{64}$/.test(value)) throw malformed(`${at} is not a sha256`);
  return value;
};

export function oneOf<const T extends string>(words: readonly T[]): ReadValue<T> {
  return (value, at) => {
    const word = words.find((candidate) => candidate === value);
    if (word === undefined) throw malformed(`${at} is not one of ${words.join(", ")}`);
    return word;
  };
}

export function orNull<T>(read: ReadValue<T>): ReadValue<T | null> {
  return (value, at) => (value === null ? null : read(value, at));
}

export function list<T>(read: ReadValue<T>): ReadValue<readonly T[]> {
  return (value, at) => {
    if (!Array.isArray(value)) throw malformed(`${at} is not a list`);
    return value.map((item: Json, index) => read(item, `${at}[${index}]`));
  };
}

/** An object whose keys come from policies: without a prototype, so that no key means anything by accident. */
export function record<T>(read: ReadValue<T>): ReadValue<{ readonly [key: string]: T }> {
  return (value, at) => {
    if (!isObject(value)) throw malformed(`${at} is not an object`);
    const result: { [key: string]: T } = Object.create(null);
    for (const [key, item] of Object.entries(value)) result[key] = read(item, `${at}[${shown(key)}]`);
    return result;
  };
}

/** An object with exactly these fields: an extra or missing field means that another compiler version wrote it. */
export function shape<T extends object>(fields: { readonly [K in keyof T]-?: ReadValue<T[K]> }): ReadValue<T> {
  const names = Object.keys(fields) as (keyof T & string)[];
  return (value, at) => {
    const prefix = at === "" ? "" : `${at}.`;
    if (!isObject(value)) throw malformed(`${at} is not an object`);
    for (const key of Object.keys(value))
      if (!Object.hasOwn(fields, key)) throw malformed(`${prefix}${shown(key)} is not a known field`);
    const result: Partial<T> = {};
    for (const name of names) {
      const item = value[name];
      if (item === undefined) throw malformed(`${prefix}${name} is missing`);
      result[name] = fields[name](item, `${prefix}${name}`);
    }
    return result as T;
  };
}

export function isObject(value: Json): value is { readonly [key: string]: Json } {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

const pointNames = Object.keys(points) as (keyof typeof points)[];
export const point = oneOf(pointNames);

const conditionOf = shape<ManifestCondition>({ text, at: text, operands: list(text) });

const anyJson: ReadValue<Json> = (value) => value;

const witnessOf = shape<ManifestWitness>({
  event: anyJson,
  given: anyJson,
  before: list(shape<ManifestWitness["before"][number]>({ event: anyJson, given: anyJson, times: count })),
});

const ruleOf = shape<ManifestRule>({
  id: count,
  name: text,
  at: text,
  points: list(point),
  effects: list(text),
  shadow: flag,
  severity: orNull(text),
  owner: orNull(text),
  doc: orNull(text),
  sentence: text,
  conditions: list(conditionOf),
  witness: orNull(witnessOf),
});

const manifestOf = shape<Manifest>({
  format: version,
  language: version,
  ir: version,
  compiler: text,
  revision: hash,
  scope: oneOf(["internal", "user", "repo"]),
  targets: record(list(shape<ResolvedEffect>({ rule: text, point, effect: text }))),
  leftOut: record(list(shape<LeftOut>({ rule: text, point, effect: orNull(text), why: text }))),
  packs: record(text),
  rules: list(ruleOf),
  facts: record(list(text)),
  labels: list(text),
  counters: record(list(count)),
  capabilities: list(text),
  cost: shape<Manifest["cost"]>({ largestBucket: count, rulesPerPoint: record(count), testsPerPoint: record(count) }),
  files: record(hash),
});

const MAX_FILES = 4096;
const MAX_NAME = 1024;

/** Every listed file is inside the folder and names one file on every file system. */
function checkFileNames(names: readonly string[]): void {
  if (names.length > MAX_FILES) throw fileList(`more than ${MAX_FILES} files are listed`);
  const folded = new Map<string, string>();
  for (const name of names) {
    const why = badName(name);
    if (why !== null) throw fileList(`${shown(name)} ${why}`);
    const same = name.normalize("NFC").toLowerCase();
    const other = folded.get(same);
    if (other !== undefined) throw fileList(`${shown(other)} and ${shown(name)} differ only in case`);
    folded.set(same, name);
  }
}

function badName(name: string): string | null {
  if (name === "" || name.length > MAX_NAME) return "is empty or too long";
  if (name.startsWith("/")) return "is an absolute path";
  if (/[\\:]/.test(name)) return "holds a backslash or a colon";
  if (/[\p{Cc}\p{Cf}\p{Cs}]/u.test(name)) return "holds a control or format character";
  for (const part of name.split("/")) {
    if (part === "" || part === ".") return "is not a plain relative path";
    if (part === "..") return "leaves the folder";
    if (part.endsWith(" ") || part.endsWith(".")) return "ends in a space or a full stop";
  }
  if (name.toLowerCase() === "manifest.json") return "cannot hold its own hash";
  return null;
}
