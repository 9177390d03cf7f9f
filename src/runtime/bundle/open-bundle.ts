// From a folder to an engine: the bundle is read and verified, checked against the caller's options, and only then run.

import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { capabilityOf, targets } from "../../hosts/index.ts";
import type { Manifest, Scope } from "../../language/contract.ts";
import { PolicyLoadError, shortRevision, shown, whyOf } from "../../language/load-error.ts";
import { type HookRunner, memoryStore, type Policy, type PolicyOptions, type SessionStore } from "../engine/index.ts";
import { nodeWorld } from "../machine/facts.ts";
import { lastBundle } from "./last-bundle.ts";
import type { LoadOptions } from "./options.ts";
import { readBundle, type VerifiedBundle } from "./read-bundle.ts";

const DEFAULT_TARGET = "policyc";

/** The host that decisions are for; an unknown one is an error. */
export function targetOf(options: Pick<LoadOptions, "target">): string {
  const target = options.target ?? DEFAULT_TARGET;
  if (targets.includes(target)) return target;
  throw new PolicyLoadError("P610", { target: shown(target).slice(1, -1) });
}

/** Reads a bundle and checks it against the options, without running any of it. */
export async function verifyBundle(dir: string, options: LoadOptions): Promise<VerifiedBundle> {
  const bundle = await readBundle(folderName(dir));
  judgeBundle(bundle, options);
  return bundle;
}

/** Throws when the bundle does not satisfy the options. */
export function judgeBundle(bundle: VerifiedBundle, options: LoadOptions): void {
  checkPin(bundle.manifest, options.revision);
  judgeScope(bundle.manifest, options);
  checkHooks(bundle, options);
}

export function folderName(dir: unknown): string {
  if (typeof dir === "string" && dir !== "" && !dir.includes("\0")) return dir;
  throw new PolicyLoadError("P601", { file: "the bundle", why: "its folder must be a string" });
}

function checkPin(manifest: Manifest, pinned: string | undefined): void {
  if (pinned !== undefined && pinned !== manifest.revision)
    throw new PolicyLoadError("P606", { found: shortRevision(manifest.revision), wanted: shortRevision(pinned) });
}

/** Inner to outer. An inner scope has more rights, so a bundle never gets a more inner scope than its caller states. */
const layers: readonly Scope[] = ["internal", "user", "repo"];

/** Throws when the bundle may not be loaded as the layer the caller states. */
export function judgeScope(
  manifest: Pick<Manifest, "scope" | "revision">,
  options: Pick<LoadOptions, "scope" | "revision">,
): void {
  const wanted = options.scope ?? "user";
  if (layers.indexOf(manifest.scope) < layers.indexOf(wanted))
    throw new PolicyLoadError("P609", { found: manifest.scope, wanted });
  // A pinned revision ties trust to the content; loadPolicies takes it from the trust store.
  if (manifest.scope === "repo" && options.revision === undefined)
    throw new PolicyLoadError("P612", { found: shortRevision(manifest.revision) });
}

const LISTED_HOOKS = 10;

function checkHooks(bundle: VerifiedBundle, options: LoadOptions): void {
  if (bundle.hooks.length === 0 || options.hooks !== "refuse") return;
  const more = bundle.hooks.length - LISTED_HOOKS;
  const hooks = bundle.hooks.slice(0, LISTED_HOOKS).join(", ") + (more > 0 ? ` and ${more} more` : "");
  throw new PolicyLoadError("P608", { why: "the caller does not permit", hooks });
}

export type CreatePolicy = (options: PolicyOptions) => Policy;

