// The table by which the native client refuses, made out of the hosts: what the Node entry would answer at each event of
// each agent if it had no decision.

import { adapterOf, hookHosts } from "../../src/hosts/adapters.ts";
import { clineEvents } from "../../src/hosts/cline/adapter.ts";
import { copilotEvents, EVENT_VARIABLE } from "../../src/hosts/copilot-cli/payload.ts";
import { cursorEvents } from "../../src/hosts/cursor/events.ts";
import { gooseEvents } from "../../src/hosts/goose/adapter.ts";
import { hostOf } from "../../src/hosts/index.ts";
import { agentInstalls } from "../../src/hosts/install-agents.ts";
import { kiroEvents } from "../../src/hosts/kiro/adapter.ts";
import type { AgentReply } from "../../src/hosts/shared/adapter.ts";
import { windsurfEvents } from "../../src/hosts/windsurf/adapter.ts";
import { deadlineOf } from "../../src/service/deadline.ts";

/** Where the message goes, which names policyc itself. */
const PLACEHOLDER = "@MESSAGE@";
const MESSAGE = `policyc: ${PLACEHOLDER}`;

const withPlaceholder = ({ stdout, stderr, exitCode }: AgentReply): AgentReply => ({
  stdout: stdout.replaceAll(MESSAGE, PLACEHOLDER),
  stderr: stderr.replaceAll(MESSAGE, PLACEHOLDER),
  exitCode,
});

/** Where payloads with these fields say which event they are about. */
interface EventSign {
  readonly has?: readonly string[];
  readonly lacks?: readonly string[];
  readonly texts?: readonly string[];
  /** The field that holds the name, the variable that does, or the name itself. */
  readonly field?: string;
  readonly variable?: string;
  readonly event?: string;
  /** The one name that the variable may hold. */
  readonly only?: string;
}

interface AgentRefusals {
  readonly exitCodes: readonly number[];
  readonly eventFrom: readonly EventSign[];
  readonly unknown: AgentReply;
  readonly replies: readonly (AgentReply & { readonly events: readonly string[] })[];
}

export type RefusalTable = { readonly [agent: string]: AgentRefusals };

/** What an agent's payloads look like, as far as the refusal depends on it. */
interface Payloads {
  readonly eventFrom: readonly EventSign[];
  /** All its events, where its folder lists them; else they are those of the capability matrix. */
  readonly events?: readonly string[];
  /** Events whose names say that something is about to happen, and which hold nothing up. */
  readonly harmless?: readonly string[];
  /** Fields with which every event of the agent can be read. */
  readonly filler?: object;
  /** A payload that names the event in another way than by the field. */
  readonly payloadOf?: (event: string) => object;
}

const inField = (field: string): readonly EventSign[] => [{ field }];

const claude: Payloads = {
  eventFrom: inField("hook_event_name"),
  filler: { tool_name: "x", tool_input: {} },
};

const pendingCall = { has: ["toolName"], lacks: ["toolResult", "error"] };

const copilot: Payloads = {
  eventFrom: [
    { has: ["hook_event_name"], lacks: ["sessionId"], field: "hook_event_name" },
    { ...pendingCall, variable: EVENT_VARIABLE, only: "permissionRequest" },
    { ...pendingCall, event: "preToolUse" },
    { variable: EVENT_VARIABLE },
    { has: ["toolName", "error"], lacks: ["toolResult"], event: "postToolUseFailure" },
    { has: ["toolResult"], event: "postToolUse" },
  ],
  events: Object.keys(copilotEvents).flatMap((name) => [name, pascalName(name)]),
  payloadOf: (event) =>
    /^[A-Z]/.test(event)
      ? { hook_event_name: event, tool_name: "x", tool_input: {}, prompt: "" }
      : { sessionId: "s", prompt: "", transformedPrompt: "", ...copilotCalls[event] },
};

const copilotCall = { toolName: "x", toolArgs: {} };
const copilotCalls: { readonly [event: string]: object } = {
  preToolUse: copilotCall,
  permissionRequest: copilotCall,
  postToolUse: { ...copilotCall, toolResult: "" },
  postToolUseFailure: { ...copilotCall, error: "" },
};

/** In the spelling of VS Code. */
function pascalName(event: string): string {
  const renamed: { readonly [name: string]: string } = { userPromptSubmitted: "UserPromptSubmit", agentStop: "Stop" };
  return renamed[event] ?? `${event.charAt(0).toUpperCase()}${event.slice(1)}`;
}

const antigravityPayloads: { readonly [event: string]: object } = {
  PreToolUse: { toolCall: { name: "x", args: {} } },
  PostToolUse: { toolCall: { name: "x", args: {} }, error: "" },
  Stop: { terminationReason: "" },
};

