// Facts that a command line can change before it uses them: `git switch main && git push`. Their keys are `NAME`, about the
// project's folder, and `NAME:FOLDER`, about another folder in which a command of the line runs.

export const lineFacts = ["git_branch", "git_upstream", "kube_context"] as const;

export type LineFact = (typeof lineFacts)[number];

export const isLineFact = (key: string): key is LineFact => (lineFacts as readonly string[]).includes(key);

/**
 * The key about the project that answers for a folder below it too, where no more is known: in examples and in logs of agents.
 * Null for any other key.
 */
export function projectKey(key: string, workdir: string): LineFact | null {
  const colon = key.indexOf(":");
  const fact = key.slice(0, Math.max(colon, 0));
  const isInside = key.slice(colon + 1).startsWith(workdir === "/" ? "/" : `${workdir}/`);
  return isLineFact(fact) && isInside ? fact : null;
}
