// The hosts a bundle can answer as a one-shot hook, by name.

import { antigravityDialect } from "./antigravity/answer-as.ts";
import { claudeCodeDialect } from "./claude-code/answer-as.ts";
import { clineDialect } from "./cline/answer-as.ts";
import { codexDialect } from "./codex/answer-as.ts";
import { codexRuntimeDialect } from "./codex-runtime/answer-as.ts";
import { copilotCliDialect, copilotCloudDialect } from "./copilot-cli/answer-as.ts";
import { cursorDialect } from "./cursor/answer-as.ts";
import { factoryDroidDialect } from "./factory-droid/answer-as.ts";
import { geminiCliDialect } from "./gemini-cli/answer-as.ts";
import { gooseDialect } from "./goose/answer-as.ts";
import { ignisDialect } from "./ignis/answer-as.ts";
import { kiroDialect } from "./kiro/answer-as.ts";
import { neocodeDialect } from "./neocode/answer-as.ts";
import { qwenCodeDialect } from "./qwen-code/answer-as.ts";
import type { HookDialect } from "./shared/answer-as.ts";
import { vscodeCopilotDialect } from "./vscode-copilot/answer-as.ts";
import { windsurfDialect } from "./windsurf/answer-as.ts";

// Each behind a function of its own: a hook process speaks with one agent, and what it says to the others is never made.
const toNeocode = (): HookDialect => neocodeDialect;
const toCodexRuntime = (): HookDialect => codexRuntimeDialect;
const toIgnis = (): HookDialect => ignisDialect;
const toClaudeCode = (): HookDialect => claudeCodeDialect;
const toCodex = (): HookDialect => codexDialect;
const toCopilotCli = (): HookDialect => copilotCliDialect;
const toCopilotCloud = (): HookDialect => copilotCloudDialect;
const toFactoryDroid = (): HookDialect => factoryDroidDialect;
const toGeminiCli = (): HookDialect => geminiCliDialect;
const toQwenCode = (): HookDialect => qwenCodeDialect;
const toVscodeCopilot = (): HookDialect => vscodeCopilotDialect;
const toAntigravity = (): HookDialect => antigravityDialect;
const toCline = (): HookDialect => clineDialect;
const toCursor = (): HookDialect => cursorDialect;
const toGoose = (): HookDialect => gooseDialect;
const toKiro = (): HookDialect => kiroDialect;
const toWindsurf = (): HookDialect => windsurfDialect;

/** By the names of the hosts. */
const dialects: { readonly [host: string]: () => HookDialect } = {
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

export const hookHosts: readonly string[] = Object.keys(dialects);

export function hookDialect(host: string): HookDialect | undefined {
  return Object.hasOwn(dialects, host) ? dialects[host]?.() : undefined;
}
