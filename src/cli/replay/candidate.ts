// The bundle that recorded events are replayed with: its own emitted module, verified like any load, isolated from this
// machine. Facts come from the log and no program is started; only scripts are read, to see whether they are still those of
// the log. A decision that depends on data missing from the log cannot be replayed, and neither can decisions that depend on
// marks it may have left.

import { homedir } from "node:os";
import { resolve } from "node:path";
import type { Decision, FactValue, Manifest } from "../../language/contract.ts";
import { encodeListing, isCutListing } from "../../language/listing.ts";
import { projectKey } from "../../language/operators/line-facts.ts";
import { textHash } from "../../language/text-hash.ts";
import {
  type CreatePolicy,
  engineOptions,
  importModule,
  ownPaths,
  verifyBundle,
} from "../../runtime/bundle/open-bundle.ts";
import type { VerifiedBundle } from "../../runtime/bundle/read-bundle.ts";
import type { HookRunner, Policy } from "../../runtime/engine/index.ts";
import { readSpecs } from "../../runtime/external/read-specs.ts";
import type { LoadOptions } from "../../runtime/index.ts";
import { readTextFile } from "../../runtime/machine/read-text-file.ts";
import { homeOf } from "./home-of.ts";
import type { RecordedEvent } from "./recorded.ts";
import { RuleMeter } from "./rule-meter.ts";
import { type ReplayStore, replayStore } from "./session-store.ts";
import { watchMasked } from "./watch-masked.ts";

/** Why a decision cannot be replayed. */
export interface Doubt {
  readonly kind: "masked" | "hook" | "script" | "state";
  /** Masked places, rules with hooks, or scripts. */
  readonly what: readonly string[];
}

export interface Replayed {
  readonly decision: Decision;
  readonly hasFired: boolean;
  readonly doubt: Doubt | null;
  /** Facts that a rule needed and the log does not have; dependent values are unknown. */
  readonly lacking: readonly string[];
}

export interface CandidateOptions {
  readonly load: Pick<LoadOptions, "scope" | "revision">;
  /** Decide as on this host, whatever the log says. */
  readonly target: string | null;
  /** The value of `~`; null derives it from the folders of each event. */
  readonly home: string | null;
}

export async function openCandidate(dir: string, options: CandidateOptions): Promise<Candidate> {
  const bundle = await verifyBundle(dir, options.load);
  return new Candidate(dir, bundle, await importModule(bundle), options);
}

const nothing: readonly never[] = Object.freeze([]);
const REAL_PATH = "realpath:";
const FILE = "file:";
/** Why a fact is unknown: the log says only that it is. */
const WHY = "why:";
/** Stands for all folders, patterns and archives that the log does not list. */
const UNLISTED = "listings";
/** Questions about many files: how a report names them, and the answer where the log has none. */
const listings: readonly { readonly start: string; readonly shown: string; readonly empty: FactValue }[] = [
  { start: "tree:", shown: "all that is in a folder", empty: encodeListing({ entries: [], isWhole: true }) },
  { start: "glob:", shown: "all that a pattern expands to", empty: encodeListing({ entries: [], isWhole: true }) },
  { start: "archive:", shown: "all that is in an archive", empty: encodeListing({ entries: [], isWhole: true }) },
  { start: "same:", shown: "other names of a file", empty: null },
];
/** There are few homes; a hostile log with a new one per event must not exhaust memory. */
const MAX_POLICIES = 64;

export class Candidate {
  readonly manifest: Manifest;
  readonly meter: RuleMeter;
  /** Facts that rules needed and the log does not have: number of events by fact. */
  readonly unknownFacts = new Map<string, number>();
  /** Events with a path whose links are not in the log. */
  unresolved = 0;
  /** Events with a folder, pattern or archive whose content is not in the log. */
  unlisted = 0;
  readonly #dir: string;
  readonly #bundle: VerifiedBundle;
  readonly #createPolicy: CreatePolicy;
  readonly #options: CandidateOptions;
  readonly #store: ReplayStore;
  readonly #hookRules: readonly string[];
  readonly #ownHome = homedir();
  readonly #policies = new Map<string, Policy>();
  #latest: { readonly key: string; readonly policy: Policy } | null = null;
  /** The current event. */
  #record: RecordedEvent | null = null;
  #maskedRead: Set<string> | null = null;
  #hooksAsked: Set<string> | null = null;
  /** Scripts whose text of that time is not to be had. */
  #textsGone: Set<string> | null = null;
  #isStateDoubtful = false;
  #factsLacking: Set<string> | null = null;

