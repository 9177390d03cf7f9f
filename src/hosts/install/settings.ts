// Parts that the descriptions of several agents share.

import { join } from "node:path";
import type { Point } from "../../language/contract.ts";
import { isObject, type JsonObject, member } from "../shared/config.ts";
import { eventAt, type Host } from "../shared/host.ts";
import { type AgentInstall, HOOK_TIMEOUT_S, type JsonConfig, type Site, type WantedEntry } from "./agent.ts";
import { commandLine } from "./started-words.ts";

/** A file below the project folder or the home folder. */
export const below = (project: readonly string[], user: readonly string[]) => (site: Site) =>
  site.place === "project" ? join(site.project, ...project) : join(site.home, ...user);

/** The same file in both places: a setting counts in either of them. */
export const bothPlaces = (file: (site: Site) => string) => (site: Site) => [
  file({ ...site, place: "project" }),
  file({ ...site, place: "user" }),
];

/** The events of the matrix by point, for agents whose events correspond to points. */
export function eventsOf(host: Host): AgentInstall["events"] {
  const points = Object.keys(host.points) as Point[];
  return Object.fromEntries(points.map((point) => [point, [eventAt(host, point)]]));
}

const everyTool: ReadonlySet<string> = new Set([
  "PreToolUse",
  "PostToolUse",
  "PostToolUseFailure",
  "PermissionRequest",
  "BeforeTool",
  "AfterTool",
]);

/** A matcher is written only if the event has something to match. */
export function group(event: string, entry: JsonObject, matcher: string): JsonObject {
  return everyTool.has(event) ? { matcher, hooks: [entry] } : { hooks: [entry] };
}

export function textOf(entry: JsonObject, key: string): string | null {
  const value = member(entry, key);
  return typeof value === "string" ? value : null;
}

interface GroupedShell {
  readonly file: (site: Site) => string;
  readonly base: string | null;
  readonly matcher: string;
  readonly unread?: JsonConfig["unread"];
  /** `timeout` and the other members of an entry. */
  readonly more?: JsonObject;
  readonly timeout?: number;
}

/** Claude Code's structure with a shell command. */
export function groupedShell(shell: GroupedShell): JsonConfig {
  const { file, base, matcher, unread = [], more = {}, timeout = HOOK_TIMEOUT_S } = shell;
  return {
    kind: "json",
    file,
    unread,
    top: {},
    layout: "groups",
    element: (wanted: WantedEntry) =>
      group(wanted.event, { type: "command", command: commandLine(wanted, base), ...more, timeout }, matcher),
    commandOf: (entry) => textOf(entry, "command"),
  };
}

export const noObject = (entry: JsonObject, key: string): JsonObject => {
  const value = member(entry, key);
  return isObject(value) ? value : {};
};
