// The plug-in for OpenCode. A hook that throws refuses, and its message reaches the model; what a hook changes it changes
// in place, because OpenCode goes on with the objects it handed out.

import { homedir } from "node:os";
import { isPromptPart, planOpencode, promptOf, readOpencode, SHOWN } from "../../hosts/opencode/plugin.ts";
import { type ReplyPlan, withheld } from "../../hosts/shared/plan.ts";
import { isObject, type JsonObject } from "../../hosts/shared/read-answer.ts";
import type { Json } from "../../language/contract.ts";
import { nodeWorld } from "../../runtime/machine/facts.ts";
import { type CreateSyncPolicy, judgeWith, type PluginSettings, tell } from "./decider.ts";
import { ownFiles } from "./own-files.ts";
import { storedSessions } from "./stored-sessions.ts";

export { verifiedPolicy } from "./verified-policy.ts";

interface Context {
  readonly client?: unknown;
  readonly directory?: unknown;
  readonly worktree?: unknown;
}

type Mutable = { [field: string]: unknown };
type Hook = (input: Mutable, output: Mutable) => Promise<void>;

const ABORT_MS = 2000;

const isRefused = ({ word }: ReplyPlan): boolean => word !== "pass" && word !== "allow";

export function opencodePlugin(create: CreateSyncPolicy, settings: PluginSettings, address: string) {
  return async (context: Context) => new OpencodeSessions(create, settings, address, context).hooks();
}

/** The plug-in's data about the sessions of one OpenCode process. */
class OpencodeSessions {
  readonly #client: unknown;
  readonly #workdir: string;
  readonly #cwd: string;
  readonly #judge: ReturnType<typeof judgeWith>;
  /** Sessions of subagents, and the one they all belong to. */
  readonly #roots = new Map<string, string>();
  /** The message that sent the agent back to work: OpenCode reports it as a prompt, but it is not the user's. */
  readonly #sentBack = new Map<string, string>();
  #servers: readonly string[] | null = null;

