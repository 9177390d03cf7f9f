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
  if (pauses.test(text)) return;
  const added = [...nodesBelow(loop.body)].flatMap((node): readonly Redirect[] =>
    node.type === "Command" ? applyRedirects(node.redirects.filter(adds), frame).redirects : [],
  );
  if (added.length === 0 && !frame.redirects.some(({ fd, op }) => fd === 1 && op.startsWith(">"))) return;
  const fields = [literalField("yes")];
  record(
    { fields, env: noVariables, redirects: added, feed: frame.feed, text, lookup: "programs" },
    { kind: "literal", text: "yes" },
    [],
    { ...frame, conditional: true },
  );
}

const adds = ({ operator }: { readonly operator: string }): boolean => operator === ">>" || operator === "&>>";
