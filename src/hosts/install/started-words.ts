// How an installed command starts on POSIX systems: through a small sh script, because the agent may use any shell.
// The script clears the environment for Node, chooses the native client for a checked-in entry, and refuses when the hook does
// not run, because agents would continue. All of them treat exit 2 with a text on stderr as a refusal. Some also have a setting
// for it, which their older versions ignore.

import type { WantedEntry } from "./agent.ts";
import { clearedVariables } from "./cleared-variables.ts";
import { type EntryWord, shellLine, windowsLine } from "./shell-words.ts";
import { withoutProgram } from "./without-program.ts";

/** By full path: otherwise a program in a writable folder at the start of PATH could answer for the hook. */
const SHELL = "/bin/sh";

/** `unset` is a special builtin of sh: no function from the environment can replace it, and no other program has to be started. */
const CLEAR = `unset ${clearedVariables.join(" ")}`;

/** A checked-in entry is read on any platform: `$0` is the folder of the client packages, and the first client that runs is used. */
const CHOOSE =
  'for client in "$0"/policyc-hook-*/policyc-hook; do "$client" --version </dev/null >/dev/null 2>&1 && set -- "$client" "$@" && break; done';

/** A client that was found when the entry was written. */
const TAKE = "client=$1; shift";
const USE = '[ ! -x "$client" ] || set -- "$client" "$@"';

/** The node of the entry goes with its version; then the one in PATH is used. */
const NODE = '[ -x "$1" ] || { shift; set -- node "$@"; }';

/** The words are now node and the program. Without the program, node runs the text that came first. */
const programOr = (client: string): string =>
  `if [ -f "$2" ]; then ${client}; else node=$1; shift; set -- "$node" -e "$without" "$@"; fi`;

const SAYS = "policyc could not decide, because its hook did not run; see policyc install --doctor";

/** If sh is bash, it imports functions from the environment: one named like a command used here would run instead. */
const FORGET = "unset -f [ echo node 2>/dev/null";

/** Exit codes in `kept` are answers of the hook, all others are failures. 1 is never an answer: node uses it for crashes. */
const guard = (kept: readonly number[]): string =>
  `"$@" || { s=$?; case $s in ${kept.join("|")}) exit $s;; esac; echo "${SAYS}" >&2; exit 2; }`;

/**
 * The words that the agent runs; `kept` as above, null when a failing hook needs no refusal.
 * On Windows the words are unchanged: no syntax clears a variable for one command in both cmd and PowerShell.
 * The native client clears the environment itself.
 */
function behindShell({ words, closed, site }: WantedEntry, kept: readonly number[] | null): readonly EntryWord[] {
  if (site.isWindows) return words;
  const program = words.indexOf("hook") - 1;
  const hasClient = program > 1;
  const packages = packagesOf(words[program]);
  const steps = [
    CLEAR,
    FORGET,
    "without=$1; shift",
    ...(hasClient ? [TAKE] : []),
    ...(words[program - 1] === "node" ? [] : [NODE]),
    programOr(packages !== null ? CHOOSE : hasClient ? USE : ":"),
    kept === null ? 'exec "$@"' : guard(kept),
  ];
  return [SHELL, "-c", steps.join("; "), packages ?? "policyc", withoutProgram(packages !== null, closed), ...words];
}

/** The folder that contains `policyc` and its client packages; null when the program is not a dependency of the project. */
function packagesOf(program: EntryWord | undefined): EntryWord | null {
  const found = typeof program === "object" ? /^(?:.*\/)?node_modules(?=\/policyc\/)/.exec(program.below) : null;
  return found === null ? null : { below: found[0] };
}

/** For a host that refuses by itself when its hook fails. */
export const startedWords = (wanted: WantedEntry): readonly EntryWord[] => behindShell(wanted, null);

/** For a host that continues: a failure refuses where it must. */
export const guardedWords = (wanted: WantedEntry, kept = [2]): readonly EntryWord[] =>
  behindShell(wanted, wanted.closed ? kept : null);

/** Any other command that starts Node. */
export const clearedWords = (words: readonly string[], isWindows: boolean): readonly string[] =>
  isWindows ? words : [SHELL, "-c", `${CLEAR}; exec "$@"`, "policyc", ...words];

/** The line for an agent that runs its hooks through a shell. */
export function commandLine(wanted: WantedEntry, base: string | null, kept = [2]): string {
  const words = guardedWords(wanted, kept);
  return wanted.site.isWindows ? windowsLine(words) : shellLine(words, base ?? ".");
}
