// Codex's own rules about commands: the only way to ask a person there, since its hooks cannot. Rules only accumulate and
// the strictest match wins, so a rule that policyc writes never weakens another one.

import type { PlainRule, RuleFile } from "../shared/rule-file.ts";

const decisions = { ask: "prompt", block: "forbidden", stop: "forbidden" } as const;

/** Starlark accepts JSON's escapes. */
const text = (value: string): string => JSON.stringify(value);
const list = (words: readonly string[]): string => `[${words.map(text).join(", ")}]`;

/** A word with several spellings is a list of its own. */
const pattern = (words: readonly (readonly string[])[]): string =>
  `[${words.map((spellings) => (spellings.length === 1 ? text(spellings[0] ?? "") : list(spellings))).join(", ")}]`;

function entries({ outcome, message, calls }: PlainRule): readonly string[] {
  return calls.flatMap((call) => {
    if (call.kind !== "command") return [];
    const justification = message === "" ? [] : [`    justification = ${text(message)},`];
    return [
      "prefix_rule(",
      `    pattern = ${pattern(call.words)},`,
      `    decision = "${decisions[outcome]}",`,
      ...justification,
      // Codex checks it when it loads the file.
      `    match = [${list(call.words.map(([usual = ""]) => usual))}],`,
      ")",
    ];
  });
}

export const codexRuleFile: RuleFile = {
  name: "codex-rules",
  agent: "codex",
  about: [
    "Codex asks or refuses when a command on the line begins with these words, whether or not its hooks are trusted.",
    "It does not see through `sudo`, variables, options before a subcommand or `bash -c` with more than plain commands;",
    "the hook does. If the hook of the same policies blocks where a rule says `ask`, the call stays blocked.",
  ],
  next: [
    "put it into ~/.codex/rules/ as policyc.rules, and restart Codex",
    "try it: codex execpolicy check --rules policyc.rules COMMAND",
    "a rule that should ask in Codex must not be in the bundle of the hook, which can only block: put such rules into a separate policy",
  ],
  refuses: ({ calls }) =>
    calls.every(({ kind }) => kind === "command") ? null : "the rules of Codex can only match commands",
  entries,
};
