// Trust for people: what is about to be trusted, and whether what was trusted still is.

import { resolve } from "node:path";
import { isPackFile } from "../../compiler/analyse/files/packs.ts";
import { counted } from "../../compiler/diagnostics/report/pretty.ts";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { shortRevision } from "../../language/load-error.ts";
import type { VerifiedBundle } from "../../runtime/bundle/read-bundle.ts";
import { readBundle } from "../../runtime/bundle/read-bundle.ts";
import { realWorkspace } from "../../runtime/bundle/trust.ts";
import type { TrustEntry } from "../../runtime/bundle/trust-store.ts";
import { countRules } from "./count-rules.ts";

const SHOWN_RULES = 20;

/** Path, revision, the repository's own rules and every program they would start; ends without a line end. */
export function questionText(workspace: string, { manifest, hooks }: VerifiedBundle): string {
  const own = manifest.rules.filter((rule) => !isPackFile(rule.at));
  const more = own.length - SHOWN_RULES;
  const lines = [
    `workspace  ${workspace}`,
    `revision   ${shortRevision(manifest.revision)}`,
    `rules      ${countRules(manifest.rules.map((rule) => rule.at))}`,
    ...own.slice(0, SHOWN_RULES).map((rule) => `  ${rule.name}: ${rule.sentence}`),
    ...(more > 0 ? [`  and ${more} more, see \`policyc inspect\``] : []),
    ...(hooks.length > 0 ? [`starts     ${counted(hooks.length, "external program")}`] : []),
    ...hooks.map((hook) => `  ${hook}`),
  ];
  return `${lines.map(visible).join("\n")}\nTrust this bundle? [y/N] `;
}

/** One workspace: path, short revision, day, and whether a bundle there is the one that was trusted. */
export async function trustLine(entry: TrustEntry, bundle: string): Promise<string> {
  const revision = entry.revision === null ? "no revision " : shortRevision(entry.revision);
  return [entry.path, revision, entry.added.slice(0, 10) || "no date   ", await stateOf(entry, bundle)].join("  ");
}

async function stateOf(entry: TrustEntry, bundle: string): Promise<string> {
  if (entry.revision === null) return "not valid: trusted by path alone";
  const workspace = await realWorkspace(entry.path);
  if ("why" in workspace) return "not valid: the workspace does not exist";
  if (workspace.real !== resolve(entry.path)) return "not valid: the path leads to another folder";
  try {
    const { manifest } = await readBundle(resolve(workspace.real, bundle));
    return manifest.revision === entry.revision ? "valid" : "not valid: the bundle has changed";
  } catch {
    return `not valid: no valid bundle at ${bundle}`;
  }
}
