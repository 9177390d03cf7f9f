// Identifies the calling host and reads its payload. Agents load each other's configuration files, so a payload is read in the
// format of the host that it is recognised as. But one extra field can make it look like another host's, whose tools have other
// names. So the agent named by `--agent` reads it too, and where that reading can be refused, the other may only be stricter.

import type { Json, PolicyEvent } from "../language/contract.ts";
import { shown, whyOf } from "../language/load-error.ts";
import { failureOutcome } from "../language/schema.ts";
import { adapterOf, hookHosts } from "./adapters.ts";
import { recogniseHost } from "./recognise.ts";
import type { HostAdapter, HostEnvironment, ReadEvent } from "./shared/adapter.ts";
import { fieldOf, isObject } from "./shared/read-answer.ts";

export interface HostReading {
  readonly adapter: HostAdapter;
  readonly read: ReadEvent;
}

export interface HostCall {
  /** The adapter that writes the reply; null when no reply can be written. */
  readonly adapter: HostAdapter | null;
  /** The payload as that adapter reads it. */
  readonly read: ReadEvent;
  /** The payload as the agent named by `--agent` reads it, if that is another host and its reading counts too. */
  readonly own: HostReading | null;
  /** What is wrong with `--agent`. */
  readonly error: string | null;
  /** The hook was started for another host than the one that called it. */
  readonly remark: string | null;
}

type Input = { readonly payload: Json } | { readonly error: string };

/** This particular host: most others have adopted its payloads, so it is the best guess when nothing else is known. */
export const MOST_LIKELY = "claude-code";

/** `input` is the parsed payload, or why there is none. */
export function readCall(input: Input, agent: string | null, env: HostEnvironment): HostCall {
  const payload = "error" in input ? undefined : input.payload;
  const isKnown = agent !== null && hookHosts.includes(agent);
  const { host, confident } = recogniseHost(payload, env, isKnown ? agent : MOST_LIKELY);
  const adapter = payload === undefined && !isKnown ? null : (adapterOf(host) ?? null);
  const read = "error" in input ? { error: input.error, point: null } : readBy(adapter, input.payload, env);
  if (agent === null) return { adapter, read, own: null, error: "--agent is missing", remark: null };
  if (!isKnown) {
    const error = `unknown agent ${shown(agent)}`;
    return { adapter, read, own: null, error, remark: null };
  }
  const remark = confident && host !== agent ? `this hook was started for ${agent}, but ${host} called it` : null;
  return { adapter, read, own: host === agent ? null : ownReading(agent, payload, env, read), error: null, remark };
}

function readBy(adapter: HostAdapter | null, payload: Json | undefined, env: HostEnvironment): ReadEvent {
  try {
    return adapter?.read(payload, env) ?? { error: "the payload does not say which agent sent it", point: null };
  } catch (caught) {
    return { error: whyOf(caught), point: null };
  }
}

function ownReading(
  agent: string,
  payload: Json | undefined,
  env: HostEnvironment,
  other: ReadEvent,
): HostReading | null {
  const adapter = adapterOf(agent);
  if (adapter === undefined) return null;
  const read = readBy(adapter, payload, env);
  return isHeldUp(read) && !(isForeign(read) && isComplete(other)) ? { adapter, read } : null;
}

/** Whether something waits for the answer. An error without a point means that the payload is in another format. */
function isHeldUp(read: ReadEvent): boolean {
  if ("ignored" in read) return false;
  const point = "event" in read ? read.event.point : read.point;
  return point !== null && failureOutcome[point] === "block";
}

/** The other reading has a known tool and the field that the call is about. */
const isComplete = (read: ReadEvent): boolean =>
  "event" in read && typeof read.event.tool === "string" && !isForeignCall(read.event);

const isForeign = (read: ReadEvent): boolean =>
  "event" in read ? isForeignCall(read.event) : "error" in read && read.foreign === true;

/** The fields of which one says what a call of the tool is about. */
const subjects: { readonly [tool: string]: readonly string[] } = {
  bash: ["command"],
  read: ["path"],
  write: ["path", "patch"],
  edit: ["path", "patch"],
  search: ["pattern"],
  fetch: ["url"],
  web_search: ["query"],
  subagent: ["task"],
};

/**
 * A tool that the agent does not have, such as VS Code's in a Claude Code entry; or a call without its main field, such as
 * Copilot's, which combine Claude Code's names with other arguments. No agent sends its own tools like that.
 */
function isForeignCall({ tool, input }: PolicyEvent): boolean {
  if (tool === "other") return true;
  const fields = typeof tool === "string" && Object.hasOwn(subjects, tool) ? subjects[tool] : undefined;
  return fields !== undefined && isObject(input) && fields.every((field) => fieldOf(input, field) === undefined);
}
