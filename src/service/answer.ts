// One agent call: payload in, decision out, in the format of the host that asks. Every way in ends here. Whatever goes wrong
// is that host's refusal wherever something can still be held up; on events that only report, it is silence.

import { type HookReply, type ReadEvent, readPayload, remarked, silence } from "../hosts/answer-as.ts";
import type { Decision, Json, Point } from "../runtime/contract.ts";
import { failureText, whyOf } from "../runtime/load-error.ts";
import { uptimeMs } from "../runtime/uptime.ts";
import type { CallArguments } from "./arguments.ts";
import type { Caller } from "./caller.ts";
import { capture } from "./capture.ts";
import { type Asking, decideEvent, type RulesModule } from "./decide.ts";
import { type Asker, askerOf } from "./identify-host.ts";
import type { CallBundle } from "./open-bundle.ts";
import { type Input, readInput } from "./read-input.ts";
import { stdoutCapOf } from "./write-reply.ts";

export interface CallRequest {
  /** The verified bundle, why there is none, or null when none is needed. */
  readonly bundle: CallBundle | { readonly error: string } | null;
  readonly importModule: (address: string) => Promise<unknown>;
  /** How far it came: whoever has to answer in its place goes on from there. */
  readonly progress: Progress;
  readonly caller: Caller;
}

/** Answers, whatever happens. */
export type Answer = (request: CallRequest) => CallAnswer;

export interface Progress {
  input: Input | null;
}

export interface CallAnswer {
  readonly reply: HookReply | Promise<HookReply>;
  /** The refusal if the reply never comes. */
  readonly refuse: (message: string) => HookReply;
  readonly close: () => Promise<void>;
}

/** Time to read stdin in when the rest has already used up what there was. */
const GRACE_MS = 500;

/** `rules` is null in a process that has none to ask, and may throw. Never throws itself. */
export function answerCall(request: CallRequest, rules: (() => RulesModule) | null): CallAnswer {
  const { caller, progress } = request;
  const { options } = caller;
  progress.input ??= readInput(Math.max(caller.endsAt, uptimeMs() + GRACE_MS));
  const asked = askedBy(progress.input, caller);
  const refuse = (message: string): HookReply => refusal(asked, message);
  const done = (reply: HookReply): CallAnswer => ({ reply, refuse, close: async () => undefined });
  try {
    const trouble = options.capture === null ? null : captureAsked(options.capture, options, asked);
    const unrecorded = trouble === null ? null : `the payload was not recorded: ${trouble}`;
    const remark = remarkLine(asked.asker.remark) + remarkLine(unrecorded);
    if (options.capture !== null && request.bundle === null) return done({ ...neutral(asked), stderr: remark });
    const { read } = asked;
    const { dialect, error } = asked.asker;
    if ("ignored" in read) return done(withRemark(read.ignored, remark));
    const problem = error ?? ("error" in read ? read.error : options.error);
    if (problem !== null || "error" in read || dialect === null)
      return done(refuse(`policyc: ${problem ?? "nobody can be answered"}`));
    const { bundle } = request;
    if (bundle === null) return done(refuse("policyc: --bundle is missing"));
    if ("error" in bundle) return done(refuse(`policyc: ${bundle.error}`));
    if (rules === null) return done(refuse("policyc: the bundle has no rules to ask"));
    const { event } = read;
    const { importModule } = request;
    const asking = decideEvent({ bundle, rules: rules(), caller, host: dialect.name, event, importModule });
    const write = (decision: Decision): HookReply => {
      caller.decided(dialect.name, event, decision);
      const reply = dialect.write(remarked(decision, asked.asker.remark), event);
      if (isWithin(reply.stdout, stdoutCapOf(dialect.name))) return withRemark(reply, remark);
      return refuse("policyc: the rewritten event is too large for the host to read");
    };
    return answered(asking, write, refuse);
  } catch (caught) {
    return done(refuse(failureText(caught)));
  }
}

/** So many bytes at the most; a unit of a text has three in UTF-8, or is half of four. */
const isWithin = (text: string, bytes: number): boolean => text.length * 3 <= bytes || Buffer.byteLength(text) <= bytes;

function answered(
  { decision, hooks }: Asking,
  write: (decision: Decision) => HookReply,
  refuse: (message: string) => HookReply,
): CallAnswer {
  const close = async (): Promise<void> => hooks?.close();
  const safely = (made: Decision): HookReply => {
    try {
      return write(made);
    } catch (caught) {
      return refuse(failureText(caught));
    }
  };
  if (!(decision instanceof Promise)) return { reply: safely(decision), refuse, close };
  return { reply: decision.then(safely, (caught) => refuse(failureText(caught))), refuse, close };
}

interface WhoAsked {
  readonly input: Input;
  readonly payload: Json | undefined;
  readonly asker: Asker;
  readonly read: ReadEvent;
}

function askedBy(input: Input, { options: { agent }, environment }: Caller): WhoAsked {
  const parsed = "error" in input ? input : readPayload(input.text);
  const payload = "error" in parsed ? undefined : parsed.payload;
  const asker = askerOf(payload, agent, environment);
  if ("error" in parsed) return { input, payload, asker, read: { error: parsed.error, point: null } };
  return { input, payload, asker, read: readEvent(asker, parsed.payload, environment) };
}

function readEvent({ dialect }: Asker, payload: Json, environment: NodeJS.ProcessEnv): ReadEvent {
  try {
    return dialect?.read(payload, environment) ?? { error: "the payload does not tell who asks", point: null };
  } catch (caught) {
    return { error: whyOf(caught), point: null };
  }
}

function pointOf({ read }: WhoAsked): Point | null {
  if ("event" in read) return read.event.point;
  return "error" in read ? read.point : null;
}

/** A dialect that fails at failing must not end in silence. */
function refusal(asked: WhoAsked, message: string): HookReply {
  const plain: HookReply = { stdout: "", stderr: `${message}\n`, exitCode: 2 };
  const { asker, read } = asked;
  try {
    // Where nothing is held up there is nothing to refuse.
    if ("ignored" in read) return read.ignored;
    return asker.dialect?.failure(pointOf(asked), message, "event" in read ? read.event : undefined) ?? plain;
  } catch {
    return plain;
  }
}

const remarkLine = (remark: string | null): string => (remark === null ? "" : `policyc: ${remark}\n`);

/** stderr at exit code 0 is read by nobody but who looks for it. */
const withRemark = (reply: HookReply, remark: string): HookReply =>
  remark === "" || reply.stderr !== "" ? reply : { ...reply, stderr: remark };

function captureAsked(file: string, { agent }: CallArguments, asked: WhoAsked): string | null {
  const { input, payload, asker, read } = asked;
  const tool = "event" in read && typeof read.event.tool === "string" ? read.event.tool : null;
  const problem = "error" in read ? read.error : null;
  return capture(file, {
    input,
    payload,
    agent,
    host: asker.dialect?.name ?? null,
    point: pointOf(asked),
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
function neutral({ asker: { dialect }, read }: WhoAsked): HookReply {
  if ("ignored" in read) return read.ignored;
  return dialect !== null && "event" in read ? dialect.write(nothingFound, read.event) : silence;
}
