// Slips within a clause: brackets, commas, quotes, operators.

import type { IToken } from "chevrotain";
import { opOfWord } from "../../language/operators/conditions.ts";
import {
  clausesBetween,
  declarationTypes,
  effectWords,
  inCondition,
  isGlued,
  rankOf,
  type Slip,
  spanBetween,
  tokenAt,
  typeAt,
} from "./slip-context.ts";
import { lastTestTypes, operatorSynonyms, testTypes } from "./words.ts";

type Tell = (slip: Slip) => boolean;

const closerOf: { readonly [opener: string]: string } = { LParen: "RParen", LSquare: "RSquare", LCurly: "RCurly" };
const closers = new Set(Object.values(closerOf));

/** Something that can only stand outside brackets. */
function endsClause(type: string): boolean {
  return (
    type === "" ||
    rankOf(type) !== undefined ||
    declarationTypes.has(type) ||
    effectWords.has(type) ||
    type === "Expect"
  );
}

/** `rules:` at the start of a declaration: a part in another format. */
const otherFormat: Tell = (slip) => {
  const [word, colon] = slip.run;
  if (slip.at > 1 || word === undefined || colon?.tokenType.name !== "Colon" || !/^[\p{L}_]/u.test(word.image))
    return false;
  slip.session.report("P155", spanBetween(slip, word, colon), { format: "YAML" });
  return true;
};

/** `say "hi" now` inside quotes. */
const innerQuote: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found === undefined || typeAt(slip, -1) !== "String" || !isGlued(slip, 0) || !/^[\p{L}\d_]/u.test(found.image))
    return false;
  slip.session.report("P108", spanBetween(slip, found), { word: found.image });
  return true;
};

/** `["a", "b" block "..."`, `["a")`, `]` too many */
const brackets: Tell = (slip) => {
  const { brackets: pairs, run, at, session } = slip;
  const found = run[at];
  const opener = run[pairs.open];
  const type = typeAt(slip, 0);
  const closer = closerOf[opener?.tokenType.name ?? ""] ?? "";
  // In a test the brace of the whole closes the event's instead, so that the outer one is left over.
  const isStep = run[0]?.tokenType.name === "Test" && /^(On|Given|Expect)$/.test(type) && pairs.unclosed.size > 0;
  const isOpen = opener !== undefined && (isStep || pairs.unclosed.has(pairs.open));
  const isStray = closers.has(type) && type !== closer;
  if (
    isOpen &&
    opener !== undefined &&
    (endsClause(type) || isStray || (slip.expected.has(closer) && !startsItem(slip)))
  ) {
    const notes = found === undefined ? [] : [{ span: spanBetween(slip, found), text: "still open here" }];
    session.report("P123", spanBetween(slip, opener), { bracket: opener.image }, { notes });
    return true;
  }
  if (found === undefined || !pairs.extra.has(at)) return false;
  session.report("P124", spanBetween(slip, found), { bracket: found.image }, { fix: "" });
  return true;
};

const itemStarts = new Set(
  "String LCurly LSquare LParen Int Decimal Duration Regex Identifier True False Flag File".split(" "),
);

function startsItem(slip: Slip): boolean {
  return itemStarts.has(typeAt(slip, 0)) || typeAt(slip, 1) === "Colon";
}

