// A Claude Code mod as a file.

import type { PluginFile } from "../shared/plugin-file.ts";
import { modPoints } from "./plugin.ts";

export const claudeCodeModPluginFile: PluginFile = {
  artefact: "claude-mod",
  called: "mod",
  module: "claude-mod",
  platform: "neutral",
  pragma: [],
  // 2.1.325
  mostBytes: 1_048_576,
  entry: (settings) => `import { createPolicy } from "policyc:policy";
import { registerMod } from "policyc:plugin";
export function register(on) {
  registerMod(on, createPolicy, ${settings});
}
`,
  places: [
    'put it into hooks/ of a plug-in folder as register.js, next to a hooks.json with modules: ["./register.js"]',
    "this needs Claude Code 2.1.287 or later; `claude plugin validate` shows whether it loads and what it handles",
    "Claude Code continues without a module that it cannot load, so also keep the hook in its settings (policyc install claude-code)",
  ],
  points: modPoints,
};
