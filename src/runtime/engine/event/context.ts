// One event as rules see it: checked fields in a fixed shape, and results cached during its evaluation.
// Generated code reads the fields and calls builtins with the context; only the engine writes it.

import { append } from "../../../language/append.ts";
import type { CallKind } from "../../../language/call-kinds.ts";
import type { FactAnswer, Facts, FactValue, Json, Point } from "../../../language/contract.ts";
import {
  decodeListing,
  globKey,
  MOST_ENTRIES,
  type PathListing,
  recordedListing,
  withEntry,
} from "../../../language/listing.ts";
import type { FieldEffect } from "../../../language/schema.ts";
import { textHash } from "../../../language/text-hash.ts";
import type { Truth } from "../../../language/truth.ts";
import { type ListView, type Maybe, unknownValue } from "../../../language/value.ts";
import type { ShellCommand } from "../../../shell/command.ts";
import type { Call as ShellCall } from "../../../shell/syntax/model.ts";
import { absolute, type Folders, fold, type PathValue } from "../paths/paths.ts";
import type { Environment, FolderAlias } from "./environment.ts";
import type { SessionState } from "./session.ts";

export type ToolInput = { readonly [field: string]: Maybe<Json> };

/** Thrown when a sealed run needs the time and none is given. */
export class TimeUnknown extends Error {}

/** One list for every context that lacks nothing. */
export const nothing: readonly never[] = Object.freeze([]);

const RESOLVED_PATHS = 64;
/** The most reasons worth showing; a line can be made to have thousands. */
const MOST_MISSING = 16;
/** The most folders that are listed for one event, and their entries together: each costs every rule. */
const MOST_TREES = 32;
const MOST_LISTED = 40_000;

const bounded = (listing: PathListing | undefined): PathListing | undefined =>
  listing === undefined || listing.entries.length <= MOST_ENTRIES
    ? listing
    : { entries: listing.entries.slice(0, MOST_ENTRIES), isWhole: false };

const noInput: ToolInput = Object.freeze({});
const noFacts: { [key: string]: FactAnswer } = Object.freeze({});
const unknownFact: FactAnswer = Object.freeze({ unknown: true });

/** The views of the call, as far as they were asked for. */
interface Views {
  reads: ListView<PathValue> | undefined;
  writes: ListView<PathValue> | undefined;
  deletes: ListView<PathValue> | undefined;
  uploads: ListView<PathValue> | undefined;
  hosts: ListView<string> | undefined;
  kinds: ListView<string> | undefined;
}

/** Values derived from the event so far; many events need none. */
interface Derived extends Views {
  /** The first path that was asked for; many events have one only. */
  firstPath: { readonly key: string; readonly path: PathValue } | undefined;
  paths: Map<string, PathValue> | undefined;
  /** What single commands of the line read, write, delete and upload. */
  ofCalls: Map<ShellCall, { [view: string]: ListView<PathValue> }> | undefined;
  /** The commands of the line as a list for conditions. */
  calls: ListView<ShellCall> | undefined;
  roots: readonly string[] | undefined;
  foldedRoots: readonly string[] | undefined;
  command: ShellCommand | null | undefined;
  /** Texts of files that the command runs, by path. */
  texts: Map<string, string | null | undefined> | undefined;
  /** How often it was asked where a path really is. */
  resolved: number;
  /** What is below folders, by the question. */
  listings: Map<string, PathListing | undefined> | undefined;
  /** How many entries they have together. */
  listed: number;
}

export class Context {
  readonly point: Point;
  readonly around: Environment;
  /** Read when the time is first asked for; null once it was, or when the host gave a time. */
  clock: (() => number | undefined) | null = null;
  /** The time as far as it was asked for. */
  knownTime: number | undefined = undefined;
  agent: Maybe<string>;
  session_id = "";
  /** The id of the agent call that the event belongs to, however often it is decided; null when it is decided once. */
  ask: string | null = null;
  run_id: Maybe<string>;
  agent_id: Maybe<string>;
  agent_type: Maybe<string>;
  workdir = "/";
  cwd = "/";
  metadata: Maybe<Json>;

  tool = "";
  tool_name = "";
  call_id: Maybe<string>;
  input: ToolInput = noInput;
  /** Empty when the call is not an MCP call. */
  mcp_server: Maybe<string> = "";
  mcp_tool = "";
  /** It is known which fields of the tool do what. */
  hasTable = true;
  /** The tool has neither a table nor a declaration. */
  call_external = false;
  /** What the declaration of the tool, or the host, says that its fields do; null when neither says anything. */
  fieldEffects: readonly FieldEffect[] | null = null;
  /** What the host says that the call does beyond files and hosts. */
  kinds: readonly CallKind[] | null = null;

