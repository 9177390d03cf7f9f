// Who asks, and about what. Agents load each other's configuration files, so a payload is read as that of the host it is
// recognised as. But one field more makes it another host's, whose tools have other names: the agent that `--agent` names
// reads it too, and where that reading can be held up, the other one may only be stricter.

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
  /** In whose format it is answered; null when nobody can be answered. */
  readonly adapter: HostAdapter | null;
  /** What the payload means in that format. */
  readonly read: ReadEvent;
  /** What it means to the agent that the hook was started for, where that is another one and its reading counts too. */
  readonly own: HostReading | null;
  /** What is wrong with who the hook was started for. */
  readonly error: string | null;
  /** The hook was started for another host than the one that asks. */
  readonly remark: string | null;
}

type Input = { readonly payload: Json } | { readonly error: string };

/** Really this one host: most others have taken its payloads over, so it is the best guess where nothing else is known. */
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

/** Whether something waits for the answer. An error at no point is one of a payload in another format. */
function isHeldUp(read: ReadEvent): boolean {
  if ("ignored" in read) return false;
  const point = "event" in read ? read.event.point : read.point;
  return point !== null && failureOutcome[point] === "block";
}

/** The other reading knows the tool and what the call is about. */
const isComplete = (read: ReadEvent): boolean =>
  "event" in read && typeof read.event.tool === "string" && !isForeignCall(read.event);

const isForeign = (read: ReadEvent): boolean =>
  "event" in read ? isForeignCall(read.event) : "error" in read && read.foreign === true;

/** What a call of a tool is about, in one of these fields. */
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
 * A tool that the agent does not have, as VS Code's in an entry of Claude Code; or one without what it is about, as
 * Copilot's, which have Claude Code's names and arguments of their own. No agent sends its own tools so.
 */
function isForeignCall({ tool, input }: PolicyEvent): boolean {
  if (tool === "other") return true;
  const fields = typeof tool === "string" && Object.hasOwn(subjects, tool) ? subjects[tool] : undefined;
  return fields !== undefined && isObject(input) && fields.every((field) => fieldOf(input, field) === undefined);
}
