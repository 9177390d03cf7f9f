// Cursor's files of permissions: those of its command line, the lists of what runs without approval, and its hooks.

import type { PermissionFile } from "../shared/permissions/permission.ts";
import { readCursorAllowlists, readCursorHooks, readCursorPermissions } from "./read-permissions.ts";

const precedence = "In Cursor deny comes before allow; here the strictest rule decides, which is the same.";

export const cursorPermissionFiles: readonly PermissionFile[] = [
  {
    from: "cursor",
    title: "Cursor",
    syntax: "json",
    places: {
      project: [".cursor/cli.json"],
      user: [".cursor/cli-config.json", ".config/cursor/cli-config.json"],
      managed: [],
    },
    precedence,
    read: readCursorPermissions,
  },
  {
    from: "cursor",
    title: "Cursor",
    syntax: "jsonc",
    places: { project: [".cursor/permissions.json"], user: [".cursor/permissions.json"], managed: [] },
    precedence,
    read: readCursorAllowlists,
  },
  {
    from: "cursor",
    title: "Cursor",
    syntax: "json",
    places: { project: [".cursor/hooks.json"], user: [".cursor/hooks.json"], managed: ["/etc/cursor/hooks.json"] },
    precedence,
    read: readCursorHooks,
  },
];