  // Fields of single points: set where the event has them. A slot for each would double what every event costs.
  declare source: Maybe<string>;
  declare model: Maybe<string>;
  declare reason: Maybe<string>;
  declare prompt: Maybe<string>;
  declare status: Maybe<string>;
  declare messages: Maybe<Json>;
  declare tools: Maybe<readonly string[]>;
  declare response: Maybe<string>;
  declare decision: Maybe<string>;
  declare output: Maybe<string>;
  declare is_error: Maybe<boolean>;
  declare duration_ms: Maybe<number>;
  declare error: Maybe<string>;
  declare error_class: Maybe<string>;
  declare last_message: Maybe<string>;
  declare stop_hook_active: Maybe<boolean>;
  declare workspace_changed: Maybe<boolean>;
  declare todo_open: Maybe<number>;
  declare message: Maybe<string>;
  declare trigger: Maybe<string>;
  declare role: Maybe<string>;
  declare task: Maybe<string>;
  declare state: Maybe<string>;
  declare path: Maybe<string>;
  declare change: Maybe<string>;
  declare kind: Maybe<string>;

  /** The condition that was false in the rule tested last. */
  missed = -1;
  /** Its conditions that were unknown or in error. */
  doubts: readonly (readonly [condition: number, truth: Truth])[] = nothing;
  /** The rule under test has asked what the call runs or touches. */
  isAskedOf = false;
  /** The command that decided the rule under test. */
  matched: ShellCall | null = null;
  /** The file that decided it, and the folder or pattern it was found in. */
  member: { readonly of: unknown; readonly found: unknown } | null = null;
  /** What is unknown in the rule under test. */
  missing: readonly string[] = nothing;
  /** Fields that the host reports as unknown. */
  unknownFields: readonly string[] = nothing;
  /** Facts asked for, by key, with their answers; without the paths of the next list. */
  facts: { [key: string]: FactAnswer } = noFacts;
  /** Paths that were asked for and are where they are written, as nearly all are: a key for each would cost more than its rules. */
  unmoved: readonly string[] = nothing;
  /** The session's state, opened before the rules; null when the store failed. */
  session: SessionState | null | undefined = undefined;
  /** Labels this event sets, enforcing and (with `~`) shadow ones. */
  marks: Map<string, Truth> | undefined = undefined;
  /** Counters this event adds to. */
  counts: Set<string> | undefined = undefined;

  /** Hidden, because a rewritten event copies the fields but not the values derived from them. */
  #derived: Derived | undefined;

  constructor(point: Point, around: Environment) {
    this.point = point;
    this.around = around;
  }

  /** Milliseconds since 1970; undefined in a sealed run without a given time. Reading a clock costs as much as ten rules. */
  get time_ms(): number | undefined {
    if (this.clock !== null) {
      this.knownTime = this.clock();
      this.clock = null;
    }
    return this.knownTime;
  }

  set time_ms(time: number | undefined) {
    this.clock = null;
    this.knownTime = time;
  }

  get time(): string {
    if (this.time_ms === undefined) throw new TimeUnknown("time");
    return new Date(this.time_ms).toISOString();
  }

  /** What the call gave back, at the two points that have it. */
  get returned(): Maybe<string> {
    return this.point === "after_tool_failure" ? this.error : this.output;
  }

  get home(): string | undefined {
    return this.around.home;
  }

  get own(): readonly string[] {
    return this.around.own;
  }

  knownPath(key: string): PathValue | undefined {
    const { firstPath, paths } = this.#derive();
    return firstPath?.key === key ? firstPath.path : paths?.get(key);
  }

  keepPath(key: string, path: PathValue): void {
    const derived = this.#derive();
    if (derived.firstPath === undefined) derived.firstPath = { key, path };
    else {
      derived.paths ??= new Map();
      derived.paths.set(key, path);
    }
  }

  get views(): Views {
    return this.#derive();
  }

  get ofCalls(): Map<ShellCall, { [view: string]: ListView<PathValue> }> {
    const derived = this.#derive();
    derived.ofCalls ??= new Map();
    return derived.ofCalls;
  }

  get calls(): ListView<ShellCall> | undefined {
    return this.#derived?.calls;
  }

  set calls(calls: ListView<ShellCall> | undefined) {
    this.#derive().calls = calls;
  }

  /** The command line as read; undefined until a condition asks, null when there is none to read. */
  get command(): ShellCommand | null | undefined {
    return this.#derived?.command;
  }

  set command(command: ShellCommand | null | undefined) {
    this.#derive().command = command;
  }

