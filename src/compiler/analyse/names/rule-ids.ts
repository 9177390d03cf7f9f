// Names of rules: the author's, or for unnamed ones an id from file and content that is the same on every machine.

import { createHash } from "node:crypto";
import type { PolicyFile, RuleDecl, Span } from "../../ir/ast.ts";
import { oneLine } from "./source-text.ts";

/** `git-7f3a2c`: the file's stem and a hash of the rule's text, without white space, comments and examples. */
export function contentId(rule: RuleDecl, file: PolicyFile, text: string): string {
  const end = rule.unknown?.span.end ?? rule.effects.at(-1)?.span.end ?? rule.span.end;
  const hash = createHash("sha256")
    .update(oneLine({ ...rule.span, end }, file, text))
    .digest("hex")
    .slice(0, 6);
  const stem = /([^/]*?)(?:\.policy)?$/.exec(rule.span.file)?.[1] ?? "";
  const word = stem
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[^a-z]+|-+$/g, "");
  return `${word === "" ? "rule" : word}-${hash}`;
}

/** Where a rule is shown to stand: at its name, or at its `on`. */
export function ruleSpan(rule: RuleDecl, text: string): Span {
  if (rule.name !== null) return rule.name.span;
  const point = rule.points[0]?.span.start ?? rule.span.end;
  const on = text.lastIndexOf("on", point - 2);
  const start = Math.max(on, rule.span.start);
  return { file: rule.span.file, start, end: start + 2 };
}
