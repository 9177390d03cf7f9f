// One refusal that two agents understand, when either of them may have sent the call. Most agents treat exit code 2 with a
// reason on stderr as a refusal, whatever is on stdout; the others read the JSON on stdout, which is written for them.

import type { Json, Point } from "../language/contract.ts";
import { basicsOf } from "./basics.ts";
import type { AgentReply } from "./shared/adapter.ts";
import { fieldOf, isObject, type JsonObject } from "./shared/read-answer.ts";
import { isSameJson } from "./shared/tool-table.ts";

export interface HostRefusal {
  readonly host: string;
  /** Null when the host does not know the event. */
  readonly point: Point | null;
  readonly reply: AgentReply;
}

export function refusesByExit(host: string, point: Point | null): boolean {
  return point === null || point === "before_tool_call" || (basicsOf(host)?.exitRefuses?.includes(point) ?? false);
}

const readsJsonFirst = (host: string): boolean => basicsOf(host)?.readsJsonFirst === true;
const refusesUnknownKeys = (host: string): boolean => basicsOf(host)?.refusesUnknownKeys === true;

/** `own` is the refusal for the agent that the hook was started for, `asked` the one for the calling host. */
export function refusalForBoth(own: HostRefusal, asked: HostRefusal, reason: string): AgentReply {
  const exitCode = exitCodeFor(own, asked);
  if (exitCode === 0 && [own, asked].some(({ host }) => refusesUnknownKeys(host))) return asked.reply;
  const [under, over] = isOwnFirst(own, asked) ? [asked, own] : [own, asked];
  const stdout = joined(documentOf(under.reply), documentOf(over.reply));
  return { stdout, stderr: exitCode === 0 ? asked.reply.stderr : `${reason}\n`, exitCode };
}

/** Whose keys win where both have them: a host that reads only JSON, then the calling host, if it knows the event. */
function isOwnFirst(own: HostRefusal, asked: HostRefusal): boolean {
  return readsJsonFirst(own.host) || (asked.point === null && !readsJsonFirst(asked.host));
}

/** When one host needs the code and the other would then not read its JSON, a tool call wins, then the calling host. */
function exitCodeFor(own: HostRefusal, asked: HostRefusal): number {
  const sides = [asked, own];
  // Claude Code and Qwen Code at PermissionRequest, and results, which can only be withheld in JSON.
  const json = sides.find(({ host, point, reply }) => reply.exitCode === 0 && !refusesByExit(host, point));
  const exit = sides.find(({ point, reply }) => reply.exitCode === 2 && point !== null);
  return json === undefined || exit?.point === "before_tool_call" || exit === asked ? 2 : 0;
}

/** Whether `given`, the reply to another host, contains everything that `wanted`, the reply to this host, contains. */
export function understands(host: string, wanted: AgentReply, given: AgentReply): boolean {
  if (wanted.exitCode !== given.exitCode || (wanted.stderr !== "" && given.stderr === "")) return false;
  const [inner, outer] = [documentOf(wanted), documentOf(given)];
  return refusesUnknownKeys(host) ? isSameJson(inner, outer) : isWithin(inner, outer);
}

function isWithin(inner: Json, outer: Json | undefined): boolean {
  if (!isObject(inner) || !isObject(outer)) return isSameJson(inner, outer);
  return Object.entries(inner).every(([key, value]) => isWithin(value, fieldOf(outer, key)));
}

const INSIDE = "hookSpecificOutput";

function joined(under: JsonObject, over: JsonObject): string {
  const [low, high] = [under[INSIDE], over[INSIDE]];
  const inside = isObject(low) && isObject(high) ? { [INSIDE]: { ...low, ...high } } : {};
  const whole = { ...under, ...over, ...inside };
  return Object.keys(whole).length === 0 ? "" : `${JSON.stringify(whole)}\n`;
}

/** The JSON of a reply: its last line, after the lines that Copilot shows to the user. */
function documentOf({ stdout }: AgentReply): JsonObject {
  try {
    const value: Json = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
