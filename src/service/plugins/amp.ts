// The plug-in for Amp. Amp carries out what its handlers return; no result means no opinion, and a handler that fails rejects.

import { homedir } from "node:os";
import { planAmp, readAmp } from "../../hosts/amp/plugin.ts";
import type { AmpShell } from "../../hosts/amp/tools.ts";
import { type ReplyPlan, withheld } from "../../hosts/shared/plan.ts";
import { isObject, type JsonObject } from "../../hosts/shared/read-answer.ts";
import { mcpResponseOf, responseOf } from "../../hosts/shared/response-text.ts";
import type { Decision, Json } from "../../language/contract.ts";
import { unconfirmed } from "../../language/refusal-text.ts";
import { nodeWorld } from "../../runtime/machine/facts.ts";
import { type CreatePolicy, judgeWith, type PluginSettings, tell, textOf } from "./decider.ts";
import { ownFiles } from "./own-files.ts";

interface Amp {
  on(event: string, handler: (event: unknown, context: unknown) => Promise<unknown>): void;
  readonly helpers?: {
    readonly shellCommandFromToolCall?: (event: unknown) => unknown;
    readonly filePathFromURI?: (uri: unknown) => unknown;
  };
  readonly system?: { readonly workspaceRoot?: unknown };
}

interface Planned {
  readonly plan: ReplyPlan;
  readonly decision: Decision;
  readonly isMcp: boolean;
}

const isRefused = ({ word }: ReplyPlan): boolean => word !== "pass" && word !== "allow" && word !== "ask";

export function ampPlugin(create: CreatePolicy, settings: PluginSettings, address: string) {
  return (amp: Amp): void => {
    const workdir = workspaceOf(amp) ?? process.cwd();
    const home = homedir();
    const policy = create({
      revision: settings.revision,
      target: settings.target,
      world: nodeWorld,
      home,
      workdir,
      own: ownFiles(address, home, workdir),
    });
    const judge = judgeWith(() => policy, settings);

    function planned(name: string, event: unknown, context: unknown): Planned | null {
      const given = isObject(event) ? event : {};
      const place = { workdir, cwd: workdir, session_id: "default", shell: shellOf(amp, event) };
      const judged = judge(readAmp(name, given, place));
      if (judged === null) return null;
      const plan = planAmp(judged.decision, judged.event);
      for (const message of plan.warnings) void tell(context, ["ui", "notify"], message);
      return { plan, decision: judged.decision, isMcp: judged.event.tool === "mcp" };
    }

    const stopped = (context: unknown): Promise<void> => tell(context, ["thread", "cancel"]);

    amp.on("session.start", async (event, context) => void planned("session.start", event, context));
    amp.on("agent.end", async (event, context) => void planned("agent.end", event, context));

    amp.on("agent.start", async (event, context) => {
      const found = planned("agent.start", event, context);
      if (found === null) return undefined;
      const { plan } = found;
      if (isRefused(plan) || plan.word === "ask") {
        await tell(context, ["ui", "notify"], plan.reason);
        await stopped(context);
      }
      return plan.notes.length === 0 ? undefined : { message: { content: plan.notes.join("\n") } };
    });

    amp.on("tool.call", async (event, context) => {
      try {
        const found = planned("tool.call", event, context);
        if (found === null) return undefined;
        const { plan, decision } = found;
        if (plan.word === "ask" && !(await confirmed(context, plan.reason))) return rejected(unconfirmed(plan.reason));
        if (plan.word === "stop") await stopped(context);
        if (plan.word === "respond") return { action: "synthesize", result: { output: decision.result?.text ?? "" } };
        if (isRefused(plan)) return rejected(plan.reason);
        const { input } = plan.changes;
        if (isObject(input)) return { action: "modify", input };
        return plan.word === "allow" ? { action: "allow" } : undefined;
      } catch (error) {
        return rejected(`policyc: ${textOf(error)}`);
      }
    });

    amp.on("tool.result", async (event, context) => {
      const found = planned("tool.result", event, context);
      const given = isObject(event) ? event : {};
      if (found === null) return undefined;
      const { plan } = found;
      if (isRefused(plan)) return { status: "error", error: withheld(plan.reason) };
      const output: Json = given.output ?? "";
      const words = plan.changes.output;
      const replaced = found.isMcp ? mcpResponseOf : responseOf;
      const told = typeof words === "string" ? replaced(words, output) : output;
      if (typeof words !== "string" && plan.notes.length === 0) return undefined;
      const noted = typeof told === "string" ? [told, ...plan.notes].join("\n") : told;
      return { status: given.status ?? "done", output: noted };
    });
  };
}

const rejected = (message: string) => ({ action: "reject-and-continue", message }) as const;

/** Only a person's yes is one. */
async function confirmed(context: unknown, question: string): Promise<boolean> {
  const ui = isLike(context) ? context.ui : undefined;
  const confirm = isLike(ui) ? ui.confirm : undefined;
  if (typeof confirm !== "function") return false;
  try {
    const words = { title: "policyc", message: question, confirmButtonText: "Allow", requireHuman: true };
    return (await confirm.call(ui, words)) === true;
  } catch {
    return false;
  }
}

const isLike = (value: unknown): value is { readonly [name: string]: unknown } =>
  typeof value === "object" && value !== null;

function shellOf({ helpers }: Amp, event: unknown): AmpShell | null {
  try {
    const shell = helpers?.shellCommandFromToolCall?.(event) as JsonObject | null | undefined;
    if (!isLike(shell) || typeof shell.command !== "string") return null;
    return { command: shell.command, ...(typeof shell.dir === "string" ? { dir: shell.dir } : {}) };
  } catch {
    return null;
  }
}

function workspaceOf({ system, helpers }: Amp): string | null {
  try {
    const root = system?.workspaceRoot;
    const path = root === null || root === undefined ? null : helpers?.filePathFromURI?.(root);
    return typeof path === "string" ? path : null;
  } catch {
    return null;
  }
}
