// One agent call: payload in, reply out, in the calling host's format. Every entry point ends here. An error becomes a
// refusal where the host can still block something, and an empty reply on events that only report.
//
// The steps: read stdin, identify the host, record the payload if asked, decide each event, write the host's reply.

import {
  eventsOf,
  type HostEvent,
  ignoredReply,
  inTurn,
  problemOf,
  refuseCall,
  replyTo,
  strictest,
} from "../hosts/answer-call.ts";
import { type HostCall, readCall } from "../hosts/identify-host.ts";
import { type AgentReply, readPayload, silence } from "../hosts/shared/adapter.ts";
import type { Decision, Json, Point } from "../language/contract.ts";
import { failureText } from "../language/load-error.ts";
import { uptimeMs } from "../runtime/machine/uptime.ts";
import type { CallArguments } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { capture } from "./capture.ts";
import { decideEvent, type RulesModule } from "./decide.ts";
import type { ExternalHooks } from "./external-hooks.ts";
import type { CallBundle } from "./open-bundle.ts";
import { type ReadInput, readInput } from "./read-input.ts";
import { inRootSession } from "./root-session.ts";
import { stdoutCapOf } from "./write-reply.ts";

export interface CallRequest {
  /** The verified bundle, why there is none, or null when none is needed. */
  readonly bundle: CallBundle | { readonly error: string } | null;
  readonly importModule: (address: string) => Promise<unknown>;
  /** What has been read so far; a fallback answer continues from there. */
  readonly progress: CallProgress;
  readonly caller: Caller;
}

/** Never throws. */
export type Answer = (request: CallRequest) => CallAnswer;

export interface CallProgress {
  input: ReadInput | null;
}

export interface CallAnswer {
  readonly reply: AgentReply | Promise<AgentReply>;
  /** The refusal to send if the reply never arrives. */
  readonly refuse: (message: string) => AgentReply;
  readonly close: () => Promise<void>;
}

/** Time to read stdin when everything before it has already used up the deadline. */
const GRACE_MS = 500;

/** `rules` is null in a process without rules, and may throw. This function never throws. */
export function answerCall(request: CallRequest, rules: (() => RulesModule) | null): CallAnswer {
  const { caller, progress } = request;
  const { options } = caller;
  progress.input ??= readInput(Math.max(caller.endsAt, uptimeMs() + GRACE_MS));
  const identified = identifyHost(progress.input, caller);
  const { call } = identified;
  const refuse = (message: string): AgentReply => refuseCall(call, message);
  const hooks: (ExternalHooks | null)[] = [];
  const close = async (): Promise<void> => void (await Promise.all(hooks.map((one) => one?.close())));
  const replyNow = (reply: AgentReply): CallAnswer => ({ reply, refuse, close });
  try {
    const failure = options.capture === null ? null : recordPayload(options.capture, options, identified);
    const unrecorded = failure === null ? null : `the payload was not recorded: ${failure}`;
    const remark = remarkLine(call.remark) + remarkLine(unrecorded);
    if (options.capture !== null && request.bundle === null)
      return replyNow({ ...neutral(identified), stderr: remark });
    const ignored = ignoredReply(call);
    if (ignored !== null) return replyNow(withRemark(ignored, remark));
    const problem = problemOf(call) ?? options.error;
    if (problem !== null) return replyNow(refuse(`policyc: ${problem}`));
    const { bundle } = request;
    if (bundle === null) return replyNow(refuse("policyc: --bundle is missing"));
    if ("error" in bundle) return replyNow(refuse(`policyc: ${bundle.error}`));
    if (rules === null) return replyNow(refuse("policyc: the bundle has no rules"));
    const { importModule } = request;
    const module = rules();
    const events = eventsOf(call).map((one) => inRootSession(one, caller.environment));
    const decisions = inTurn(events, ({ host, event }) => {
      const pending = decideEvent({ bundle, rules: module, caller, host, event, importModule });
      hooks.push(pending.hooks);
      return pending.decision;
    });
    const write = (all: readonly Decision[]): AgentReply => {
      const { host, event } = events.at(-1) as HostEvent;
      caller.decided(host, event, strictest(all));
      const reply = replyTo(call, all);
      if (isWithin(reply.stdout, stdoutCapOf(host))) return withRemark(reply, remark);
      return refuse("policyc: the rewritten event is too large for the agent to read");
    };
    return answerWith(decisions, write, refuse, close);
  } catch (caught) {
    return replyNow(refuse(failureText(caught)));
  }
}

/** The first test is quick: a UTF-16 unit takes at most three bytes in UTF-8. */
const isWithin = (text: string, bytes: number): boolean => text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes;

/** Writes the reply once the decisions are made; a promise only when they are. */
function answerWith(
  decisions: readonly Decision[] | Promise<readonly Decision[]>,
  write: (decisions: readonly Decision[]) => AgentReply,
  refuse: (message: string) => AgentReply,
  close: () => Promise<void>,
): CallAnswer {
  const safely = (all: readonly Decision[]): AgentReply => {
    try {
      return write(all);
    } catch (caught) {
      return refuse(failureText(caught));
    }
  };
  if (!(decisions instanceof Promise)) return { reply: safely(decisions), refuse, close };
  return { reply: decisions.then(safely, (caught) => refuse(failureText(caught))), refuse, close };
}

interface IdentifiedCall {
  readonly input: ReadInput;
  readonly payload: Json | undefined;
  readonly call: HostCall;
}

function identifyHost(input: ReadInput, { options: { agent }, environment }: Caller): IdentifiedCall {
  const parsed = "error" in input ? input : readPayload(input.text);
  const payload = "error" in parsed ? undefined : parsed.payload;
  return { input, payload, call: readCall(parsed, agent, environment) };
}

function pointOf({ read }: HostCall): Point | null {
  if ("event" in read) return read.event.point;
  return "error" in read ? read.point : null;
}

const remarkLine = (remark: string | null): string => (remark === null ? "" : `policyc: ${remark}\n`);

/** At exit code 0, stderr is seen only by people who look for it. */
const withRemark = (reply: AgentReply, remark: string): AgentReply =>
  remark === "" || reply.stderr !== "" ? reply : { ...reply, stderr: remark };

/** Null, or why the payload could not be recorded. */
function recordPayload(file: string, { agent }: CallArguments, identified: IdentifiedCall): string | null {
  const { input, payload, call } = identified;
  const { read } = call;
  const tool = "event" in read && typeof read.event.tool === "string" ? read.event.tool : null;
  const problem = "error" in read ? read.error : null;
  return capture(file, {
    input,
    payload,
    agent,
    host: call.adapter?.name ?? null,
    point: pointOf(call),
    tool,
    problem,
  });
}

const nothingFound: Decision = {
  proceed: true,
  outcome: "pass",
  reasons: [],
  warnings: [],
  notes: [],
  unclear: [],
  failures: [],
  revision: "",
  facts: {},
};

/** What a policy without rules would answer. */
function neutral({ call: { adapter, read } }: IdentifiedCall): AgentReply {
  if ("ignored" in read) return read.ignored;
  return adapter !== null && "event" in read ? adapter.write(nothingFound, read.event) : silence;
}