  constructor(create: CreateSyncPolicy, settings: PluginSettings, address: string, context: Context) {
    const { client, directory, worktree } = context;
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
      store: storedSessions(address, settings),
    });
    this.#client = client;
    this.#workdir = workdir;
    this.#cwd = textIn(directory) ?? workdir;
    this.#judge = judgeWith(() => policy, settings);
  }

  /** The hooks that OpenCode calls, by its names for them. */
  hooks() {
    return {
      config: async (config: Mutable): Promise<void> => {
        this.#servers = isObject(config?.mcp as Json) ? Object.keys(config.mcp as JsonObject) : [];
      },
      event: ({ event }: { readonly event: unknown }) => this.#event(event),
      "chat.message": (input: Mutable, output: Mutable) => this.#prompt(input, output),
      "experimental.chat.messages.transform": this.#gate("experimental.chat.messages.transform", addNotesToLastPrompt),
      "experimental.text.complete": (input: Mutable, output: Mutable) => this.#answer(input, output),
      "tool.execute.before": this.#gate("tool.execute.before", replaceArguments),
      "tool.execute.after": (input: Mutable, output: Mutable) => this.#result(input, output),
      "experimental.session.compacting": this.#gate("experimental.session.compacting", addNotesToContext),
    };
  }

  #rootOf(session: unknown): string {
    const name = textIn(session) ?? "default";
    return this.#roots.get(name) ?? name;
  }

  /** What to do about a hook's call; null: nothing. */
  #plan(hook: string, payload: object, session: unknown): ReplyPlan | null {
    const place = {
      session_id: this.#rootOf(session),
      workdir: this.#workdir,
      cwd: this.#cwd,
      servers: this.#servers,
    };
    const judged = this.#judge(readOpencode(hook, payload as JsonObject, place));
    if (judged === null) return null;
    const plan = planOpencode(judged.decision, judged.event);
    for (const message of plan.warnings)
      void tell(this.#client, ["tui", "showToast"], { body: { title: "policyc", message, variant: "warning" } });
    return plan;
  }

  /** Before something happens: a refusal is thrown. */
  #gate(hook: string, apply: Apply): Hook {
    return async (input, output) => {
      const session = input.sessionID ?? sessionIn(output);
      const plan = this.#plan(hook, { input, output }, session);
      if (plan === null) return;
      if (plan.word === "stop") await this.#abort(session);
      if (isRefused(plan)) throw new Error(plan.reason);
      apply(plan, output);
    };
  }

  /** The turn must end before the call is refused: otherwise the model would continue with the refusal. */
  async #abort(session: unknown): Promise<void> {
    const aborted = tell(this.#client, ["session", "abort"], { path: { id: textIn(session) ?? "" } });
    await Promise.race([aborted, new Promise((resolve) => setTimeout(resolve, ABORT_MS))]);
  }

  async #prompt(input: Mutable, output: Mutable): Promise<void> {
    const words = this.#sentBack.get(String(input.sessionID));
    this.#sentBack.delete(String(input.sessionID));
    if (words !== undefined && promptOf(output.parts as Json) === words) return;
    await this.#gate("chat.message", replacePrompt)(input, output);
  }

  /** The model's answer, then the same text as a message that is shown. */
  async #answer(input: Mutable, output: Mutable): Promise<void> {
    for (const [hook, field] of [
      ["experimental.text.complete", "response"],
      [SHOWN, "message"],
    ] as const) {
      const plan = this.#plan(hook, { input, output }, input.sessionID);
      if (plan === null) continue;
      const words = isRefused(plan) ? withheld(plan.reason) : plan.changes[field];
      if (typeof words === "string") output.text = words;
    }
  }

  async #result(input: Mutable, output: Mutable): Promise<void> {
    const plan = this.#plan("tool.execute.after", { input, output }, input.sessionID);
    if (plan === null) return;
    const words = isRefused(plan) ? withheld(plan.reason) : plan.changes.output;
    if (typeof words === "string") putResult(output, words);
    if (plan.notes.length > 0) addToResult(output, plan.notes);
  }

  async #event(event: unknown): Promise<void> {
    const { type, properties } = isObject(event) ? event : ({} as JsonObject);
    const about = isObject(properties) ? properties : {};
    const info = isObject(about.info) ? about.info : {};
    if (typeof info.id === "string" && typeof info.parentID === "string")
      this.#roots.set(info.id, this.#rootOf(info.parentID));
    if (type === "session.deleted" && typeof info.id === "string") this.#roots.delete(info.id);
    const session = about.sessionID ?? info.id;
    // Only the session that the user talks to can be sent back to work.
    if (type === "session.idle" && this.#roots.has(String(session))) return;
    const plan = this.#plan(`event ${String(type)}`, { event }, session);
    if (plan === null || type !== "session.idle" || !isRefused(plan) || plan.word === "stop") return;
    this.#sentBack.set(String(session), plan.reason);
    const body = { parts: [{ type: "text", text: plan.reason }] };
    void tell(this.#client, ["session", "promptAsync"], { path: { id: textIn(session) ?? "" }, body });
  }
}

/** The changes of a plan that lets the action happen. */
type Apply = (plan: ReplyPlan, output: Mutable) => void;

const replacePrompt: Apply = (plan, output) => {
  const parts = Array.isArray(output.parts) ? (output.parts as Mutable[]) : [];
  const own = parts.filter((part) => isPromptPart(part as Json));
  const { prompt } = plan.changes;
  if (typeof prompt === "string") for (const [at, part] of own.entries()) part.text = at === 0 ? prompt : "";
  addNotes(parts, plan.notes);
};

const addNotesToLastPrompt: Apply = (plan, output) => {
  const messages = Array.isArray(output.messages) ? (output.messages as Mutable[]) : [];
  const users = messages.filter(({ info }) => isObject(info as Json) && (info as JsonObject).role === "user");
  addNotes(users.at(-1)?.parts, plan.notes);
};

const replaceArguments: Apply = (plan, output) => {
  const { input } = plan.changes;
  if (isObject(input)) replace(output.args as Mutable, input);
};

const addNotesToContext: Apply = (plan, output) => {
  if (Array.isArray(output.context)) output.context.push(...plan.notes);
};

const textIn = (value: unknown): string | undefined => (typeof value === "string" && value !== "" ? value : undefined);

/** The messages for a model name their session. */
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

/** The parts of a replaced result that stay, other than its text. */
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
