// One event as rules see it: checked fields in a fixed shape, plus what the event's evaluation remembers.
// Generated code reads the fields and calls builtins with the context; only the engine writes it.

import type { FactAnswer, FactValue, Json, Point } from "../contract.ts";
import type { Folders, PathValue } from "./paths.ts";
import type { SessionState } from "./session.ts";
import type { Alias, Surroundings } from "./surroundings.ts";
import type { Truth } from "./truth.ts";
import { type ListView, type Maybe, unknownValue } from "./value.ts";

export type Input = { readonly [field: string]: Maybe<Json> };

/** Thrown when a sealed run needs the time and none is given. */
export class TimeUnknown extends Error {}

/** One list for every context that lacks nothing. */
export const nothing: readonly never[] = Object.freeze([]);

const RESOLVED_PATHS = 64;
const noInput: Input = Object.freeze({});
const noFacts: { [key: string]: FactAnswer } = Object.freeze({});
const unknownFact: FactAnswer = Object.freeze({ unknown: true });

export class Context {
  readonly point: Point;
  readonly around: Surroundings;
  /** Read when the time is first asked for; null once it was, or when the host gave a time. */
  clock: (() => number | undefined) | null = null;
  /** The time as far as it was asked for. */
  knownTime: number | undefined = undefined;
  agent: Maybe<string>;
  session_id = "";
  run_id: Maybe<string>;
  workdir = "/";
  cwd = "/";
  metadata: Maybe<Json>;

  tool = "";
  tool_name = "";
  call_id: Maybe<string>;
  input: Input = noInput;
  /** Empty when the call is not an MCP call. */
  mcp_server = "";
  mcp_tool = "";

  source: Maybe<string>;
  model: Maybe<string>;
  reason: Maybe<string>;
  prompt: Maybe<string>;
  status: Maybe<string>;
  messages: Maybe<Json>;
  tools: Maybe<readonly string[]>;
  response: Maybe<string>;
  decision: Maybe<string>;
  output: Maybe<string>;
  is_error: Maybe<boolean>;
  duration_ms: Maybe<number>;
  error: Maybe<string>;
  error_class: Maybe<string>;
  last_message: Maybe<string>;
  stop_hook_active: Maybe<boolean>;
  workspace_changed: Maybe<boolean>;
  todo_open: Maybe<number>;
  message: Maybe<string>;
  trigger: Maybe<string>;
  role: Maybe<string>;
  task: Maybe<string>;
  state: Maybe<string>;
  path: Maybe<string>;
  change: Maybe<string>;
  kind: Maybe<string>;

  /** The condition that was false in the rule tested last. */
  missed = -1;
  /** What could not be known in the rule under test. */
  missing: readonly string[] = nothing;
  /** Fields the host says it cannot tell. */
  unknownFields: readonly string[] = nothing;
  /** Facts asked for, by key, with their answers. */
  facts: { [key: string]: FactAnswer } = noFacts;
  /** The session's state; undefined until asked for, null when the store failed. */
  session: SessionState | null | undefined = undefined;
  /** Opens the session's state; set by the engine. */
  openSession: (() => SessionState | null) | undefined = undefined;
  /** Labels this event sets, enforcing and (with `~`) shadow ones. */
  marks: Map<string, Truth> | undefined = undefined;
  /** Counters this event adds to. */
  counts: Set<string> | undefined = undefined;

  #paths: Map<string, PathValue> | undefined;
  #views: { [view: string]: ListView<PathValue> | ListView<string> } | undefined;
  #roots: readonly string[] | undefined;
  #resolved = 0;

  constructor(point: Point, around: Surroundings) {
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

  get home(): string | undefined {
    return this.around.home;
  }

  get own(): readonly string[] {
    return this.around.own;
  }

  get paths(): Map<string, PathValue> {
    this.#paths ??= new Map();
    return this.#paths;
  }

  get views(): { [view: string]: ListView<PathValue> | ListView<string> } {
    this.#views ??= {};
    return this.#views;
  }

  /** Notes something that could not be known in the rule under test. */
  lacks(what: string): void {
    this.missing = [...this.missing, what];
  }

  /** Answers a fact once per event. */
  fact(key: string): FactValue | typeof unknownValue {
    if (this.facts === noFacts) this.facts = Object.create(null) as { [key: string]: FactAnswer };
    const known = this.facts[key];
    if (known !== undefined) return typeof known === "object" && known !== null ? unknownValue : known;
    const answer = this.around.ask(key, this);
    this.facts[key] = answer === undefined ? unknownFact : answer;
    return answer === undefined ? unknownValue : answer;
  }

  /** Where a path really is, or undefined: the world cannot tell, or too many were asked. */
  realPath(path: string): string | undefined {
    if (++this.#resolved > RESOLVED_PATHS) return undefined;
    const answer = this.fact(`realpath:${path}`);
    return typeof answer === "string" ? answer : undefined;
  }

  aliases(): readonly Alias[] {
    return this.around.aliases();
  }

  /** The project root, as written and where it really is. */
  roots(): readonly string[] {
    if (this.#roots === undefined) {
      const real = this.realPath(this.workdir);
      this.#roots = real === undefined || real === this.workdir ? [this.workdir] : [this.workdir, real];
    }
    return this.#roots;
  }

  placesOf(folders: Folders, folded: boolean): readonly string[] | undefined {
    return this.around.places(folders, this.roots(), folded);
  }

  /** The session's state, or null when it cannot be had. */
  stateOf(): SessionState | null {
    if (this.session === undefined) this.session = this.openSession?.() ?? null;
    return this.session;
  }
}
