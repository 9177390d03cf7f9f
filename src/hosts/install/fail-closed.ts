// Agents go on when a hook cannot start: the command is put behind a small sh that refuses in its place. Exit 2 with a text
// on stderr is a refusal in all of them. Some have a switch for it as well, which their older versions do not know.

import type { WantedEntry } from "./agent.ts";
import { type HookWord, shellLine, windowsLine } from "./shell-words.ts";

const SAYS = "policyc could not decide, because its hook did not run; see policyc install --doctor";

/** Statuses in `kept` are answers of the hook; all others are its failure. 1 is never one: node ends with it by itself. */
const guard = (kept: readonly number[]): string =>
  `"$@" || { s=$?; case $s in ${kept.join("|")}) exit $s;; esac; echo "${SAYS}" >&2; exit 2; }`;

/** The words, behind the guard where a failure must refuse. The outer shell may be any, so that everything is in words of their own. */
export function guardedWords({ words, closed, site }: WantedEntry, kept = [2]): readonly HookWord[] {
  return closed && !site.isWindows ? ["sh", "-c", guard(kept), "policyc", ...words] : words;
}

/** The line for an agent that runs its hooks through a shell. */
export function commandLine(wanted: WantedEntry, base: string | null, kept = [2]): string {
  const words = guardedWords(wanted, kept);
  return wanted.site.isWindows ? windowsLine(words) : shellLine(words, base ?? ".");
}
