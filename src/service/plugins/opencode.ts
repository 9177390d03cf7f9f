// The plug-in for OpenCode. A hook that throws refuses, and its message reaches the model; what a hook changes it changes
// in place, because OpenCode goes on with the objects it handed out.

import { homedir } from "node:os";
import { isPromptPart, planOpencode, promptOf, readOpencode, SHOWN } from "../../hosts/opencode/plugin.ts";
import { type Plan, withheld } from "../../hosts/shared/plan.ts";
import { isObject, type JsonObject } from "../../hosts/shared/read-answer.ts";
import type { Json } from "../../language/contract.ts";
import { nodeWorld } from "../../runtime/machine/facts.ts";
import { type CreateAsked, judgeWith, type PluginSettings, tell } from "./decider.ts";
import { keptSessions } from "./kept-sessions.ts";
import { ownFiles } from "./own-files.ts";

export { verifiedPolicy } from "./verified-policy.ts";

interface Context {
  readonly client?: unknown;
  readonly directory?: unknown;
  readonly worktree?: unknown;
}

type Mutable = { [field: string]: unknown };
type Hook = (input: Mutable, output: Mutable) => Promise<void>;

const ABORT_MS = 2000;

const isRefused = ({ word }: Plan): boolean => word !== "pass" && word !== "allow";

export function opencodePlugin(create: CreateAsked, settings: PluginSettings, address: string) {
  return async ({ client, directory, worktree }: Context) => {
    // Outside of a repository OpenCode calls the whole disk its worktree.
    const tree = textIn(worktree);
    const workdir = (tree === "/" ? undefined : tree) ?? textIn(directory) ?? process.cwd();
    const home = homedir();
    const policy = create({
      revision: settings.revision,
      target: settings.target,
      world: nodeWorld,
      home,
      workdir,
      own: ownFiles(address, home, workdir),
      store: keptSessions(address, settings),
    });
    const judge = judgeWith(() => policy, settings);
    /** Sessions of subagents, and the one they all belong to. */
    const roots = new Map<string, string>();
    /** What the agent was sent back to work with: it comes by as a prompt, and is not the user's. */
    const sentBack = new Map<string, string>();
    let servers: readonly string[] | null = null;

    const rootOf = (session: unknown): string => {
      const name = textIn(session) ?? "default";
      return roots.get(name) ?? name;
    };

    /** What to do about a hook's call; null: nothing. */
    function planned(hook: string, payload: object, session: unknown): Plan | null {
      const place = { session_id: rootOf(session), workdir, cwd: textIn(directory) ?? workdir, servers };
      const judged = judge(readOpencode(hook, payload as JsonObject, place));
      if (judged === null) return null;
      const plan = planOpencode(judged.decision, judged.event);
      for (const message of plan.warnings)
        void tell(client, ["tui", "showToast"], { body: { title: "policyc", message, variant: "warning" } });
      return plan;
    }

    /** The turn must be over before the call is refused: the model would go on with the refusal. */
    async function ended({ word }: Plan, session: unknown): Promise<void> {
      if (word !== "stop") return;
      const aborted = tell(client, ["session", "abort"], { path: { id: textIn(session) ?? "" } });
      await Promise.race([aborted, new Promise((resolve) => setTimeout(resolve, ABORT_MS))]);
    }

    /** Before something happens: a refusal is thrown. */
    const gate =
      (hook: string, apply: (plan: Plan, input: Mutable, output: Mutable) => void): Hook =>
      async (input, output) => {
        const session = input.sessionID ?? sessionIn(output);
        const plan = planned(hook, { input, output }, session);
        if (plan === null) return;
        await ended(plan, session);
        if (isRefused(plan)) throw new Error(plan.reason);
        apply(plan, input, output);
      };

    const prompted = gate("chat.message", (plan, _, output) => {
      const parts = Array.isArray(output.parts) ? (output.parts as Mutable[]) : [];
      const own = parts.filter((part) => isPromptPart(part as Json));
      const { prompt } = plan.changes;
      if (typeof prompt === "string") for (const [at, part] of own.entries()) part.text = at === 0 ? prompt : "";
      addNotes(parts, plan.notes);
    });

    const text: Hook = async (input, output) => {
      for (const [hook, field] of [
        ["experimental.text.complete", "response"],
        [SHOWN, "message"],
      ] as const) {
        const plan = planned(hook, { input, output }, input.sessionID);
        if (plan === null) continue;
        const words = isRefused(plan) ? withheld(plan.reason) : plan.changes[field];
        if (typeof words === "string") output.text = words;
      }
    };

    const event = async ({ event: told }: { readonly event: unknown }): Promise<void> => {
      const { type, properties } = isObject(told) ? told : ({} as JsonObject);
      const about = isObject(properties) ? properties : {};
      const info = isObject(about.info) ? about.info : {};
      if (typeof info.id === "string" && typeof info.parentID === "string") roots.set(info.id, rootOf(info.parentID));
      if (type === "session.deleted" && typeof info.id === "string") roots.delete(info.id);
      const session = about.sessionID ?? info.id;
      // Only the session that the user talks to can be sent back to work.
      if (type === "session.idle" && roots.has(String(session))) return;
      const plan = planned(`event ${String(type)}`, { event: told }, session);
      if (plan === null || type !== "session.idle" || !isRefused(plan) || plan.word === "stop") return;
      sentBack.set(String(session), plan.reason);
      const body = { parts: [{ type: "text", text: plan.reason }] };
      void tell(client, ["session", "promptAsync"], { path: { id: textIn(session) ?? "" }, body });
    };

    return {
      config: async (config: Mutable): Promise<void> => {
        servers = isObject(config?.mcp as Json) ? Object.keys(config.mcp as JsonObject) : [];
      },
      event,
      "chat.message": async (input: Mutable, output: Mutable): Promise<void> => {
        const words = sentBack.get(String(input.sessionID));
        sentBack.delete(String(input.sessionID));
        if (words === undefined || promptOf(output.parts as Json) !== words) await prompted(input, output);
      },
      "experimental.chat.messages.transform": gate("experimental.chat.messages.transform", (plan, _, output) => {
        const messages = Array.isArray(output.messages) ? (output.messages as Mutable[]) : [];
        const users = messages.filter(({ info }) => isObject(info as Json) && (info as JsonObject).role === "user");
        addNotes(users.at(-1)?.parts, plan.notes);
      }),
      "experimental.text.complete": text,
      "tool.execute.before": gate("tool.execute.before", (plan, _, output) => {
        const { input } = plan.changes;
        if (isObject(input)) replace(output.args as Mutable, input);
      }),
      "tool.execute.after": async (input: Mutable, output: Mutable): Promise<void> => {
        const plan = planned("tool.execute.after", { input, output }, input.sessionID);
        if (plan === null) return;
        const words = isRefused(plan) ? withheld(plan.reason) : plan.changes.output;
        if (typeof words === "string") putResult(output, words);
        if (plan.notes.length > 0) addToResult(output, plan.notes);
      },
      "experimental.session.compacting": gate("experimental.session.compacting", (plan, _, output) => {
        if (Array.isArray(output.context)) output.context.push(...plan.notes);
      }),
    };
  };
}

