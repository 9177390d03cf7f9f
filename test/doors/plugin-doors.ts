// Plug-ins decide in their agent's own process and have no reply on stdout: what they make of a call is compared with what the
// library decides about it for the same agent.

import { planAmp, readAmp } from "../../src/hosts/amp/plugin.ts";
import { planMod, readMod } from "../../src/hosts/claude-code-mod/plugin.ts";
import { planOpencode, readOpencode } from "../../src/hosts/opencode/plugin.ts";
import type { ReadEvent } from "../../src/hosts/shared/adapter.ts";
import type { ReplyPlan } from "../../src/hosts/shared/plan.ts";
import type { Decision, Json, PolicyEvent } from "../../src/language/contract.ts";

type Input = { readonly [field: string]: Json };

export interface Call {
  readonly tool: "bash" | "read" | "fetch";
  readonly value: string;
}

export interface Verdict {
  readonly refused: string | null;
  /** What the tool gets; null when it does not run. */
  readonly input: Input | null;
}

export interface PluginDoor {
  readonly target: string;
  /** What `policyc emit` calls it. */
  readonly emitted: string;
  /** The agent with the plug-in in it, from the plug-in's module. */
  // biome-ignore lint/suspicious/noExplicitAny: a module of an agent's own shape.
  start(module: any, folder: string): Promise<(call: Call, id: string) => Promise<Verdict>>;
  read(call: Call, id: string, folder: string): ReadEvent | null;
  plan(decision: Decision, event: PolicyEvent): ReplyPlan;
  input(call: Call): Input;
}

const SESSION = "s1";

const placeIn = (folder: string) => ({ workdir: folder, cwd: folder, session_id: SESSION });

const opencodeInput = ({ tool, value }: Call): Input =>
  ({ bash: { command: value }, read: { filePath: value }, fetch: { url: value } })[tool];
const opencodeTool = { bash: "bash", read: "read", fetch: "webfetch" } as const;

const opencode: PluginDoor = {
  target: "opencode",
  emitted: "opencode-plugin",
  async start(module, folder) {
    const hooks = await module.PolicycPlugin({ client: {}, directory: folder, worktree: folder });
    return async (call, callID) => {
      const args = { ...opencodeInput(call) };
      try {
        await hooks["tool.execute.before"]({ tool: opencodeTool[call.tool], sessionID: SESSION, callID }, { args });
        return { refused: null, input: args };
      } catch (refusal) {
        return { refused: (refusal as Error).message, input: null };
      }
    };
  },
  read: (call, callID, folder) =>
    readOpencode(
      "tool.execute.before",
      { input: { tool: opencodeTool[call.tool], sessionID: SESSION, callID }, output: { args: opencodeInput(call) } },
      { ...placeIn(folder), servers: null },
    ),
  plan: planOpencode,
  input: opencodeInput,
};

const ampInput = ({ tool, value }: Call): Input =>
  ({ bash: { cmd: value }, read: { path: value }, fetch: { url: value } })[tool];
const ampTool = { bash: "Bash", read: "Read", fetch: "read_web_page" } as const;
const ampEvent = (call: Call, toolUseID: string) => ({
  tool: ampTool[call.tool],
  input: ampInput(call),
  toolUseID,
  thread: { id: SESSION },
});

const amp: PluginDoor = {
  target: "amp",
  emitted: "amp-plugin",
  async start(module, folder) {
    const handlers = new Map<
      string,
      (event: unknown, context: unknown) => Promise<{ readonly [f: string]: unknown }>
    >();
    module.default({
      on: (name: string, handler: (event: unknown) => Promise<{ readonly [f: string]: unknown }>) =>
        handlers.set(name, handler),
      helpers: { filePathFromURI: (uri: string) => uri },
      system: { workspaceRoot: folder },
    });
    return async (call, id) => {
      const answer = (await handlers.get("tool.call")?.(ampEvent(call, id), {})) ?? {};
      if (answer.action === "reject-and-continue") return { refused: String(answer.message), input: null };
      return { refused: null, input: answer.action === "modify" ? (answer.input as Input) : ampInput(call) };
    };
  },
  read: (call, id, folder) => readAmp("tool.call", ampEvent(call, id), { ...placeIn(folder), shell: null }),
  plan: planAmp,
  input: ampInput,
};

const modInput = ({ tool, value }: Call): Input =>
  ({ bash: { command: value }, read: { file_path: value }, fetch: { url: value, prompt: "p" } })[tool];
const modTool = { bash: "Bash", read: "Read", fetch: "WebFetch" } as const;
const modEvent = (call: Call) => ({ tool: modTool[call.tool], ...modInput(call) });

const claudeMod: PluginDoor = {
  target: "claude-code-mod",
  emitted: "claude-mod",
  async start(module, folder) {
    type Hook = (api: unknown, event: object, next: (made: object) => Promise<object>) => Promise<{ deny?: string }>;
    const hooks = new Map<string, Hook>();
    module.register((event: string, handler: Hook) => {
      hooks.set(event, handler);
      return { catch: () => undefined };
    });
    const api = {
      session: { id: async () => SESSION, root: async () => folder, cwd: async () => folder },
      fs: { exists: async () => false },
      env: { get: async () => undefined },
      process: { run: async (argv: readonly string[]) => ({ exitCode: 0, stdout: `${argv.at(-1)}\0` }) },
      ui: { log: () => undefined, ask: async () => "Refuse" },
      turn: { abort: async () => undefined },
    };
    return async (call) => {
      let made: Input | null = null;
      const answer = await hooks.get("tool.call")?.(api, modEvent(call), async (given) => {
        const { tool: _, ...input } = given as { [field: string]: Json };
        made = input;
        return { result: "done" };
      });
      return { refused: answer?.deny ?? null, input: made };
    };
  },
  read: (call, _, folder) => readMod("tool.call", modEvent(call), placeIn(folder)),
  plan: planMod,
  input: modInput,
};

export const plugins: readonly PluginDoor[] = [opencode, amp, claudeMod];