/** A comma between conditions, at the end of a list, twice in a row, or in parentheses that should be brackets. */
const commas: Tell = (slip) => {
  const { run, session } = slip;
  const found = tokenAt(slip, 0);
  const previous = tokenAt(slip, -1);
  if (found?.tokenType.name === "Comma") {
    const opener = run[slip.brackets.open];
    const before = run[slip.brackets.open - 1]?.tokenType.name ?? "";
    if (opener?.tokenType.name === "LParen" && (lastTestTypes.has(before) || before === "EqualTilde")) {
      return tellParentheses(slip, opener);
    }
    if (previous?.tokenType.name === "Comma") {
      session.report("P126", spanBetween(slip, found), {}, { fix: "" });
      return true;
    }
    if (slip.brackets.open !== -1 || !inCondition(slip)) return false;
    session.report("P127", spanBetween(slip, found), {});
    return true;
  }
  const comma = previous?.tokenType.name === "Comma" ? previous : tokenAt(slip, -2);
  if (comma?.tokenType.name !== "Comma") return false;
  // A list of names takes any word, hence the next clause's own word too: `on a, when tool == "b"`.
  const swallowed = comma !== previous && rankOrOption(typeAt(slip, -1));
  const ended = comma === previous && (endsClause(typeAt(slip, 0)) || closers.has(typeAt(slip, 0)));
  if (!ended && !swallowed) return false;
  session.report("P126", spanBetween(slip, comma), {}, { fix: "" });
  return true;
};

function rankOrOption(type: string): boolean {
  return rankOf(type) !== undefined || /^(Timeout|Env|Cwd|Protocol|May|Fail|Observe|Else|Given|Expect)$/.test(type);
}

function tellParentheses(slip: Slip, opener: IToken): true {
  const close = slip.run[slip.brackets.partner.get(slip.brackets.open) ?? -1];
  if (close === undefined) {
    slip.session.report("P138", spanBetween(slip, opener), {}, { fix: "[" });
    return true;
  }
  const inner = slip.source.text.slice(opener.startOffset + 1, close.startOffset);
  slip.session.report("P138", spanBetween(slip, opener, close), {}, { fix: `[${inner}]` });
  return true;
}

const missingComma: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found === undefined || !slip.expected.has("Comma") || !startsItem(slip)) return false;
  const isTarget = slip.run[0]?.tokenType.name === "Target" && slip.brackets.open === -1;
  const isExample = slip.brackets.open === -1 && clausesBetween(slip, 0, slip.at).at(-1)?.rank === 7;
  if (slip.brackets.open === -1 && !isTarget && !(isExample && /^(String|LCurly)$/.test(typeAt(slip, 0)))) return false;
  slip.session.report("P125", spanBetween(slip, found), { found: show(found) }, { fix: `, ${found.image}` });
  return true;
};

function show(token: IToken): string {
  return `\`${token.image.length > 40 ? `${token.image.slice(0, 40)}...` : token.image}\``;
}

/** `=` for `==` and the other way round, `>=` for `> =`, a number without a unit. */
const signs: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found === undefined) return false;
  const span = spanBetween(slip, found);
  const type = typeAt(slip, 0);
  if (type === "Assign" && slip.expected.has("EqualEqual")) slip.session.report("P112", span, {}, { fix: "==" });
  else if (type === "EqualEqual" && slip.expected.has("Assign")) slip.session.report("P113", span, {}, { fix: "=" });
  else if (type === "GreaterEqual" && slip.expected.has("Greater") && !slip.expected.has("EqualEqual")) {
    slip.session.report("P145", span, {}, { fix: "> =" });
  } else if ((type === "Int" || type === "Decimal") && slip.expected.has("Duration") && !slip.expected.has("Int")) {
    slip.session.report("P121", span, { found: found.image });
  } else return false;
  return true;
};

const comparisonTypes =
  /^(EqualEqual|NotEqual|Less|LessEqual|Greater|GreaterEqual|TripleEqual|NotTripleEqual|LessGreater)$/;
const isTest = (type: string): boolean =>
  comparisonTypes.test(type) || testTypes.has(type) || type === "Is" || type === "EqualTilde";
const conditionStarts = /^(And|Or|AndSign|OrSign|When|Unless|LParen|Where|Assign|Comma)$/;

/** `1 < x < 5` */
const chain: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found === undefined || !isTest(typeAt(slip, 0))) return false;
  for (let index = slip.at - 1; index >= 0; index--) {
    const partner = slip.brackets.partner.get(index);
    if (partner !== undefined && partner < index) {
      index = partner;
      continue;
    }
    const type = slip.run[index]?.tokenType.name ?? "";
    if (conditionStarts.test(type)) return false;
    if (!isTest(type)) continue;
    slip.session.report("P140", spanBetween(slip, found), {});
    return true;
  }
  return false;
};