  constructor(dir: string, bundle: VerifiedBundle, createPolicy: CreatePolicy, options: CandidateOptions) {
    this.manifest = bundle.manifest;
    this.#dir = dir;
    this.#bundle = bundle;
    this.#createPolicy = createPolicy;
    this.#options = options;
    this.meter = new RuleMeter(bundle.manifest.rules.length, (c) => this.#watch(c));
    this.#store = replayStore(bundle.manifest.counters, () => {
      this.#isStateDoubtful = true;
    });
    this.#hookRules = readSpecs(bundle).map(({ rule }) => rule);
  }

  get droppedSessions(): number {
    return this.#store.dropped;
  }

  /** Decides a recorded event; waits only if a rule has a hook. */
  decide(record: RecordedEvent): Replayed | Promise<Replayed> {
    this.#record = record;
    this.#maskedRead = null;
    this.#hooksAsked = null;
    this.#textsGone = null;
    this.#isStateDoubtful = false;
    this.#factsLacking = null;
    this.meter.nextEvent();
    const decision = this.#policyFor(record).decideSoon(inItsProject(record.event));
    return decision instanceof Promise
      ? decision.then((one) => this.#finish(record, one))
      : this.#finish(record, decision);
  }

  #finish(record: RecordedEvent, decision: Decision): Replayed {
    this.#record = null;
    if (this.#factsLacking !== null) this.#countFacts(this.#factsLacking);
    const doubt = this.#doubt();
    // Its marks and counts are unknown too.
    if (doubt !== null) this.#store.doubt(sessionOf(record));
    const lacking =
      this.#factsLacking === null
        ? nothing
        : [...this.#factsLacking].filter((fact) => fact !== REAL_PATH && fact !== UNLISTED);
    return { decision, hasFired: this.meter.hasFired, doubt, lacking };
  }

  #doubt(): Doubt | null {
    if (this.#maskedRead !== null) return { kind: "masked", what: [...this.#maskedRead] };
    if (this.#hooksAsked !== null) return { kind: "hook", what: [...this.#hooksAsked] };
    if (this.#textsGone !== null) return { kind: "script", what: [...this.#textsGone] };
    return this.#isStateDoubtful ? { kind: "state", what: nothing } : null;
  }

  #countFacts(facts: ReadonlySet<string>): void {
    for (const fact of facts) {
      if (fact === REAL_PATH) this.unresolved++;
      else if (fact === UNLISTED) this.unlisted++;
      else this.unknownFacts.set(fact, (this.unknownFacts.get(fact) ?? 0) + 1);
    }
  }

  /** Called before rules read the event. */
  #watch(c: object): void {
    const { masked } = this.#record ?? { masked: nothing };
    if (masked.length === 0) return;
    // Reads by another observer of the event happen here, and by no rule.
    this.meter.isApplying = true;
    watchMasked(c, masked, (place) => this.#noteMasked(place));
    this.meter.isApplying = false;
  }

  #noteMasked(place: string): void {
    if (this.meter.isApplying) return;
    this.#maskedRead ??= new Set();
    this.#maskedRead.add(place);
  }

  #policyFor(record: RecordedEvent): Policy {
    const target = this.#options.target ?? record.target ?? "policyc";
    const home = this.#options.home ?? homeOf(record.event) ?? this.#ownHome;
    const key = `${target}\0${home}`;
    if (this.#latest?.key === key) return this.#latest.policy;
    const policy = this.#policies.get(key) ?? this.#create(target, home);
    if (this.#policies.size >= MAX_POLICIES) this.#policies.clear();
    this.#policies.set(key, policy);
    this.#latest = { key, policy };
    return policy;
  }

  #create(target: string, home: string): Policy {
    const options = engineOptions({
      manifest: this.manifest,
      target,
      own: ownPaths(resolve(this.#dir), this.#bundle, home, []),
      store: this.#store,
      timed: false,
      hooks: this.#hookRules.length === 0 ? null : this.#runner,
      options: { home, workdir: "/", world: (key) => this.#fact(key) },
    });
    return this.#createPolicy({ ...options, now: () => this.#record?.time, observer: this.meter });
  }

  /** Hooks do not run: they are treated as having no opinion, and the decision as not replayable. */
  readonly #runner: HookRunner = {
    ask: async (hook) => {
      this.#hooksAsked ??= new Set();
      this.#hooksAsked.add(this.#hookRules[hook] ?? `hook ${hook}`);
      return { ok: true, answer: silent };
    },
    tell() {},
  };

  #lacks(fact: string): void {
    this.#factsLacking ??= new Set();
    this.#factsLacking.add(fact);
  }

  /** The log has the hash of a text. The file as it is now counts if it still has that hash. */
  #text(path: string, recorded: unknown): string | null | undefined {
    if (recorded === null) return null;
    if (recorded === undefined) this.#lacks("texts of files");
    if (typeof recorded !== "string") return undefined;
    const text = readTextFile(path);
    if (typeof text === "string" && textHash(text) === recorded) return text;
    this.#textsGone ??= new Set();
    this.#textsGone.add(path);
    return undefined;
  }

  #fact(key: string): FactValue | undefined {
    const record = this.#record;
    if (record === null) return undefined;
    if (record.masked.includes(`facts.${key}`)) {
      this.#noteMasked(`facts.${key}`);
      return undefined;
    }
    const isPath = key.startsWith(REAL_PATH);
    const unmoved = record.facts.realpath;
    if (isPath && isList(unmoved) && unmoved.includes(key.slice(REAL_PATH.length))) return key.slice(REAL_PATH.length);
    if (key.startsWith(WHY)) return undefined;
    const answer = recordedFact(record, key);
    const kind = listings.find(({ start }) => key.startsWith(start));
    // Of a long listing only the entries that decided are recorded, of a file only its hash.
    if (kind !== undefined && isCutListing(answer)) this.#lacks(kind.shown);
    if (key.startsWith(FILE)) return this.#text(key.slice(FILE.length), answer);
    if (answer === undefined) {
      this.#lacks(isPath ? REAL_PATH : kind === undefined ? key : UNLISTED);
      // Unknown links would make every path uncertain, and unknown folders every command that walks one, so there are none;
      // the report says so.
      if (isPath) return key.slice(REAL_PATH.length);
      if (kind !== undefined) return kind.empty;
    }
    // Values recorded as unknown stay unknown.
    return typeof answer === "object" && answer !== null ? undefined : answer;
  }
}

/** Transcripts have one branch for the project, whatever folder of it a command runs in. */
function recordedFact({ facts, event }: RecordedEvent, key: string): RecordedEvent["facts"][string] | undefined {
  if (Object.hasOwn(facts, key)) return facts[key];
  const ofProject = typeof event.workdir === "string" ? projectKey(key, event.workdir) : null;
  return ofProject !== null && Object.hasOwn(facts, ofProject) ? facts[ofProject] : undefined;
}

const isList = (value: unknown): value is readonly unknown[] => Array.isArray(value);

const silent = {
  outcome: "pass",
  message: null,
  warnings: nothing,
  notes: nothing,
  changes: {},
  result: null,
  attachments: nothing,
  metadata: null,
  issues: nothing,
} as const;

function sessionOf({ event }: RecordedEvent): string {
  return typeof event.session_id === "string" && event.session_id !== "" ? event.session_id : "default";
}

/** A log does not say in which folder policyc was loaded: an event that names no project belongs to the folder it ran in. */
const inItsProject = (event: RecordedEvent["event"]): RecordedEvent["event"] =>
  event.workdir === undefined && event.cwd !== undefined ? { ...event, workdir: event.cwd } : event;
