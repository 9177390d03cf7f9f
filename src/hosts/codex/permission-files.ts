// Codex's files of permissions: rules about commands, and the approvals of its configuration.

import type { PermissionFile } from "../shared/permissions/permission.ts";
import { readCodexConfig } from "./read-config.ts";
import { readCodexRules } from "./read-rules.ts";

export const codexPermissionFiles: readonly PermissionFile[] = [
  {
    from: "codex",
    title: "Codex",
    syntax: "starlark",
    places: {
      project: [".codex/rules/*.rules"],
      user: [".codex/rules/*.rules"],
      managed: ["/etc/codex/rules/*.rules"],
    },
    precedence:
      "In Codex forbidden comes before prompt, and prompt before allow; here the strictest rule decides, which is the same.",
    read: readCodexRules,
  },
  {
    from: "codex",
    title: "Codex",
    syntax: "toml",
    places: { project: [".codex/config.toml"], user: [".codex/config.toml"], managed: [] },
    precedence:
      "The sandbox of Codex holds for everything a command starts; a rule sees what the command line says. Keep the sandbox.",
    read: readCodexConfig,
  },
];
