// The hosts a bundle can answer as a one-shot hook, by name.

import type { HookDialect } from "./answer-as.ts";
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
import { vscodeCopilotDialect } from "./vscode-copilot/answer-as.ts";
import { windsurfDialect } from "./windsurf/answer-as.ts";

const dialects: readonly HookDialect[] = [
  neocodeDialect,
  codexRuntimeDialect,
  ignisDialect,
  claudeCodeDialect,
  codexDialect,
  copilotCliDialect,
  copilotCloudDialect,
  factoryDroidDialect,
  geminiCliDialect,
  qwenCodeDialect,
  vscodeCopilotDialect,
  antigravityDialect,
  clineDialect,
  cursorDialect,
  gooseDialect,
  kiroDialect,
  windsurfDialect,
];

export const hookDialects: ReadonlyMap<string, HookDialect> = new Map(
  dialects.map((dialect) => [dialect.name, dialect]),
);
