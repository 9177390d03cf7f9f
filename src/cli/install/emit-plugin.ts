// `policyc emit` for agents that run a policy inside their own process: one module with the verified policy.mjs in it.

import {
  compilePlugin,
  type PluginTarget,
  type PluginText,
  pluginTargets,
} from "../../compiler/bundle/compile-plugin.ts";
import { modPoints } from "../../hosts/claude-code-mod/plugin.ts";
import type { Manifest, Point } from "../../language/contract.ts";
import { variablesIn } from "../../language/fact-variables.ts";
import type { VerifiedBundle } from "../../runtime/bundle/read-bundle.ts";

/** What people call the module, and the host it is for. */
export const artefacts: { readonly [name: string]: PluginTarget } = {
  "opencode-plugin": "opencode",
  "amp-plugin": "amp",
  "claude-mod": "claude-code-mod",
};

export function isPluginTarget(target: string): target is PluginTarget {
  return (pluginTargets as readonly string[]).includes(target);
}

const places: { readonly [T in PluginTarget]: readonly string[] } = {
  opencode: [
    "put it into .opencode/plugins/ of the project or into ~/.config/opencode/plugins/, as a .js file",
    "restart OpenCode: it loads plug-ins when it starts",
  ],
  amp: [
    "put it into .amp/plugins/ of the project or into ~/.config/amp/plugins/, as a .ts or .js file",
    "Amp's plug-in interface is new: try a forbidden command before you rely on it",
  ],
  "claude-code-mod": [
    'put it into hooks/ of a plug-in folder as register.js, next to a hooks.json with modules: ["./register.js"]',
    "this needs Claude Code 2.1.287 or later; `claude plugin validate` shows whether it loads and what it handles",
    "Claude Code continues without a module that it cannot load, so also keep the hook in its settings (policyc install claude-code)",
  ],
};

export const placesFor = (target: PluginTarget): readonly string[] => places[target];

/** Why a plug-in cannot have the bundle; null when it can. */
export function pluginTrouble(target: PluginTarget, bundle: VerifiedBundle, points: readonly Point[]): string | null {
  if (bundle.hooks.length > 0)
    return `it has external hooks (${bundle.hooks.slice(0, 3).join(", ")}), and a plug-in cannot start programs`;
  const silent = target === "claude-code-mod" ? points.find((point) => !modPoints.includes(point)) : undefined;
  return silent === undefined ? null : `it has rules at ${silent}, which the mod does not handle`;
}

export async function pluginText(
  target: PluginTarget,
  bundle: VerifiedBundle,
  points: readonly Point[],
): Promise<PluginText> {
  const { files, manifest }: { readonly files: VerifiedBundle["files"]; readonly manifest: Manifest } = bundle;
  return compilePlugin(target, {
    policy: new TextDecoder().decode(files.get("policy.mjs")),
    sha256: manifest.files["policy.mjs"] ?? "",
    revision: manifest.revision,
    points,
    counters: manifest.counters,
    variables: variablesIn(manifest.facts),
  });
}
