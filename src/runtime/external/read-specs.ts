// Reads hooks.json as HookSpecs, field by field. A spec that the compiler would not write is refused.

import type { HookSpec, HookWord, Json } from "../../language/contract.ts";
import {
  count,
  isObject,
  list,
  malformed,
  oneOf,
  orNull,
  point,
  type ReadValue,
  record,
  shape,
  text,
} from "../../language/manifest.ts";
import { parseStrictJson } from "../../language/strict-json.ts";
import type { VerifiedBundle } from "../bundle/read-bundle.ts";

/** The hooks of a bundle in the order of their rules, or a PolicyLoadError. */
export function readSpecs(bundle: Pick<VerifiedBundle, "files">): readonly HookSpec[] {
  const parsed = parseStrictJson(bundle.files.get("hooks.json") ?? new Uint8Array());
  if ("error" in parsed) throw malformed(`hooks.json: ${parsed.error}`);
  const file = parsed.value;
  if (!isObject(file)) throw malformed("hooks.json is not an object");
  const specs = list(specOf)(file.hooks ?? null, "hooks.json: hooks");
  specs.forEach((spec, index) => {
    const why = troubleOf(spec, bundle.files);
    if (why !== null) throw malformed(`hooks.json: hooks[${index}] ${why}`);
  });
  return specs;
}

const word: ReadValue<HookWord> = (value, at) => (isObject(value) ? carried(value, at) : text(value, at));
const carried: ReadValue<{ readonly file: string }> = shape({ file: text });

const ENV_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;
const envName: ReadValue<string> = (value, at) => {
  const name = text(value, at);
  if (!ENV_NAME.test(name)) throw malformed(`${at} is not the name of a variable`);
  return name;
};

const effects = ["warn", "note", "allow", "ask", "respond", "block", "stop", "set", "set system"] as const;

const specOf = shape<HookSpec>({
  rule: text,
  at: text,
  points: list(point),
  argv: orNull(list(word)),
  shell: orNull(text),
  protocol: text,
  timeout_ms: count,
  env_names: list(envName),
  env_values: (value: Json, at) => {
    const values = record(text)(value, at);
    for (const name of Object.keys(values)) envName(name, `${at}: ${JSON.stringify(name)}`);
    return values;
  },
  cwd: orNull(text),
  may: list(oneOf(effects)),
  fail: oneOf(["open", "closed"]),
  observe: orNull(list(text)),
});

const LONGEST_TIMEOUT_MS = 600_000;

function troubleOf(spec: HookSpec, files: VerifiedBundle["files"]): string | null {
  if ((spec.argv === null) === (spec.shell === null)) return "must have either argv or shell";
  if (spec.argv?.length === 0) return "has an empty argv";
  if (spec.timeout_ms < 1 || spec.timeout_ms > LONGEST_TIMEOUT_MS) return "has a timeout out of range";
  const missing = spec.argv?.find((item) => typeof item !== "string" && !isCarried(item.file, files));
  return missing === undefined ? null : "uses a file that the bundle does not contain";
}

function isCarried(name: string, files: VerifiedBundle["files"]): boolean {
  return name.startsWith("files/") && files.has(name);
}
