// Cases of the seed systems, one JSON object a line. `ours` stands where we deliberately answer otherwise, and
// `improved` says why; `why` and `hazard` inside `expect` are comments of whoever wrote the case down.

import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type HookExit, type OneShotProtocol, readExit } from "../../src/hosts/shared/one-shot.ts";
import type { Json, Point, Scope } from "../../src/language/contract.ts";
import type { HookCompletion, HookEvent, HookFailure, HookResult } from "../../src/language/hook-result.ts";

// biome-ignore lint/suspicious/noExplicitAny: cases are data of many shapes, each read by the runner of its area.
export type Data = any;

export interface Case {
  readonly area: string;
  readonly given: Data;
  readonly expect: Data;
  readonly source: string;
  readonly ours?: Data;
  readonly improved?: string;
}

/** Runs every case of a folder by the runner of its area; a case without a runner fails. */
export function runCases(
  folder: string,
  runners: { readonly [area: string]: (given: Data, expected: Data) => void | Promise<void> },
) {
  const lines = readFileSync(new URL(`${folder}/cases.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  const cases = lines.map((line): Case => JSON.parse(line));
  for (const area of new Set(cases.map((one) => one.area))) {
    describe(area, () => {
      for (const one of cases.filter((candidate) => candidate.area === area)) {
        const title = JSON.stringify(one.given).slice(0, 120);
        it(one.improved === undefined ? title : `${title} -- improved: ${one.improved}`, async () => {
          expect(Object.hasOwn(one, "ours")).toBe(one.improved !== undefined);
          const runner = runners[area];
          if (runner === undefined) throw new Error(`nothing runs ${area}`);
          await runner(one.given, one.ours ?? one.expect);
        });
      }
    });
  }
}

export function hookEvent(
  point: Point,
  fields: { readonly [field: string]: Json } = {},
  more: { readonly scope?: Scope; readonly hookId?: string } = {},
): HookEvent {
  return { point, fields, scope: more.scope ?? "user", hookId: more.hookId ?? "h" };
}

const signals: { readonly [number: number]: string } = { 9: "SIGKILL", 15: "SIGTERM" };

/** The end of a process as cases write it down. */
export function exitOf(given: Data): HookExit {
  const isSignal = given.killed_by_signal !== undefined;
  return {
    code: isSignal ? null : (given.exit_code ?? given.exit ?? 0),
    signal: isSignal ? (signals[given.killed_by_signal] ?? "SIGTERM") : null,
    stdout: given.stdout_bytes === undefined ? (given.stdout ?? "") : "x".repeat(Math.min(given.stdout_bytes, 1048576)),
    stderr: given.stderr ?? "",
    oversize: (given.stdout_bytes ?? 0) > 1048576,
    timedOut: given.context_timeout_ms !== undefined || given.timeout_ms !== undefined,
    limitMs: given.context_timeout_ms ?? given.timeout_ms ?? 0,
  };
}

export const passing = { code: 0, signal: null, stdout: "", stderr: "", oversize: false, timedOut: false } as const;

export function answerOf(result: HookCompletion<HookFailure>): HookResult {
  if (!result.ok) throw new Error(`failed: ${result.failure.message}`);
  return result.answer;
}

export interface ChainHook {
  readonly name: string;
  readonly exit: HookExit;
}

export interface Chained {
  readonly fields: { readonly [field: string]: Json };
  readonly blocked: { readonly by: string; readonly message: string | null } | null;
  readonly issues: readonly string[];
  readonly failures: readonly string[];
  readonly attachments: readonly Json[];
  /** The event as each hook saw it. */
  readonly seen: readonly HookEvent[];
}

/** Several hooks on one event, as docs/language/hooks.md orders them: each sees the event as it is by then, a block ends it all. */
export function chain(protocol: OneShotProtocol, event: HookEvent, hooks: readonly ChainHook[]): Chained {
  let fields = event.fields;
  const issues: string[] = [];
  const failures: string[] = [];
  const attachments: Json[] = [];
  const seen: HookEvent[] = [];
  for (const { name, exit } of hooks) {
    const current = { ...event, fields, hookId: name };
    seen.push(current);
    const result = readExit(protocol, exit, current);
    if (!result.ok) {
      failures.push(result.failure.message);
      continue;
    }
    const { answer } = result;
    issues.push(...answer.issues.map((issue) => issue.message));
    if (answer.outcome === "block" || answer.outcome === "stop") {
      // What was rewritten before a block is of no use to anybody.
      return {
        fields: event.fields,
        blocked: { by: name, message: answer.message },
        issues,
        failures,
        attachments: [],
        seen,
      };
    }
    attachments.push(...answer.attachments);
    const metadata = answer.metadata === null ? {} : { metadata: merged(fields.metadata, answer.metadata) };
    fields = { ...fields, ...answer.changes, ...metadata };
  }
  return { fields, blocked: null, issues, failures, attachments, seen };
}

/** One level deep; null is a value. */
function merged(metadata: Json | undefined, delta: Json): Json {
  const objects = [metadata, delta].map((value) => (typeof value === "object" && value !== null ? value : {}));
  return Object.assign({}, ...objects) as Json;
}
