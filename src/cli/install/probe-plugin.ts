// Tests an installed plug-in as its agent would: loads the installed text and calls its hook for tool calls.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProbeCall, Site } from "../../hosts/install/agent.ts";
import { pluginFiles } from "../../hosts/plugin-files.ts";
import type { PluginProbe } from "../../hosts/shared/plugin-file.ts";

/** Loads a copy, because the agent's runtime accepts files that node does not. */
export async function probePlugin(
  agent: string,
  text: string,
  calls: readonly ProbeCall[],
  site: Site,
): Promise<readonly PluginProbe[]> {
  const probe = pluginFiles.get(agent)?.probe;
  if (probe === undefined) return [];
  const folder = await mkdtemp(join(tmpdir(), "policyc-plugin-"));
  try {
    const copy = join(folder, "plugin.mjs");
    await writeFile(copy, text);
    const module: object = await import(pathToFileURL(copy).href);
    const probes: PluginProbe[] = [];
    for (const call of calls) probes.push(await probe(module, call, site));
    return probes;
  } catch (error) {
    const says = `it cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    return calls.map(() => ({ isDenied: false, says, ms: 0 }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
