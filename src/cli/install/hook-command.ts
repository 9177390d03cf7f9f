// The command that an agent runs, as words: paths below the project stay relative where the agent supports that.

import { relative, sep } from "node:path";
import type { AgentInstall, Site } from "../../hosts/install/agent.ts";
import type { EntryWord } from "../../hosts/install/shell-words.ts";
import type { Scope } from "../../language/contract.ts";
import { cliEntry } from "./cli-entry.ts";
import { nativeClient } from "./native-client.ts";

export interface HookTarget {
  /** Absolute. */
  readonly bundle: string;
  readonly revision: string;
  readonly scope: Scope;
  /** Absolute; null for the default. */
  readonly state: string | null;
}

/** The program that a command starts. */
export interface HookPrograms {
  /** Our executable, absolute. */
  readonly entry: string;
  /** The native client, absolute; null when none runs here. */
  readonly client: string | null;
  /** The interpreter of the executable; null for the default. */
  readonly node: string | null;
}

const ownPrograms = (): HookPrograms => ({ entry: cliEntry(), client: nativeClient(), node: null });

/** A program of the project uses the machine's node and chooses its client there; our own uses the current node. */
export function hookWords(
  install: AgentInstall,
  target: HookTarget,
  site: Site,
  { entry, client, node }: HookPrograms = ownPrograms(),
): readonly EntryWord[] {
  const cli = placed(entry, install, site);
  const isOfProject = typeof cli !== "string";
  return [
    ...(client === null || isOfProject ? [] : [client]),
    node ?? (isOfProject ? "node" : process.execPath),
    cli,
    "hook",
    "--agent",
    install.agent,
    "--bundle",
    placed(target.bundle, install, site),
    "--revision",
    target.revision,
    ...(target.scope === "user" ? [] : ["--scope", target.scope]),
    // Only an absolute path is independent of the agent's working folder.
    ...(target.state === null ? [] : ["--state", target.state]),
  ];
}

/** Whether an entry would name programs of this machine. */
export const isOfMachine = (install: AgentInstall, site: Site): boolean =>
  typeof placed(cliEntry(), install, site) === "string";

function placed(path: string, { projectBase }: AgentInstall, { place, project }: Site): EntryWord {
  const inside = relative(project, path);
  const isBelow = inside !== "" && !inside.startsWith("..") && !inside.startsWith(sep) && !/^[A-Za-z]:/.test(inside);
  return place === "project" && projectBase !== null && isBelow ? { below: inside.split(sep).join("/") } : path;
}

export interface ReadCommand {
  readonly node: string;
  readonly entry: string;
  readonly client: string | null;
  readonly bundle: string | null;
  readonly revision: string | null;
  readonly state: string | null;
}

const CLIENT = /(?:^|[\\/])policyc-hook(?:\.exe)?$/;

/** Parses an installed command in any form ever written: the words before node are a client, or a shell that starts it. */
export function readCommand(words: readonly string[]): ReadCommand {
  const hook = words.findIndex((word, at) => word === "hook" && words[at + 1] === "--agent");
  const before = (count: number): string => words[hook - count] ?? "";
  const option = (name: string): string | null => {
    const at = words.indexOf(name, hook);
    return at === -1 ? null : (words[at + 1] ?? null);
  };
  return {
    node: before(2),
    entry: before(1),
    client: CLIENT.test(before(3)) ? before(3) : null,
    bundle: option("--bundle"),
    revision: option("--revision"),
    state: option("--state"),
  };
}
