// loadPolicy: verifies a bundle, then runs it. The bytes that were hashed are the bytes that run; the disk is not read again.

import { homedir } from "node:os";
import type { Manifest } from "../../language/contract.ts";
import { emit } from "../../language/events.ts";
import { PolicyLoadError, whyOf } from "../../language/load-error.ts";
import {
  engineOptions,
  folderName,
  growingStore,
  importModule,
  ownPaths,
  targetOf,
  verifyBundle,
} from "../bundle/open-bundle.ts";
import { checkOptions, type LoadOptions, type WorkerOptions } from "../bundle/options.ts";
import { readBundle, type VerifiedBundle } from "../bundle/read-bundle.ts";
import type { BundleHooks } from "../external/runner.ts";
import { DecisionRecorder } from "../log/record-decision.ts";
import { ownModule } from "../machine/own-module.ts";
import { ownProgram } from "../machine/own-program.ts";
import { WorkerPolicy } from "../thread/worker-policy.ts";
import { type LiveEngine, LoadedPolicy } from "./loaded-policy.ts";

/** Loads a bundle, or throws a PolicyLoadError with the reason. Nothing of a refused bundle has run. */
export async function loadPolicy(dir: string, options: WorkerOptions): Promise<WorkerPolicy>;
export async function loadPolicy(dir: string, options?: LoadOptions): Promise<LoadedPolicy>;
export async function loadPolicy(
  dir: string,
  options: LoadOptions | WorkerOptions = {},
): Promise<LoadedPolicy | WorkerPolicy> {
  const listener = listenerOf(options);
  try {
    const checked = checkOptions(options);
    return checked.worker === true ? await WorkerPolicy.load(dir, checked) : await load(dir, checked);
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

interface Opened {
  readonly manifest: Manifest;
  readonly folder: string;
  readonly next: LiveEngine;
}

async function load(dir: string, options: LoadOptions): Promise<LoadedPolicy> {
  const target = targetOf(options);
  const memory = growingStore();
  const now = options.now ?? Date.now;
  // Opened late, so that a refused bundle leaves no empty log behind.
  let recorder: DecisionRecorder | null = null;

  const open = async (pin: string | undefined, active: string | null): Promise<Opened | null> => {
    const bundle = await verifyBundle(dir, pin === undefined ? options : { ...options, revision: pin });
    const { manifest, folder } = bundle;
    if (manifest.revision === active) return null;
    const createPolicy = await importModule(bundle);
    recorder ??= new DecisionRecorder({
      log: options.log,
      listener: options.onEvent,
      target,
      now,
      revision: () => policy?.revision ?? manifest.revision,
    });
    memory.admit(manifest.counters);
    const hooks = await startHooks(bundle, options);
    const environment = engineOptions({
      manifest,
      target,
      own: ownPaths(dir, bundle, options.home ?? homedir(), [
        recorder.path,
        hooks?.folder ?? null,
        options.store?.folder ?? null,
        ...ownProgram(ownModule, options.workdir ?? process.cwd()),
      ]),
      store: options.store ?? memory.store,
      timed: options.timed ?? recorder.hasLog,
      hooks,
      options,
    });
    try {
      return { manifest, folder, next: { policy: createPolicy(environment), hooks } };
    } catch (caught) {
      await hooks?.close();
      throw caught;
    }
  };

  let policy: LoadedPolicy | null = null;
  const { manifest, folder, next, log } = await openFirst();
  policy = new LoadedPolicy({
    engine: next,
    target,
    recorder: log,
    listener: options.onEvent,
    reload: {
      dir,
      now,
      listener: options.onEvent,
      active: manifest,
      open: (active, { revision }) => open(revision, active),
    },
  });
  emit(options.onEvent, {
    type: "policy_loaded",
    dir,
    folder,
    revision: manifest.revision,
    scope: manifest.scope,
    target,
    rules: manifest.rules.length,
  });
  if (options.watch === true) policy.watch();
  return policy;

  async function openFirst(): Promise<Opened & { readonly log: DecisionRecorder }> {
    try {
      const opened = await open(undefined, null);
      if (opened !== null && recorder !== null) return { ...opened, log: recorder };
      throw new PolicyLoadError("P611", { why: "it was not started" });
    } catch (caught) {
      recorder?.close();
      throw caught;
    }
  }
}

/** Prepares the external hooks of a bundle; null when it has none. Code that starts programs is imported only when needed. */
export async function startHooks(
  bundle: VerifiedBundle,
  options: LoadOptions,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<BundleHooks | null> {
  if (bundle.hooks.length === 0) return null;
  const [{ BundleHooks }, { readSpecs }] = await Promise.all([
    import("../external/runner.ts"),
    import("../external/read-specs.ts"),
  ]);
  return new BundleHooks({
    bundle,
    specs: readSpecs(bundle),
    environment,
    workspace: options.workdir ?? process.cwd(),
    listener: options.onEvent,
  });
}

function listenerOf(options: unknown): LoadOptions["onEvent"] {
  const listener =
    typeof options === "object" && options !== null && "onEvent" in options ? options.onEvent : undefined;
  return typeof listener === "function" ? (event) => listener(event) : undefined;
}
