// Tells a parse error in the words it deserves: a usual slip by name, a misspelt word with the one that fits there, and
// only what is left as "unexpected". The tables are in slips-rule.ts, slips-text.ts and words.ts.

import type { IToken } from "chevrotain";
import type { PolicyParser } from "../../../grammar/parser.ts";
import { keywords } from "../../../grammar/tokens.ts";
import type { Session } from "../diagnostics/session.ts";
import type { Source } from "../diagnostics/source.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import { endOf } from "./cst.ts";
import { describeExpected } from "./expected.ts";
import { matchBrackets, type Slip, spanBetween, tokenAt, typeAt } from "./slip-context.ts";
import { formSlips } from "./slips-forms.ts";
import { ruleSlips } from "./slips-rule.ts";
import { signSlips } from "./slips-signs.ts";
import { lateSlips, textSlips } from "./slips-text.ts";
import { valueSlips } from "./slips-values.ts";
import type { Traps } from "./traps.ts";
import { usualForm } from "./usual-forms.ts";
import { clauseSynonyms, declarationSynonyms, fillers, operatorSynonyms, type Synonym } from "./words.ts";

/** Finding out what would have fitted costs more the more tokens came before; past this many in a file nobody asks. */
const ASSIST_TOKENS = 20_000;
const ASSIST_RUN = 1_500;

export type ReportSlip = (run: readonly IToken[], error: { readonly token: IToken }) => void;

/** A reporter for the parse errors of one file. */
export function createSlipReporter(source: Source, parser: PolicyParser, traps: Traps, session: Session): ReportSlip {
  let spent = 0;
  const expectedAt = (before: readonly IToken[]): ReadonlySet<string> => {
    spent += before.length;
    if (before.length > ASSIST_RUN || spent > ASSIST_TOKENS) return new Set();
    return new Set(parser.computeContentAssist("file", [...before]).map((path) => path.nextTokenType.name));
  };
  return (run, error) => {
    const index = run.indexOf(error.token);
    const at = index === -1 ? run.length : index;
    if (followsFromTrap(source, run, at, traps)) return;
    const expected = expectedAt(run.slice(0, at));
    const slip: Slip = { source, session, run, at, expected, brackets: matchBrackets(run, at) };
    tell(slip);
  };
}

/** Whether the error is only the consequence of a trap that was reported already. */
function followsFromTrap(source: Source, run: readonly IToken[], at: number, traps: Traps): boolean {
  const previous = run[at - 1];
  const found = run[at];
  const from = previous?.startOffset ?? found?.startOffset ?? 0;
  const to = found === undefined ? source.text.length : endOf(found);
  // At the end of a declaration, strays up to the next token count too, but not those of later declarations.
  const limit = found === undefined && previous !== undefined ? lineEnd(source.text, endOf(previous)) : to;
  if (hasBetween(traps.all, from, limit)) return true;
  const line = source.text.lastIndexOf("\n", from - 1) + 1;
  return hasBetween(traps.swallowing, line, found === undefined ? limit : lineEnd(source.text, to));
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Whether a sorted list has a number in [from, to). */
function hasBetween(sorted: readonly number[], from: number, to: number): boolean {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (sorted[low] ?? Number.POSITIVE_INFINITY) < to;
}

function tell(slip: Slip): void {
  for (const known of [...signSlips, ...valueSlips, ...formSlips, ...textSlips, ...ruleSlips, words, ...lateSlips])
    if (known(slip)) return;
  const found = tokenAt(slip, 0);
  const anchor = found ?? tokenAt(slip, -1);
  if (anchor === undefined) return;
  const shown = found === undefined ? "end of this declaration" : `\`${shorten(found.image)}\``;
  const holes = { found: shown, expected: describeExpected(slip.expected) };
  slip.session.report("P102", spanBetween(slip, anchor), holes, { help: usualForm(slip) });
}

function shorten(text: string): string {
  return text.length > 40 ? `${text.slice(0, 40)}...` : text;
}

/** A word of another language, a filler, or a misspelt one: first the word that does not fit, then the one before it. */
function words(slip: Slip): boolean {
  const found = tokenAt(slip, 0);
  const previous = tokenAt(slip, -1);
  if (found !== undefined && isWord(found) && tellWord(slip, found, [...slip.expected].map(textOf))) return true;
  if (previous === undefined || !isWord(previous)) return false;
  if (typeAt(slip, -1) === "If") return tellSynonym(slip, previous, { word: "`when`", fix: "when" });
  // `every writes under "x"`: the first word was taken for a name, so it is the second that does not fit.
  const before = typeAt(slip, -2);
  const startsCondition = /^(When|Unless|And|Or|Not|LParen|Where|AndSign|OrSign|Bang)$/.test(before);
  if (!startsCondition || previous.tokenType.name !== "Identifier") return false;
  return tellWord(slip, previous, ["any", "all", "not"]);
}

const textByType: ReadonlyMap<string, string> = new Map([...keywords].map(([text, type]) => [type.name, text]));

/** What a token type looks like in the text; empty for those that have no one spelling. */
function textOf(type: string): string {
  if (type === "EqualEqual") return "==";
  return type === "NotEqual" ? "!=" : (textByType.get(type) ?? "");
}

function isWord(token: IToken): boolean {
  return /^[\p{L}_]/u.test(token.image);
}

function tellWord(slip: Slip, token: IToken, fitting: readonly string[]): boolean {
  const { image } = token;
  if (fillers.has(image.toLowerCase()) && token.tokenType.name === "Identifier") {
    slip.session.report("P105", spanBetween(slip, token), { found: image }, { fix: "" });
    return true;
  }
  for (const table of [clauseSynonyms, operatorSynonyms, declarationSynonyms]) {
    const synonym = table.get(image) ?? table.get(image.toLowerCase());
    if (synonym === undefined || !fitting.includes(synonym.fix.split(" ")[0] ?? "")) continue;
    return tellSynonym(slip, token, synonym);
  }
  if (/^(Any|All|Not|Marked|Counted)$/.test(token.tokenType.name)) return false;
  const word = didYouMean(image, fitting.filter(Boolean));
  if (word === null) return false;
  slip.session.report("P103", spanBetween(slip, token), { found: image, word }, { fix: word });
  return true;
}

function tellSynonym(slip: Slip, token: IToken, synonym: Synonym): true {
  slip.session.report(
    "P104",
    spanBetween(slip, token),
    { found: token.image, word: synonym.word },
    { fix: synonym.fix },
  );
  return true;
}
