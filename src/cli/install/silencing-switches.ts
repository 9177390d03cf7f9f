// Settings that keep an agent from running its hooks, found in its own files.

import { readFile } from "node:fs/promises";
import { isObject, member } from "../../hosts/config.ts";
import type { AgentInstall, HookSwitch, Site } from "../../hosts/install/agent.ts";
import type { Json } from "../../runtime/contract.ts";
import { systemCode } from "../trouble.ts";
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
  if (file.endsWith(".toml")) return tomlFlag(text, path);
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

/** A flag of a TOML file: under its table, dotted at the top, or in an inline table. Enough to find one that is set. */
export function tomlFlag(text: string, path: readonly string[]): boolean | undefined {
  const name = path.at(-1) ?? "";
  const table = path.slice(0, -1).join(".");
  let current = "";
  for (const raw of text.split(/\r?\n/)) {
    const line = raw.trim();
    const header = /^\[([\w.-]+)\]/.exec(line)?.[1];
    if (header !== undefined) {
      current = header;
      continue;
    }
    const [, key = "", value = ""] = /^([\w.-]+)\s*=\s*(.*)$/.exec(line) ?? [];
    const full = current === "" ? key : `${current}.${key}`;
    if (full === path.join(".")) return flagOf(value);
    if (full === table && value.startsWith("{")) {
      const inline = new RegExp(`(?:^|[{,\\s])${name}\\s*=\\s*(true|false)`).exec(value)?.[1];
      if (inline !== undefined) return inline === "true";
    }
  }
  return undefined;
}

const flagOf = (value: string): boolean | undefined => {
  const word = /^(true|false)\b/.exec(value)?.[1];
  return word === undefined ? undefined : word === "true";
};
