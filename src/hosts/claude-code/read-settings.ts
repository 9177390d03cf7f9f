// Reads Claude Code's settings: the lists of permissions, the hooks, and settings that stay where they are.

import type { Json } from "../../language/contract.ts";
import { collectProblems, isList, isObject, type JsonObject, member, type Problems } from "../shared/config.ts";
import type {
  Permission,
  PermissionContext,
  PermissionDecision,
  ReadPermissions,
} from "../shared/permissions/permission.ts";
import { plainPermission } from "../shared/permissions/permission.ts";
import { readClaudeHooks } from "./read-hooks.ts";
import { readPermissionRule } from "./read-permission-rule.ts";

const decisions: { readonly [list: string]: PermissionDecision } = { deny: "block", ask: "ask", allow: "allow" };

/** Members of `permissions` that say how Claude Code works, not which calls are allowed. */
const stays: { readonly [key: string]: string } = {
  defaultMode: "the mode decides what happens to calls that no entry names; a policy has no opinion about them",
  additionalDirectories: "it widens where Claude Code may work; a policy restricts nothing by it",
  disableBypassPermissionsMode: "it locks a mode of Claude Code",
  disableAutoMode: "it locks a mode of Claude Code",
  skipDangerousModePermissionPrompt: "it concerns a question of Claude Code",
};

/** Settings beside `permissions` that restrict calls too. */
const beside: { readonly [key: string]: string } = {
  sandbox: "the operating system enforces it for everything a command starts",
  allowManagedPermissionRulesOnly: "it decides which files of settings count",
  allowManagedHooksOnly: "it decides which hooks run",
  disableAllHooks: "it decides whether hooks run; policyc's own would not run either",
};

export function readClaudeSettings(value: Json, { level }: PermissionContext): ReadPermissions {
  const problems = collectProblems();
  if (!isObject(value)) {
    problems.add("P865", [], { setting: "the file", type: "an object" }, 'write `{ "permissions": { ... } }`');
    return { permissions: [], hooks: [], problems: problems.found };
  }
  for (const [key, why] of Object.entries(beside))
    if (member(value, key) !== undefined)
      problems.add("P874", [key], { entry: key, why }, "leave it in Claude Code's settings");
  const permissions = readLists(member(value, "permissions"), level === "user", problems);
  const hooks = readClaudeHooks(member(value, "hooks"), problems);
  return { permissions, hooks, problems: problems.found };
}

function readLists(value: Json | undefined, isUser: boolean, problems: Problems): readonly Permission[] {
  if (value === undefined) return [];
  if (!isObject(value)) {
    problems.add("P865", ["permissions"], { setting: "`permissions`", type: "an object" }, "write lists below it");
    return [];
  }
  reportOthers(value, problems);
  return Object.entries(decisions).flatMap(([list, decision]) => {
    const path = ["permissions", list];
    const items = member(value, list) ?? [];
    if (!isList(items)) {
      problems.add("P865", path, { setting: `\`${path.join(".")}\``, type: "a list" }, 'write `["Bash(git push:*)"]`');
      return [];
    }
    return items.flatMap((item, index): readonly Permission[] => {
      const entry = `permissions.${list}[${index}]`;
      const at = [...path, index];
      if (typeof item !== "string") {
        problems.add("P865", at, { setting: `\`${entry}\``, type: "a string" }, 'write `"Bash(git push:*)"`');
        return [];
      }
      const read = readPermissionRule(item.trim(), isUser);
      if ("why" in read) {
        const code = decision === "allow" ? "P873" : "P870";
        problems.add(code, at, { entry: `\`${item}\` (${entry})`, why: read.why }, read.help);
        return [];
      }
      return [{ ...plainPermission, ...read, path: at, entry, written: item, decision }];
    });
  });
}

function reportOthers(value: JsonObject, problems: Problems): void {
  for (const key of Object.keys(value)) {
    const path = ["permissions", key];
    const why = Object.hasOwn(stays, key) ? stays[key] : undefined;
    const entry = `permissions.${key}`;
    if (why !== undefined) problems.add("P874", path, { entry, why }, "leave it in Claude Code's settings");
    else if (!Object.hasOwn(decisions, key)) {
      const among = [...Object.keys(decisions), ...Object.keys(stays)];
      problems.add("P864", path, { entry: "permissions", key }, `the keys are ${among.join(", ")}`, {
        word: key,
        among,
      });
    }
  }
}
