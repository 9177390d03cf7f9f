// loadPolicies: the bundles of the three scopes as one policy. A broken internal or user bundle fails the load; the
// repository's own bundle is used only if the user has confirmed its content, and skipped otherwise.

import { homedir } from "node:os";
import type { Scope } from "../../language/contract.ts";
import { emit } from "../../language/events.ts";
import { PolicyLoadError, whyOf } from "../../language/load-error.ts";
import {
  engineOptions,
  growingStore,
  importModule,
  judgeBundle,
  ownPaths,
  targetOf,
  verifyBundle,
} from "../bundle/open-bundle.ts";
import type { LoadOptions } from "../bundle/options.ts";
import type { VerifiedBundle } from "../bundle/read-bundle.ts";
import type { ReloadReport } from "../bundle/reload.ts";
import { findRepoBundle, skipRepo } from "../bundle/repo-bundle.ts";
import { judgeTrust } from "../bundle/trust.ts";
import type { SessionStore } from "../engine/index.ts";
import { startHooks } from "../load/load.ts";
import { DecisionRecorder } from "../log/record-decision.ts";
import { ownModule } from "../machine/own-module.ts";
import { ownProgram } from "../machine/own-program.ts";
import { BarrierRunner } from "./hook-barrier.ts";
import { PolicySet, type Reopened, type SetMember } from "./policy-set.ts";
import { type CheckedSet, checkSetOptions, type SetOptions } from "./set-options.ts";
import { StagedStore } from "./staged-store.ts";

/** Loads the bundles of a set, or throws a PolicyLoadError with the reason. */
export async function loadPolicies(options: SetOptions): Promise<PolicySet> {
  const listener = typeof options?.onEvent === "function" ? options.onEvent : undefined;
  let dir = "";
  try {
    return await new SetLoader(checkSetOptions(options)).load((place) => {
      dir = place;
    });
  } catch (caught) {
    const refused = caught instanceof PolicyLoadError ? caught : new PolicyLoadError("P611", { why: whyOf(caught) });
    emit(listener, { type: "policy_refused", dir, code: refused.code, message: refused.message });
    throw refused;
  }
}

interface Found {
  readonly scope: Scope;
  readonly dir: string;
  readonly bundle: VerifiedBundle;
}

/** Holds what all bundles of a set share: store, log, target. */
class SetLoader {
  readonly #set: CheckedSet;
  readonly #options: LoadOptions;
  readonly #target: string;
  readonly #memory = growingStore(4);
  readonly #store: SessionStore;
  #logPath: string | null = null;

  constructor(set: CheckedSet) {
    this.#set = set;
    this.#options = set.options;
    this.#target = targetOf(set.options);
    this.#store = set.options.store ?? this.#memory.store;
  }

