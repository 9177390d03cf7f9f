// One agent call: payload in, decision out, in the format of the host that asks. Every way in ends here. Whatever goes wrong
// is that host's refusal wherever something can still be held up; on events that only report, it is silence.

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
import { stdoutCapOf } from "./write-reply.ts";

export interface CallRequest {
  /** The verified bundle, why there is none, or null when none is needed. */
  readonly bundle: CallBundle | { readonly error: string } | null;
  readonly importModule: (address: string) => Promise<unknown>;
  /** How far it came: whoever has to answer in its place goes on from there. */
  readonly progress: CallProgress;
  readonly caller: Caller;
}

/** Answers, whatever happens. */
export type Answer = (request: CallRequest) => CallAnswer;

export interface CallProgress {
  input: ReadInput | null;
}

export interface CallAnswer {
  readonly reply: AgentReply | Promise<AgentReply>;
  /** The refusal if the reply never comes. */
  readonly refuse: (message: string) => AgentReply;
  readonly close: () => Promise<void>;
}

/** Time to read stdin in when the rest has already used up what there was. */
const GRACE_MS = 500;

/** `rules` is null in a process that has none to ask, and may throw. Never throws itself. */
export function answerCall(request: CallRequest, rules: (() => RulesModule) | null): CallAnswer {
  const { caller, progress } = request;
  const { options } = caller;
  progress.input ??= readInput(Math.max(caller.endsAt, uptimeMs() + GRACE_MS));
  const asked = identifyHost(progress.input, caller);
  const { call } = asked;
  const refuse = (message: string): AgentReply => refuseCall(call, message);
  const hooks: (ExternalHooks | null)[] = [];
  const close = async (): Promise<void> => void (await Promise.all(hooks.map((one) => one?.close())));
  const done = (reply: AgentReply): CallAnswer => ({ reply, refuse, close });
  try {
    const trouble = options.capture === null ? null : captureAsked(options.capture, options, asked);
    const unrecorded = trouble === null ? null : `the payload was not recorded: ${trouble}`;
    const remark = remarkLine(call.remark) + remarkLine(unrecorded);
    if (options.capture !== null && request.bundle === null) return done({ ...neutral(asked), stderr: remark });
    const ignored = ignoredReply(call);
    if (ignored !== null) return done(withRemark(ignored, remark));
    const problem = problemOf(call) ?? options.error;
    if (problem !== null) return done(refuse(`policyc: ${problem}`));
    const { bundle } = request;
    if (bundle === null) return done(refuse("policyc: --bundle is missing"));
    if ("error" in bundle) return done(refuse(`policyc: ${bundle.error}`));
    if (rules === null) return done(refuse("policyc: the bundle has no rules"));
    const { importModule } = request;
    const module = rules();
    const events = eventsOf(call);
    const decisions = inTurn(events, ({ host, event }) => {
      const asking = decideEvent({ bundle, rules: module, caller, host, event, importModule });
      hooks.push(asking.hooks);
      return asking.decision;
    });
    const write = (made: readonly Decision[]): AgentReply => {
      const { host, event } = events.at(-1) as HostEvent;
      caller.decided(host, event, strictest(made));
      const reply = replyTo(call, made);
      if (isWithin(reply.stdout, stdoutCapOf(host))) return withRemark(reply, remark);
      return refuse("policyc: the rewritten event is too large for the agent to read");
    };
    return answered(decisions, write, refuse, close);
  } catch (caught) {
    return done(refuse(failureText(caught)));
  }
}

/** So many bytes at the most; a unit of a text has three in UTF-8, or is half of four. */
const isWithin = (text: string, bytes: number): boolean => text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes;

function answered(
  decisions: readonly Decision[] | Promise<readonly Decision[]>,
  write: (decisions: readonly Decision[]) => AgentReply,
  refuse: (message: string) => AgentReply,
  close: () => Promise<void>,
): CallAnswer {
  const safely = (made: readonly Decision[]): AgentReply => {
    try {
      return write(made);
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

/** stderr at exit code 0 is read by nobody but who looks for it. */
const withRemark = (reply: AgentReply, remark: string): AgentReply =>
  remark === "" || reply.stderr !== "" ? reply : { ...reply, stderr: remark };

function captureAsked(file: string, { agent }: CallArguments, asked: IdentifiedCall): string | null {
  const { input, payload, call } = asked;
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
