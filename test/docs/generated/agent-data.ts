// What the agent pages need to know about hosts, gathered in one place: names for people, tool tables, how to connect.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { targets } from "../../../src/hosts/index.ts";
import { root } from "../workspace.ts";

interface ToolRow {
  readonly native: string;
  readonly tool: string;
  readonly fields: { readonly [field: string]: string | readonly string[] };
}

export const titles: { readonly [host: string]: string } = {
  policyc: "policyc's own runtime",
  neocode: "NeoCode",
  "codex-runtime": "codex_runtime",
  picoclaw: "picoclaw",
  ignis: "ignis",
  amp: "Amp",
  antigravity: "Antigravity",
  "claude-code": "Claude Code",
  "claude-code-mod": "Claude Code, as a mod",
  cline: "Cline",
  codex: "Codex",
  "copilot-cli": "GitHub Copilot CLI",
  "copilot-cloud": "GitHub Copilot, cloud agent",
  cursor: "Cursor",
  "factory-droid": "Factory Droid",
  "gemini-cli": "Gemini CLI",
  goose: "Goose",
  kiro: "Kiro",
  "mcp-proxy": "Any MCP client, through the proxy",
  opencode: "OpenCode",
  "qwen-code": "Qwen Code",
  "vscode-copilot": "GitHub Copilot in VS Code",
  windsurf: "Windsurf",
};

/** How a host without `policyc install` is connected. */
export const connections: { readonly [host: string]: readonly string[] } = {
  policyc: ['import { loadPolicy } from "policyc/runtime";'],
  neocode: ["policyc emit .policyc/bundle --target neocode -o hooks.yaml"],
  ignis: ["policyc emit .policyc/bundle --target ignis -o hooks.json"],
  picoclaw: ["policyc emit .policyc/bundle --target picoclaw -o hooks.json"],
  "claude-code-mod": ["policyc emit claude-mod .policyc/bundle -o policyc.mjs"],
  "mcp-proxy": ["policyc mcp-proxy --bundle .policyc/bundle -- SERVER"],
  "codex-runtime": ["node .policyc/bundle/worker.mjs --as codex-runtime"],
  antigravity: ["node .policyc/bundle/worker.mjs --as antigravity"],
  "copilot-cloud": ["node .policyc/bundle/worker.mjs --as copilot-cloud"],
};

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
