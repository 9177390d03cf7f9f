// One refusal that two agents understand, where either of them may have asked. Most take exit code 2 with a reason on
// stderr for a refusal of a call, whatever is on stdout; the others read the JSON on stdout, and get theirs.

import type { Json, Point } from "../language/contract.ts";
import { basicsOf } from "./basics.ts";
import type { AgentReply } from "./shared/adapter.ts";
import { fieldOf, isObject, type JsonObject } from "./shared/read-answer.ts";
import { isSameJson } from "./shared/tool-table.ts";

export interface HostRefusal {
  readonly host: string;
  /** Null where the host does not know what is asked. */
  readonly point: Point | null;
  readonly reply: AgentReply;
}

export function refusesByExit(host: string, point: Point | null): boolean {
  return point === null || point === "before_tool_call" || (basicsOf(host)?.exitRefuses?.includes(point) ?? false);
}

const readsJsonFirst = (host: string): boolean => basicsOf(host)?.readsJsonFirst === true;
const refusesUnknownKeys = (host: string): boolean => basicsOf(host)?.refusesUnknownKeys === true;

/** `own` is the refusal of the agent that the hook was started for, `asked` that of the host that asks. */
export function refusalForBoth(own: HostRefusal, asked: HostRefusal, reason: string): AgentReply {
  const exitCode = exitCodeFor(own, asked);
  if (exitCode === 0 && [own, asked].some(({ host }) => refusesUnknownKeys(host))) return asked.reply;
  const [under, over] = isOwnFirst(own, asked) ? [asked, own] : [own, asked];
  const stdout = joined(documentOf(under.reply), documentOf(over.reply));
  return { stdout, stderr: exitCode === 0 ? asked.reply.stderr : `${reason}\n`, exitCode };
}

/** Whose keys count where both have them: of those that read only JSON, then of the host that asks, if it knows what is asked. */
function isOwnFirst(own: HostRefusal, asked: HostRefusal): boolean {
  return readsJsonFirst(own.host) || (asked.point === null && !readsJsonFirst(asked.host));
}

/** Where one needs the code and the other would not read its JSON beside it, a call comes first, then the host that asks. */
function exitCodeFor(own: HostRefusal, asked: HostRefusal): number {
  const sides = [asked, own];
  // Claude Code and Qwen Code at PermissionRequest; results, which are withheld in JSON or not at all.
  const json = sides.find(({ host, point, reply }) => reply.exitCode === 0 && !refusesByExit(host, point));
  const exit = sides.find(({ point, reply }) => reply.exitCode === 2 && point !== null);
  return json === undefined || exit?.point === "before_tool_call" || exit === asked ? 2 : 0;
}

/** Whether `given`, the answer to another host, says all that `wanted`, the answer to this one, would say. */
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

/** The JSON of an answer: its last line, behind those that Copilot shows to the user. */
function documentOf({ stdout }: AgentReply): JsonObject {
  try {
    const value: Json = JSON.parse(stdout.trimEnd().split("\n").at(-1) ?? "");
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
