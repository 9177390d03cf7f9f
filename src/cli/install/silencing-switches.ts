// Settings that keep an agent from running its hooks, found in its own files.

import { readFile } from "node:fs/promises";
import { parse } from "smol-toml";
import type { AgentInstall, HookSwitch, Site } from "../../hosts/install/agent.ts";
import { isObject, member } from "../../hosts/shared/config.ts";
import type { Json } from "../../language/contract.ts";
import { systemCode } from "../base/cli-error.ts";
import { textOf } from "./config-file.ts";
import { jsonOf, readJsonText } from "./json-text.ts";

const MAX_BYTES = 16 * 1024 * 1024;

/** Each switch that is set, with its file. */
export async function silencingSwitches({ switches }: AgentInstall, site: Site): Promise<readonly string[]> {
  const found: string[] = [];
  for (const one of switches) {
    for (const file of new Set(one.files(site))) {
      const value = await settingIn(file, one);
      if (value !== undefined && one.silences(value)) found.push(`${one.says} (\`${file}\`)`);
    }
  }
  return found;
}

async function settingIn(file: string, { path }: HookSwitch): Promise<Json | undefined> {
  const text = await readText(file);
  if (text === null) return undefined;
  if (file.endsWith(".toml")) return tomlValue(text, path);
  const json = readJsonText(text);
  if ("why" in json) return undefined;
  return path.reduce<Json | undefined>(
    (value, key) => (isObject(value) ? member(value, key) : undefined),
    jsonOf(json.root),
  );
}

async function readText(file: string): Promise<string | null> {
  try {
    const bytes = await readFile(file);
    return bytes.length > MAX_BYTES ? null : textOf(bytes);
  } catch (error) {
    if (systemCode(error) === null) throw error;
    return null;
  }
}

/** The value of a TOML file under a path; undefined when there is none, or the file is not TOML. */
export function tomlValue(text: string, path: readonly string[]): Json | undefined {
  try {
    return path.reduce<unknown>(
      (value, key) => (isTable(value) && Object.hasOwn(value, key) ? value[key] : undefined),
      parse(text),
    ) as Json | undefined;
  } catch {
    return undefined;
  }
}

const isTable = (value: unknown): value is { readonly [key: string]: unknown } =>
  typeof value === "object" && value !== null && !Array.isArray(value);
