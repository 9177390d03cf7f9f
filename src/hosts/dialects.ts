// The hosts a bundle can answer as a one-shot hook, by name.

import type { HookDialect } from "./answer-as.ts";
import { claudeCodeDialect } from "./claude-code/answer-as.ts";
import { codexRuntimeDialect } from "./codex-runtime/answer-as.ts";
import { ignisDialect } from "./ignis/answer-as.ts";
import { neocodeDialect } from "./neocode/answer-as.ts";

export const hookDialects: ReadonlyMap<string, HookDialect> = new Map(
  [neocodeDialect, codexRuntimeDialect, ignisDialect, claudeCodeDialect].map((dialect) => [dialect.name, dialect]),
);
