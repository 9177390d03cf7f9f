// hook-profile.txt: which functions of the runtime hooks call, by how early, as scripts/profile-hook.mjs has counted them.
// A line is a number, a file and names. What is not listed is loaded last; what the list says is never wrong, only slow.

import { ASIDE } from "./plan-chunks.ts";

export interface Profile {
  readonly chunkOf: (module: string, name: string) => number;
  /** The chunk of what is not listed. */
  readonly last: number;
}

/** The number of what refusals call. */
const REFUSALS = 0.5;

export function readProfile(text: string): Profile {
  const chunks = new Map<string, number>();
  let last = ASIDE;
  for (const line of text.split("\n").filter((one) => one !== "")) {
    const [number = "", module = "", ...names] = line.split(" ");
    const chunk = chunkAt(Number(number));
    for (const name of names) chunks.set(keyOf(module, name), chunk);
    last = Math.max(last, chunk);
  }
  last += 1;
  return { last, chunkOf: (module, name) => chunks.get(keyOf(module, name)) ?? last };
}

const chunkAt = (number: number): number => (number < 1 ? (number === REFUSALS ? ASIDE : 0) : number + ASIDE);

/** esbuild numbers names that several files use, and not in every bundle alike. */
const keyOf = (module: string, name: string): string => `${module} ${name.replace(/\d+$/, "")}`;
