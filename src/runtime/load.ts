// loadPolicy: verify first, run after. The bytes that were hashed are the bytes that run; the disk is not read again.

import { homedir } from "node:os";
import { resolve } from "node:path";
import { capabilityOf, targets } from "../hosts/index.ts";
import { failureCodes, fillMessage } from "./codes.ts";
import type { Manifest, Scope } from "./contract.ts";
import type { Policy, PolicyOptions } from "./core/index.ts";
import { emit } from "./events.ts";
import { nodeWorld } from "./facts.ts";
import { PolicyLoadError, shown, whyOf } from "./load-error.ts";
import { LoadedPolicy } from "./loaded-policy.ts";
import { DecisionLog } from "./log.ts";
import { checkOptions, type LoadOptions } from "./options.ts";
import { lastBundle, readBundle, type VerifiedBundle } from "./read-bundle.ts";

const DEFAULT_TARGET = "policyc";

/** Loads a bundle, or throws a PolicyLoadError that says why not. Nothing of a refused bundle has run. */
export async function loadPolicy(dir: string, options: LoadOptions = {}): Promise<LoadedPolicy> {
  const listener = listenerOf(options);
  try {
    return await load(dir, checkOptions(options));
  } catch (caught) {
    const refused = caught instanceof PolicyLoadError ? caught : new PolicyLoadError("P611", { why: whyOf(caught) });
    emit(listener, { type: "policy_refused", dir: String(dir), code: refused.code, message: refused.message });
    throw refused;
  }
}

/** Reads and verifies a bundle without running anything of it: for tools that show what a bundle holds. */
export async function readManifest(dir: string): Promise<Manifest> {
  return (await readBundle(folderName(dir))).manifest;
}

async function load(dir: string, options: LoadOptions): Promise<LoadedPolicy> {
  const target = options.target ?? DEFAULT_TARGET;
  if (!targets.includes(target)) throw new PolicyLoadError("P610", { target: shown(target).slice(1, -1) });
  const bundle = await readBundle(folderName(dir));
  const { manifest } = bundle;
  checkPin(manifest, options.revision);
  checkScope(manifest, options);
  checkHooks(bundle, options);

  const createPolicy = await importModule(bundle);
  const now = options.now ?? Date.now;
  const report = (caught: unknown): void => {
    const message = fillMessage(failureCodes.P712.message, { why: whyOf(caught) });
    emit(options.onEvent, { type: "log_failed", revision: manifest.revision, code: "P712", message });
  };
  const log = options.log === undefined ? null : openLog(options.log, report);
  try {
    const engine = createPolicy({
      revision: manifest.revision,
      target,
      // The engine asks only on a host that the module was not compiled for.
      can: capabilitiesOf(target, manifest.scope),
      world: options.world ?? nodeWorld,
      now,
      home: options.home ?? homedir(),
      workdir: options.workdir ?? process.cwd(),
      own: [...new Set([resolve(dir), bundle.folder, lastBundle(dir), ...(log?.path ? [log.path] : [])])],
      ...(options.store === undefined ? {} : { store: options.store }),
      timed: options.timed ?? log !== null,
    });
    const policy = new LoadedPolicy({ engine, manifest, target, log, listener: options.onEvent, now });
    emit(options.onEvent, {
      type: "policy_loaded",
      dir,
      folder: bundle.folder,
      revision: manifest.revision,
      scope: manifest.scope,
      target,
      rules: manifest.rules.length,
    });
    return policy;
  } catch (caught) {
    log?.close();
    throw caught;
  }
}

function listenerOf(options: unknown): LoadOptions["onEvent"] {
  const listener =
    typeof options === "object" && options !== null && "onEvent" in options ? options.onEvent : undefined;
  return typeof listener === "function" ? (event) => listener(event) : undefined;
}

function folderName(dir: unknown): string {
  if (typeof dir === "string" && dir !== "" && !dir.includes("\0")) return dir;
  throw new PolicyLoadError("P601", { file: "the bundle", why: "its folder is not given as text" });
}

function checkPin(manifest: Manifest, pinned: string | undefined): void {
  if (pinned !== undefined && pinned !== manifest.revision)
    throw new PolicyLoadError("P606", { found: manifest.revision, wanted: pinned });
}

/** Inner to outer: an inner scope may do more, so a bundle never gets a more inner one than its caller states. */
const layers: readonly Scope[] = ["internal", "user", "repo"];

function checkScope(manifest: Manifest, options: LoadOptions): void {
  const wanted = options.scope ?? "user";
  if (layers.indexOf(manifest.scope) < layers.indexOf(wanted))
    throw new PolicyLoadError("P609", { found: manifest.scope, wanted });
  // A pinned revision is the one form of trust bound to content that this version has.
  if (manifest.scope === "repo" && options.revision === undefined)
    throw new PolicyLoadError("P612", { found: manifest.revision });
}

const LISTED_HOOKS = 10;

function checkHooks(bundle: VerifiedBundle, options: LoadOptions): void {
  if (bundle.hooks.length === 0) return;
  const why = options.hooks === "refuse" ? "the caller refused" : "this version of the runtime does not run";
  const more = bundle.hooks.length - LISTED_HOOKS;
  const hooks = bundle.hooks.slice(0, LISTED_HOOKS).join(", ") + (more > 0 ? ` and ${more} more` : "");
  throw new PolicyLoadError("P608", { why, hooks });
}

type CreatePolicy = (options: PolicyOptions) => Policy;

/** Imports the verified bytes themselves; a path would let the disk answer a second time. */
async function importModule(bundle: VerifiedBundle): Promise<CreatePolicy> {
  const bytes = bundle.files.get("policy.mjs") ?? new Uint8Array();
  const address = `data:text/javascript;base64,${Buffer.from(bytes).toString("base64")}`;
  let module: { readonly [name: string]: unknown };
  try {
    module = await import(/* @vite-ignore */ address);
  } catch (caught) {
    throw new PolicyLoadError("P611", { why: whyOf(caught).replaceAll(address, "policy.mjs") });
  }
  const { createPolicy, program } = module;
  if (!isCreatePolicy(createPolicy)) throw new PolicyLoadError("P611", { why: "it has no createPolicy" });
  if (!isOf(program, bundle.manifest))
    throw new PolicyLoadError("P611", { why: "it is not the module of its manifest" });
  return createPolicy;
}

function isCreatePolicy(value: unknown): value is CreatePolicy {
  return typeof value === "function";
}

/** The module says its scope and rules too; a manifest that says otherwise would mislead whoever reads only that. */
function isOf(program: unknown, manifest: Manifest): boolean {
  if (typeof program !== "object" || program === null) return false;
  if (!("scope" in program) || !("rules" in program) || !Array.isArray(program.rules)) return false;
  return program.scope === manifest.scope && program.rules.length === manifest.rules.length;
}

function openLog(option: NonNullable<LoadOptions["log"]>, lateFailure: (caught: unknown) => void): DecisionLog {
  try {
    return new DecisionLog(option, lateFailure);
  } catch (caught) {
    throw new PolicyLoadError("P607", { option: "log", why: `the file cannot be opened: ${whyOf(caught)}` });
  }
}

/** What a host that the bundle was not compiled for can do. A limit counts as kept only where the rule's tools show it. */
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
