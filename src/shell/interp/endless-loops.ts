// Endless loops: what they append to a file fills the disk, as `yes >> file` does, and is recorded the same way.

import { literalField } from "../expand/fields.ts";
import type { Frame } from "../expand/reader.ts";
import { noVariables, record } from "../expand/record.ts";
import { variable } from "../expand/scope.ts";
import type { Redirect } from "../syntax/model.ts";
import { nodesBelow, type SyntaxNode } from "../syntax/parse.ts";
import { applyRedirects } from "./simple.ts";

type Loop = Extract<SyntaxNode, { type: "While" | "ArithmeticFor" }>;

const endless = {
  while: /^(?:true|:|(?:\/usr)?\/bin\/true|\(\(\s*1\s*\)\)|\[\s*[\w.]+\s*\]|\[\[\s*[\w.]+\s*\]\]|test\s+[\w.]+)$/,
  until: /^(?:false|(?:\/usr)?\/bin\/false|\(\(\s*0\s*\)\)|!\s*(?:true|:))$/,
};
/** Commands that end a loop or slow it down: such a loop is a way to wait. */
const pauses = /\b(?:break|exit|return|sleep|read|wait|timeout|inotifywait|exec|kill|nc)\b/;

/** `while true`, `until false`. */
export function isEndless({ clause, kind }: Extract<Loop, { type: "While" }>, frame: Frame): boolean {
  const text = sourceOf(clause, frame).replace(/[;\s]+$/, "");
  return endless[kind].test(text);
}

interface Place {
  readonly pos: number;
  readonly end: number;
}

/** The source text, with known values in place of plain variables: `while $x` is `while true` after `x=true`. */
const sourceOf = ({ pos, end }: Place, frame: Frame): string =>
  frame.source.slice(pos, end).replace(plainVariable, (whole, braced: string | undefined, bare: string | undefined) => {
    const [value] = variable(frame.scope, braced ?? bare ?? "")?.items ?? [];
    return value === undefined || value.why !== null ? whole : value.text;
  });

/** They may be anywhere in a name: `wa""it`. */
const quotes = /["'\\]/g;

const plainVariable = /"?\$(?:\{(\w+)\}|(\w+))"?/g;

export function noteEndless(loop: Loop, frame: Frame): void {
  const text = sourceOf(loop, frame);
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
  let waits = sourceOf(loop, frame);
  for (const job of jobs) waits = waits.replace(sourceOf(job, frame), "");
  return jobs.length > 0 && !pauses.test(waits.replace(quotes, ""));
}

const adds = ({ operator }: { readonly operator: string }): boolean => operator === ">>" || operator === "&>>";
