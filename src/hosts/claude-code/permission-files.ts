// Claude Code's files of permissions: its settings, and the rules of the hookify plug-in.

import type { PermissionFile } from "../shared/permissions/permission.ts";
import { readHookifyRule } from "./read-hookify.ts";
import { readClaudeSettings } from "./read-settings.ts";

export const claudePermissionFiles: readonly PermissionFile[] = [
  {
    from: "claude-code",
    title: "Claude Code",
    syntax: "json",
    places: {
      project: [".claude/settings.json", ".claude/settings.local.json"],
      user: [".claude/settings.json"],
      managed: [
        "/etc/claude-code/managed-settings.json",
        "/etc/claude-code/managed-settings.d/*.json",
        "/Library/Application Support/ClaudeCode/managed-settings.json",
      ],
    },
    precedence:
      "Claude Code asks deny, ask and allow in this order, and the first list with a match decides; here the strictest rule decides, which is the same.",
    read: readClaudeSettings,
  },
  {
    from: "hookify",
    title: "hookify",
    syntax: "front-matter",
    places: { project: [".claude/hookify.*.local.md"], user: [".claude/hookify.*.local.md"], managed: [] },
    precedence:
      "In hookify block comes before ask, and ask before warn; here the strictest rule decides, which is the same.",
    read: readHookifyRule,
  },
];
