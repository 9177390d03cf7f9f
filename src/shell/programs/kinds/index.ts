// The calls that have a kind of effect, by the kind.

import { type CallKind, callKindNames } from "../../../language/call-kinds.ts";
import { clouds } from "./clouds.ts";
import { clusters } from "./clusters.ts";
import { databases } from "./databases.ts";
import type { KindRows } from "./kind-row.ts";
import { published } from "./packages.ts";
import { services } from "./services.ts";
import { tunnels } from "./tunnels.ts";

const families: readonly KindRows[] = [clouds, clusters, databases, published, services, tunnels];

/** Whole patterns of `runs`: `fly * destroy`. */
export const kindPatterns: ReadonlyMap<CallKind, readonly string[]> = new Map(
  callKindNames.map((kind) => [kind, families.flatMap((rows) => patternsIn(rows, kind))]),
);

function patternsIn(rows: KindRows, kind: CallKind): readonly string[] {
  return Object.entries(rows).flatMap(([programs, kinds]) =>
    programs.split(" ").flatMap((program) => (kinds[kind] ?? []).map((pattern) => `${program} ${pattern}`.trim())),
  );
}
