// The capability matrix: target x point x effect x scope. Data from the hosts' folders, one lookup over them.

import type { Capability, Point, Scope } from "../language/contract.ts";
import { amp } from "./amp/capabilities.ts";
import { antigravity } from "./antigravity/capabilities.ts";
import { claudeCode } from "./claude-code/capabilities.ts";
import { claudeCodeMod } from "./claude-code-mod/capabilities.ts";
import { cline } from "./cline/capabilities.ts";
import { codex } from "./codex/capabilities.ts";
import { codexRuntime } from "./codex-runtime/capabilities.ts";
import { copilotCli } from "./copilot-cli/capabilities.ts";
import { copilotCloud } from "./copilot-cloud/capabilities.ts";
import { cursor } from "./cursor/capabilities.ts";
import { factoryDroid } from "./factory-droid/capabilities.ts";
import { geminiCli } from "./gemini-cli/capabilities.ts";
import { goose } from "./goose/capabilities.ts";
import { ignis } from "./ignis/capabilities.ts";
import { kiro } from "./kiro/capabilities.ts";
import { mcpProxy } from "./mcp-proxy/capabilities.ts";
import { neocode } from "./neocode/capabilities.ts";
import { opencode } from "./opencode/capabilities.ts";
import { picoclaw } from "./picoclaw/capabilities.ts";
import { policycItself } from "./policyc/capabilities.ts";
import { qwenCode } from "./qwen-code/capabilities.ts";
import type { Host, HostPoint, Restriction } from "./shared/host.ts";
import { vscodeCopilot } from "./vscode-copilot/capabilities.ts";
import { windsurf } from "./windsurf/capabilities.ts";

export type Cell =
  | { readonly verdict: "yes" }
  | { readonly verdict: "restricted"; readonly restriction: Restriction; readonly note: string }
  | { readonly verdict: "no"; readonly note: string };

/** Our own runtime, then the seed systems, then the others by name. */
const hostTable: ReadonlyMap<string, Host> = new Map(
  [
    policycItself,
    neocode,
    codexRuntime,
    picoclaw,
    ignis,
    amp,
    antigravity,
    claudeCode,
    claudeCodeMod,
    cline,
    codex,
    copilotCli,
    copilotCloud,
    cursor,
    factoryDroid,
    geminiCli,
    goose,
    kiro,
    mcpProxy,
    opencode,
    qwenCode,
    vscodeCopilot,
    windsurf,
  ].map((host) => [host.name, host]),
);

export const targets: readonly string[] = [...hostTable.keys()];

export function hostOf(target: string): Host | null {
  return hostTable.get(target) ?? null;
}

/** The target's row for the point when rules of this scope are asked there, or why they never are. */
export function pointOf(target: string, point: Point, scope: Scope): HostPoint | { readonly silent: string } {
  const host = hostTable.get(target);
  if (host === undefined) return { silent: `${target} is not a known target` };
  const row = host.points[point];
  if (row === undefined) return { silent: `${target} has no such event` };
  if (row.neverFires !== undefined) return { silent: row.neverFires };
  if (row.internalOnly && scope !== "internal") return { silent: `${target} runs only internal rules here` };
  return row;
}

const loosening: readonly Capability[] = ["allow", "respond", "set_input", "set_output"];

/** One cell of the matrix, with the reason where it is not a plain yes. */
export function capabilityOf(target: string, point: Point, capability: Capability, scope: Scope): Cell {
  const row = pointOf(target, point, scope);
  if ("silent" in row) return { verdict: "no", note: row.silent };
  if (scope === "repo" && loosening.includes(capability)) {
    return { verdict: "no", note: "rules of repo scope may only make decisions stricter" };
  }
  const cell = row.effects[capability];
  if (cell === "yes") return { verdict: "yes" };
  if (cell !== undefined) return { verdict: "restricted", restriction: cell, note: cell.note };
  return {
    verdict: "no",
    note: row.why?.[capability] ?? `${target} has no way to do this at ${row.event}`,
  };
}
