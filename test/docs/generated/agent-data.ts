// The tool table of every host, as its page shows it.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { targets } from "../../../src/hosts/index.ts";
import { root } from "../workspace.ts";

interface ToolRow {
  readonly native: string;
  readonly tool: string;
  readonly does?: { readonly [field: string]: string | readonly string[] };
  readonly fields: { readonly [field: string]: string | readonly string[] };
}

/** Hosts that use the tools of another one. */
const sameTools: { readonly [host: string]: string } = {
  "copilot-cloud": "copilot-cli",
  "claude-code-mod": "claude-code",
};

const isTable = (value: unknown): value is { readonly rows: readonly ToolRow[] } =>
  typeof value === "object" && value !== null && "rows" in value && Array.isArray(value.rows);

/** The tool table of each host's folder. A host without one has no tools of its own. */
async function readTools(host: string): Promise<readonly ToolRow[]> {
  const file = join(root, "src/hosts", sameTools[host] ?? host, "tools.ts");
  if (!existsSync(file)) return [];
  const found: { readonly [name: string]: unknown } = await import(pathToFileURL(file).href);
  return Object.values(found).find(isTable)?.rows ?? [];
}

export const toolRows: ReadonlyMap<string, readonly ToolRow[]> = new Map(
  await Promise.all(targets.map(async (host) => [host, await readTools(host)] as const)),
);
