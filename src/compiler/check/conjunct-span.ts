// The span of a top-level condition in its file; the rule's own span when the text is not found.

import type { Session } from "../diagnostics/session.ts";
import { lineStarts } from "../diagnostics/source.ts";
import type { Span } from "../ir/ast.ts";
import type { IrConjunct, IrRule } from "../ir/ir.ts";
import type { Model } from "../ir/model.ts";

/** A finder that reads each file's lines once. */
export function conjunctSpans(model: Model, session: Session): (rule: IrRule, part: IrConjunct) => Span {
  const starts = new Map<string, readonly number[]>();
  return (rule, part) => {
    const whole = model.ruleSpans[rule.id] ?? { file: rule.file, start: 0, end: 0 };
    const text = session.sources.get(rule.file)?.text ?? "";
    const lines = starts.get(rule.file) ?? lineStarts(text);
    starts.set(rule.file, lines);
    const start = (lines[part.line - 1] ?? 0) + part.column - 1;
    return text.startsWith(part.text, start) ? { file: rule.file, start, end: start + part.text.length } : whole;
  };
}
