// What an agent's own permissions say, in the terms of the language: the result of reading its settings, rule files and policies.
// Readers are pure: a parsed value in, permissions, hooks and problems out.

import type { Json, Point } from "../../../language/contract.ts";
import type { ConfigPath, ConfigProblem, ImportedHook } from "../config.ts";

export type PermissionDecision = "allow" | "ask" | "block" | "warn";

/** Words of a command line, each with its alternatives. */
export type CommandWords = readonly (readonly string[])[];

/** `more`: any words may follow. `none`: these words only. `glued`: the last word may go on as well. */
export type CommandRest = "more" | "none" | "glued";

export type PermissionTest =
  | { readonly kind: "regex"; readonly source: string }
  | { readonly kind: "contains" | "lacks" | "equals" | "starts" | "ends"; readonly text: string };

/** Which calls a permission is about. */
export type Subject =
  | { readonly kind: "words"; readonly words: CommandWords; readonly rest: CommandRest }
  /** One command of the line as it is written: `*` is any text, also inside and between words. */
  | { readonly kind: "wildcard"; readonly text: string }
  /** The same by an expression; `begins`: it must match from the beginning. */
  | { readonly kind: "expression"; readonly source: string; readonly flags: string; readonly begins: boolean }
  /** The line as text. */
  | { readonly kind: "line"; readonly tests: readonly PermissionTest[] }
  /** Globs that refuse, and those that approve, where the agent's own reading is not certain. */
  | {
      readonly kind: "files";
      readonly access: "read" | "write";
      readonly wide: readonly string[];
      readonly narrow: readonly string[];
    }
  /** What is written into files, and into which. */
  | {
      readonly kind: "content";
      readonly files: readonly string[];
      readonly added: readonly PermissionTest[];
      readonly removed: readonly PermissionTest[];
    }
  | { readonly kind: "hosts"; readonly hosts: readonly string[] }
  | { readonly kind: "server"; readonly server: string; readonly tools: readonly string[]; readonly others: boolean }
  | { readonly kind: "servers-beside"; readonly servers: readonly string[] }
  /** Tools of policyc. `names`: of those that approve only these, as the agent calls them; none: all. */
  | { readonly kind: "tools"; readonly tools: readonly string[]; readonly names?: readonly string[] }
  /** All tools but these of policyc, those with these names, and MCP tools. */
  | { readonly kind: "tools-beside"; readonly tools: readonly string[]; readonly names: readonly string[] }
  /** A tool that policyc has no name for. */
  | { readonly kind: "named"; readonly name: string }
  | { readonly kind: "subagent"; readonly role: string }
  | { readonly kind: "prompt"; readonly tests: readonly PermissionTest[] }
  /** Writes and deletes outside of these folders; none: all of them. */
  | { readonly kind: "writes-beside"; readonly folders: readonly string[] }
  | { readonly kind: "network" }
  | { readonly kind: "everything" };

export interface Permission {
  readonly path: ConfigPath;
  /** The entry as people find it: `permissions.deny[2]`. */
  readonly entry: string;
  /** The text of the entry: `Bash(git push:*)`. */
  readonly written: string;
  readonly point: Point;
  readonly decision: PermissionDecision;
  readonly subject: Subject;
  /** The author's own words for a refusal. */
  readonly message: string | null;
  /** What will be different. */
  readonly differs: readonly string[];
  /** Calls for which an entry that ranks higher there gives another decision. */
  readonly exceptions: readonly Subject[];
  /** The name that the author gave. */
  readonly name: string | null;
}

export interface ReadPermissions {
  readonly permissions: readonly Permission[];
  readonly hooks: readonly ImportedHook[];
  readonly problems: readonly ConfigProblem[];
}

/** Where a file of permissions lies, for what it says about paths. */
export type PermissionLevel = "project" | "user" | "managed";

export interface PermissionContext {
  readonly level: PermissionLevel;
  /** The name of the file without its folder. */
  readonly name: string;
}

/** A kind of file in which people keep permissions. */
export interface PermissionFile {
  /** The word after `--from`. */
  readonly from: string;
  /** What people call it. */
  readonly title: string;
  readonly syntax: "json" | "jsonc" | "toml" | "starlark" | "front-matter";
  /** Its files in a project, in the home folder and on the machine; `*` stands for a part of a name. */
  readonly places: { readonly [level in PermissionLevel]: readonly string[] };
  /** How the agent decides where several entries fit, and how the policy does. */
  readonly precedence: string;
  readonly read: (value: Json, context: PermissionContext) => ReadPermissions;
}

/** What most permissions leave open. */
export const plainPermission = {
  point: "before_tool_call",
  message: null,
  differs: [],
  exceptions: [],
  name: null,
} as const satisfies Partial<Permission>;
