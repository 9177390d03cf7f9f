// The hooks module of a Claude Code mod: no Node, no DOM, everything outside through `$`. A hook that fails is skipped
// there, so each has a handler of its own that refuses in its place.

import { planMod, readMod } from "../hosts/claude-code-mod/plugin.ts";
import { type Plan, withheld } from "../hosts/plan.ts";
import { isObject, type JsonObject } from "../hosts/read-answer.ts";
import { responseOf } from "../hosts/response-text.ts";
import type { Decision, Json } from "../runtime/contract.ts";
import type { Policy } from "../runtime/core/index.ts";
import { type CreatePolicy, judgeWith, type PluginSettings, textOf } from "./decider.ts";
import { type ModsApi, modWorld } from "./mod-world.ts";

interface Next {
  (event: JsonObject): Promise<JsonObject>;
  readonly called?: boolean;
  readonly error?: { readonly kind?: string; readonly message?: string };
}

type Handler = ($: ModsApi, e: JsonObject, next: Next) => Promise<JsonObject>;
type On = (event: string, handler: Handler) => { catch(handler: Handler): unknown };

interface Planned {
  readonly plan: Plan;
  readonly decision: Decision;
}

const isRefused = ({ word }: Plan): boolean => word !== "pass" && word !== "allow" && word !== "ask";
const YES = "Let it happen";

export function claudeMod(create: CreatePolicy, settings: PluginSettings) {
  return (on: On): void => {
    const facts = modWorld();
    let policy: Policy | null = null;
    let store: Policy["store"] | null = null;
    /** One at a time: the facts of one event are not those of another. */
    let turn: Promise<unknown> = Promise.resolve();
    let place: { readonly session_id: string; readonly workdir: string } | null = null;

    async function planned($: ModsApi, name: string, e: JsonObject): Promise<Planned | null> {
      place ??= {
        session_id: await said(() => $.session.id(), "claude-code-mod"),
        workdir: await said(() => $.session.root(), "/"),
      };
      const cwd = await said(() => $.session.cwd(), place.workdir);
      const where = { ...place, cwd };
      const { workdir } = place;
      // A policy remembers where the folders of its rules lead, so the one that decides is made when that is known.
      const fresh = (): Policy => {
        const options = { revision: settings.revision, target: settings.target, world: facts.world, workdir };
        const made = create(store === null ? options : { ...options, store });
        store ??= made.store;
        return made;
      };
      const engine = (): Policy => {
        policy ??= fresh();
        return policy;
      };
      const mine = turn.then(async () => {
        const read = readMod(name, e, where);
        if ("event" in read && settings.points.includes(read.event.point))
          await facts.prepare($, fresh, read.event, workdir);
        return judgeWith(engine, settings)(read);
      });
      turn = mine.catch(() => undefined);
      const judged = await mine;
      if (judged === null) return null;
      const plan = planMod(judged.decision, judged.event);
      for (const message of plan.warnings) await said(async () => String($.ui.log(`policyc: ${message}`)), "");
      return { plan, decision: judged.decision };
    }

    async function confirmed($: ModsApi, question: string): Promise<boolean> {
      return (await said(() => $.ui.ask(question, [YES, "Refuse"]), "")) === YES;
    }

    /** Registers a hook whose own failure, and whose time running out, is a refusal. */
    function guard(event: string, handler: Handler, refuse: (reason: string, isOver: boolean) => JsonObject): void {
      const safe: Handler = async ($, e, next) => {
        let isOver = false;
        const watched: Next = async (given) => {
          const result = await next(given);
          isOver = true;
          return result;
        };
        try {
          return await handler($, e, watched);
        } catch (error) {
          return refuse(`policyc: ${textOf(error)}`, isOver);
        }
      };
      on(event, safe).catch(async (_$, _e, next) =>
        refuse(`policyc: the rules could not be asked: ${next.error?.kind ?? "failed"}`, next.called === true),
      );
    }

    guard(
      "tool.call",
      async ($, e, next) => {
        const before = await planned($, "tool.call", e);
        if (before !== null) {
          const { plan, decision } = before;
          if (plan.word === "respond") return { result: decision.result?.text ?? "" };
          if (plan.word === "stop") await said(async () => String(await $.turn.abort()), "");
          if (isRefused(plan)) return { deny: plan.reason };
          if (plan.word === "ask" && !(await confirmed($, plan.reason))) return { deny: plan.reason };
        }
        const input = before?.plan.changes.input;
        const made = isObject(input) ? { ...input, tool: e.tool ?? "" } : e;
        const outcome = await next(made);
        if (outcome.deny !== undefined) return outcome;
        const name = outcome.isError === true ? "tool.call (isError)" : "tool.call (after next)";
        const after = await planned($, name, { ...made, outcome });
        return after === null ? outcome : resultOf(after.plan, outcome);
      },
      (reason, isOver) => (isOver ? { result: withheld(reason) } : { deny: reason }),
    );

    guard(
      "tool.check",
      async ($, e, next) => {
        const outcome = await next(e);
        const found = await planned($, "tool.check", { ...e, outcome });
        // What somebody else refused stays refused.
        if (found === null || outcome.decision === "deny") return outcome;
        const { word, reason } = found.plan;
        if (word === "allow" || word === "ask") return { decision: word, reason };
        return isRefused(found.plan) ? { decision: "deny", reason } : outcome;
      },
      (reason) => ({ decision: "deny", reason }),
    );

    guard(
      "prompt.submit",
      async ($, e, next) => {
        const found = await planned($, "prompt.submit", e);
        if (found === null) return next(e);
        const { plan } = found;
        if (isRefused(plan) || plan.word === "ask") return { drop: plan.reason };
        const { prompt } = plan.changes;
        const earlier = Array.isArray(e.context) ? (e.context as readonly Json[]) : [];
        return next({
          ...e,
          ...(typeof prompt === "string" ? { text: prompt } : {}),
          ...(plan.notes.length === 0 ? {} : { context: [...earlier, ...plan.notes] }),
        });
      },
      (reason) => ({ drop: reason }),
    );

    const simple = (event: string, refuse: (reason: string) => JsonObject): void =>
      guard(
        event,
        async ($, e, next) => {
          const found = await planned($, event, e);
          return found !== null && (isRefused(found.plan) || found.plan.word === "ask")
            ? refuse(found.plan.reason)
            : next(e);
        },
        refuse,
      );
    simple("session.compact", (reason) => ({ skip: reason }));
    simple("agent.spawn", (reason) => ({ deny: reason }));

    /** Events that only tell: nothing is held up. */
    for (const event of ["session.start", "session.end", "classic.Stop"])
      on(event, async ($, e, next) => {
        await planned($, event, e);
        return next(e);
      }).catch(async (_$, e, next) => next(e));
  };
}

function resultOf(plan: Plan, outcome: JsonObject): JsonObject {
  if (isRefused(plan)) return { ...outcome, result: withheld(plan.reason) };
  const { output } = plan.changes;
  const given: Json = outcome.result ?? "";
  const result = typeof output === "string" ? responseOf(output, given) : given;
  if (typeof output !== "string" && plan.notes.length === 0) return outcome;
  return { ...outcome, result: typeof result === "string" ? [result, ...plan.notes].join("\n") : result };
}

/** What a call of the mods API says, or what to take instead. */
async function said(call: () => Promise<string>, otherwise: string): Promise<string> {
  try {
    const words = await call();
    return typeof words === "string" ? words : otherwise;
  } catch {
    return otherwise;
  }
}
