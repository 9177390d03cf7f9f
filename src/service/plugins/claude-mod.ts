// The hooks module of a Claude Code mod: no Node, no DOM, everything outside through `$`. Claude Code reads the module
// before it runs it and loads none that it cannot follow: events are literals, hooks are functions at the top of the file,
// and `on`, `$` and `next` go only to such functions. A hook that fails is skipped there, so each refuses in its own place.

import { withheld } from "../../hosts/shared/plan.ts";
import { isObject, type JsonObject } from "../../hosts/shared/read-answer.ts";
import type { Json } from "../../language/contract.ts";
import { unconfirmed } from "../../language/refusal-text.ts";
import { type CreatePolicy, type PluginSettings, textOf } from "./decider.ts";
import { fetchFact, type ModsApi, said } from "./mod-facts.ts";
import { isRefused, type ModPlace, type ModRules, modRules, type Planned, resultOf } from "./mod-rules.ts";

interface Next {
  (event: JsonObject): Promise<JsonObject>;
  readonly called?: boolean;
  readonly error?: { readonly kind?: string; readonly message?: string };
}

type Handler = ($: ModsApi, e: JsonObject, next: Next) => Promise<JsonObject>;
type On = (event: string, handler: Handler) => { catch(handler: Handler): unknown };

const YES = "Allow it";
const ROUNDS = 4;

let rules: ModRules | null = null;
let place: Omit<ModPlace, "cwd"> | null = null;
/** From the start of the turn; without it no turn can be ended. */
let turnId = "";
/** One at a time: the facts of one event are not those of another. */
let turn: Promise<unknown> = Promise.resolve();

async function placeNow($: ModsApi): Promise<ModPlace> {
  place ??= {
    session_id: await said(() => $.session.id(), "claude-code-mod"),
    workdir: await said(() => $.session.root(), "/"),
  };
  return { ...place, cwd: await said(() => $.session.cwd(), place.workdir) };
}

async function decided($: ModsApi, name: string, e: JsonObject, where: ModPlace): Promise<Planned | null> {
  if (rules === null) throw new Error("the rules are missing");
  rules.begin();
  for (let round = 0; round < ROUNDS; round++) {
    const keys = rules.wanted(name, e, where);
    if (keys.length === 0) break;
    const found = await Promise.all(keys.map((key) => fetchFact($, key, where.workdir)));
    for (const [at, key] of keys.entries()) rules.learn(key, found[at]);
  }
  return rules.planned(name, e, where);
}

async function planned($: ModsApi, name: string, e: JsonObject): Promise<Planned | null> {
  const where = await placeNow($);
  const mine = turn.then(() => decided($, name, e, where));
  turn = mine.catch(() => undefined);
  const found = await mine;
  for (const message of found?.plan.warnings ?? []) await said(async () => String($.ui.log(`policyc: ${message}`)), "");
  return found;
}

async function confirmed($: ModsApi, question: string): Promise<boolean> {
  return (await said(() => $.ui.ask(question, [YES, "Refuse"]), "")) === YES;
}

const failure = (error: unknown): string => `policyc: ${textOf(error)}`;
/** Why a hook did not come to its end by itself. */
const rescued = ({ error }: Next): string => `policyc: the rules could not be evaluated: ${error?.kind ?? "failed"}`;
const callRefused = (reason: string, isOver: boolean): JsonObject =>
  isOver ? { result: withheld(reason) } : { deny: reason };

async function toolCall($: ModsApi, e: JsonObject, next: Next): Promise<JsonObject> {
  let isOver = false;
  try {
    const before = await planned($, "tool.call", e);
    if (before !== null) {
      const { plan, decision } = before;
      if (plan.word === "respond") return { result: decision.result?.text ?? "" };
      if (plan.word === "stop") await said(async () => String(await $.turn.abort({ turnId })), "");
      if (isRefused(plan)) return { deny: plan.reason };
      if (plan.word === "ask" && !(await confirmed($, plan.reason))) return { deny: unconfirmed(plan.reason) };
    }
    const input = before?.plan.changes.input;
    const made = isObject(input) ? { ...input, tool: e.tool ?? "" } : e;
    const outcome = await next(made);
    isOver = true;
    if (outcome.deny !== undefined) return outcome;
    const name = outcome.isError === true ? "tool.call (isError)" : "tool.call (after next)";
    const after = await planned($, name, { ...made, outcome });
    return after === null ? outcome : resultOf(after, outcome);
  } catch (error) {
    return callRefused(failure(error), isOver);
  }
}

