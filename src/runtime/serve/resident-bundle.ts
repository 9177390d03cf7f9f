// One bundle of the resident process: verified whole, run, watched, and replaced by the next one only when that is sound.

import { createRequire } from "node:module";
import type { Manifest } from "../contract.ts";
import type { Policy } from "../core/index.ts";
import type { RuntimeListener } from "../events.ts";
import type { HookAnswer } from "../hook-process/answer-hook.ts";
import type { Caller } from "../hook-process/caller.ts";
import { HOOK_FILE, type HookBundle } from "../hook-process/hook-bundle.ts";
import { answerOf, loadRules, servesOthers } from "../hook-process/load-rules.ts";
import type { Answer } from "../hook-process/run-hook.ts";
import { PolicyLoadError } from "../load-error.ts";
import { readBundle } from "../read-bundle.ts";
import { type PolicyStatus, Reloader, type ReloadReport } from "../reload.ts";
import { fileStore } from "../stores/file.ts";
import { type ResidentStore, residentStore } from "../stores/resident.ts";

/** On whose behalf it is asked. */
export type Client = Pick<Caller, "options" | "environment" | "cwd"> & {
  /** By host, of a client that asks the same revision again and again; null: it is not known again. */
  readonly policies: Map<string, Policy> | null;
};
export type Asker = Client & Pick<Caller, "endsAt" | "decided">;

/** Policies kept for hosts, projects and environments that asked before. */
const MOST_POLICIES = 256;
/** How long the whole process may wait for one that holds a session's lock. */
const PATIENCE_MS = 250;

export class ResidentBundle {
  readonly dir: string;
  readonly #reloader: Reloader<Live>;
  #live: Live;

  static async open(dir: string, listener: RuntimeListener): Promise<ResidentBundle> {
    return new ResidentBundle(dir, await readLive(dir), listener);
  }

  private constructor(dir: string, { manifest, next }: Opened, listener: RuntimeListener) {
    this.dir = dir;
    this.#live = next;
    this.#reloader = new Reloader<Live>({
      dir,
      now: Date.now,
      listener,
      active: manifest,
      open: async (active) => {
        const opened = await readLive(dir);
        return opened.manifest.revision === active ? null : opened;
      },
      use: (next) => {
        this.#live = next;
      },
    });
  }

  get revision(): string {
    return this.#live.bundle.revision;
  }

  /** The real path. */
  get folder(): string {
    return this.#live.bundle.folder;
  }

  get rules(): number {
    return this.#reloader.manifest.rules.length;
  }

  get sessions(): number {
    return this.#live.sessions;
  }

  /** Never throws: what goes wrong is a refusal in the words of who asks. */
  answer(asker: Asker, text: string): HookAnswer {
    return this.#live.answer(asker, text);
  }

  watch(): void {
    this.#reloader.watch();
  }

  reload(): Promise<ReloadReport> {
    return this.#reloader.reload();
  }

  status(): PolicyStatus {
    return this.#reloader.status();
  }

  close(): void {
    this.#reloader.close();
  }
}

interface Opened {
  readonly manifest: Manifest;
  readonly next: Live;
}

async function readLive(dir: string): Promise<Opened> {
  const { manifest, folder, files, hooks } = await readBundle(dir);
  const { revision, scope } = manifest;
  const code = files.get(HOOK_FILE);
  if (code === undefined) throw new PolicyLoadError("P605", { why: `${HOOK_FILE} is not listed` });
  const bundle: HookBundle = { dir, folder, revision, scope, code: Buffer.from(code), files: manifest.files };
  const module = loadRules(bundle, createRequire(import.meta.url));
  if (!servesOthers(module))
    throw new PolicyLoadError("P611", { why: "it was built by an earlier policyc, which cannot answer for others" });
  return { manifest, next: new Live(bundle, answerOf(module), variablesOf(manifest), hooks.length > 0) };
}

/** Variables that rules ask for: decisions for two environments that agree on them are the same. */
function variablesOf(manifest: Manifest): readonly string[] {
  const keys = Object.values(manifest.facts).flat();
  return [...new Set(keys.filter((key) => key.startsWith("env:")).map((key) => key.slice("env:".length)))];
}

const importModule = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);

type Keeping = Required<Pick<Caller, "madePolicy" | "policy" | "sessions">>;

/** A revision that decides, with what it keeps between questions. */
class Live {
  readonly bundle: HookBundle;
  readonly #answer: Answer;
  readonly #variables: readonly string[];
  readonly #hasHooks: boolean;
  readonly #policies = new Map<string, Policy>();
  readonly #stores = new Map<string, ResidentStore>();

  constructor(bundle: HookBundle, answer: Answer, variables: readonly string[], hasHooks: boolean) {
    this.bundle = bundle;
    this.#answer = answer;
    this.#variables = variables;
    this.#hasHooks = hasHooks;
  }

  get sessions(): number {
    return [...this.#stores.values()].reduce((sum, { size }) => sum + size, 0);
  }

  answer(asker: Asker, text: string): HookAnswer {
    // What starts programs must not be done twice.
    if (this.#hasHooks) return this.#askHeld(asker, text);
    const { policies } = asker;
    const answer = this.#ask(asker, text, {
      madePolicy: (host) => policies?.get(host),
      policy: (key, make, host) => {
        const policy = this.#kept(this.#variables.length === 0 ? key : key + this.#environmentKey(asker), make);
        policies?.set(host, policy);
        return policy;
      },
      sessions: (options) => this.#store(options.folder, options.counters),
    });
    let hasConflict = false;
    for (const store of this.#stores.values()) hasConflict = store.takeConflict() || hasConflict;
    if (!hasConflict) return answer;
    // Another process was faster and nothing was kept of this one.
    return this.#askHeld(asker, text);
  }

  /** Holds the session while it is decided on. */
  #askHeld(asker: Asker, text: string): HookAnswer {
    return this.#ask(asker, text, {
      madePolicy: () => undefined,
      policy: (_, make) => make(),
      sessions: (options) => fileStore({ ...options, patienceMs: PATIENCE_MS }),
    });
  }

  #ask(asker: Asker, text: string, keeping: Keeping): HookAnswer {
    const { options, environment, cwd, endsAt, decided } = asker;
    const { madePolicy, policy, sessions } = keeping;
    const dir = options.bundle ?? this.bundle.dir;
    return this.#answer({
      words: [],
      bundle: dir === this.bundle.dir ? this.bundle : { ...this.bundle, dir },
      importModule,
      progress: { input: { text } },
      // Field by field: a second spread costs more than the rest of this.
      caller: { options, environment, cwd, endsAt, decided, madePolicy, policy, sessions },
    });
  }

  #kept(key: string, make: () => Policy): Policy {
    const known = this.#policies.get(key);
    if (known !== undefined) return known;
    const policy = make();
    if (this.#policies.size >= MOST_POLICIES) this.#policies.clear();
    this.#policies.set(key, policy);
    return policy;
  }

  #environmentKey({ environment }: Asker): string {
    return `\0${JSON.stringify(this.#variables.map((name) => environment[name] ?? null))}`;
  }

  #store(folder: string, counters: Manifest["counters"]): ResidentStore {
    const store = this.#stores.get(folder) ?? residentStore({ folder, counters, patienceMs: PATIENCE_MS });
    this.#stores.set(folder, store);
    return store;
  }
}
