// Recognises the format of a line by its content: one log may mix formats, and its name says nothing.

import { adapterOf } from "../../hosts/adapters.ts";
import { MOST_LIKELY } from "../../hosts/identify-host.ts";
import { recogniseHost } from "../../hosts/recognise.ts";
import { isObject, type JsonObject } from "../../hosts/shared/read-answer.ts";
import { points } from "../../language/schema.ts";
import { isTranscript, transcriptReader } from "./claude-transcript.ts";
import { isRollout, rolloutReader } from "./codex-rollout.ts";
import { isDecision, readDecision } from "./decision-log.ts";
import type { LogFormat, LogPart } from "./recorded.ts";

export interface ReadLine {
  readonly format: LogFormat | null;
  readonly parts: readonly LogPart[];
}

/** One reader per file. */
export function lineReader(): (line: unknown, sizeBytes: number) => ReadLine {
  const transcript = transcriptReader();
  const rollout = rolloutReader();
  return (line, sizeBytes) => {
    if (!isObject(line)) return strange;
    if (isDecision(line)) return { format: "decision log", parts: [readDecision(line)] };
    if (isCapture(line)) return { format: "hook payload", parts: [captured(line)] };
    if (typeof line.point === "string") return { format: "event", parts: [plainEvent(line, line.point)] };
    if (isRollout(line)) return { format: "Codex rollout", parts: [rollout(line, sizeBytes)] };
    if (isTranscript(line)) return { format: "Claude Code transcript", parts: transcript(line, sizeBytes) };
    return typeof line.hook_event_name === "string" ? { format: "hook payload", parts: [hookPayload(line)] } : strange;
  };
}

const strange: ReadLine = { format: null, parts: [{ skipped: "unknown" }] };
const nothing: readonly never[] = Object.freeze([]);

function plainEvent(event: JsonObject, point: string): LogPart {
  if (!Object.hasOwn(points, point)) return { skipped: "point" };
  return { event, time: timeOf(event.time), target: null, facts: {}, masked: nothing, before: null };
}

function timeOf(time: unknown): number | undefined {
  const ms = typeof time === "string" ? Date.parse(time) : time;
  return typeof ms === "number" && Math.abs(ms) <= 8.64e15 ? ms : undefined;
}

/** A line that `policyc hook --capture` wrote. */
const isCapture = (line: JsonObject): boolean => "unknown_fields" in line && "host" in line && "agent" in line;

/**
 * Captures hold the payload and the host that was recognised. They name masked values by the payload's fields, which the event
 * calls otherwise: with one of them masked, every field of the event that may hold it counts as masked.
 */
function captured({ payload, host, time, masked }: JsonObject): LogPart {
  if (!isObject(payload)) return { skipped: "call" };
  const part = hookPayload(payload, typeof host === "string" ? host : undefined);
  if (!("event" in part)) return part;
  const isMasked = Array.isArray(masked) && masked.length > 0;
  const places = isMasked
    ? Object.keys(part.event)
        .map((field) => `event.${field}`)
        .filter(mayHoldSecrets)
    : nothing;
  return { ...part, time: timeOf(time), masked: places };
}

const mayHoldSecrets = (place: string): boolean => !/^event\.(?:point|tool|tool_name|workdir|cwd)$/.test(place);

/** A hook payload as the agent sent it: that agent's adapter reads it. */
function hookPayload(payload: JsonObject, host: string = recogniseHost(payload, {}, MOST_LIKELY).host): LogPart {
  const read = adapterOf(host)?.read(payload);
  if (read === undefined || "error" in read) return { skipped: "call" };
  if ("ignored" in read) return { nothing: "event that no rule can test" };
  const event = read.event as unknown as JsonObject;
  return { event, time: timeOf(event.time), target: host, facts: {}, masked: nothing, before: null };
}
