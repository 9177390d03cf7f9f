// What is installed in an agent, and whether it works: entries, bundle, revision, settings that disable hooks, double runs.

import { existsSync } from "node:fs";
import { isAbsolute, join, resolve } from "node:path";
import {
  type AgentInstall,
  type InstallPlace,
  isHookCommand,
  type Site,
  type WantedEntry,
} from "../../hosts/install/agent.ts";
import { agentInstalls } from "../../hosts/install-agents.ts";
import type { Json, Manifest } from "../../language/contract.ts";
import { PolicyLoadError } from "../../language/load-error.ts";
import { readManifest } from "../../runtime/index.ts";
import { bundleBelow } from "../base/project-places.ts";
import { neededEvents, unmetCells } from "./bundle-needs.ts";
import { type FileRefusal, isRefusal, readConfigFile, textOf } from "./config-file.ts";
import { hookWords, readCommand } from "./hook-command.ts";
import { commandWords, findEntries, hasJsonConfig, isSame, whyUnread } from "./hook-entries.ts";
import { isOurScript, rootOf } from "./plan-changes.ts";
import { hasPlugin, type PluginAgent, pluginRevision } from "./plugin-file.ts";
import { silencingSwitches } from "./silencing-switches.ts";

export interface InstalledEntry {
  readonly event: string;
  readonly path: string;
  readonly words: readonly string[];
  /** For an agent with JSON: the unchanged element. */
  readonly element: Json | null;
  readonly script: string | null;
}

export interface AgentStatus {
  readonly agent: string;
  readonly place: InstallPlace;
  readonly site: Site;
  /** The path of the configuration, whether it exists or not. */
  readonly path: string;
  readonly entries: readonly InstalledEntry[];
  readonly bundle: string | null;
  readonly revision: string | null;
  readonly manifest: Manifest | null;
  /** Problems that keep it from working. */
  readonly troubles: readonly string[];
  /** Harmless remarks. */
  readonly notes: readonly string[];
}

export async function statusOf(install: AgentInstall, site: Site): Promise<AgentStatus> {
  if (hasPlugin(install)) return pluginStatus(install, site);
  const { agent, config } = install;
  const path = config.kind === "scripts" ? config.folder(site) : config.file(site);
  const found = await installedEntries(install, site);
  const base = { agent, place: site.place, site, path, bundle: null, revision: null, manifest: null, notes: [] };
  if ("why" in found) return { ...base, entries: [], troubles: [`\`${path}\` cannot be read: ${found.why}`] };
  const [first] = found;
  if (first === undefined) return { ...base, entries: [], troubles: [] };
  const command = readCommand(first.words);
  const bundle = command.bundle === null ? null : resolve(site.project, command.bundle);
  const loaded = bundle === null ? { why: "the command names no bundle" } : await loadManifest(bundle);
  const status: AgentStatus = {
    ...base,
    entries: found,
    bundle,
    revision: command.revision,
    manifest: "why" in loaded ? null : loaded,
    troubles: [],
  };
  const troubles = [
    ...("why" in loaded
      ? [`the bundle is not valid, so calls may be refused: ${loaded.why}`]
      : bundleTroubles(install, status, loaded)),
    ...missingProgram(resolve(site.project, command.entry)),
    ...(await silencingSwitches(install, site)),
    ...(await unreadFile(install, site)),
  ];
  return { ...status, troubles, notes: [...missingNode(command.node), ...(await doubles(install, site))] };
}

/** Such an entry still refuses what it must, with the bundle's own program. */
const missingProgram = (entry: string): readonly string[] =>
  existsSync(entry) ? [] : [`\`${entry}\` is gone, so the bundle's own program answers: install again`];

const missingNode = (node: string): readonly string[] =>
  !isAbsolute(node) || existsSync(node) ? [] : [`\`${node}\` is gone, so the node in PATH runs: install again`];

async function unreadFile(install: AgentInstall, site: Site): Promise<readonly string[]> {
  if (!hasJsonConfig(install)) return [];
  const file = await readConfigFile(install.config.file(site), rootOf(site));
  const why = isRefusal(file) || file.bytes === null ? null : whyUnread(install, textOf(file.bytes) ?? "");
  return why === null ? [] : [`no hook runs: ${why}`];
}

/** A plug-in contains its rules; the bundle is only used to detect a newer revision. */
async function pluginStatus(install: PluginAgent, site: Site): Promise<AgentStatus> {
  const { agent } = install;
  const path = install.config.file(site);
  const file = await readConfigFile(path, rootOf(site));
  const base = { agent, place: site.place, site, path, bundle: null, revision: null, manifest: null, notes: [] };
  if (isRefusal(file)) return { ...base, entries: [], troubles: [`\`${path}\` cannot be read: ${file.why}`] };
  const script = file.bytes === null ? "" : (textOf(file.bytes) ?? "");
  const revision = pluginRevision(script, agent);
  if (revision === null) return { ...base, entries: [], troubles: [] };
  const bundle = bundleBelow(rootOf(site));
  const loaded = await loadManifest(bundle);
  const isOld = !("why" in loaded) && loaded.revision !== revision;
  const entries = [{ event: "plug-in", path, words: [], element: null, script }];
  const troubles = isOld ? [`\`${bundle}\` has another revision; install again to enforce it`] : [];
  return { ...base, entries, revision, manifest: "why" in loaded ? null : loaded, troubles };
}

