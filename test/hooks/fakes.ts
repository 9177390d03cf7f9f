// Runs a program of fakes/ as a hook, through everything between a spec and a result.

import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { HookSpec, Json } from "../../src/language/contract.ts";
import type { RuntimeEvent } from "../../src/language/events.ts";
import type { HookCompletion, HookEvent, HookFailure } from "../../src/language/hook-result.ts";
import type { HookFiles } from "../../src/runtime/external/hook-files.ts";
import type { HookPlace } from "../../src/runtime/external/launch.ts";
import { type OneShotRun, prepareOneShot, runOneShot } from "../../src/runtime/external/one-shot.ts";
import type { ProcessGroups } from "../../src/runtime/external/process-group.ts";
import { smallProtocol } from "./small-protocol.ts";

const fakesFolder = fileURLToPath(new URL("fakes/", import.meta.url));

/** Every fake as a file of a bundle. */
export function fakeFiles(): ReadonlyMap<string, Uint8Array> {
  return new Map(readdirSync(fakesFolder).map((name) => [`files/${name}`, readFileSync(`${fakesFolder}${name}`)]));
}

export function fakeSpec(fake: string, more: Partial<HookSpec> = {}): HookSpec {
  return {
    rule: "scan",
    at: "a.policy:1:1",
    points: ["before_tool_call"],
    argv: [{ file: `files/${fake}` }],
    shell: null,
    protocol: "small",
    timeout_ms: 10_000,
    env_names: ["PATH"],
    env_values: {},
    cwd: null,
    may: ["block", "warn", "note"],
    fail: "closed",
    observe: null,
    ...more,
  };
}

export function toolCall(fields: { readonly [field: string]: Json } = {}): HookEvent {
  return {
    point: "before_tool_call",
    fields: { tool: "bash", workdir: "/", ...fields },
    scope: "user",
    hookId: "scan",
  };
}

export interface FakeRun {
  readonly result: HookCompletion<HookFailure>;
  readonly events: readonly RuntimeEvent[];
}

export async function runFake(
  spec: HookSpec,
  shared: { readonly files: HookFiles; readonly groups: ProcessGroups; readonly place?: Partial<HookPlace> },
  event: HookEvent = toolCall(),
  run: Partial<OneShotRun> = {},
): Promise<FakeRun> {
  const events: RuntimeEvent[] = [];
  const place: HookPlace = { files: shared.files, environment: process.env, workspace: null, ...shared.place };
  const hook = prepareOneShot(spec, smallProtocol, place);
  const onEvent = (told: RuntimeEvent): void => void events.push(told);
  const result = await runOneShot(hook, event, { groups: shared.groups, graceMs: 200, onEvent, ...run });
  return { result, events };
}
