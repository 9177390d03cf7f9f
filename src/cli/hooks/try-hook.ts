// Runs a hook under test with the code that runs the hooks of policies, and records its behaviour.

import type { KeepAliveProtocol } from "../../hosts/shared/keep-alive.ts";
import type { OneShotProtocol } from "../../hosts/shared/one-shot.ts";
import type { HookSpec } from "../../language/contract.ts";
import type { HookCompletion, HookFailure } from "../../language/hook-result.ts";
import { HookFiles } from "../../runtime/external/hook-files.ts";
import type { HookPlace, PreparedProgram } from "../../runtime/external/launch.ts";
import { runOneShot } from "../../runtime/external/one-shot.ts";
import { ProcessHook } from "../../runtime/external/process.ts";
import { type ExitRecord, runProcess } from "../../runtime/external/spawn.ts";
import { WatchedGroups } from "../base/watched-groups.ts";
import { type HookCase, TRIED } from "./hook-cases.ts";

export interface HookUnderTest {
  readonly program: PreparedProgram;
  readonly protocol: string;
  readonly timeoutMs: number;
  readonly envNames: readonly string[];
  readonly envValues: { readonly [name: string]: string };
  readonly environment: HookPlace["environment"];
}

/** One exchange with the hook. */
export interface Trial {
  readonly name: string;
  readonly event: HookCase["event"];
  readonly result: HookCompletion<HookFailure>;
  /** Null for a long-lived process. */
  readonly exit: ExitRecord | null;
  readonly durationMs: number;
  readonly hasLeftovers: boolean;
}

/** What a long-lived process did when all calls were sent at once and its input then ended. */
export interface Conversation {
  readonly exit: ExitRecord;
  readonly sent: readonly { readonly id: number; readonly method: string }[];
  readonly hasLeftovers: boolean;
}

export async function tryOnce(
  hook: HookUnderTest,
  protocol: OneShotProtocol,
  cases: readonly HookCase[],
): Promise<readonly Trial[]> {
  const { files, place } = placeOf(hook);
  const prepared = { spec: specOf(hook, cases), protocol, program: hook.program, place };
  const trials: Trial[] = [];
  for (const { name, event } of cases) {
    const groups = new WatchedGroups();
    let exit: ExitRecord | null = null;
    const onExit = (record: ExitRecord): void => {
      exit = record;
    };
    const started = performance.now();
    const result = await runOneShot(prepared, event, { groups, onExit });
    const durationMs = performance.now() - started;
    await groups.settled();
    trials.push({ name, event, result, exit, durationMs, hasLeftovers: groups.left > 0 && hasEnded(exit) });
  }
  files.close();
  return trials;
}

export async function tryStaying(
  hook: HookUnderTest,
  protocol: KeepAliveProtocol,
  cases: readonly HookCase[],
): Promise<readonly Trial[]> {
  const { files, place } = placeOf(hook);
  const groups = new WatchedGroups();
  const process = new ProcessHook(specOf(hook, cases), protocol, hook.program, place, groups);
  const trials: Trial[] = [];
  for (const { name, event } of cases) {
    const started = performance.now();
    const result = await process.ask(event);
    trials.push({ name, event, result, exit: null, durationMs: performance.now() - started, hasLeftovers: false });
  }
  await process.close();
  await groups.settled();
  files.close();
  return trials;
}

/** Everything at once: the greeting, every call, an unknown call, a notification, the end of input. */
export async function converse(
  hook: HookUnderTest,
  protocol: KeepAliveProtocol,
  cases: readonly HookCase[],
): Promise<Conversation> {
  const [first] = cases;
  const calls = [
    protocol.hello(specOf(hook, cases)),
    ...cases.flatMap(({ event }) => protocol.encode(event) ?? []),
    { method: "hook.no_such_call", params: {} },
  ];
  const sent = calls.map((call, index) => ({ id: index + 1, ...call }));
  const told = first === undefined ? null : protocol.observed(first.event, ["*"], 1);
  const lines = [...sent, ...(told === null ? [] : [told])].map((call) => JSON.stringify({ jsonrpc: "2.0", ...call }));
  const groups = new WatchedGroups();
  const { environment, envNames, envValues, program } = hook;
  const inherited = [...protocol.inherits, ...envNames].flatMap((name): [string, string][] => {
    const value = Object.hasOwn(environment, name) ? environment[name] : undefined;
    return value === undefined ? [] : [[name, value]];
  });
  const workdir = first?.event.fields.workdir;
  const exit = await runProcess(
    {
      file: program.file,
      args: program.args,
      env: { ...Object.fromEntries(inherited), ...envValues },
      cwd: typeof workdir === "string" ? workdir : "/",
      stdin: `${lines.join("\n")}\n`,
      timeoutMs: hook.timeoutMs + protocol.closeMs,
    },
    groups,
  );
  await groups.settled();
  return { exit, sent, hasLeftovers: groups.left > 0 && hasEnded(exit) };
}

/** A program that had to be ended is expected to leave processes running. */
const hasEnded = (exit: ExitRecord | null): boolean => exit !== null && !exit.timedOut && exit.spawnError === null;

function placeOf(hook: HookUnderTest): { readonly files: HookFiles; readonly place: HookPlace } {
  const files = new HookFiles({ folder: "/", files: new Map() });
  return { files, place: { files, environment: hook.environment, workspace: null } };
}

/** Everything is granted, so that requests beyond the protocol are reported and not cut off. */
function specOf(hook: HookUnderTest, cases: readonly HookCase[]): HookSpec {
  return {
    rule: TRIED,
    at: "hook-test",
    points: [...new Set(cases.map(({ event }) => event.point))],
    argv: [hook.program.file, ...hook.program.args],
    shell: null,
    protocol: hook.protocol,
    timeout_ms: hook.timeoutMs,
    env_names: hook.envNames,
    env_values: hook.envValues,
    cwd: null,
    may: ["warn", "note", "allow", "ask", "respond", "block", "stop", "set", "set system"],
    fail: "closed",
    observe: null,
  };
}