/** `any p in reads where ...` */
const quantifierIn: Tell = (slip) => {
  if (typeAt(slip, 0) !== "Where") return false;
  for (let index = slip.at - 1; index >= 2; index--) {
    const token = slip.run[index];
    const isQuantifier = /^(Any|All)$/.test(slip.run[index - 2]?.tokenType.name ?? "");
    if (token?.tokenType.name !== "In" || !isQuantifier) continue;
    slip.session.report("P139", spanBetween(slip, token), {}, { fix: "of" });
    return true;
  }
  return false;
};

/** `x == null`, `x is null` */
const nothing: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found?.tokenType.name !== "Null") return false;
  const isNegated = /^Not/.test(typeAt(slip, -1));
  const word = isNegated ? "is present" : "is missing";
  const sign = tokenAt(slip, isNegated && typeAt(slip, -2) === "Is" ? -2 : -1);
  const isWhole =
    sign !== undefined && /^(EqualEqual|NotEqual|Is|TripleEqual|NotTripleEqual)$/.test(sign.tokenType.name);
  const detail = isWhole ? { fix: word, fixAt: spanBetween(slip, sign, found) } : {};
  slip.session.report("P143", spanBetween(slip, found), { found: found.image, advice: `write \`${word}\`` }, detail);
  return true;
};

/** `prompt.startsWith("x")` */
const method: Tell = (slip) => {
  const name = tokenAt(slip, -1);
  if (typeAt(slip, 0) !== "LParen" || typeAt(slip, -2) !== "Dot" || name === undefined) return false;
  const word = operatorSynonyms.get(name.image)?.fix ?? operatorSynonyms.get(name.image.toLowerCase())?.fix;
  const known = word ?? (opOfWord.has(name.image) ? name.image : undefined);
  const advice = known === undefined ? "use an operator, or a function as in `lower(x)`" : `write \`x ${known} y\``;
  const dot = tokenAt(slip, -2);
  const open = tokenAt(slip, 0);
  const close = slip.run[slip.brackets.partner.get(slip.at) ?? -1];
  const hasOne = close !== undefined && slip.run.indexOf(close) === slip.at + 2;
  const isFixable = known !== undefined && hasOne && dot !== undefined && open !== undefined;
  const detail = isFixable
    ? { fix: ` ${known} ${tokenAt(slip, 1)?.image ?? ""}`, fixAt: spanBetween(slip, dot, close) }
    : {};
  slip.session.report("P144", spanBetween(slip, name), { method: name.image, advice }, detail);
  return true;
};

const operandStarts = /^(Any|All|Not|Bang|Marked|Counted|LParen)$/;
const operatorStarts = /^(Dot|LParen|Is|Not|Only|Runs|Flows|QuestionQuestion|Plus)$/;

/** `tool == "a" tool == "b"` */
const missingConnective: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found === undefined || !slip.expected.has("And") || !(inCondition(slip) || slip.brackets.open !== -1))
    return false;
  const next = typeAt(slip, 1);
  const isOperand =
    operandStarts.test(typeAt(slip, 0)) ||
    (/^\w/.test(found.image) && (operatorStarts.test(next) || testTypes.has(next) || comparisonTypes.test(next)));
  if (!isOperand) return false;
  slip.session.report("P148", spanBetween(slip, found), { found: show(found) });
  return true;
};

/** In this order; the first that knows the slip tells it. */
export const textSlips: readonly Tell[] = [
  otherFormat,
  innerQuote,
  quantifierIn,
  signs,
  commas,
  brackets,
  nothing,
  method,
  chain,
  missingComma,
];

/** Tried after words were compared, because a misspelt effect looks like a second condition. */
export const lateSlips: readonly Tell[] = [missingConnective];