const textIn = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The messages for a model say themselves which session they are of. */
function sessionIn({ messages }: Mutable): unknown {
  const [first] = Array.isArray(messages) ? (messages as Mutable[]) : [];
  return (first?.info as Mutable | undefined)?.sessionID;
}

function replace(target: Mutable, value: JsonObject): void {
  for (const key of Object.keys(target)) delete target[key];
  Object.assign(target, value);
}

/** Remarks as parts that OpenCode counts as not written by the user. */
function addNotes(parts: unknown, notes: readonly string[]): void {
  if (!Array.isArray(parts) || notes.length === 0) return;
  const last = (parts.at(-1) ?? {}) as Mutable;
  const { id = "prt_0", sessionID, messageID } = last;
  for (const [at, text] of notes.entries())
    parts.push({ id: `${String(id)}n${at}`, sessionID, messageID, type: "text", text, synthetic: true });
}

/** What stays of a result that is replaced, beside its text. */
const keptOfResult: readonly string[] = ["title", "metadata", "content", "isError"];

/** Built-in tools give a text, MCP tools their content; what is kept beside it for the screen goes too. */
function putResult(output: Mutable, words: string): void {
  for (const key of Object.keys(output)) if (!keptOfResult.includes(key)) delete output[key];
  if (output.content !== undefined) output.content = [{ type: "text", text: words }];
  else output.output = words;
  const metadata = output.metadata;
  if (typeof metadata !== "object" || metadata === null) return;
  for (const [key, value] of Object.entries(metadata))
    if (typeof value === "string") (metadata as Mutable)[key] = key === "output" ? words : "";
}

function addToResult(output: Mutable, notes: readonly string[]): void {
  if (Array.isArray(output.content)) output.content.push(...notes.map((text) => ({ type: "text", text })));
  else output.output = [String(output.output ?? ""), ...notes].join("\n");
}
