// Runs an installed hook as the agent would: the configured command, a payload on stdin, and a reply to check.

import { spawn } from "node:child_process";
import type { AgentInstall, HookRun, Site } from "../../hosts/install/agent.ts";
import { HOOK_TIMEOUT_S } from "../../hosts/install/agent.ts";
import { isList, isObject, member } from "../../hosts/shared/config.ts";
import type { Json } from "../../language/contract.ts";
import type { Io } from "../base/io.ts";
import { hasJsonConfig } from "./hook-entries.ts";
import type { InstalledEntry } from "./installed-status.ts";

export interface HookProbe extends HookRun {
  readonly ms: number;
  /** Why it did not finish by itself. */
  readonly failure: string | null;
}

const CAP = 1024 * 1024;

/** The program with its arguments, or one shell line, as configured. */
function commandOf(install: AgentInstall, entry: InstalledEntry): readonly string[] {
  if (entry.script !== null) return [entry.path];
  if (!hasJsonConfig(install) || !isObject(entry.element)) return entry.words;
  const entries = install.config.layout === "groups" ? member(entry.element, "hooks") : [entry.element];
  const commands = (isList(entries) ? entries : []).filter(isObject).map(install.config.commandOf);
  const line = commands.find((command) => typeof command === "string" && command.includes("--agent"));
  return typeof line === "string" ? ["sh", "-c", line] : entry.words;
}

/** The variables that the entry itself sets. */
function variablesOf({ element }: InstalledEntry): { readonly [name: string]: string } {
  const set = isObject(element) ? member(element, "env") : undefined;
  const texts = isObject(set) ? Object.entries(set).filter(([, value]) => typeof value === "string") : [];
  return Object.fromEntries(texts) as { readonly [name: string]: string };
}

export function probeHook(
  install: AgentInstall,
  entry: InstalledEntry,
  payload: Json,
  site: Site,
  io: Io,
): Promise<HookProbe> {
  const [program = "", ...args] = commandOf(install, entry);
  const started = performance.now();
  return new Promise((settle) => {
    const child = spawn(program, args, {
      cwd: site.project,
      env: { ...io.env, ...install.variables(site), ...variablesOf(entry) },
      stdio: "pipe",
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    let failure: string | null = null;
    const collect = (chunks: Buffer[]) => (chunk: Buffer) => {
      if (chunks.reduce((sum, { length }) => sum + length, 0) < CAP) chunks.push(chunk);
    };
    const timer = setTimeout(() => {
      failure = `it took longer than ${HOOK_TIMEOUT_S} seconds`;
      child.kill("SIGKILL");
    }, HOOK_TIMEOUT_S * 1000);
    const finish = (exit: number | null): void => {
      clearTimeout(timer);
      settle({
        exit,
        stdout: Buffer.concat(out).toString("utf8"),
        stderr: Buffer.concat(err).toString("utf8"),
        ms: Math.round(performance.now() - started),
        failure,
      });
    };
    child.stdout.on("data", collect(out));
    child.stderr.on("data", collect(err));
    child.on("error", (error) => {
      failure = `it could not be started: ${error.message}`;
      finish(null);
    });
    child.on("close", finish);
    // A hook that exits before reading all input is judged by its reply.
    child.stdin.on("error", () => undefined);
    child.stdin.end(JSON.stringify(payload));
  });
}
