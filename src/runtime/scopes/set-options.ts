// The options of loadPolicies, checked by hand like those of loadPolicy.

import { resolve } from "node:path";
import type { Scope } from "../../language/contract.ts";
import { PolicyLoadError, shown } from "../../language/load-error.ts";
import { checkOptions, type LoadOptions } from "../bundle/options.ts";
import { defaultTrustStore } from "../bundle/trust-store.ts";

/** A bundle's folder, and the only revision to accept if there is one. */
export type BundlePlace = string | { readonly dir: string; readonly revision: string };

export interface SetOptions extends Omit<LoadOptions, "revision" | "scope" | "watch" | "worker"> {
  /** The bundle of the product that embeds this runtime. */
  readonly internal?: BundlePlace;
  /** The bundle of the user or the organisation. */
  readonly user?: BundlePlace;
  /** The repository's own bundle, relative to the workspace. It runs only where it is trusted. */
  readonly repo?: string;
  /** The repository's folder; needed for `repo`. */
  readonly workspace?: string;
  /** Default: `~/.policyc/trust.json`. */
  readonly trustStore?: string;
}

export interface CheckedSet {
  readonly places: readonly { readonly scope: Scope; readonly dir: string; readonly revision?: string }[];
  readonly repo: { readonly dir: string; readonly workspace: string; readonly trustStore: string } | null;
  readonly options: LoadOptions;
}

/** Options that a set does not have, and what to do instead. */
const misfits: { readonly [option: string]: string } = {
  revision: "a set has several bundles: write `user: { dir, revision }`",
  scope: "each bundle is loaded with the scope under which it is named",
  watch: "call the set's `reload`",
  worker: "worker mode is for one bundle",
};

export function checkSetOptions(given: unknown): CheckedSet {
  if (typeof given !== "object" || given === null || Array.isArray(given))
    throw refused("options", "it must be an object");
  const { internal, user, repo, workspace, trustStore, ...rest } = given as { readonly [name: string]: unknown };
  for (const name of Object.keys(rest)) {
    const why = Object.hasOwn(misfits, name) ? misfits[name] : undefined;
    if (why !== undefined) throw refused(name, why);
  }
  const options = checkOptions(rest) as LoadOptions;
  const places = [
    ...(internal === undefined ? [] : [{ scope: "internal" as const, ...placeOf("internal", internal) }]),
    ...(user === undefined ? [] : [{ scope: "user" as const, ...placeOf("user", user) }]),
  ];
  if (places.length === 0 && repo === undefined)
    throw new PolicyLoadError("P613", { why: "name at least one of internal, user and repo" });
  if (workspace !== undefined) textOf("workspace", workspace);
  const store = trustStore === undefined ? defaultTrustStore(options.home) : resolve(textOf("trustStore", trustStore));
  if (repo === undefined) return { places, repo: null, options: placed(options, workspace) };
  if (workspace === undefined) throw refused("repo", "it needs `workspace`, the repository's folder");
  const root = resolve(textOf("workspace", workspace));
  return {
    places,
    repo: { dir: resolve(root, textOf("repo", repo)), workspace: root, trustStore: store },
    options: placed(options, root),
  };
}

/** Events without a folder happen in the workspace. */
const placed = (options: LoadOptions, workspace: unknown): LoadOptions =>
  options.workdir !== undefined || typeof workspace !== "string"
    ? options
    : { ...options, workdir: resolve(workspace) };

function placeOf(name: string, value: unknown): { readonly dir: string; readonly revision?: string } {
  if (typeof value !== "object" || value === null) return { dir: textOf(name, value) };
  for (const key of Object.keys(value))
    if (key !== "dir" && key !== "revision") throw refused(name, `${shown(key)} is unknown; write { dir, revision }`);
  const { dir, revision } = value as { readonly dir?: unknown; readonly revision?: unknown };
  if (typeof revision !== "string" || !/^[0-9a-f]{64}$/.test(revision))
    throw refused(name, "its revision must be 64 hexadecimal digits");
  return { dir: textOf(name, dir), revision };
}

function textOf(name: string, value: unknown): string {
  if (typeof value === "string" && value !== "" && !value.includes("\0")) return value;
  throw refused(name, "it must be the path of a folder or file");
}

const refused = (option: string, why: string): PolicyLoadError => new PolicyLoadError("P607", { option, why });
