// Reloading: the new bundle is read, verified and started next to the active one, and takes over only when all of that has
// succeeded. Until then, and after a failure, the last good bundle decides. Session state belongs to the policy and stays.

import type { Manifest } from "../../language/contract.ts";
import { emit, type RuntimeListener } from "../../language/events.ts";
import { PolicyLoadError, whyOf } from "../../language/load-error.ts";
import { type Watch, watchFolder } from "./watch-folder.ts";

export interface ReloadReport {
  /** A new bundle has taken over. False when the bundle is the active one, or when it was refused: see `error`. */
  readonly reloaded: boolean;
  /** The revision that decides from now on. */
  readonly revision: string;
  readonly error: ReloadError | null;
}

export interface ReloadError {
  readonly code: string;
  readonly message: string;
}

export interface PolicyStatus {
  /** The active revision. */
  readonly revision: string;
  /** When it took over, RFC 3339. */
  readonly since: string;
  /** The last attempt to reload; null when there was none. */
  readonly lastAttempt: { readonly at: string; readonly ok: boolean; readonly revision: string | null } | null;
  /** Why the last reload failed; null when it succeeded. */
  readonly lastError: (ReloadError & { readonly at: string }) | null;
  readonly watching: boolean;
}

export interface ReloadOptions {
  /** The only revision to accept; default: the one pinned at load. */
  readonly revision?: string;
}

export interface ReloadParts<T> {
  readonly dir: string;
  readonly now: () => number;
  readonly listener: RuntimeListener | undefined;
  readonly active: Manifest;
  /** Reads, verifies and starts the folder's current bundle; returns null when it is the active revision. */
  readonly open: (
    active: string,
    options: ReloadOptions,
  ) => Promise<{ readonly manifest: Manifest; readonly next: T } | null>;
  /** Takes over; must not fail. */
  readonly use: (next: T) => void;
}

export class Reloader<T> {
  readonly #parts: ReloadParts<T>;
  #manifest: Manifest;
  #since: number;
  #attempt: PolicyStatus["lastAttempt"] = null;
  #error: PolicyStatus["lastError"] = null;
  #last: Promise<unknown> = Promise.resolve();
  #watch: Watch | null = null;
  #isClosed = false;

  constructor(parts: ReloadParts<T>) {
    this.#parts = parts;
    this.#manifest = parts.active;
    this.#since = parts.now();
  }

  get manifest(): Manifest {
    return this.#manifest;
  }

  /** Reloads run one at a time, in order. Never rejects. */
  reload(options: ReloadOptions = {}): Promise<ReloadReport> {
    const done = this.#last.then(() => this.#reload(options));
    this.#last = done;
    return done;
  }

  /** Reloads whenever the folder changes, until closed. */
  watch(): void {
    this.#watch ??= watchFolder(this.#parts.dir, () => void this.reload());
  }

  status(): PolicyStatus {
    return {
      revision: this.#manifest.revision,
      since: new Date(this.#since).toISOString(),
      lastAttempt: this.#attempt,
      lastError: this.#error,
      watching: this.#watch !== null,
    };
  }

  close(): void {
    this.#isClosed = true;
    this.#watch?.close();
    this.#watch = null;
  }

  async #reload(options: ReloadOptions): Promise<ReloadReport> {
    const active = this.#manifest.revision;
    if (this.#isClosed) return this.#failed({ code: "P714", message: "the policy was closed" });
    try {
      const opened = await this.#parts.open(active, options);
      if (this.#isClosed) return this.#failed({ code: "P714", message: "the policy was closed" });
      this.#tried(true, opened?.manifest.revision ?? active);
      this.#error = null;
      if (opened === null) return { reloaded: false, revision: active, error: null };
      this.#parts.use(opened.next);
      this.#manifest = opened.manifest;
      this.#since = this.#parts.now();
      this.#emitReloaded(active);
      return { reloaded: true, revision: opened.manifest.revision, error: null };
    } catch (caught) {
      const refused = caught instanceof PolicyLoadError ? caught : new PolicyLoadError("P611", { why: whyOf(caught) });
      return this.#failed({ code: refused.code, message: refused.message });
    }
  }

  #emitReloaded(from: string): void {
    const { revision, rules } = this.#manifest;
    const { dir, listener } = this.#parts;
    emit(listener, { type: "policy_reloaded", dir, from, revision, rules: rules.length });
  }

  #failed(error: ReloadError): ReloadReport {
    const { revision } = this.#manifest;
    this.#tried(false, null);
    this.#error = { ...error, at: new Date(this.#parts.now()).toISOString() };
    emit(this.#parts.listener, { type: "policy_reload_failed", dir: this.#parts.dir, revision, ...error });
    return { reloaded: false, revision, error };
  }

  #tried(ok: boolean, revision: string | null): void {
    this.#attempt = { at: new Date(this.#parts.now()).toISOString(), ok, revision };
  }
}
