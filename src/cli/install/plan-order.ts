// Plans what an installation or a removal changes in one agent. Writes nothing but the reason why it cannot be done.

import { visible } from "../../compiler/diagnostics/report/visible.ts";
import type { AgentInstall, Site, WantedEntry } from "../../hosts/install/agent.ts";
import type { Manifest } from "../../language/contract.ts";
import { readBundle, type VerifiedBundle } from "../../runtime/bundle/read-bundle.ts";
import { readManifest } from "../../runtime/index.ts";
import { refused } from "../base/bundle-refused.ts";
import { cliError, failWith } from "../base/cli-error.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { neededEvents, unmetCells } from "./bundle-needs.ts";
import { hookWords } from "./hook-command.ts";
import { type ChangePlan, planChanges } from "./plan-changes.ts";
import { hasPlugin, makePlugin, type PluginAgent, planPlugin } from "./plugin-file.ts";
import { placeText } from "./site.ts";

export interface InstallOrder {
  readonly description: AgentInstall;
  readonly site: Site;
  /** Absolute. */
  readonly bundle: string;
  /** Where the bundle is as long as it is not in its place. */
  readonly staged?: string;
  /** The folder of backups and records, absolute. */
  readonly state: string;
  /** The folder that the command names for session state; null for the default. */
  readonly namedState: string | null;
  readonly remove: boolean;
}

/** The changes, or the exit code after the reason was printed. */
export function planOrder(order: InstallOrder, io: Io): Promise<ChangePlan | Exit> {
  const { description } = order;
  return hasPlugin(description) ? pluginPlan(description, order, io) : entryPlan(order, io);
}

async function entryPlan(order: InstallOrder, io: Io): Promise<ChangePlan | Exit> {
  const { description, site, state, remove } = order;
  const wanted = remove ? [] : await wantedEntries(order, io);
  return typeof wanted === "number" ? wanted : planChanges(description, wanted, site, state);
}

async function pluginPlan(description: PluginAgent, order: InstallOrder, io: Io): Promise<ChangePlan | Exit> {
  const { site, state, bundle, remove } = order;
  if (remove) return planPlugin(description, null, site, state);
  let verified: VerifiedBundle;
  try {
    verified = await readBundle(order.staged ?? bundle);
  } catch (error) {
    return refused(error, placeText(bundle, io), io);
  }
  const { agent } = description;
  const made = await makePlugin(agent, verified);
  if ("why" in made) return failWith({ ...cliError("P824", { agent, why: made.why }), exit: exit.findings }, io);
  return planPlugin(description, made.text, site, state);
}

/** The entries that the bundle needs, or the exit code when it cannot be installed. */
async function wantedEntries(order: InstallOrder, io: Io): Promise<readonly WantedEntry[] | Exit> {
  const { description, site, bundle, namedState } = order;
  let manifest: Manifest;
  try {
    manifest = await readManifest(order.staged ?? bundle);
  } catch (error) {
    return refused(error, placeText(bundle, io), io);
  }
  const { agent } = description;
  const cells = unmetCells(manifest, agent);
  if (cells.length > 0) {
    const shown = cells.slice(0, 20).map((cell) => `\n  ${visible(cell)}`);
    const more = cells.length > shown.length ? [`\n  and ${cells.length - shown.length} more`] : [];
    const found = cliError("P821", { agent, count: String(cells.length) });
    return failWith({ text: `${found.text.trimEnd()}${[...shown, ...more].join("")}\n`, exit: exit.findings }, io);
  }
  const words = hookWords(
    description,
    { bundle, revision: manifest.revision, scope: manifest.scope, state: namedState },
    site,
  );
  return neededEvents(manifest, description).map(({ event, closed }) => ({ event, closed, words, site }));
}