  #derive(): Derived {
    this.#derived ??= {
      firstPath: undefined,
      paths: undefined,
      reads: undefined,
      writes: undefined,
      deletes: undefined,
      uploads: undefined,
      hosts: undefined,
      kinds: undefined,
      ofCalls: undefined,
      calls: undefined,
      roots: undefined,
      foldedRoots: undefined,
      command: undefined,
      texts: undefined,
      resolved: 0,
      listings: undefined,
      listed: 0,
    };
    return this.#derived;
  }

  /** Notes something that could not be known in the rule under test. */
  lacks(what: string): void {
    if (this.missing.length < MOST_MISSING && !this.missing.includes(what)) this.missing = [...this.missing, what];
  }

  /** Answers a fact once per event. */
  fact(key: string): FactValue | typeof unknownValue {
    const known = this.known(key);
    if (known !== undefined) return typeof known === "object" && known !== null ? unknownValue : known;
    const answer = this.around.ask(key, this);
    this.note(key, answer);
    return answer === undefined ? unknownValue : answer;
  }

  private known(key: string): FactAnswer | undefined {
    return this.facts === noFacts ? undefined : this.facts[key];
  }

  private note(key: string, answer: FactValue | undefined): void {
    if (this.facts === noFacts) this.facts = Object.create(null) as { [key: string]: FactAnswer };
    this.facts[key] = answer === undefined ? unknownFact : answer;
  }

  /** The text of a file, null when there is none, undefined when it cannot be determined. Only its hash is reported. */
  fileText(path: string): string | null | undefined {
    const place = absolute(path, this.cwd, this.home);
    if (place === undefined) return undefined;
    const derived = this.#derive();
    derived.texts ??= new Map();
    if (derived.texts.has(place)) return derived.texts.get(place);
    const key = `file:${place}`;
    const answer = this.around.ask(key, this);
    const text = typeof answer === "string" || answer === null ? answer : undefined;
    derived.texts.set(place, text);
    this.note(key, typeof text === "string" ? textHash(text) : text);
    return text;
  }

  /** The files that a glob of the shell expands to; undefined when that cannot be determined. */
  globbed(glob: string): readonly string[] | undefined {
    const folder = this.cwd.replace(/[\\*?[\]]/g, "\\$&");
    const pattern = glob.startsWith("/") ? glob : `${folder}/${glob.replace(/^(?:\.\/+)+/, "")}`;
    const isDeep = pattern.includes("**");
    const listing = this.listing(globKey({ pattern, ...(isDeep && { globstar: true, dotglob: true }) }));
    return listing?.isWhole === true ? listing.entries.filter((entry) => !entry.endsWith("/")) : undefined;
  }

  /** The real path, or undefined: it cannot be determined, or too many were requested. */
  realPath(path: string): string | undefined {
    if (++this.#derive().resolved > RESOLVED_PATHS) return undefined;
    if (this.unmoved.includes(path)) return path;
    const key = `realpath:${path}`;
    const known = this.known(key);
    const answer = known === undefined ? this.around.ask(key, this) : known;
    if (answer === path) this.unmoved = append(this.unmoved, path);
    else if (known === undefined) this.note(key, answer as FactValue | undefined);
    return typeof answer === "string" ? answer : undefined;
  }

  /** An answer that is a list of paths; undefined: it cannot be determined, or too much was asked. Long ones are not recorded. */
  listing(key: string): PathListing | undefined {
    const derived = this.#derive();
    derived.listings ??= new Map();
    if (derived.listings.has(key)) return derived.listings.get(key);
    const isTooMuch = derived.listings.size >= MOST_TREES || derived.listed >= MOST_LISTED;
    const answer = isTooMuch ? undefined : this.around.ask(key, this);
    if (!isTooMuch) this.note(key, typeof answer === "string" ? recordedListing(answer) : answer);
    const listing = bounded(decodeListing(answer));
    derived.listed += listing?.entries.length ?? 0;
    derived.listings.set(key, listing);
    return listing;
  }

  /** The other names of a file; null: it has none. Nearly all have none, so that only others are recorded. */
  otherNames(key: string): FactValue | undefined {
    const derived = this.#derive();
    if (++derived.resolved > RESOLVED_PATHS) return undefined;
    const known = this.known(key);
    if (typeof known === "string") return known;
    const answer = this.around.ask(key, this);
    if (typeof answer === "string") this.note(key, answer);
    return answer;
  }

  /** Records the entry of a listing that decided a test, so that a replay finds it too. */
  keepEntry(key: string, entry: string): void {
    const record = this.known(key);
    if (typeof record === "string") this.note(key, withEntry(record, entry));
  }

  /** All requested facts, as a decision reports them. */
  factsAsked(): Facts {
    if (this.unmoved.length === 0) return this.facts;
    if (this.facts === noFacts) return { realpath: this.unmoved };
    return Object.assign(Object.create(null), this.facts, { realpath: this.unmoved });
  }

  aliases(): readonly FolderAlias[] {
    return this.around.aliases();
  }

  /** The project root, as written and where it really is. */
  roots(): readonly string[] {
    const derived = this.#derive();
    if (derived.roots === undefined) {
      const real = this.realPath(this.workdir);
      derived.roots = real === undefined || real === this.workdir ? [this.workdir] : [this.workdir, real];
    }
    return derived.roots;
  }

  foldedRoots(): readonly string[] {
    const derived = this.#derive();
    derived.foldedRoots ??= this.roots().map(fold);
    return derived.foldedRoots;
  }

  placesOf(folders: Folders, folded: boolean): readonly string[] | undefined {
    return this.around.places(folders, this.roots(), folded);
  }

  /** Resets the session and the event's effects on it, but not the event itself: it is decided again. */
  closeSession(): void {
    this.session = undefined;
    this.marks = undefined;
    this.counts = undefined;
  }

  /** The session's state, or null when it cannot be had. */
  stateOf(): SessionState | null {
    return this.session ?? null;
  }
}

// Nothing is inherited: a field the event does not have is missing, whatever is added to Object.prototype.
Object.setPrototypeOf(Context.prototype, null);
