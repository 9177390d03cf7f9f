// A hook that is started once per event: write the event to its input, read its exit and output by the protocol's table.

import { existsSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { noOpinion, type OneShotProtocol, readExit, stdinOf } from "../../hosts/shared/one-shot.ts";
import type { HookSpec } from "../../language/contract.ts";
import { emit, type HookIdentity, type RuntimeListener } from "../../language/events.ts";
import { failed } from "../../language/hook-failure.ts";
import type { HookCompletion, HookEvent, HookFailure, HookResult } from "../../language/hook-result.ts";
import { whyOf } from "../../language/load-error.ts";
import { enforceGrant } from "./grants.ts";
import { changedFile, type HookPlace, inherited, namedFolder, type PreparedProgram, prepareProgram } from "./launch.ts";
import type { ProcessGroups } from "./process-group.ts";
import { type ExitRecord, runProcess } from "./spawn.ts";

export interface OneShotHook {
  readonly spec: HookSpec;
  readonly protocol: OneShotProtocol;
  readonly program: PreparedProgram;
  readonly place: HookPlace;
}

export interface OneShotRun {
  readonly groups: ProcessGroups;
  /** What is left of the decision's time; the hook gets the shorter of this and its own timeout. */
  readonly timeoutMs?: number;
  readonly graceMs?: number;
  /** Ends the hook early; it then counts as failed. */
  readonly signal?: AbortSignal;
  readonly onEvent?: RuntimeListener | undefined;
  /** For tools that examine a hook: how its process ended, before the result is interpreted. */
  readonly onExit?: (exit: ExitRecord) => void;
}

/** Prepares a hook when the policy is loaded; throws a PolicyLoadError when it could never run. */
export function prepareOneShot(spec: HookSpec, protocol: OneShotProtocol, place: HookPlace): OneShotHook {
  return { spec, protocol, program: prepareProgram(spec, place), place };
}

/** Calls the hook for one event. Never rejects. Checks that the answer is permitted, but does not interpret it. */
export async function runOneShot(
  hook: OneShotHook,
  event: HookEvent,
  run: OneShotRun,
): Promise<HookCompletion<HookFailure>> {
  const { spec, protocol } = hook;
  const { rule, at } = spec;
  const identity: HookIdentity = {
    rule,
    at,
    point: event.point,
    protocol: protocol.name,
    scope: event.scope,
    hook_id: event.hookId,
  };
  const started = performance.now();
  emit(run.onEvent, { type: "hook_started", ...identity });
  const result = await ask(hook, event, run);
  report(result, spec, identity, performance.now() - started, run.onEvent);
  return result;
}

async function ask(hook: OneShotHook, event: HookEvent, run: OneShotRun): Promise<HookCompletion<HookFailure>> {
  const { spec, protocol, program, place } = hook;
  try {
    const changed = changedFile(program, place.files);
    if (changed !== null) return failed("file-changed", { rule: spec.rule, file: changed });
    const limitMs = Math.min(spec.timeout_ms, run.timeoutMs ?? spec.timeout_ms);
    const exit = await runProcess(
      {
        file: program.file,
        args: program.args,
        env: environmentOf(hook, event),
        cwd: folderOf(hook, event),
        stdin: stdinOf(protocol, event),
        timeoutMs: limitMs,
        ...(run.graceMs === undefined ? {} : { graceMs: run.graceMs }),
        ...(run.signal === undefined ? {} : { signal: run.signal }),
      },
      run.groups,
    );
    run.onExit?.(exit);
    return judge({ ...exit, limitMs }, hook, event);
  } catch (caught) {
    return failed("spawn", { rule: spec.rule, why: whyOf(caught) });
  }
}

function judge(
  exit: ExitRecord & { readonly limitMs: number },
  hook: OneShotHook,
  event: HookEvent,
): HookCompletion<HookFailure> {
  const { spec, protocol } = hook;
  if (exit.spawnError !== null) return failed("spawn", { rule: spec.rule, why: exit.spawnError });
  if (exit.aborted)
    return failed("closed", { rule: spec.rule, why: "its answer is no longer needed" }, cut(exit.stderr));
  const result = cutStderr(readExit(protocol, exit, event));
  if (!result.ok) return result;
  // The answer of an observer has no effect.
  if (spec.observe !== null) return { ok: true, answer: noOpinion };
  if (result.answer.outcome === "respond" && result.answer.result === null)
    return failed("shape", { rule: spec.rule, why: "it responds without a result" }, cut(exit.stderr));
  return enforceGrant({ ok: true, answer: withFiles(result.answer, protocol, event) }, spec, event);
}

/** Some protocols drop references to missing files; relative paths start at the project. */
function withFiles(answer: HookResult, protocol: OneShotProtocol, event: HookEvent): HookResult {
  const project = projectOf(event);
  return protocol.dropMissing?.(answer, (path) => existsSync(resolve(project, path))) ?? answer;
}

/** The rule's own values override inherited ones; the protocol's variables come last, because the protocol must stay intact. */
function environmentOf(hook: OneShotHook, event: HookEvent): { readonly [name: string]: string } {
  const { spec, protocol, place } = hook;
  return {
    ...inherited(protocol.inherits, place.environment),
    ...inherited(spec.env_names, place.environment),
    ...spec.env_values,
    ...protocol.environment(event),
  };
}

function projectOf(event: HookEvent): string {
  const { workdir } = event.fields;
  return typeof workdir === "string" && workdir !== "" ? workdir : process.cwd();
}

function folderOf(hook: OneShotHook, event: HookEvent): string {
  const project = projectOf(event);
  const named = namedFolder(hook.spec, project);
  if (named !== null) return named;
  const places = { workdir: project, program: dirname(hook.program.file), inherited: process.cwd() };
  return places[hook.protocol.cwd];
}

/** Enough to see what went wrong; failures travel in decisions, events and logs. */
const STDERR_SHOWN = 4096;

function cut(text: string): string {
  // Not through the middle of a surrogate pair.
  return text.length > STDERR_SHOWN ? `${text.slice(0, STDERR_SHOWN).replace(/[\ud800-\udbff]$/, "")}...` : text;
}

function cutStderr(result: HookCompletion<HookFailure>): HookCompletion<HookFailure> {
  if (result.ok) return result;
  return { ok: false, failure: { ...result.failure, stderr: cut(result.failure.stderr) } };
}

/** Reports to the host how a hook ended. */
export function report(
  result: HookCompletion<HookFailure>,
  spec: HookSpec,
  identity: HookIdentity,
  durationMs: number,
  listener: RuntimeListener | undefined,
): void {
  const duration_ms = Math.round(durationMs);
  if (!result.ok) {
    const { code, kind, message, stderr } = result.failure;
    emit(listener, { type: "hook_failed", ...identity, code, kind, message, stderr, fail: spec.fail, duration_ms });
    return;
  }
  const { outcome, message } = result.answer;
  emit(listener, { type: "hook_finished", ...identity, outcome, duration_ms });
  if (outcome === "block" || outcome === "stop")
    emit(listener, { type: "hook_blocked", ...identity, outcome, message: message ?? "", duration_ms });
}
