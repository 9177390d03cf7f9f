// Which agents use which bundle, as their installed entries say.

import { resolve } from "node:path";
import type { AgentInstall, InstallPlace, Site } from "../../hosts/install/agent.ts";
import { agentInstalls } from "../../hosts/install-agents.ts";
import type { Io } from "../base/io.ts";
import { bundleBelow } from "../base/project-places.ts";
import type { FileRefusal } from "./config-file.ts";
import { readCommand } from "./hook-command.ts";
import { installedEntries, statusOf } from "./installed-status.ts";
import { rootOf } from "./plan-changes.ts";
import { hasPlugin } from "./plugin-file.ts";
import { siteOf } from "./site.ts";

export interface InstalledUse {
  readonly description: AgentInstall;
  readonly site: Site;
  /** Absolute. */
  readonly bundle: string;
  readonly revision: string | null;
  readonly state: string | null;
}

export interface InstalledUses {
  readonly uses: readonly InstalledUse[];
  /** Configurations that cannot be read: whether policyc is in them is unknown. */
  readonly unread: readonly FileRefusal[];
}

const bothPlaces: readonly InstallPlace[] = ["project", "user"];

/** Every installation, in the order of the agents' table. */
export async function installedUses(io: Io, places: readonly InstallPlace[] = bothPlaces): Promise<InstalledUses> {
  const uses: InstalledUse[] = [];
  const unread: FileRefusal[] = [];
  for (const description of agentInstalls.values()) {
    for (const place of places) {
      const site = siteOf(place, io);
      const found = hasPlugin(description) ? await pluginUse(description, site) : await entryUse(description, site);
      if (found === null) continue;
      if ("why" in found) unread.push(found);
      else uses.push({ description, site, ...found });
    }
  }
  return { uses, unread };
}

/** The installations that use this bundle. */
export async function usesOfBundle(bundle: string, io: Io): Promise<readonly InstalledUse[]> {
  return (await installedUses(io)).uses.filter((use) => use.bundle === bundle);
}

type Use = Pick<InstalledUse, "bundle" | "revision" | "state"> | FileRefusal | null;

async function entryUse(description: AgentInstall, site: Site): Promise<Use> {
  const found = await installedEntries(description, site);
  if ("why" in found) return found;
  const [first] = found;
  if (first === undefined) return null;
  const { bundle, revision, state } = readCommand(first.words);
  return bundle === null ? null : { bundle: resolve(site.project, bundle), revision, state };
}

/** A plug-in contains its rules and names no bundle: it was made from the one in the usual place. */
async function pluginUse(description: AgentInstall, site: Site): Promise<Use> {
  const { entries, path, revision, troubles } = await statusOf(description, site);
  if (revision !== null && entries.length > 0) return { bundle: bundleBelow(rootOf(site)), revision, state: null };
  const [why] = troubles;
  return why === undefined ? null : { path, why };
}