async function toolCheck($: ModsApi, e: JsonObject, next: Next): Promise<JsonObject> {
  try {
    const outcome = await next(e);
    const found = await planned($, "tool.check", { ...e, outcome });
    // A call that another handler refused stays refused.
    if (found === null || outcome.decision === "deny") return outcome;
    const { word, reason } = found.plan;
    if (word === "allow" || word === "ask") return { decision: word, reason };
    return isRefused(found.plan) ? { decision: "deny", reason } : outcome;
  } catch (error) {
    return { decision: "deny", reason: failure(error) };
  }
}

async function promptSubmit($: ModsApi, e: JsonObject, next: Next): Promise<JsonObject> {
  try {
    const found = await planned($, "prompt.submit", e);
    if (found === null) return await next(e);
    const { plan } = found;
    if (isRefused(plan) || plan.word === "ask") return { drop: plan.reason };
    const { prompt } = plan.changes;
    const earlier = Array.isArray(e.context) ? (e.context as readonly Json[]) : [];
    return await next({
      ...e,
      ...(typeof prompt === "string" ? { text: prompt } : {}),
      ...(plan.notes.length === 0 ? {} : { context: [...earlier, ...plan.notes] }),
    });
  } catch (error) {
    return { drop: failure(error) };
  }
}

/** Why the event must not proceed; null when it may. */
async function heldUp($: ModsApi, name: string, e: JsonObject): Promise<string | null> {
  try {
    const found = await planned($, name, e);
    return found !== null && (isRefused(found.plan) || found.plan.word === "ask") ? found.plan.reason : null;
  } catch (error) {
    return failure(error);
  }
}

async function sessionCompact($: ModsApi, e: JsonObject, next: Next): Promise<JsonObject> {
  const reason = await heldUp($, "session.compact", e);
  return reason === null ? next(e) : { skip: reason };
}

async function agentSpawn($: ModsApi, e: JsonObject, next: Next): Promise<JsonObject> {
  const reason = await heldUp($, "agent.spawn", e);
  return reason === null ? next(e) : { deny: reason };
}

/** Registers everything; a hook whose time runs out refuses too. */
export function registerMod(on: On, create: CreatePolicy, settings: PluginSettings): void {
  rules = modRules(create, settings);
  place = null;
  turn = Promise.resolve();
  on("tool.call", toolCall).catch(async (_$, _e, next) => callRefused(rescued(next), next.called === true));
  on("tool.check", toolCheck).catch(async (_$, _e, next) => ({ decision: "deny", reason: rescued(next) }));
  on("prompt.submit", promptSubmit).catch(async (_$, _e, next) => ({ drop: rescued(next) }));
  on("session.compact", sessionCompact).catch(async (_$, _e, next) => ({ skip: rescued(next) }));
  on("agent.spawn", agentSpawn).catch(async (_$, _e, next) => ({ deny: rescued(next) }));
  // Events that only report: nothing can be blocked.
  on("turn.start", async (_$, e, next) => {
    turnId = typeof e.turnId === "string" ? e.turnId : "";
    return next(e);
  }).catch(async (_$, e, next) => next(e));
  on("session.start", async ($, e, next) => {
    await planned($, "session.start", e);
    return next(e);
  }).catch(async (_$, e, next) => next(e));
  on("session.end", async ($, e, next) => {
    await planned($, "session.end", e);
    return next(e);
  }).catch(async (_$, e, next) => next(e));
  on("classic.Stop", async ($, e, next) => {
    await planned($, "classic.Stop", e);
    return next(e);
  }).catch(async (_$, e, next) => next(e));
}