async function loadManifest(bundle: string): Promise<Manifest | { readonly why: string }> {
  try {
    return await readManifest(bundle);
  } catch (error) {
    if (error instanceof PolicyLoadError) return { why: error.message };
    throw error;
  }
}

function bundleTroubles(install: AgentInstall, status: AgentStatus, manifest: Manifest): readonly string[] {
  const { revision } = manifest;
  const troubles = [...unmetCells(manifest, install.agent).map((cell) => `${install.agent} cannot enforce ${cell}`)];
  if (status.revision === null) troubles.push("the entries do not pin a revision of the bundle");
  else if (status.revision !== revision)
    troubles.push(
      `the bundle has revision ${revision.slice(0, 12)}, but the entries name ${status.revision.slice(0, 12)}: every call is refused until you install again`,
    );
  const needed = neededEvents(manifest, install);
  const missing = needed.filter(({ event }) => !status.entries.some((entry) => entry.event === event));
  if (missing.length > 0)
    troubles.push(`no entry for ${missing.map(({ event }) => event).join(", ")}: rules there never run`);
  for (const { event, closed } of needed) {
    const [entry, ...others] = status.entries.filter((candidate) => candidate.event === event);
    if (entry === undefined) continue;
    if (others.length > 0) troubles.push(`${others.length + 1} entries for ${event}: the hook runs that many times`);
    if (!isAsWritten(install, status, entry, closed))
      troubles.push(`the entry for ${event} has been changed since it was installed: install again`);
  }
  return troubles;
}

/** Compared with what this version would write for the same program. */
function isAsWritten(
  install: AgentInstall,
  { site, manifest }: AgentStatus,
  entry: InstalledEntry,
  closed: boolean,
): boolean {
  const said = readCommand(entry.words);
  if (manifest === null || said.bundle === null) return false;
  const target = {
    bundle: resolve(site.project, said.bundle),
    revision: said.revision ?? manifest.revision,
    scope: manifest.scope,
    state: said.state,
  };
  const { node, client } = said;
  const words = hookWords(install, target, site, { entry: resolve(site.project, said.entry), client, node });
  const wanted: WantedEntry = { event: entry.event, words, closed, site };
  if (install.config.kind === "scripts") return entry.script === install.config.script(wanted);
  return (
    install.config.kind === "json" && entry.element !== null && isSame(entry.element, install.config.element(wanted))
  );
}

/** policyc's entries, in the order of the agent's table. */
export async function installedEntries(
  install: AgentInstall,
  site: Site,
): Promise<readonly InstalledEntry[] | FileRefusal> {
  const { config } = install;
  if (hasJsonConfig(install)) {
    const path = install.config.file(site);
    const file = await readConfigFile(path, rootOf(site));
    if (isRefusal(file)) return file;
    const text = file.bytes === null ? "" : textOf(file.bytes);
    if (text === null) return { path, why: "it is not UTF-8 text" };
    const found = findEntries(install, text, site);
    return "why" in found ? { path, ...found } : found.map((entry) => ({ ...entry, path, script: null }));
  }
  if (config.kind !== "scripts") return [];
  const entries: InstalledEntry[] = [];
  for (const event of new Set(Object.values(install.events).flat())) {
    const path = join(config.folder(site), event);
    const file = await readConfigFile(path, rootOf(site));
    if (isRefusal(file)) return file;
    if (file.bytes === null || !isOurScript(install, config, file.bytes, site)) continue;
    const script = textOf(file.bytes) ?? "";
    const words = commandWords(config.lineOf(script), install.variables(site));
    entries.push({ event, path, words, element: null, script });
  }
  return entries;
}

/** Other configurations that the agent also loads, with policyc hooks in them. */
async function doubles(install: AgentInstall, site: Site): Promise<readonly string[]> {
  const found: string[] = [];
  const sites: readonly (readonly [AgentInstall, Site])[] = [
    ...(["project", "user"] as const)
      .filter((place) => place !== site.place)
      .map((place) => [install, { ...site, place }] as const),
    ...install.alsoReads.flatMap((name) => {
      const other = agentInstalls.get(name);
      return other === undefined
        ? []
        : (["project", "user"] as const).map((place) => [other, { ...site, place }] as const);
    }),
  ];
  for (const [other, place] of sites) {
    const entries = await installedEntries(other, place);
    const [first] = "why" in entries ? [] : entries;
    if (first !== undefined && isHookCommand(first.words, other.agent))
      found.push(
        `${install.agent} also loads \`${first.path}\`, which has the hook of ${other.agent}: each call is decided twice`,
      );
  }
  return found;
}
