// What a door has left of its sessions, as values that two doors can agree on: without times, and wherever below the home folder
// it keeps them.

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface SessionLeft {
  readonly session: string;
  readonly blocksInRow: number;
  readonly marks: readonly unknown[];
  readonly counters: readonly string[];
  readonly calls: readonly string[];
}

interface Written {
  readonly name: string;
  readonly blocksInRow: number;
  readonly marks: readonly (readonly [label: string, truth: number])[];
  readonly counters: readonly (readonly [
    counter: string,
    windows: readonly { readonly windowMs: number; readonly counts: readonly (readonly [number, number])[] }[],
  ])[];
  readonly calls: readonly string[];
}

/** The sessions below a folder in which something is remembered; files know no more than the hash of a name. */
export function sessionsBelow(folder: string, names: readonly string[]): readonly SessionLeft[] {
  const known = new Map(names.map((name) => [createHash("sha256").update(name).digest("hex"), name]));
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".session"));
  return files
    .map((file) => sessionIn(join(folder, file), known))
    .filter(({ blocksInRow, marks, counters }) => blocksInRow > 0 || marks.length + counters.length > 0)
    .sort((one, other) => (one.session < other.session ? -1 : 1));
}

function sessionIn(file: string, known: ReadonlyMap<string, string>): SessionLeft {
  const [, body = ""] = readFileSync(file, "utf8").split("\n");
  const { name, blocksInRow, marks, counters, calls }: Written = JSON.parse(body);
  const totals = counters.flatMap(([counter, windows]) =>
    windows.map(({ windowMs, counts }) => `${counter} ${windowMs}: ${counts.reduce((sum, [, one]) => sum + one, 0)}`),
  );
  const session = known.get(name) ?? name;
  return {
    session,
    blocksInRow,
    marks: [...marks].sort(),
    counters: totals.sort(),
    calls: calls.filter((call) => !call.startsWith("ask ")).sort(),
  };
}
