// The decision log: one JSON line per decision, secrets masked unless the host asked for everything.
// A log that fails never changes a decision; it is reported.

import { closeSync, constants, fchmodSync, fstatSync, openSync, readSync, writeSync } from "node:fs";
import { resolve } from "node:path";
import type { Decision, FactAnswer, Json } from "../../language/contract.ts";
import { settle } from "../../language/events.ts";
import { whyOf } from "../../language/load-error.ts";
import { maskJson, maskSecrets } from "../../language/masks/mask.ts";
import { rulesOfReason } from "../../language/reason-rules.ts";
import { sha256Hex } from "../../language/sha256.ts";
import { snapshot } from "./snapshot.ts";

export type LogMode = "masked" | "full";

/** Where decisions go: a file, or a function that gets each line without its line end. */
export type LogOption = string | { readonly path: string; readonly mode?: LogMode } | ((line: string) => void);

/** One line of the log. */
export interface LogRecord {
  readonly version: 1;
  readonly mode: LogMode;
  /** When the line was written, RFC 3339. */
  readonly at: string;
  readonly revision: string;
  readonly target: string;
  readonly outcome: string;
  readonly proceed: boolean;
  /** Names of the rules with a say, in the order of the decision. */
  readonly rules: readonly string[];
  readonly reasons: Json;
  readonly warnings: Json;
  readonly notes: Json;
  readonly unclear: Json;
  readonly failures: Json;
  readonly facts: Json;
  readonly event: Json;
  /** Places whose value was masked: a rule that read one of them cannot be replayed. */
  readonly masked: readonly string[];
  readonly duration_us: number | null;
  /** Only in mode `full`. */
  readonly changes?: Json;
  readonly result?: Json;
}

export interface LogContext {
  readonly mode: LogMode;
  readonly target: string;
  readonly now: number;
}

/** The line for one decision. */
export function logRecord(event: unknown, decision: Decision, context: LogContext): LogRecord {
  const rules = [...decision.reasons, ...decision.warnings, ...decision.notes].flatMap(rulesOfReason);
  const content = {
    reasons: snapshot(decision.reasons),
    warnings: snapshot(decision.warnings),
    notes: snapshot(decision.notes),
    unclear: snapshot(decision.unclear),
    failures: snapshot(decision.failures),
    event: snapshot(event),
  };
  const full = context.mode === "full";
  const { value, masked } = full ? { value: content, masked: [] } : maskJson(content);
  const facts = factsOf(decision.facts, full ? "full" : "masked");
  return {
    version: 1,
    mode: context.mode,
    at: new Date(context.now).toISOString(),
    revision: decision.revision,
    target: context.target,
    outcome: decision.outcome,
    proceed: decision.proceed,
    rules: [...new Set(rules)],
    ...(value as typeof content),
    facts: facts.values,
    // A key can itself be a secret (a header used as a name), so places are masked like everything else.
    masked: [...masked, ...facts.masked].map(maskSecrets),
    duration_us: decision.duration_us ?? null,
    ...(full && decision.changes !== undefined ? { changes: snapshot(decision.changes) } : {}),
    ...(full && decision.result !== undefined ? { result: snapshot(decision.result) } : {}),
  };
}

const ENV = "env:";

/** Facts as the log keeps them: an environment value only as a hash, enough to see that it was the same one. */
function factsOf(
  facts: Decision["facts"],
  mode: LogMode,
): { readonly values: Json; readonly masked: readonly string[] } {
  const values: { [key: string]: FactAnswer | readonly string[] } = Object.create(null);
  const masked: string[] = [];
  for (const [key, value] of Object.entries(facts)) {
    const logged = mode === "full" ? value : isList(value) ? loggedPaths(value) : loggedFact(key, value);
    if (logged !== value) masked.push(`facts.${key}`);
    values[mode === "full" ? key : maskSecrets(key)] = logged;
  }
  return { values: values as Json, masked };
}

const isList = (value: FactAnswer | readonly string[]): value is readonly string[] => Array.isArray(value);

function loggedPaths(paths: readonly string[]): readonly string[] {
  const logged = paths.map(maskSecrets);
  return logged.every((path, at) => path === paths[at]) ? paths : logged;
}

function loggedFact(key: string, value: FactAnswer): FactAnswer {
  if (typeof value !== "string") return value;
  if (!key.startsWith(ENV)) return maskSecrets(value);
  return `sha256:${sha256Hex(value).slice(0, 16)}`;
}

/** Owns the log's file. */
export class DecisionLog {
  readonly mode: LogMode;
  /** The file, absolute; null when lines go to a function. */
  readonly path: string | null;
  readonly #write: (line: string) => void;
  #file: number | null = null;

  /** Opens the log; throws when it cannot be opened, so that a wrong path shows at load and not at the first decision. */
  constructor(option: LogOption, lateFailure: (caught: unknown) => void) {
    if (typeof option === "function") {
      this.mode = "masked";
      this.path = null;
      this.#write = (line) => settle(option(line), lateFailure);
      return;
    }
    const { path, mode } = typeof option === "string" ? { path: option, mode: undefined } : option;
    this.mode = mode ?? "masked";
    this.path = resolve(path);
    this.#file = openPrivate(this.path);
    this.#write = (line) => this.#append(line);
  }

  /** Writes one line; returns why it failed, or null. */
  write(record: LogRecord): string | null {
    try {
      this.#write(JSON.stringify(record));
      return null;
    } catch (caught) {
      return whyOf(caught);
    }
  }

  close(): void {
    const file = this.#file;
    this.#file = null;
    if (file !== null) closeSync(file);
  }

  /**
   * One write call per line, so that lines of several processes do not mix. A line that was written only in part, by this
   * process or by one that died, ends first: the record after it is on a line of its own.
   */
  #append(line: string): void {
    if (this.#file === null) throw new Error("the log is closed");
    const bytes = Buffer.from(`${isTorn(this.#file) ? "\n" : ""}${line}\n`, "utf8");
    if (writeSync(this.#file, bytes) < bytes.length) throw new Error("the line was written only partly");
  }
}

const LINE_END = 10;

/** Whether the last line of a file has no end. */
function isTorn(file: number): boolean {
  const { size } = fstatSync(file);
  if (size === 0) return false;
  const last = new Uint8Array(1);
  return readSync(file, last, 0, 1, size - 1) === 1 && last[0] !== LINE_END;
}

/** Opens for appending, readable by the owner only; never through a link, and never a device or a pipe. */
function openPrivate(path: string): number {
  const { O_APPEND, O_CREAT, O_RDWR, O_NOFOLLOW, O_NONBLOCK } = constants;
  const file = openSync(path, O_APPEND | O_CREAT | O_RDWR | O_NOFOLLOW | O_NONBLOCK, 0o600);
  try {
    const found = fstatSync(file);
    if (!found.isFile()) throw new Error("it is not a regular file");
    if ((found.mode & 0o777) !== 0o600) fchmodSync(file, 0o600);
    return file;
  } catch (caught) {
    closeSync(file);
    throw caught;
  }
}
