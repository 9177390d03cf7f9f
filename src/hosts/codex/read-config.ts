// Reads what Codex's configuration says about approvals: when it asks, what its sandbox forbids, and tools of MCP servers.

import type { Json } from "../../language/contract.ts";
import {
  type ConfigPath,
  collectProblems,
  isList,
  isObject,
  type JsonObject,
  member,
  type Problems,
} from "../shared/config.ts";
import {
  type Permission,
  type PermissionDecision,
  plainPermission,
  type ReadPermissions,
  type Subject,
} from "../shared/permissions/permission.ts";

const STAY = "leave it in Codex's configuration";
const policies = ["untrusted", "on-failure", "on-request", "never"];
const modes = ["read-only", "workspace-write", "danger-full-access"];
const approvals: { readonly [mode: string]: PermissionDecision | null } = {
  auto: null,
  prompt: "ask",
  writes: "ask",
  approve: "allow",
};

type Add = (
  path: ConfigPath,
  written: string,
  decision: PermissionDecision,
  subject: Subject,
  differs?: readonly string[],
) => void;

export function readCodexConfig(value: Json): ReadPermissions {
  const problems = collectProblems();
  const permissions: Permission[] = [];
  const add: Add = (path, written, decision, subject, differs = []) => {
    permissions.push({ ...plainPermission, path, entry: path.join("."), written, decision, subject, differs });
  };
  if (!isObject(value)) return { permissions, hooks: [], problems: problems.found };
  const policy = readPolicy(value, problems);
  readSandbox(value, policy === "never" ? "block" : "ask", add, problems);
  readServers(member(value, "mcp_servers"), add, problems);
  for (const key of ["profiles", "permissions", "default_permissions", "apps", "hooks"])
    if (member(value, key) !== undefined) {
      const why = key === "hooks" ? "there is no protocol for hooks of Codex" : "it has no counterpart in a policy";
      problems.add("P870", [key], { entry: key, why }, STAY);
    }
  return { permissions, hooks: [], problems: problems.found };
}

function readPolicy(value: JsonObject, problems: Problems): string | null {
  const policy = member(value, "approval_policy");
  if (policy === undefined) return null;
  const entry = "approval_policy";
  if (isObject(policy)) {
    problems.add("P870", [entry], { entry, why: "approvals by category have no counterpart" }, STAY);
    return null;
  }
  if (typeof policy !== "string" || !policies.includes(policy)) {
    const why = `there is no approval policy ${JSON.stringify(policy)}`;
    problems.add("P870", [entry], { entry, why }, `the policies are ${policies.join(", ")}`);
    return null;
  }
  const why = "it decides when Codex asks about commands that no rule names";
  problems.add("P874", [entry], { entry: `${entry} = "${policy}"`, why }, STAY);
  return policy;
}

function readSandbox(value: JsonObject, decision: PermissionDecision, add: Add, problems: Problems): void {
  const mode = member(value, "sandbox_mode");
  const details = member(value, "sandbox_workspace_write");
  if (mode === undefined) {
    if (details !== undefined) {
      const why = "it counts only with `sandbox_mode`, which is not in this file";
      problems.add(
        "P870",
        ["sandbox_workspace_write"],
        { entry: "sandbox_workspace_write", why },
        "set `sandbox_mode`",
      );
    }
    return;
  }
  const path = ["sandbox_mode"];
  if (typeof mode !== "string" || !modes.includes(mode)) {
    const why = `there is no mode ${JSON.stringify(mode)}`;
    problems.add("P870", path, { entry: "sandbox_mode", why }, `the modes are ${modes.join(", ")}`);
    return;
  }
  if (mode === "danger-full-access") {
    problems.add("P872", path, { entry: "sandbox_mode", why: "it restricts nothing" }, "nothing to do");
    return;
  }
  const written = `sandbox_mode = "${mode}"`;
  const seen = ["the sandbox also holds for what programs do by themselves; the rule sees what the command line says"];
  if (mode === "read-only") add(path, written, decision, { kind: "writes-beside", folders: [] }, seen);
  else add(path, written, decision, { kind: "writes-beside", folders: writableFolders(details, problems) }, seen);
  const network = isObject(details) ? member(details, "network_access") : undefined;
  if (mode === "read-only" || network !== true)
    add([...path, "network"], `${written}, no network`, decision, { kind: "network" }, seen);
}

function writableFolders(details: Json | undefined, problems: Problems): readonly string[] {
  const table = isObject(details) ? details : {};
  const path = ["sandbox_workspace_write", "writable_roots"];
  const roots = member(table, "writable_roots") ?? [];
  const temporary = member(table, "exclude_slash_tmp") === true ? [] : ["/tmp"];
  if (!isList(roots) || !roots.every((root) => typeof root === "string" && root !== "" && !/[*?\0]/.test(root))) {
    problems.add(
      "P865",
      path,
      { setting: `\`${path.join(".")}\``, type: "a list of folders" },
      'write `["/srv/cache"]`',
    );
    return [".", ...temporary];
  }
  return [".", ...temporary, ...(roots as readonly string[])];
}

function readServers(servers: Json | undefined, add: Add, problems: Problems): void {
  if (servers === undefined) return;
  for (const [server, settings] of Object.entries(isObject(servers) ? servers : {})) {
    if (!isObject(settings)) continue;
    const path = ["mcp_servers", server];
    const subject = (tools: readonly string[], others = false): Subject => ({ kind: "server", server, tools, others });
    for (const [key, others] of [
      ["enabled_tools", true],
      ["disabled_tools", false],
    ] as const) {
      const tools = member(settings, key);
      if (tools === undefined) continue;
      if (!isList(tools) || !tools.every((tool) => typeof tool === "string"))
        problems.add(
          "P865",
          [...path, key],
          { setting: `\`${[...path, key].join(".")}\``, type: "a list of names" },
          'write `["search"]`',
        );
      else if (tools.length > 0 || others)
        add([...path, key], `${key} = ${JSON.stringify(tools)}`, "block", subject(tools as readonly string[], others));
    }
    readApproval(
      member(settings, "default_tools_approval_mode"),
      [...path, "default_tools_approval_mode"],
      subject([]),
      add,
      problems,
    );
    const tools = member(settings, "tools");
    for (const [tool, one] of Object.entries(isObject(tools) ? tools : {}))
      if (isObject(one))
        readApproval(
          member(one, "approval_mode"),
          [...path, "tools", tool, "approval_mode"],
          subject([tool]),
          add,
          problems,
        );
  }
}

function readApproval(mode: Json | undefined, path: ConfigPath, subject: Subject, add: Add, problems: Problems): void {
  if (mode === undefined) return;
  const decision = typeof mode === "string" && Object.hasOwn(approvals, mode) ? approvals[mode] : undefined;
  const entry = path.join(".");
  if (decision === undefined) {
    const why = `there is no mode ${JSON.stringify(mode)}`;
    problems.add("P870", path, { entry, why }, `the modes are ${Object.keys(approvals).join(", ")}`);
  } else if (decision === null)
    problems.add("P874", path, { entry, why: "Codex decides by what the tool says of itself" }, STAY);
  else {
    const differs = mode === "writes" ? ["it asks about every call, since only Codex knows which tools write"] : [];
    add(path, `${path.at(-1)} = "${mode}"`, decision, subject, differs);
  }
}
