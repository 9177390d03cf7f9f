// The command that an agent is to run, as words: paths below the project stay relative to it where the agent can say so.

import { existsSync } from "node:fs";
import { relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import type { AgentInstall, Site } from "../../hosts/install/agent.ts";
import type { HookWord } from "../../hosts/install/shell-words.ts";
import type { Scope } from "../../runtime/contract.ts";

export interface HookTarget {
  /** Absolute. */
  readonly bundle: string;
  readonly revision: string;
  readonly scope: Scope;
  /** Absolute; null for the default. */
  readonly state: string | null;
}

/** Our own executable: beside this file once it is built, in dist/ of a checkout. */
export function cliEntry(): string {
  const beside = fileURLToPath(new URL("./policyc.cjs", import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL("../../../dist/policyc.cjs", import.meta.url));
}

/** A program of the project is started by the node of the machine; ours by the one that runs us. */
export function hookWords(
  install: AgentInstall,
  target: HookTarget,
  site: Site,
  entry = cliEntry(),
): readonly HookWord[] {
  const cli = placed(entry, install, site);
  return [
    typeof cli === "string" ? process.execPath : "node",
    cli,
    "hook",
    "--agent",
    install.agent,
    "--bundle",
    placed(target.bundle, install, site),
    "--revision",
    target.revision,
    ...(target.scope === "user" ? [] : ["--scope", target.scope]),
    // Only an absolute path is the same wherever the agent happens to be.
    ...(target.state === null ? [] : ["--state", target.state]),
  ];
}

function placed(path: string, { projectBase }: AgentInstall, { place, project }: Site): HookWord {
  const inside = relative(project, path);
  const isBelow = inside !== "" && !inside.startsWith("..") && !inside.startsWith(sep) && !/^[A-Za-z]:/.test(inside);
  return place === "project" && projectBase !== null && isBelow ? { below: inside.split(sep).join("/") } : path;
}

export interface ReadCommand {
  readonly program: readonly string[];
  readonly bundle: string | null;
  readonly revision: string | null;
  readonly state: string | null;
}

/** What an installed command says. */
export function readCommand(words: readonly string[]): ReadCommand {
  const hook = words.findIndex((word, at) => word === "hook" && words[at + 1] === "--agent");
  const option = (name: string): string | null => {
    const at = words.indexOf(name, hook);
    return at === -1 ? null : (words[at + 1] ?? null);
  };
  return {
    program: words.slice(Math.max(0, hook - 2), hook),
    bundle: option("--bundle"),
    revision: option("--revision"),
    state: option("--state"),
  };
}
