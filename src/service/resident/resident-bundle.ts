// One bundle of the resident process: verified, loaded, and valid as long as its files do not change.

import { createRequire } from "node:module";
import type { Manifest } from "../../language/contract.ts";
import type { Policy, Program } from "../../runtime/engine/index.ts";
import { fileStore } from "../../runtime/stores/file.ts";
import { type ResidentStore, residentStore } from "../../runtime/stores/resident.ts";
import type { Answer, CallAnswer } from "../answer.ts";
import type { Caller } from "../caller.ts";
import { type CallBundle, openBundle, type Stamp, stampOf } from "../open-bundle.ts";
import { programOf } from "../run-module.ts";

/** The process on whose behalf the bundle decides. */
export type Client = Pick<Caller, "options" | "environment" | "cwd"> & {
  /** Policies by host, for a client that is reused across calls of one revision; null: the client is used once. */
  readonly policies: Map<string, Policy> | null;
};
export type ResidentCaller = Client & Pick<Caller, "ask" | "endsAt" | "decided">;

/** The most cached policies, one per host, project and environment. */
const MOST_POLICIES = 256;
/** How long the whole process may wait for another one that has locked a session. */
const PATIENCE_MS = 250;

const importModule = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);

type Caches = Required<Pick<Caller, "cachedPolicy" | "policy" | "sessions">>;

export class ResidentBundle {
  readonly bundle: CallBundle;
  readonly rules: number;
  readonly since = new Date().toISOString();
  readonly #stamp: Stamp;
  readonly #answer: Answer;
  /** Environment variables that rules read: environments that agree on them can share a policy. */
  readonly #variables: readonly string[];
  readonly #hasHooks: boolean;
  readonly #policies = new Map<string, Policy>();
  readonly #stores = new Map<string, ResidentStore>();

  /** Throws a PolicyLoadError. */
  static open(dir: string): ResidentBundle {
    // Taken before reading: a write during the read then changes the stamp at the next check.
    const stamp = stampOf(dir);
    const bundle = openBundle(dir, null);
    const program = programOf(bundle, createRequire(process.execPath));
    return new ResidentBundle(bundle, stamp, program.answer, program.rules().program);
  }

  private constructor(bundle: CallBundle, stamp: Stamp, answer: Answer, program: Program) {
    this.bundle = bundle;
    this.rules = program.rules.length;
    this.#stamp = stamp;
    this.#answer = answer;
    this.#variables = bundle.variables;
    this.#hasHooks = program.hooks.length > 0;
  }

  get dir(): string {
    return this.bundle.dir;
  }

  get revision(): string {
    return this.bundle.revision;
  }

  /** Whether its files are unchanged. */
  isCurrent(): boolean {
    try {
      return stampOf(this.dir).every((part, at) => part === this.#stamp[at]);
    } catch {
      return false;
    }
  }

  get sessions(): number {
    return [...this.#stores.values()].reduce((sum, { size }) => sum + size, 0);
  }

  /** Never throws: an error becomes a refusal in the caller's format. */
  answer(caller: ResidentCaller, text: string): CallAnswer {
    // External hooks must not run twice, so the attempt without a lock is skipped.
    if (this.#hasHooks) return this.#askLocked(caller, text);
    const { policies } = caller;
    const answer = this.#ask(caller, text, {
      cachedPolicy: (host) => policies?.get(host),
      policy: (key, make, host) => {
        const policy = this.#cached(this.#variables.length === 0 ? key : key + this.#environmentKey(caller), make);
        policies?.set(host, policy);
        return policy;
      },
      sessions: (options) => this.#store(options.folder, options.counters),
    });
    let hasConflict = false;
    for (const store of this.#stores.values()) hasConflict = store.takeConflict() || hasConflict;
    if (!hasConflict) return answer;
    // Another process changed the session first, and this attempt stored nothing.
    return this.#askLocked(caller, text);
  }

  /** Decides while the session is locked. */
  #askLocked(caller: ResidentCaller, text: string): CallAnswer {
    return this.#ask(caller, text, {
      cachedPolicy: () => undefined,
      policy: (_, make) => make(),
      sessions: (options) => fileStore({ ...options, patienceMs: PATIENCE_MS }),
    });
  }

  #ask(caller: ResidentCaller, text: string, caches: Caches): CallAnswer {
    const { options, environment, cwd, ask, endsAt, decided } = caller;
    const { cachedPolicy, policy, sessions } = caches;
    return this.#answer({
      bundle: this.bundle,
      importModule,
      progress: { input: { text } },
      // Field by field, because a second spread costs more than the rest of this.
      caller: { options, environment, cwd, ask, endsAt, decided, cachedPolicy, policy, sessions },
    });
  }

  #cached(key: string, make: () => Policy): Policy {
    const known = this.#policies.get(key);
    if (known !== undefined) return known;
    const policy = make();
    if (this.#policies.size >= MOST_POLICIES) this.#policies.clear();
    this.#policies.set(key, policy);
    return policy;
  }

  #environmentKey({ environment }: ResidentCaller): string {
    return `\0${JSON.stringify(this.#variables.map((name) => environment[name] ?? null))}`;
  }

  #store(folder: string, counters: Manifest["counters"]): ResidentStore {
    const store = this.#stores.get(folder) ?? residentStore({ folder, counters, patienceMs: PATIENCE_MS });
    this.#stores.set(folder, store);
    return store;
  }
}
