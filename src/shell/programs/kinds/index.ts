// The calls that have a kind of effect, by the kind.

import { type CallKind, callKindNames } from "../../../language/call-kinds.ts";
import { clouds } from "./clouds.ts";
import { clusters } from "./clusters.ts";
import { databases } from "./databases.ts";
import type { KindRows } from "./kind-row.ts";
import { messaging } from "./messaging.ts";
import { operations } from "./operations.ts";
import { published } from "./packages.ts";
import { pipelines } from "./pipelines.ts";
import { services } from "./services.ts";
import { tunnels } from "./tunnels.ts";

const families: readonly KindRows[] = [
  clouds,
  clusters,
  databases,
  messaging,
  operations,
  published,
  pipelines,
  services,
  tunnels,
];

/** The patterns of one program for one kind, whole: `fly * destroy`. */
export interface KindPatterns {
  readonly kind: CallKind;
  readonly patterns: readonly string[];
}

/** By the name of the program, which is that of its table. A line concerns few of them. */
export const kindsByProgram: ReadonlyMap<string, readonly KindPatterns[]> = byProgram();

function byProgram(): ReadonlyMap<string, readonly KindPatterns[]> {
  const found = new Map<string, KindPatterns[]>();
  for (const [programs, kinds] of families.flatMap((rows) => Object.entries(rows)))
    for (const program of programs.split(" ")) {
      const rows = found.get(program) ?? [];
      found.set(program, rows);
      for (const kind of callKindNames) {
        const patterns = (kinds[kind] ?? []).map((pattern) => `${program} ${pattern}`.trim());
        if (patterns.length > 0) rows.push({ kind, patterns });
      }
    }
  return found;
}

/** All patterns of a kind. */
export const kindPatterns = (wanted: CallKind): readonly string[] =>
  [...kindsByProgram.values()].flatMap((rows) =>
    rows.flatMap(({ kind, patterns }) => (kind === wanted ? patterns : [])),
  );
