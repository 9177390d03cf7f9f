// Gemini CLI's files of permissions: its policies and the lists of tools in its settings.

import type { PermissionFile } from "../shared/permissions/permission.ts";
import { readGeminiPolicies } from "./read-policies.ts";
import { readGeminiSettings } from "./read-settings.ts";

export const geminiPermissionFiles: readonly PermissionFile[] = [
  {
    from: "gemini-cli",
    title: "Gemini CLI",
    syntax: "toml",
    places: {
      project: [".gemini/policies/*.toml"],
      user: [".gemini/policies/*.toml"],
      managed: ["/etc/gemini-cli/policies/*.toml", "/Library/Application Support/GeminiCli/policies/*.toml"],
    },
    precedence:
      "In Gemini CLI the entry with the highest priority decides; here the strictest rule decides. A rule has an `unless` for each entry that ranked higher and decided less strictly.",
    read: readGeminiPolicies,
  },
  {
    from: "gemini-cli",
    title: "Gemini CLI",
    syntax: "jsonc",
    places: {
      project: [".gemini/settings.json"],
      user: [".gemini/settings.json"],
      managed: ["/etc/gemini-cli/settings.json", "/Library/Application Support/GeminiCli/settings.json"],
    },
    precedence:
      "In Gemini CLI an excluded tool is excluded whatever else is said; here the strictest rule decides, which is the same.",
    read: readGeminiSettings,
  },
];
