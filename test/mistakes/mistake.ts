// A mistake of a newcomer: what it is, the policy, the code of its first error, the words to write instead that the message must
// have, and whether `check --fix` makes it compile.

export type Mistake = readonly [what: string, policy: string, code: string, says: string, fixed?: typeof FIXED];

export const FIXED = "fixed";

/** A rule with one thing wrong in it. */
export const rule = (when: string, effect = 'block "Not here."', examples = 'fires on "git push -f"'): string =>
  `rule sample\n  on before_tool_call\n  when ${when}\n  ${effect}\n  ${examples}\n`;
