// What to write instead of a test that something else in the same call meets: the exception about the element itself,
// or about everything that the call does.

import type { Span } from "../ir/ast.ts";
import type { IrRule } from "../ir/ir.ts";
import type { Model } from "../ir/model.ts";
import type { Loosening } from "./loosening-tests.ts";

/** A place, and the text that replaces exactly it, where there is one. */
export interface Rewriting {
  readonly span: Span;
  readonly fix: string | null;
}

/** The text of a span; undefined where it is not of the rule's own file. */
export type TextOf = (span: Span) => string | undefined;

export function rewritingOf(rule: IrRule, loosening: Loosening, model: Model, textOf: TextOf): Rewriting {
  const conditions = model.partSpans[rule.id]?.conditions ?? [];
  const whole = conditions[loosening.at] ?? model.ruleSpans[rule.id] ?? { file: rule.file, start: 0, end: 0 };
  const written = model.places.get(loosening.cond) ?? whole;
  // The text of a `def` serves other rules too.
  const isOwn = written.file === whole.file && written.start >= whole.start && written.end <= whole.end;
  if (!isOwn) return { span: whole, fix: null };
  const text = textOf(written) ?? "";
  if (loosening.isAsked) return { span: written, fix: askedOfOne(text) };
  return joinedWith(rule, loosening, conditions, written, textOf) ?? { span: written, fix: exceptOfAll(text) };
}

/** `all xs TEST` as `any xs TEST`. */
function askedOfOne(text: string): string | null {
  if (/^all\s/.test(text)) return text.replace(/^all/, "any");
  return /\bonly\s+runs\b/.test(text) ? text.replace(/\bonly\s+runs\b/, "runs") : null;
}

/** `any xs TEST` as `all xs TEST`: the call is excused only as a whole. */
function exceptOfAll(text: string): string | null {
  if (/^any\s/.test(text)) return text.replace(/^any/, "all");
  return /^command\s+runs\b/.test(text) ? text.replace(/\bruns\b/, "only runs") : null;
}

/** The exception put into the condition about one element, from there to the end of the exception. */
function joinedWith(
  { conditions: parts }: IrRule,
  { at }: Loosening,
  conditions: readonly Span[],
  written: Span,
  textOf: TextOf,
): Rewriting | null {
  const except = conditions[at];
  if (except === undefined) return null;
  const text = textOf(except) ?? "";
  const exception = parts[at]?.text.startsWith("unless ") === true ? text : withoutNot(text);
  // Only where the exception is this test alone, and nothing of `unless` follows it.
  if (exception !== withoutNot(textOf(written) ?? "") || at !== conditions.length - 1) return null;
  for (const first of conditions.slice(0, at)) {
    const one = withException(textOf(first) ?? "", exception);
    if (one === null || first.file !== except.file || first.end > except.start) continue;
    const between = textOf({ ...first, start: first.end, end: except.start }) ?? "";
    const kept = /^(.*?)\s+(?:unless|and|or)\s+$/s.exec(between)?.[1];
    if (kept === undefined || kept.includes("(") !== kept.includes(")")) continue;
    return { span: { ...first, end: except.end }, fix: `${one}${kept}` };
  }
  return null;
}

const withoutNot = (text: string): string =>
  text.replace(/^not\s+/, "").replace(/^command\s+not\s+runs\b/, "command runs");

/** The condition with the exception about the same element; null where there is no plain way to write it. */
function withException(condition: string, exception: string): string | null {
  const [one, other] = [quantifierOf(condition), quantifierOf(exception)];
  if (one !== null && other !== null) {
    if (one.list !== other.list || (one.name !== null && other.name !== null && one.name !== other.name)) return null;
    const name = one.name ?? other.name ?? "x";
    const test = ({ name: own, body }: Quantified): string => (own === null ? `${name} ${body}` : grouped(body));
    const [asked, excluded] = [test(one), negated(other, name)];
    return `any ${name} of ${one.list} where (${asked === excluded ? asked : `${asked} and ${excluded}`})`;
  }
  return withoutFlag(condition, exception);
}

interface Quantified {
  readonly list: string;
  /** Null in the short form. */
  readonly name: string | null;
  readonly body: string;
}

function quantifierOf(text: string): Quantified | null {
  const long = /^any\s+(\w+)\s+of\s+([\w.]+)\s+where\s+\((.*)\)$/s.exec(text);
  if (long !== null) return { name: long[1] ?? null, list: long[2] ?? "", body: (long[3] ?? "").trim() };
  const short = /^any\s+([a-z.]+)\s+(.+)$/s.exec(text);
  return short === null || short[1] === "x" ? null : { name: null, list: short[1] ?? "", body: short[2] ?? "" };
}

const grouped = (body: string): string => (/\bor\b/.test(body) ? `(${body})` : body);

function negated({ name, body }: Quantified, element: string): string {
  if (name !== null) return `not (${body})`;
  if (/^not\s/.test(body)) return `${element} ${body.replace(/^not\s+/, "")}`;
  if (/^==/.test(body)) return `${element} ${body.replace(/^==/, "!=")}`;
  return /^(?:in|matches|under|contains|starts|ends|mentions)\b/.test(body)
    ? `${element} not ${body}`
    : `not (${element} ${body})`;
}

/** `command runs "rm"` and not `"rm -i"` is `command runs "rm !-i"`. */
function withoutFlag(condition: string, exception: string): string | null {
  const pattern = /^(command\s+runs\s+)"([^"\\|()]+)"$/;
  const [one, other] = [pattern.exec(condition), pattern.exec(exception)];
  const [, start = "", ran = ""] = one ?? [];
  const flag = other?.[2]?.startsWith(`${ran} `) === true ? other[2].slice(ran.length + 1).trim() : "";
  return one !== null && /^--?[\w-]+$/.test(flag) ? `${start}"${ran} !${flag}"` : null;
}
