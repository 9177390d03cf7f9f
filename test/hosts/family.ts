// The agents whose hooks speak Claude Code's protocol or one grown from it, with what their processes find around them.

import { adapterOf } from "../../src/hosts/adapters.ts";
import { hostOf } from "../../src/hosts/index.ts";
import type { HostAdapter, HostEnvironment } from "../../src/hosts/shared/adapter.ts";
import type { Capability, Point, PolicyEvent } from "../../src/language/contract.ts";
import { samplesOf } from "./read-samples.ts";

export const family: { readonly [agent: string]: HostEnvironment } = {
  "claude-code": { CLAUDE_PROJECT_DIR: "/home/dev/shop" },
  codex: {},
  "gemini-cli": { GEMINI_PROJECT_DIR: "/home/dev/shop", CLAUDE_PROJECT_DIR: "/home/dev" },
  "qwen-code": { QWEN_PROJECT_DIR: "/home/dev/shop" },
  "factory-droid": { FACTORY_PROJECT_DIR: "/home/dev/shop" },
  devin: { DEVIN_PROJECT_DIR: "/home/dev/shop" },
  "vscode-copilot": {},
  "copilot-cli": {},
};

export const agents = Object.keys(family);

export function adapterFor(agent: string): HostAdapter {
  const adapter = adapterOf(agent);
  if (adapter === undefined) throw new Error(agent);
  return adapter;
}

/** What Copilot's own payloads do not say, its configuration does. */
function around(agent: string, sample: string): HostEnvironment {
  const isAsked = agent === "copilot-cli" && sample.startsWith("permissionRequest");
  return { ...family[agent], ...(isAsked ? { POLICYC_EVENT: "permissionRequest" } : {}) };
}

export interface Reading {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: samples are whatever the agents send.
  readonly payload: any;
  readonly read: ReturnType<HostAdapter["read"]>;
}

export function readingsOf(agent: string): readonly Reading[] {
  const { read } = adapterFor(agent);
  return samplesOf(agent).map(({ name, payload }) => ({ name, payload, read: read(payload, around(agent, name)) }));
}

export function eventOf(agent: string, sample: string): PolicyEvent {
  const found = readingsOf(agent).find(({ name }) => name === `${sample}.json`);
  if (found === undefined || !("event" in found.read)) throw new Error(`${agent}: ${sample} is no event`);
  return found.read.event;
}

/** One event for each point of which there is a sample. */
export function eventsOf(agent: string): readonly PolicyEvent[] {
  const events = readingsOf(agent).flatMap(({ read }) => ("event" in read ? [read.event] : []));
  const points = [...new Set(events.map(({ point }) => point))];
  // The last: of Copilot's two events of a prompt that is the one whose answer is read.
  return points.flatMap((point) => events.findLast((event) => event.point === point) ?? []);
}

export function can(agent: string, point: Point, effect: Capability): boolean {
  return hostOf(agent)?.points[point]?.effects[effect] !== undefined;
}