/** Imports the verified bytes: importing a path would read a file that may have changed since. */
export async function importModule(bundle: Pick<VerifiedBundle, "files" | "manifest">): Promise<CreatePolicy> {
  const { buffer, byteOffset, byteLength } = bundle.files.get("policy.mjs") ?? new Uint8Array();
  const address = `data:text/javascript;base64,${Buffer.from(buffer, byteOffset, byteLength).toString("base64")}`;
  let module: { readonly [name: string]: unknown };
  try {
    module = await import(/* @vite-ignore */ address);
  } catch (caught) {
    throw new PolicyLoadError("P611", { why: whyOf(caught).replaceAll(address, "policy.mjs") });
  }
  const { createPolicy, program } = module;
  if (!isCreatePolicy(createPolicy)) throw new PolicyLoadError("P611", { why: "it does not export createPolicy" });
  if (!isOf(program, bundle.manifest))
    throw new PolicyLoadError("P611", { why: "the module does not belong to its manifest" });
  return createPolicy;
}

function isCreatePolicy(value: unknown): value is CreatePolicy {
  return typeof value === "function";
}

/** The module also states its scope and rules; a manifest that differs would mislead people who read only the manifest. */
function isOf(program: unknown, manifest: Manifest): boolean {
  if (typeof program !== "object" || program === null) return false;
  if (!("scope" in program) || !("rules" in program) || !Array.isArray(program.rules)) return false;
  return program.scope === manifest.scope && program.rules.length === manifest.rules.length;
}

/** Files and folders of policyc itself, which `is policyc` protects. */
export function ownPaths(
  dir: string,
  bundle: Pick<VerifiedBundle, "folder">,
  home: string,
  more: readonly (string | null)[],
): string[] {
  const paths = [resolve(dir), bundle.folder, lastBundle(dir), join(home, ".policyc"), ...more];
  return [...new Set(paths.filter((path) => path !== null))];
}

export interface BundleEnvironment {
  readonly manifest: Pick<Manifest, "scope" | "revision">;
  readonly target: string;
  readonly own: readonly string[];
  readonly store: SessionStore;
  readonly timed: boolean;
  /** Runs the bundle's external hooks; null when it has none, or when the caller cannot wait for them. */
  readonly hooks: HookRunner | null;
  readonly options: Pick<LoadOptions, "world" | "now" | "home" | "workdir" | "deadlineMs">;
}

/** The options for the engine of one bundle. */
export function engineOptions({
  manifest,
  target,
  own,
  store,
  timed,
  hooks,
  options,
}: BundleEnvironment): PolicyOptions {
  return {
    revision: manifest.revision,
    target,
    // Used only on a host that the module was not compiled for.
    can: capabilitiesOf(target, manifest.scope),
    world: options.world ?? nodeWorld,
    now: options.now ?? Date.now,
    home: options.home ?? homedir(),
    workdir: options.workdir ?? process.cwd(),
    own,
    store,
    timed,
    ...(hooks === null ? {} : { hooks }),
    ...(options.deadlineMs === undefined ? {} : { deadlineMs: options.deadlineMs }),
  };
}

/** The capabilities of a host that the bundle was not compiled for. A limit to tools is met only if the rule's tools fit it. */
function capabilitiesOf(target: string, scope: Scope): NonNullable<PolicyOptions["can"]> {
  return (point, capability, ruleTools) => {
    const cell = capabilityOf(target, point, capability, scope);
    if (cell.verdict !== "restricted") return cell.verdict === "yes";
    const { restriction } = cell;
    if (restriction.kind === "manner") return true;
    return (
      restriction.kind === "tools" && ruleTools !== null && ruleTools.every((tool) => restriction.tools.includes(tool))
    );
  };
}

type Windows = { [counter: string]: readonly number[] };

/** An in-memory store that accepts new counters: a reloaded bundle may count other things, or over other windows. */
export interface GrowingStore {
  readonly store: ReturnType<typeof memoryStore>;
  readonly admit: (counters: Manifest["counters"]) => void;
}

const MAX_SESSIONS = 100_000;

/** `share`: how many bundles store their own sessions in it. */
export function growingStore(share = 1): GrowingStore {
  const windows: Windows = Object.create(null);
  return {
    store: memoryStore({ counters: windows, maxSessions: MAX_SESSIONS * share }),
    admit(counters) {
      for (const [counter, lengths] of Object.entries(counters))
        windows[counter] = [...new Set([...(windows[counter] ?? []), ...lengths])];
    },
  };
}