const payloads: { readonly [agent: string]: Payloads } = {
  "claude-code": { ...claude, harmless: ["PermissionDenied"] },
  codex: claude,
  devin: claude,
  "factory-droid": claude,
  "gemini-cli": { ...claude, harmless: ["BeforeToolSelection"] },
  "qwen-code": { ...claude, harmless: ["PermissionDenied"] },
  "vscode-copilot": claude,
  "copilot-cli": copilot,
  "copilot-cloud": copilot,
  antigravity: {
    eventFrom: [
      { has: ["toolCall"], lacks: ["error"], event: "PreToolUse" },
      // Whether the call went well or not, it is over.
      { has: ["toolCall"], texts: ["error"], event: "PostToolUse" },
      { has: ["terminationReason"], lacks: ["toolCall"], event: "Stop" },
    ],
    events: Object.keys(antigravityPayloads),
    payloadOf: (event) => antigravityPayloads[event] ?? {},
  },
  cline: {
    eventFrom: inField("hookName"),
    events: Object.keys(clineEvents),
    filler: { preToolUse: { toolName: "x", parameters: {} } },
  },
  cursor: {
    eventFrom: inField("hook_event_name"),
    events: Object.keys(cursorEvents),
    filler: { tool_name: "x", tool_input: {}, command: "true", file_path: "/x" },
  },
  goose: {
    eventFrom: inField("event"),
    events: Object.keys(gooseEvents),
    harmless: ["PreToolUseResult"],
    filler: { tool_name: "x" },
  },
  kiro: { eventFrom: inField("hook_event_name"), events: Object.keys(kiroEvents), filler: { tool_name: "x" } },
  windsurf: {
    eventFrom: inField("agent_action_name"),
    events: Object.keys(windsurfEvents),
    filler: {
      tool_info: {
        ...{ command_line: "true", file_path: "/x", edits: [] },
        ...{ mcp_server_name: "s", mcp_tool_name: "x", mcp_tool_arguments: {} },
      },
    },
  },
  neocode: {
    eventFrom: inField("point"),
    filler: { payload_version: "1", metadata: { tool_name: "x", tool_arguments: {} } },
  },
  "codex-runtime": { eventFrom: inField("phase"), filler: { tool_input: { command: "true" } } },
  ignis: { eventFrom: inField("hook_event_name"), filler: { toolName: "x", toolInput: {} } },
};

/** What the Node entry answers when it has no decision. */
export function nodeRefusal(
  agent: string,
  payload: unknown,
  env: { readonly [name: string]: string },
  message: string,
): AgentReply & { readonly isKnown: boolean } {
  const adapter = adapterOf(agent);
  if (adapter === undefined) throw new Error(`${agent} cannot be answered`);
  const read = adapter.read(payload, env);
  if ("ignored" in read) return { ...read.ignored, isKnown: false };
  const point = "event" in read ? read.event.point : read.point;
  const reply = adapter.failure(point, message, "event" in read ? read.event : undefined);
  return { ...reply, isKnown: point !== null };
}

/** The matrix also has entries like "AfterTool (tool_response.error)": what is no event is not known to the host. */
function matrixEvents(agent: string): readonly string[] {
  return Object.values(hostOf(agent)?.points ?? {}).flatMap(({ event }) => event.match(/\w+/g) ?? []);
}

function rowsOf(agent: string, payloads: Payloads): AgentRefusals["replies"] {
  const { events = matrixEvents(agent), harmless = [], filler = {}, payloadOf, eventFrom } = payloads;
  const [{ field = "" } = {}] = eventFrom;
  const rows = new Map<string, AgentReply & { events: string[] }>();
  for (const event of new Set([...events, ...harmless])) {
    const payload = payloadOf?.(event) ?? { ...filler, [field]: event };
    const { isKnown, ...made } = nodeRefusal(agent, payload, { [EVENT_VARIABLE]: event }, MESSAGE);
    const reply = withPlaceholder(made);
    if (!isKnown && !harmless.includes(event)) continue;
    const key = JSON.stringify(reply);
    const row = rows.get(key) ?? { events: [], ...reply };
    row.events.push(event);
    rows.set(key, row);
  }
  return [...rows.values()];
}

function refusalsOf(agent: string): AgentRefusals {
  const found = payloads[agent];
  if (found === undefined) throw new Error(`test/native/refusal-table.ts does not know the payloads of ${agent}`);
  const { isKnown: _, ...unknown } = nodeRefusal(agent, null, {}, MESSAGE);
  return {
    exitCodes: [0, 2, ...(agentInstalls.get(agent)?.ownExits ?? []).filter((code) => code !== 2)],
    eventFrom: found.eventFrom,
    unknown: withPlaceholder(unknown),
    replies: rowsOf(agent, found),
  };
}

export function refusalTable(): RefusalTable {
  return Object.fromEntries([...hookHosts].sort().map((agent) => [agent, refusalsOf(agent)]));
}

/** Deadlines of agents that have a shorter one than usual, in milliseconds. */
export function deadlineTable(): { readonly [agent: string]: number } {
  const hasty = [...hookHosts].sort().filter((agent) => deadlineOf(agent) < deadlineOf(""));
  return Object.fromEntries(hasty.map((agent) => [agent, deadlineOf(agent)]));
}
