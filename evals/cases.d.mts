import type { lineReader } from "../src/cli/replay/read-line.ts";
import type { EvalCase } from "./decide-cases.mjs";

export interface CaseSet {
  readonly name: string;
  /** False: from a folder that was named. */
  readonly isOwn: boolean;
  readonly about?: string;
  readonly cases: () => readonly EvalCase[];
}

export function caseSets(folders: readonly string[], reader: typeof lineReader): readonly CaseSet[];
