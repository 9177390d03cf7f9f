// The files in which people keep permissions for their agents, of all hosts.

import { registry } from "./registry.ts";
import type { PermissionFile } from "./shared/permissions/permission.ts";

export const permissionFiles: readonly PermissionFile[] = registry.flatMap((host) => host.permissionFiles ?? []);

/** The agents whose permissions can be imported, as `--from` names them. */
export const permissionAgents: readonly string[] = [...new Set(permissionFiles.map(({ from }) => from))];
