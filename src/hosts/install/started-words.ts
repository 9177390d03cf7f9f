// How an installed command starts on POSIX systems: behind a small sh, in words of its own, because the agent's shell may be any.
// That sh clears the environment for Node, chooses the native client where an entry is checked in, and refuses when the hook
// does not run, because agents go on then. Exit 2 with a text on stderr is a refusal in all of them. Some have a switch for
// it as well, which their older versions do not know.

import type { WantedEntry } from "./agent.ts";
import { clearedVariables } from "./cleared-variables.ts";
import { type EntryWord, shellLine, windowsLine } from "./shell-words.ts";

/** By its path: whoever can write into a folder that the session's PATH begins with would otherwise answer for the hook. */
const SHELL = "/bin/sh";

/** `unset` is special in sh: no function of the environment can replace it, and no other program has to be found and started. */
const CLEAR = `unset ${clearedVariables.join(" ")}`;

/** A checked-in entry is read on any platform: `$0` is the folder that the packages of clients are in, and one that runs goes first. */
const CHOOSE =
  'for client in "$0"/policyc-hook-*/policyc-hook; do "$client" --version </dev/null >/dev/null 2>&1 && set -- "$client" "$@" && break; done';

const SAYS = "policyc could not decide, because its hook did not run; see policyc install --doctor";

/** Where bash is sh it takes functions out of the environment: one by the name of what is run here would run instead. */
const FORGET = "unset -f echo node 2>/dev/null";

/** Statuses in `kept` are answers of the hook; all others are its failure. 1 is never one: node ends with it by itself. */
const guard = (kept: readonly number[]): string =>
  `${FORGET}; "$@" || { s=$?; case $s in ${kept.join("|")}) exit $s;; esac; echo "${SAYS}" >&2; exit 2; }`;

/**
 * The words as an agent is to run them; `kept` as above, null for no refusal in the place of a hook that fails.
 * On Windows they stay as they are: there is no way to clear a variable for one command that both cmd and PowerShell understand.
 * The native client clears the environment itself.
 */
function behindShell(
  words: readonly EntryWord[],
  kept: readonly number[] | null,
  isWindows: boolean,
): readonly EntryWord[] {
  const program = words.indexOf("hook") - 1;
  const hasClient = program > 1;
  if (isWindows || (hasClient && kept === null)) return words;
  const packages = packagesOf(words[program]);
  const steps = [
    ...(packages === null ? [] : [CHOOSE]),
    ...(hasClient ? [] : [CLEAR]),
    kept === null ? 'exec "$@"' : guard(kept),
  ];
  return [SHELL, "-c", steps.join("; "), packages ?? "policyc", ...words];
}

/** The folder beside whose `policyc` the clients are installed; null when the program is not a dependency of the project. */
function packagesOf(program: EntryWord | undefined): EntryWord | null {
  const found = typeof program === "object" ? /^(?:.*\/)?node_modules(?=\/policyc\/)/.exec(program.below) : null;
  return found === null ? null : { below: found[0] };
}

/** For a host that refuses by itself when its hook fails. */
export const startedWords = ({ words, site }: WantedEntry): readonly EntryWord[] =>
  behindShell(words, null, site.isWindows);

/** For one that goes on: a failure refuses where it must. */
export const guardedWords = ({ words, closed, site }: WantedEntry, kept = [2]): readonly EntryWord[] =>
  behindShell(words, closed ? kept : null, site.isWindows);

/** Any other command that starts Node. */
export const clearedWords = (words: readonly string[], isWindows: boolean): readonly string[] =>
  isWindows ? words : [SHELL, "-c", `${CLEAR}; exec "$@"`, "policyc", ...words];

/** The line for an agent that runs its hooks through a shell. */
export function commandLine(wanted: WantedEntry, base: string | null, kept = [2]): string {
  const words = guardedWords(wanted, kept);
  return wanted.site.isWindows ? windowsLine(words) : shellLine(words, base ?? ".");
}
