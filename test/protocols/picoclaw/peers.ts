// Starts peer.mjs as a hook, through everything between a spec and a result.

import { fileURLToPath } from "node:url";
import { picoclawProtocol } from "../../../src/hosts/picoclaw/protocol.ts";
import type { HookSpec, Json, Point } from "../../../src/language/contract.ts";
import type { HookEvent } from "../../../src/language/hook-result.ts";
import { HookFiles } from "../../../src/runtime/external/hook-files.ts";
import { type ProcessHook, prepareProcess } from "../../../src/runtime/external/process.ts";
import { ProcessGroups } from "../../../src/runtime/external/process-group.ts";

const peer = fileURLToPath(new URL("peer.mjs", import.meta.url));

export function peerSpec(behaviour: string, argument = "", more: Partial<HookSpec> = {}): HookSpec {
  return {
    rule: "p",
    at: "a.policy:1:1",
    points: ["before_tool_call"],
    argv: [process.execPath, peer, behaviour, argument],
    shell: null,
    protocol: "picoclaw",
    timeout_ms: 10_000,
    env_names: [],
    env_values: {},
    cwd: null,
    may: ["block", "stop", "respond", "set"],
    fail: "closed",
    observe: null,
    ...more,
  };
}

export interface Mounted {
  readonly hook: ProcessHook;
  readonly groups: ProcessGroups;
  close(): Promise<void>;
}

/** A hook with shorter waits than the real ones. */
export function mount(spec: HookSpec, protocol: Partial<typeof picoclawProtocol> = {}): Mounted {
  const groups = new ProcessGroups();
  const files = new HookFiles({ folder: "/", files: new Map() });
  const place = { files, environment: process.env, workspace: null };
  const hook = prepareProcess(spec, { ...picoclawProtocol, closeMs: 200, ...protocol }, place, groups);
  return {
    hook,
    groups,
    close: async () => {
      await hook.close();
      await groups.settled();
      files.close();
    },
  };
}

export function toolCall(command: string, session = "s", point: Point = "before_tool_call"): HookEvent {
  const fields: { readonly [field: string]: Json } = {
    session_id: session,
    run_id: "r",
    workdir: "/",
    cwd: "/",
    time: "2026-01-01T00:00:00.000Z",
    tool: "bash",
    tool_name: "bash",
    input: { command },
  };
  return { point, fields, scope: "user", hookId: "p" };
}
