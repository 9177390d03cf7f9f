// The hosts a bundle can answer as a one-shot hook, by name.

import { antigravityAdapter } from "./antigravity/adapter.ts";
import { claudeCodeAdapter } from "./claude-code/adapter.ts";
import { clineAdapter } from "./cline/adapter.ts";
import { codexAdapter } from "./codex/adapter.ts";
import { codexRuntimeAdapter } from "./codex-runtime/adapter.ts";
import { copilotCliAdapter, copilotCloudAdapter } from "./copilot-cli/adapter.ts";
import { cursorAdapter } from "./cursor/adapter.ts";
import { factoryDroidAdapter } from "./factory-droid/adapter.ts";
import { geminiCliAdapter } from "./gemini-cli/adapter.ts";
import { gooseAdapter } from "./goose/adapter.ts";
import { ignisAdapter } from "./ignis/adapter.ts";
import { kiroAdapter } from "./kiro/adapter.ts";
import { neocodeAdapter } from "./neocode/adapter.ts";
import { qwenCodeAdapter } from "./qwen-code/adapter.ts";
import type { HostAdapter } from "./shared/adapter.ts";
import { vscodeCopilotAdapter } from "./vscode-copilot/adapter.ts";
import { windsurfAdapter } from "./windsurf/adapter.ts";

// Each behind a function of its own: a hook process speaks with one agent, and what it says to the others is never made.
const toNeocode = (): HostAdapter => neocodeAdapter;
const toCodexRuntime = (): HostAdapter => codexRuntimeAdapter;
const toIgnis = (): HostAdapter => ignisAdapter;
const toClaudeCode = (): HostAdapter => claudeCodeAdapter;
const toCodex = (): HostAdapter => codexAdapter;
const toCopilotCli = (): HostAdapter => copilotCliAdapter;
const toCopilotCloud = (): HostAdapter => copilotCloudAdapter;
const toFactoryDroid = (): HostAdapter => factoryDroidAdapter;
const toGeminiCli = (): HostAdapter => geminiCliAdapter;
const toQwenCode = (): HostAdapter => qwenCodeAdapter;
const toVscodeCopilot = (): HostAdapter => vscodeCopilotAdapter;
const toAntigravity = (): HostAdapter => antigravityAdapter;
const toCline = (): HostAdapter => clineAdapter;
const toCursor = (): HostAdapter => cursorAdapter;
const toGoose = (): HostAdapter => gooseAdapter;
const toKiro = (): HostAdapter => kiroAdapter;
const toWindsurf = (): HostAdapter => windsurfAdapter;

/** By the names of the hosts. */
const adapters: { readonly [host: string]: () => HostAdapter } = {
  neocode: toNeocode,
  "codex-runtime": toCodexRuntime,
  ignis: toIgnis,
  "claude-code": toClaudeCode,
  codex: toCodex,
  "copilot-cli": toCopilotCli,
  "copilot-cloud": toCopilotCloud,
  "factory-droid": toFactoryDroid,
  "gemini-cli": toGeminiCli,
  "qwen-code": toQwenCode,
  "vscode-copilot": toVscodeCopilot,
  antigravity: toAntigravity,
  cline: toCline,
  cursor: toCursor,
  goose: toGoose,
  kiro: toKiro,
  windsurf: toWindsurf,
};

export const hookHosts: readonly string[] = Object.keys(adapters);

export function adapterOf(host: string): HostAdapter | undefined {
  return Object.hasOwn(adapters, host) ? adapters[host]?.() : undefined;
}
