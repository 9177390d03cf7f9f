// Endless loops: what they append to a file fills the disk, as `yes >> file` does, and is recorded the same way.

import { literalField } from "../expand/fields.ts";
import type { Frame } from "../expand/reader.ts";
import { noVariables, record } from "../expand/record.ts";
import type { Redirect } from "../syntax/model.ts";
import { nodesBelow, type SyntaxNode } from "../syntax/parse.ts";
import { applyRedirects } from "./simple.ts";

type Loop = Extract<SyntaxNode, { type: "While" | "ArithmeticFor" }>;

const endless = {
  while: /^(?:true|:|\/bin\/true|\(\(\s*1\s*\)\)|\[\s*1\s*\]|\[\[\s*1\s*\]\])$/,
  until: /^(?:false|\/bin\/false)$/,
};
/** Commands that end a loop or slow it down: such a loop is a way to wait. */
const pauses = /\b(?:break|exit|return|sleep|read|wait|timeout|inotifywait|exec|kill|nc)\b/;

/** `while true`, `until false`. */
export function isEndless({ clause, kind }: Extract<Loop, { type: "While" }>, frame: Frame): boolean {
  const text = frame.source.slice(clause.pos, clause.end).replace(/[;\s]+$/, "");
  return endless[kind].test(text);
}

export function noteEndless(loop: Loop, frame: Frame): void {
  const text = frame.source.slice(loop.pos, loop.end);
  if (startsWithoutEnd(loop, frame)) recordAs("fork", [], text, frame);
  if (pauses.test(text)) return;
  const added = [...nodesBelow(loop.body)].flatMap((node): readonly Redirect[] =>
    node.type === "Command" ? applyRedirects(node.redirects.filter(adds), frame).redirects : [],
  );
  if (added.length === 0 && !frame.redirects.some(({ fd, op }) => fd === 1 && op.startsWith(">"))) return;
  recordAs("yes", added, text, frame);
}

/** What the loop amounts to, as a command that rules can name. */
function recordAs(program: "yes" | "fork", redirects: readonly Redirect[], text: string, frame: Frame): void {
  record(
    { fields: [literalField(program)], env: noVariables, redirects, feed: frame.feed, text, lookup: "programs" },
    { kind: "literal", text: program },
    [],
    { ...frame, conditional: true },
  );
}

/** `while true; do work & done`: each round starts another process and waits for none. */
function startsWithoutEnd(loop: Loop, frame: Frame): boolean {
  const jobs = [...nodesBelow(loop.body)].filter((node) => node.type === "Statement" && node.background === true);
  let waits = frame.source.slice(loop.pos, loop.end);
  for (const { pos, end } of jobs) waits = waits.replace(frame.source.slice(pos, end), "");
  return jobs.length > 0 && !pauses.test(waits);
}

const adds = ({ operator }: { readonly operator: string }): boolean => operator === ">>" || operator === "&>>";
