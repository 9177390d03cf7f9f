// Agents that go on when a hook cannot start: the command is put behind a small sh that refuses in its place.
// Exit 2 with a text on stderr is a refusal in all of them.

import type { WantedEntry } from "./agent.ts";
import { type HookWord, shellLine, windowsLine } from "./shell-words.ts";

const SAYS = "policyc could not decide, because its hook did not run; see policyc install --doctor";

/** Statuses in `kept` are answers of the hook; all others are its failure. 1 is never one: node ends with it by itself. */
const guard = (kept: readonly number[]): string =>
  `"$@" || { s=$?; case $s in ${kept.join("|")}) exit $s;; esac; echo "${SAYS}" >&2; exit 2; }`;

/** The words, behind the guard. The outer shell may be any, so that everything is in words of their own. */
function guarded(words: readonly HookWord[], kept: readonly number[]): readonly HookWord[] {
  return ["sh", "-c", guard(kept), "policyc", ...words];
}

/** The line for an agent that runs its hooks through a shell. */
export function commandLine({ words, closed, site }: WantedEntry, base: string | null, kept = [2]): string {
  if (site.isWindows) return windowsLine(words);
  return shellLine(closed ? guarded(words, kept) : words, base ?? ".");
}