  async load(at: (dir: string) => void): Promise<PolicySet> {
    const { log, onEvent: listener, now = Date.now, timed } = this.#options;
    const found: Found[] = [];
    for (const place of this.#set.places) {
      at(place.dir);
      found.push(await this.#verify(place));
    }
    const repo = await this.#findRepo();
    let set: PolicySet | null = null;
    const target = this.#target;
    const recorder = new DecisionRecorder({ log, listener, target, now, revision: () => set?.revision ?? "" });
    this.#logPath = recorder.path;
    const members: SetMember[] = [];
    try {
      const own = this.#ownOf(repo === null ? found : [...found, repo]);
      for (const one of found) {
        at(one.dir);
        members.push(await this.#start(one, own));
      }
      const third = repo === null ? null : await this.#startRepo(repo, own);
      set = new PolicySet({
        members: third === null ? members : [...members, third],
        target,
        recorder,
        listener,
        gate: prefixed(this.#store, "set "),
        now,
        timed: timed ?? recorder.hasLog,
        reopen: (active) => this.#reopen(active),
      });
      return set;
    } catch (caught) {
      await Promise.all(members.map(({ hooks }) => hooks?.close()));
      recorder.close();
      throw caught;
    }
  }

  async #verify({ scope, dir, revision }: CheckedSet["places"][number]): Promise<Found> {
    const pin = revision === undefined ? {} : { revision };
    return { scope, dir, bundle: await verifyBundle(dir, { ...this.#options, scope, ...pin }) };
  }

  async #findRepo(): Promise<Found | null> {
    const { repo } = this.#set;
    if (repo === null) return null;
    const { onEvent } = this.#options;
    const bundle = await findRepoBundle(repo, onEvent);
    if (bundle === null) return null;
    const { revision } = bundle.manifest;
    try {
      judgeBundle(bundle, { ...this.#options, scope: "repo", revision });
      return { scope: "repo", dir: repo.dir, bundle };
    } catch (caught) {
      skipRepo(repo, revision, caught, onEvent);
      return null;
    }
  }

  /** Every bundle protects the files of all. */
  #ownOf(found: readonly Found[]): readonly string[] {
    const home = this.#options.home ?? homedir();
    const more = [
      this.#logPath,
      this.#set.repo?.trustStore ?? null,
      this.#options.store?.folder ?? null,
      ...ownProgram(ownModule, this.#options.workdir ?? process.cwd()),
    ];
    return [...new Set(found.flatMap(({ dir, bundle }) => ownPaths(dir, bundle, home, more)))];
  }

  async #start(found: Found, own: readonly string[]): Promise<SetMember> {
    const member = await this.#create(found, own);
    const { manifest, folder } = found.bundle;
    emit(this.#options.onEvent, {
      type: "policy_loaded",
      dir: found.dir,
      folder,
      revision: manifest.revision,
      scope: manifest.scope,
      target: this.#target,
      rules: manifest.rules.length,
    });
    return member;
  }

  async #startRepo(found: Found, own: readonly string[]): Promise<SetMember | null> {
    const { repo } = this.#set;
    if (repo === null) return null;
    const { workspace, dir } = repo;
    const { revision, rules } = found.bundle.manifest;
    try {
      const member = await this.#create(found, own);
      emit(this.#options.onEvent, { type: "repo_policy_loaded", workspace, dir, revision, rules: rules.length });
      return member;
    } catch (caught) {
      skipRepo(repo, revision, caught, this.#options.onEvent);
      return null;
    }
  }

  async #create({ scope, dir, bundle }: Found, own: readonly string[]): Promise<SetMember> {
    const createPolicy = await importModule(bundle);
    const { manifest } = bundle;
    this.#memory.admit(manifest.counters);
    const held = new StagedStore(this.#store, `${scope} `);
    const hooks = await startHooks(bundle, this.#options);
    const runner = hooks === null ? null : new BarrierRunner(hooks);
    try {
      const engine = createPolicy(
        engineOptions({
          manifest,
          target: this.#target,
          own: [...own, ...(hooks?.folder ? [hooks.folder] : [])],
          store: held,
          timed: false,
          hooks: runner,
          options: this.#options,
        }),
      );
      return { scope, dir, manifest, revision: manifest.revision, engine, held, runner, hooks };
    } catch (caught) {
      await hooks?.close();
      throw caught;
    }
  }

  async #reopen(active: readonly SetMember[]): Promise<Reopened> {
    const members: SetMember[] = [];
    const reports: { [S in Scope]?: ReloadReport } = {};
    for (const place of this.#set.places) {
      const before = active.find(({ scope }) => scope === place.scope);
      if (before === undefined) continue;
      const after = await this.#again(before, place);
      members.push(after.member);
      reports[place.scope] = after.report;
    }
    if (this.#set.repo === null) return { members, reports };
    const before = active.find(({ scope }) => scope === "repo") ?? null;
    const after = await this.#repoAgain(before, this.#set.repo);
    if (after !== null) members.push(after);
    reports.repo = { reloaded: after !== before, revision: after?.revision ?? "", error: null };
    return { members, reports };
  }

  async #again(
    before: SetMember,
    place: CheckedSet["places"][number],
  ): Promise<{ readonly member: SetMember; readonly report: ReloadReport }> {
    const { revision, dir } = before;
    const { onEvent } = this.#options;
    try {
      const found = await this.#verify(place);
      if (found.bundle.manifest.revision === revision)
        return { member: before, report: { reloaded: false, revision, error: null } };
      const member = await this.#create(found, this.#ownOf([found]));
      const { rules } = member.manifest;
      emit(onEvent, { type: "policy_reloaded", dir, from: revision, revision: member.revision, rules: rules.length });
      return { member, report: { reloaded: true, revision: member.revision, error: null } };
    } catch (caught) {
      const { code, message } =
        caught instanceof PolicyLoadError ? caught : new PolicyLoadError("P611", { why: whyOf(caught) });
      emit(onEvent, { type: "policy_reload_failed", dir, revision, code, message });
      return { member: before, report: { reloaded: false, revision, error: { code, message } } };
    }
  }

  /** A new bundle must be trusted. Without one the old bundle stays while it is still trusted, because it can only tighten. */
  async #repoAgain(before: SetMember | null, repo: NonNullable<CheckedSet["repo"]>): Promise<SetMember | null> {
    const found = await this.#findRepo();
    if (found !== null && found.bundle.manifest.revision === before?.revision) return before;
    const next = found === null ? null : await this.#startRepo(found, this.#ownOf([found]));
    if (next !== null || before === null) return next;
    const trust = await judgeTrust(repo.workspace, before.revision, repo.trustStore);
    return trust.trusted ? before : null;
  }
}

const prefixed = (store: SessionStore, prefix: string): SessionStore => ({
  read: (session, time) => store.read(prefix + session, time),
  commit: (session, change) => store.commit(prefix + session, change),
});
