// Plans which files an installation or a removal changes, and how. Writes nothing.

import { join } from "node:path";
import type { AgentInstall, ScriptConfig, Site, WantedEntry } from "../../hosts/install/agent.ts";
import { isHookCommand } from "../../hosts/install/agent.ts";
import { isObject } from "../../hosts/shared/config.ts";
import { type AgentFile, type FileRefusal, isRefusal, readConfigFile, textOf } from "./config-file.ts";
import { commandWords, findEntries, hasJsonConfig, type JsonAgent, whyUnread, withEntries } from "./hook-entries.ts";
import { foldersFor, hashOf, type InstallRecord, readBackup, readRecord } from "./install-records.ts";
import { jsonOf, membersNamed, readJsonText, removed } from "./json-text.ts";

export interface FileChange {
  readonly file: AgentFile;
  /** Null removes the file. */
  readonly after: Buffer | null;
  readonly mode: number;
  /** The record to store; `original` becomes the backup's name when `keepsOriginal`. */
  readonly record: InstallRecord;
  readonly keepsOriginal: boolean;
  /** The file no longer contains anything of policyc's. */
  readonly isRemoval: boolean;
}

export type ChangePlan = readonly FileChange[] | FileRefusal;

export const rootOf = ({ place, project, home }: Site): string => (place === "project" ? project : home);

/** The changes that leave exactly these policyc entries; an empty list is a removal. */
export async function planChanges(
  install: AgentInstall,
  wanted: readonly WantedEntry[],
  site: Site,
  state: string,
): Promise<ChangePlan> {
  if (hasJsonConfig(install)) return planJson(install, wanted, site, state);
  if (install.config.kind === "scripts") return planScripts(install, install.config, wanted, site, state);
  return [];
}

async function planJson(
  install: JsonAgent,
  wanted: readonly WantedEntry[],
  site: Site,
  state: string,
): Promise<ChangePlan> {
  const path = install.config.file(site);
  const file = await readConfigFile(path, rootOf(site));
  if (isRefusal(file)) return file;
  const before = file.bytes === null ? null : textOf(file.bytes);
  if (file.bytes !== null && before === null) return { path, why: "it is not UTF-8 text" };
  const found = before === null ? [] : findEntries(install, before, site);
  if ("why" in found) return { path, why: found.why };
  const unread = wanted.length === 0 ? null : whyUnread(install, before ?? "");
  if (unread !== null) return { path, why: unread };
  // A record of entries that were removed by hand is obsolete.
  const record = found.length === 0 ? null : await readRecord(state, path);
  const isAsWritten = record !== null && file.bytes !== null && hashOf(file.bytes) === record.result;
  if (wanted.length === 0) {
    if (found.length === 0) return [];
    const after = isAsWritten ? await originalOf(record, state) : undefined;
    if (after !== undefined) return [fileChange(file, after, record, {})];
  }
  const madeFile = file.bytes === null || (record?.madeFile ?? (wanted.length === 0 && install.config.own === true));
  // If policyc created `hooks`, it also created every empty member in it.
  const isMade = (name: string): boolean =>
    record?.created.some((one) => name === one || name.startsWith(`${one}.`)) === true;
  const isOurs = (name: string): boolean => record === null || madeFile || isMade(name);
  const edited = withEntries(install, before, wanted, site, isOurs);
  if ("why" in edited) return { path, why: edited.why };
  const created = [...(record?.created ?? []), ...edited.created];
  if (wanted.length === 0) {
    const bare = withoutTop(
      install,
      edited.text,
      (name, hasHooks) => created.includes(name) || (madeFile && !hasHooks),
    );
    const after = madeFile && isEmpty(bare) ? null : Buffer.from(bare);
    return [fileChange(file, after, record, {})];
  }
  if (edited.text === before) return [];
  return [
    {
      ...fileChange(file, Buffer.from(edited.text), record, {
        madeFile,
        created,
        isPure: record === null || (record.isPure && isAsWritten),
        folders: record?.folders ?? (await foldersFor(path, state)),
      }),
      keepsOriginal: record === null && file.bytes !== null,
    },
  ];
}

/** A change with its record; without parts the file no longer contains anything of policyc's. */
export function fileChange(
  file: AgentFile,
  after: Buffer | null,
  record: InstallRecord | null,
  parts: Partial<InstallRecord>,
): FileChange {
  const empty: InstallRecord = {
    path: file.path,
    result: "",
    isPure: true,
    original: null,
    madeFile: false,
    created: [],
    folders: [],
  };
  return {
    file,
    after,
    mode: file.mode,
    record: { ...empty, ...record, ...parts, result: after === null ? "" : hashOf(after) },
    keepsOriginal: false,
    isRemoval: Object.keys(parts).length === 0 || after === null,
  };
}

/** The file before policyc: its bytes, null for no file, undefined when unknown. */
async function originalOf(record: InstallRecord, state: string): Promise<Buffer | null | undefined> {
  if (!record.isPure) return undefined;
  if (record.original === null) return record.madeFile ? null : undefined;
  return (await readBackup(state, record.original)) ?? undefined;
}

/** The text without members that existed only for policyc's entries. */
function withoutTop(install: JsonAgent, text: string, isOurs: (name: string, hasHooks: boolean) => boolean): string {
  let result = text;
  for (const name of Object.keys(install.config.top)) {
    const json = readJsonText(result);
    if ("why" in json) return result;
    const [property] = membersNamed(json.root, name);
    const hasHooks = membersNamed(json.root, "hooks").length > 0;
    if (property !== undefined && isOurs(name, hasHooks)) result = json.bom + removed(json, json.root, property);
  }
  return result;
}

function isEmpty(text: string): boolean {
  const json = readJsonText(text);
  if ("why" in json) return text.trim() === "";
  const value = jsonOf(json.root);
  return isObject(value) && Object.keys(value).length === 0;
}

async function planScripts(
  install: AgentInstall,
  config: ScriptConfig,
  wanted: readonly WantedEntry[],
  site: Site,
  state: string,
): Promise<ChangePlan> {
  const changes: FileChange[] = [];
  for (const event of new Set(Object.values(install.events).flat())) {
    const path = join(config.folder(site), event);
    const file = await readConfigFile(path, rootOf(site));
    if (isRefusal(file)) return file;
    const entry = wanted.find((candidate) => candidate.event === event);
    const isOurs = file.bytes !== null && isOurScript(install, config, file.bytes, site);
    if (entry !== undefined && file.bytes !== null && !isOurs) {
      return { path, why: `it is a hook of another tool, and ${install.agent} runs only one program for each event` };
    }
    const record = isOurs ? await readRecord(state, path) : null;
    const folders = record?.folders ?? (await foldersFor(path, state));
    if (entry === undefined) {
      if (isOurs) changes.push(fileChange(file, null, record, { madeFile: true, folders }));
      continue;
    }
    const after = Buffer.from(config.script(entry));
    if (file.bytes?.equals(after) && (file.mode & 0o111) === 0o111) continue;
    changes.push({ ...fileChange(file, after, record, { madeFile: true, folders }), mode: 0o755 });
  }
  return changes;
}

export function isOurScript(install: AgentInstall, config: ScriptConfig, bytes: Uint8Array, site: Site): boolean {
  const line = config.lineOf(textOf(bytes) ?? "");
  return line !== null && isHookCommand(commandWords(line, install.variables(site)), install.agent);
}
