// `policyc emit` for agents that run a policy inside their own process: one module that contains the verified policy.mjs.

import { compilePlugin, type PluginText } from "../../compiler/bundle/compile-plugin.ts";
import { pluginFiles } from "../../hosts/plugin-files.ts";
import type { PluginFile } from "../../hosts/shared/plugin-file.ts";
import type { Manifest, Point } from "../../language/contract.ts";
import { variablesIn } from "../../language/fact-variables.ts";
import type { VerifiedBundle } from "../../runtime/bundle/read-bundle.ts";

/** The hosts by the name of their module. */
export const artefacts: ReadonlyMap<string, string> = new Map(
  [...pluginFiles].map(([host, { artefact }]) => [artefact, host]),
);

/** Why a plug-in cannot contain the bundle; null when it can. */
export function pluginTrouble(file: PluginFile, bundle: VerifiedBundle, points: readonly Point[]): string | null {
  if (bundle.hooks.length > 0)
    return `it has external hooks (${bundle.hooks.slice(0, 3).join(", ")}), and a plug-in cannot start programs`;
  const silent = points.find((point) => file.points?.includes(point) === false);
  return silent === undefined ? null : `it has rules at ${silent}, which the ${file.called} does not handle`;
}

export async function pluginText(
  target: string,
  file: PluginFile,
  bundle: VerifiedBundle,
  points: readonly Point[],
): Promise<PluginText> {
  const { files, manifest }: { readonly files: VerifiedBundle["files"]; readonly manifest: Manifest } = bundle;
  return compilePlugin(target, file, {
    policy: new TextDecoder().decode(files.get("policy.mjs")),
    sha256: manifest.files["policy.mjs"] ?? "",
    revision: manifest.revision,
    points,
    counters: manifest.counters,
    variables: variablesIn(manifest.facts),
  });
}
