// A question about a bundle: decided like a call of an installed hook, with the same rules, adapters and disk. Sessions are
// read and never changed, so asking leaves no trace that a later call would see.

import { createRequire } from "node:module";
import { adapterOf } from "../hosts/adapters.ts";
import type { AgentReply } from "../hosts/shared/adapter.ts";
import type { Decision, PolicyEvent, Scope } from "../language/contract.ts";
import { uptimeMs } from "../runtime/machine/uptime.ts";
import { fileStore } from "../runtime/stores/file.ts";
import { readArguments } from "./arguments.ts";
import { type Caller, newAskId } from "./caller.ts";
import { policyFor } from "./decide.ts";
import { withoutLoaderVariables } from "./loader-variables.ts";
import { type CallBundle, openBundle } from "./open-bundle.ts";
import { programOf } from "./run-module.ts";

export interface Question {
  readonly bundle: string;
  /** The only revision to accept. */
  readonly revision: string | null;
  readonly scope: Scope;
  /** Where session state is stored; null: the user's state folder. */
  readonly state: string | null;
  /** The agent that would ask. */
  readonly agent: string;
  /** An agent's payload as text, or an event in policyc's own form. */
  readonly call: { readonly payload: string } | { readonly event: PolicyEvent };
  /** As the agent would give it to its hook. */
  readonly environment: NodeJS.ProcessEnv;
  readonly cwd: string;
}

export interface Asked {
  /** The agent that the reply is for. */
  readonly host: string;
  /** What was decided; null when the call was refused without being decided. */
  readonly decided: { readonly event: PolicyEvent; readonly decision: Decision } | null;
  /** What the hook prints; null for agents that carry out decisions in another way. */
  readonly reply: AgentReply | null;
}

/** A person waits, not an agent. */
const LIMIT_MS = 30_000;

const importModule = (address: string): Promise<unknown> => import(/* @vite-ignore */ address);

/** Throws a PolicyLoadError when the bundle cannot be used. */
export async function askBundle(question: Question): Promise<Asked> {
  const { bundle: dir, revision, call } = question;
  const bundle = openBundle(dir, revision);
  return "payload" in call ? answerPayload(question, bundle, call.payload) : decide(question, bundle, call.event);
}

async function answerPayload(question: Question, bundle: CallBundle, text: string): Promise<Asked> {
  let host = question.agent;
  let decided: Asked["decided"] = null;
  const caller = lookingCaller(question, (agent, event, decision) => {
    host = agent;
    decided = { event, decision };
  });
  const program = programOf(bundle, createRequire(process.execPath));
  const answer = program.answer({ bundle, importModule, caller, progress: { input: { text } } });
  try {
    return { reply: await answer.reply, host, decided };
  } finally {
    await answer.close();
  }
}

async function decide(question: Question, bundle: CallBundle, event: PolicyEvent): Promise<Asked> {
  const { agent: host } = question;
  const caller = lookingCaller(question, () => undefined);
  const rules = programOf(bundle, createRequire(process.execPath)).rules();
  const { policy, hooks } = policyFor({ bundle, rules, caller, host, importModule });
  try {
    const decision = await policy.decideSoon(event, caller.ask);
    return { host, decided: { event, decision }, reply: adapterOf(host)?.write(decision, event) ?? null };
  } finally {
    await hooks?.close();
  }
}

function lookingCaller(question: Question, decided: Caller["decided"]): Caller {
  const { bundle, revision, scope, state, agent, environment, cwd } = question;
  const words = [
    ...["--agent", agent, "--bundle", bundle, "--scope", scope, "--serve", "never"],
    ...(revision === null ? [] : ["--revision", revision]),
    ...(state === null ? [] : ["--state", state]),
  ];
  return {
    options: { ...readArguments(words, () => cwd), mode: "once", deadlineMs: LIMIT_MS },
    environment: withoutLoaderVariables(environment),
    cwd,
    endsAt: uptimeMs() + LIMIT_MS,
    ask: newAskId(),
    isLooking: true,
    sessions: (options) => {
      const { folder, read } = fileStore(options);
      return { ...(folder === undefined ? {} : { folder }), read, commit: () => undefined };
    },
    policy: (_, make) => make(),
    decided,
  };
}
