// Payloads of the agents, one file an event, and what they are expected to be in our words. UPDATE=1 writes the latter
// anew, for review.

import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect } from "vitest";
import type { ReadEvent } from "../../src/hosts/shared/adapter.ts";

const samples = new URL("agent-samples/", import.meta.url);

interface Sample {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: samples are whatever the agents send.
  readonly payload: any;
}

/** What the agent sends. */
export function samplesOf(agent: string): readonly Sample[] {
  return allSamplesOf(agent).filter(({ name }) => !/^(?:answer|expected)/.test(name));
}

/** And what it is answered. */
export function allSamplesOf(agent: string): readonly Sample[] {
  const folder = new URL(`${agent}/`, samples);
  const files = readdirSync(folder).filter((file) => file.endsWith(".json"));
  return files.sort().map((file) => ({ name: file, payload: JSON.parse(readFileSync(new URL(file, folder), "utf8")) }));
}

export const sampledAgents: readonly string[] = readdirSync(samples).sort();

/** What `answers.json` of the agent says, by event and action. */
// biome-ignore lint/suspicious/noExplicitAny: as above.
export function answersOf(agent: string): any {
  return JSON.parse(readFileSync(new URL(`${agent}/answers.json`, samples), "utf8"));
}

export type Readings = { readonly [sample: string]: ReadEvent };

/** What the samples are expected to be. */
export function readingsOf(agent: string): Readings {
  const file = new URL(`${agent}/expected.json`, samples);
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : {};
}

export function expectReadings(agent: string, readings: { readonly [sample: string]: unknown }): void {
  const file = new URL(`${agent}/expected.json`, samples);
  if (process.env.UPDATE === "1") writeFileSync(file, `${JSON.stringify(readings, null, 2)}\n`);
  expect(JSON.parse(JSON.stringify(readings))).toEqual(JSON.parse(readFileSync(file, "utf8")));
}
