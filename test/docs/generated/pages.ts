// Every generated page by its path. A folder listed here holds generated pages only, so a page that is no longer made is
// found; docs/agents pages also have a part that is written by hand.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { readDocument, root } from "../workspace.ts";
import { agentPages } from "./agents.ts";
import { benchmarkPages } from "./benchmarks.ts";
import { diagnosticPages } from "./diagnostics.ts";
import { evalPages } from "./evals.ts";
import { packPages } from "./pack-pages.ts";
import { programPages } from "./programs.ts";
import { referenceIndex } from "./reference-index.ts";
import { schemaPages } from "./schemas.ts";
import { verbPages } from "./verbs.ts";

export const generatedFolders: readonly string[] = ["docs/agents", "docs/reference"];

const before = (path: string): string => (existsSync(join(root, path)) ? readDocument(path) : "");

export async function generatedPages(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ...agentPages(before),
    ...diagnosticPages(),
    ...packPages(),
    ...(await verbPages()),
    ...programPages(),
    ...schemaPages(),
    ...benchmarkPages(),
    ...evalPages(),
    ...referenceIndex(),
  ]);
}
