// Tries an installed plug-in as its agent would: loads the very text that is installed, and asks its hook for tool calls.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ProbeCall, Site } from "../../hosts/install/agent.ts";
import { PROBE_SESSION } from "../../hosts/install/probe.ts";

export interface PluginProbe {
  readonly isDenied: boolean;
  /** Why, or what went wrong. */
  readonly says: string;
  readonly ms: number;
}

type Call = (...args: readonly unknown[]) => unknown;
type Asks = (module: object, call: ProbeCall, site: Site) => Promise<PluginProbe>;

const memberOf = (value: unknown, name: string): unknown => Reflect.get(Object(value), name);

function callable(value: unknown, what: string): Call {
  if (typeof value !== "function") throw new Error(`it has no ${what}`);
  return (...args) => Reflect.apply(value, undefined, args);
}

/** A refusal of OpenCode's is an exception. */
const opencode: Asks = async (module, call, { project }) => {
  const start = callable(memberOf(module, "PolicycPlugin"), "PolicycPlugin");
  const hooks = await start({ client: {}, directory: project, worktree: project });
  const hook = callable(memberOf(hooks, "tool.execute.before"), "tool.execute.before");
  const from = performance.now();
  const args = { filePath: call.path, ...(call.kind === "write" && { content: "" }) };
  try {
    await hook({ tool: call.kind, sessionID: PROBE_SESSION, callID: `${PROBE_SESSION}-${call.kind}` }, { args });
    return { isDenied: false, says: "it lets the call pass", ms: since(from) };
  } catch (error) {
    return { isDenied: true, says: error instanceof Error ? error.message : String(error), ms: since(from) };
  }
};

const amp: Asks = async (module, call, { project }) => {
  const handlers = new Map<string, Call>();
  const on = (event: string, handler: unknown): void => void handlers.set(event, callable(handler, event));
  const start = callable(memberOf(module, "default"), "function to start with");
  await start({ on, helpers: {}, logger: { log: () => undefined } });
  const hook = callable(handlers.get("tool.call"), "tool.call");
  const from = performance.now();
  const event = {
    tool: call.kind === "write" ? "create_file" : "Read",
    input: { path: call.path, ...(call.kind === "write" && { content: "" }) },
    toolUseID: `${PROBE_SESSION}-${call.kind}`,
    thread: { id: PROBE_SESSION },
  };
  const answer = await hook(event, { ui: {}, thread: { id: PROBE_SESSION }, cwd: project });
  const action = memberOf(answer, "action");
  const isDenied = action === "reject-and-continue" || action === "error" || action === "synthesize";
  return { isDenied, says: JSON.stringify(answer) ?? "no answer", ms: since(from) };
};

const since = (from: number): number => Math.round(performance.now() - from);

const asks: ReadonlyMap<string, Asks> = new Map([
  ["opencode", opencode],
  ["amp", amp],
]);

/** Loads a copy, because the agent's own runtime takes files that node does not. */
export async function probePlugin(
  agent: string,
  text: string,
  calls: readonly ProbeCall[],
  site: Site,
): Promise<readonly PluginProbe[]> {
  const ask = asks.get(agent);
  if (ask === undefined) return [];
  const folder = await mkdtemp(join(tmpdir(), "policyc-plugin-"));
  try {
    const copy = join(folder, "plugin.mjs");
    await writeFile(copy, text);
    const module: object = await import(pathToFileURL(copy).href);
    const ask = asks.get(agent);
    const probes: PluginProbe[] = [];
    for (const call of ask === undefined ? [] : calls)
      if (ask !== undefined) probes.push(await ask(module, call, site));
    return probes;
  } catch (error) {
    const says = `it cannot be loaded: ${error instanceof Error ? error.message : String(error)}`;
    return calls.map(() => ({ isDenied: false, says, ms: 0 }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
