// `policyc setup`: from nothing to protected agents in one command; every step also without a terminal.

import { cliError, failWith } from "../base/cli-error.ts";
import type { Io } from "../base/io.ts";
import { profileNames } from "../setup/profiles.ts";
import { removeSetup } from "../setup/remove-setup.ts";
import { runSetup, type SetupFlags } from "../setup/run-setup.ts";
import { agentNames, type DefineVerb, knownAgent, knownWord } from "./verb.ts";

interface Flags extends SetupFlags {
  readonly remove?: boolean;
}

export const defineSetup: DefineVerb = (command, io, finish) => {
  command
    .description(
      `Finds your agents, writes policies/main.policy with a profile if there is no policy yet, builds it, installs it into all chosen agents and tries every hook. Says what it will stop and asks before it changes anything. Running it again brings everything up to date.\n\nAgents: ${agentNames.join(", ")}\nProfiles: ${profileNames().join(", ")}`,
    )
    .option(
      "--agent <agent>",
      "an agent to install into; repeatable (default: those that are used here)",
      (word: string, before: readonly string[] | undefined) => [...new Set([...(before ?? []), knownAgent(word)])],
    )
    .option("--profile <profile>", "the profile of a new policy (default: standard)", (word: string) =>
      knownWord(word, profileNames(), "profiles"),
    )
    .option("--dry-run", "only say what would be done")
    .option("-y, --yes", "do it without asking")
    .option("--remove", "undo it: take the entries out again, and what setup has written")
    .action(async (flags: Flags) => finish(await setup(flags, io)));
};

async function setup(flags: Flags, io: Io) {
  if (!flags.remove) return runSetup(flags, io);
  if (flags.profile !== undefined) return failWith(cliError("P868", {}), io);
  return removeSetup(flags, io);
}
