// A door compared with the one that all are compared with: the same replies, byte for byte, and the same state afterwards.

import { expect } from "vitest";
import { type DoorKind, differences, type Run, run } from "./door.ts";
import { oneShot } from "./doors.ts";
import type { Session } from "./payloads.ts";

const references = new Map<string, Promise<Run>>();

/** What everybody is compared with. */
export function reference(chosen: readonly Session[]): Promise<Run> {
  const key = chosen.map(({ name }) => name).join("\n");
  const made = references.get(key) ?? run(oneShot, chosen);
  references.set(key, made);
  return made;
}

export async function expectSame(kind: DoorKind, chosen: readonly Session[], rebuiltAt?: number): Promise<void> {
  const wanted = await reference(chosen);
  const found = await run(kind, chosen, rebuiltAt);
  expect(differences(kind, wanted, found)).toEqual([]);
  expect(found.state).toEqual(wanted.state);
}
