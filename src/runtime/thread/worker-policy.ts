// A bundle in worker mode: the same decisions, made in a separate thread, each within a deadline. There is no decideSync,
// because every decision waits for the thread. External hooks are not run.

import { homedir } from "node:os";
import type { Decision, Manifest } from "../../language/contract.ts";
import { emit } from "../../language/events.ts";
import { PolicyLoadError } from "../../language/load-error.ts";
import { closedPolicy } from "../bundle/closed-policy.ts";
import { ownPaths, targetOf, verifyBundle } from "../bundle/open-bundle.ts";
import type { WorkerOptions } from "../bundle/options.ts";
import type { VerifiedBundle } from "../bundle/read-bundle.ts";
import { type PolicyStatus, Reloader, type ReloadOptions, type ReloadReport } from "../bundle/reload.ts";
import { DecisionRecorder } from "../log/record-decision.ts";
import { ownModule } from "../machine/own-module.ts";
import { ownProgram } from "../machine/own-program.ts";
import { WorkerHost } from "./worker-host.ts";
import type { WorkerStart } from "./worker-messages.ts";
import { WorkerThread } from "./worker-thread.ts";

const DEADLINE_MS = 1000;
const QUEUE = 1000;

export class WorkerPolicy {
  readonly target: string;
  readonly #host: WorkerHost;
  readonly #recorder: DecisionRecorder;
  readonly #reloader: Reloader<WorkerThread>;
  readonly #listener: WorkerOptions["onEvent"];
  #closed: ((event: unknown) => Decision) | null = null;

  private constructor(dir: string, options: WorkerOptions, thread: WorkerThread, recorder: DecisionRecorder) {
    const { deadlineMs = DEADLINE_MS, queue = QUEUE, onEvent } = options;
    const { manifest, target } = thread.start;
    this.target = target;
    this.#recorder = recorder;
    this.#listener = onEvent;
    this.#host = new WorkerHost(thread, {
      deadlineMs,
      queue,
      onReplaced: (code, message) => emit(onEvent, { type: "worker_replaced", revision: this.revision, code, message }),
    });
    this.#reloader = new Reloader({
      dir,
      now: Date.now,
      listener: onEvent,
      active: manifest,
      open: (active, pin) => open(dir, { ...options, ...pin }, recorder, active),
      use: (next) => (this.#closed === null ? this.#host.adopt(next) : void next.end()),
    });
  }

  /** Loads a bundle into a worker, or throws a PolicyLoadError. */
  static async load(dir: string, options: WorkerOptions): Promise<WorkerPolicy> {
    const target = targetOf(options);
    let policy: WorkerPolicy | null = null;
    const bundle = await verify(dir, options);
    const recorder = new DecisionRecorder({
      log: options.log,
      listener: options.onEvent,
      target,
      now: Date.now,
      revision: () => policy?.revision ?? bundle.manifest.revision,
    });
    try {
      const thread = await WorkerThread.boot(startOf(dir, bundle, options, recorder));
      policy = new WorkerPolicy(dir, options, thread, recorder);
    } catch (caught) {
      recorder.close();
      throw caught;
    }
    const { revision, scope, rules } = bundle.manifest;
    const { folder } = bundle;
    emit(options.onEvent, { type: "policy_loaded", dir, folder, revision, scope, target, rules: rules.length });
    if (options.watch === true) policy.watch();
    return policy;
  }

  get manifest(): Manifest {
    return this.#reloader.manifest;
  }

  get revision(): string {
    return this.#reloader.manifest.revision;
  }

  /** Decides one event. The event is read before this returns, so the caller may change it afterwards. Never rejects. */
  async decide(event: unknown): Promise<Decision> {
    const recorded = this.#recorder.hasLog ? copied(event) : event;
    const decision = await (this.#closed === null ? this.#host.decide(event) : this.#closed(event));
    return this.#recorder.isSilent ? decision : this.#recorder.record(recorded, decision);
  }

  /** Loads the bundle again in a new thread; the active one stays unless the new one is valid. Marks and counters stay. */
  reload(options: ReloadOptions = {}): Promise<ReloadReport> {
    return this.#reloader.reload(options);
  }

  /** Reloads whenever the bundle's folder changes. */
  watch(): void {
    if (this.#closed === null) this.#reloader.watch();
  }

  status(): PolicyStatus {
    return this.#reloader.status();
  }

  /** Ends the worker: waiting calls and later events fail. Closing twice is harmless. */
  async close(): Promise<void> {
    if (this.#closed !== null) return;
    this.#closed = closedPolicy(this.revision);
    this.#reloader.close();
    await this.#host.close();
    this.#recorder.close();
    emit(this.#listener, { type: "policy_closed", revision: this.revision });
  }
}

async function verify(dir: string, options: WorkerOptions): Promise<VerifiedBundle> {
  const { worker: _, queue: __, ...rest } = options;
  const bundle = await verifyBundle(dir, rest);
  if (bundle.hooks.length > 0)
    throw new PolicyLoadError("P608", { why: "worker mode does not run", hooks: bundle.hooks.join(", ") });
  return bundle;
}

async function open(dir: string, options: WorkerOptions, recorder: DecisionRecorder, active: string) {
  const bundle = await verify(dir, options);
  const { manifest } = bundle;
  if (manifest.revision === active) return null;
  return { manifest, next: await WorkerThread.boot(startOf(dir, bundle, options, recorder)) };
}

function startOf(dir: string, bundle: VerifiedBundle, options: WorkerOptions, recorder: DecisionRecorder): WorkerStart {
  const home = options.home ?? homedir();
  const workdir = options.workdir ?? process.cwd();
  return {
    module: bundle.files.get("policy.mjs") ?? new Uint8Array(),
    manifest: bundle.manifest,
    target: targetOf(options),
    own: ownPaths(dir, bundle, home, [recorder.path, ...ownProgram(ownModule, workdir)]),
    home,
    workdir,
    timed: options.timed ?? recorder.hasLog,
  };
}

function copied(event: unknown): unknown {
  try {
    return structuredClone(event);
  } catch {
    return event;
  }
}
