// Reads the fenced code blocks of a Markdown document: the info string, the text and the position.

export interface Fence {
  /** The first word after the backquotes: `policy`, `policy-error`, `console`. */
  readonly kind: string;
  /** The rest of that line: a code, a file name. */
  readonly argument: string;
  readonly text: string;
  /** Line of the first line of text, from 1. */
  readonly line: number;
}

export function fencesOf(markdown: string): readonly Fence[] {
  const fences: Fence[] = [];
  const lines = markdown.split("\n");
  for (let at = 0; at < lines.length; at++) {
    const open = /^```(\S+)\s*(.*)$/.exec(lines[at] ?? "");
    if (open === null) continue;
    const start = at + 1;
    for (at = start; at < lines.length && lines[at] !== "```"; at++);
    fences.push({
      kind: open[1] ?? "",
      argument: (open[2] ?? "").trim(),
      text: `${lines.slice(start, at).join("\n")}\n`,
      line: start + 1,
    });
  }
  return fences;
}
