// The only list of hosts: policyc's own runtime, the systems that it grew from, then all others by name.
// Tables about hosts are derived from it, each in a file next to this one.

import { amp } from "./amp/index.ts";
import { antigravity } from "./antigravity/index.ts";
import { claudeCode } from "./claude-code/index.ts";
import { claudeCodeMod } from "./claude-code-mod/index.ts";
import { cline } from "./cline/index.ts";
import { codex } from "./codex/index.ts";
import { codexRuntime } from "./codex-runtime/index.ts";
import { copilotCli } from "./copilot-cli/index.ts";
import { copilotCloud } from "./copilot-cloud/index.ts";
import { cursor } from "./cursor/index.ts";
import { devin } from "./devin/index.ts";
import { factoryDroid } from "./factory-droid/index.ts";
import { geminiCli } from "./gemini-cli/index.ts";
import { goose } from "./goose/index.ts";
import { ignis } from "./ignis/index.ts";
import { kiro } from "./kiro/index.ts";
import { mcpProxy } from "./mcp-proxy/index.ts";
import { neocode } from "./neocode/index.ts";
import { opencode } from "./opencode/index.ts";
import { picoclaw } from "./picoclaw/index.ts";
import { policyc } from "./policyc/index.ts";
import { qwenCode } from "./qwen-code/index.ts";
import type { HostRecord } from "./shared/host-record.ts";
import { vscodeCopilot } from "./vscode-copilot/index.ts";
import { windsurf } from "./windsurf/index.ts";

export const registry: readonly HostRecord[] = [
  policyc,
  neocode,
  codexRuntime,
  picoclaw,
  ignis,
  amp,
  antigravity,
  claudeCode,
  claudeCodeMod,
  cline,
  codex,
  copilotCli,
  copilotCloud,
  cursor,
  devin,
  factoryDroid,
  geminiCli,
  goose,
  kiro,
  mcpProxy,
  opencode,
  qwenCode,
  vscodeCopilot,
  windsurf,
];
