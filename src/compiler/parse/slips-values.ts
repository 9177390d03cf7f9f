// Slips about quotes and values: names in quotes, text without, lists without brackets, messages in other forms.

import type { IToken } from "chevrotain";
import { endOf } from "./cst.ts";
import {
  closerAt,
  effectWords,
  glued,
  isOnSameLine,
  rankOf,
  type Slip,
  spanBetween,
  tokenAt,
  typeAt,
} from "./slip-context.ts";
import { lastTestTypes } from "./words.ts";

type Tell = (slip: Slip) => boolean;

const isWord = (token: IToken | undefined): token is IToken => token !== undefined && /^[\p{L}_]/u.test(token.image);
const isName = (text: string): boolean => /^[A-Za-z_]\w*(?:-\w+)*$/.test(text);
const takesName = ({ expected }: Slip): boolean =>
  ["Word", "RefName", "Identifier"].some((type) => expected.has(type)) && !expected.has("String");

/** `tool is "bash"` */
const isCompares: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const isNegated = typeAt(slip, -1) === "Not";
  const word = tokenAt(slip, isNegated ? -2 : -1);
  if (typeAt(slip, 0) !== "String" || word?.tokenType.name !== "Is" || found === undefined) return false;
  const isCommand = slip.run[slip.run.indexOf(word) - 1]?.image === "command";
  const sign = isCommand ? `${isNegated ? "not " : ""}runs` : isNegated ? "!=" : "==";
  const fixAt = { ...spanBetween(slip, word), end: endOf(tokenAt(slip, -1) ?? word) };
  slip.session.report("P169", spanBetween(slip, found), { sign, text: found.image }, { fix: sign, fixAt });
  return true;
};

/** `target "AGENT"`, `on "before_tool_call"`, `mark "secret"` */
const quotedName: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found === undefined || typeAt(slip, 0) !== "String" || !takesName(slip) || typeAt(slip, -1) === "Rule")
    return false;
  const name = found.image.slice(1, -1);
  if (!isName(name)) return false;
  slip.session.report("P156", spanBetween(slip, found), { name }, { fix: name });
  return true;
};

const beforeText = (type: string): boolean =>
  lastTestTypes.has(type) || /^(EqualEqual|NotEqual|Runs|EqualTilde)$/.test(type);

/** `use secrets`, `command runs git push` */
const missingQuotes: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found === undefined || !isWord(found)) return false;
  const takesText = slip.expected.has("String") && !takesName(slip) && !slip.expected.has("RefName");
  const isPlace = /^(Use|Test|LParen)$/.test(typeAt(slip, -1)) && takesText;
  const isText =
    found.tokenType.name === "Identifier" && typeAt(slip, -1) === "Identifier" && beforeText(typeAt(slip, -2));
  if (!isPlace && !isText) return false;
  const first = tokenAt(slip, isText ? -1 : 0) ?? found;
  if (!isOnSameLine(slip, first, found)) return false;
  const last = isPlace ? found : lastWord(slip, found);
  const text = `"${slip.source.text.slice(first.startOffset, endOf(last))}"`;
  slip.session.report("P157", spanBetween(slip, first, last), { text }, { fix: text });
  return true;
};

/** The last of the words that go on from the error on its line. */
function lastWord(slip: Slip, found: IToken): IToken {
  let last = found;
  for (const token of slip.run.slice(slip.at + 1)) {
    const type = token.tokenType.name;
    if (
      !isWord(token) ||
      !isOnSameLine(slip, last, token) ||
      type === "And" ||
      type === "Or" ||
      rankOf(type) !== undefined
    )
      break;
    last = token;
  }
  return last;
}

/** `tool in "write", "edit"`; after `runs` such a list is right. */
const bareList: Tell = (slip) => {
  const first = tokenAt(slip, -1);
  const before = typeAt(slip, -2);
  if (
    typeAt(slip, 0) !== "Comma" ||
    first?.tokenType.name !== "String" ||
    before === "Runs" ||
    !lastTestTypes.has(before)
  )
    return false;
  let at = slip.at;
  while (slip.run[at]?.tokenType.name === "Comma" && slip.run[at + 1]?.tokenType.name === "String") at += 2;
  const last = slip.run[at - 1];
  if (last === undefined || last === first) return false;
  const span = spanBetween(slip, first, last);
  slip.session.report("P138", span, {}, { fix: `[${slip.source.text.slice(span.start, span.end)}]` });
  return true;
};

/** `env["CI"]`, `reads[0]` */
const index: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const name = tokenAt(slip, -1);
  if (typeAt(slip, 0) !== "LSquare" || !isWord(name) || found === undefined || !glued(name, found)) return false;
  const close = closerAt(slip, 0);
  const isEnv = name.image === "env" && typeAt(slip, 1) === "String" && close !== undefined;
  const detail = isEnv
    ? {
        help: `write \`env(${tokenAt(slip, 1)?.image})\``,
        fix: `(${tokenAt(slip, 1)?.image})`,
        fixAt: spanBetween(slip, found, close),
      }
    : {};
  slip.session.report("P164", spanBetween(slip, found), { name: name.image }, detail);
  return true;
};

/** `block("why")`, `block: "why"`, `block message "why"` */
const messageForms: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const word = typeAt(slip, -1);
  if (found === undefined || !effectWords.has(word) || slip.run[0]?.tokenType.name === "Test") return false;
  if (typeAt(slip, 1) !== "String" || !(slip.expected.has("String") || word === "Allow")) return false;
  const close = closerAt(slip, 0);
  if (typeAt(slip, 0) === "LParen" && close !== undefined && slip.run[slip.at + 2] === close) {
    const fixAt = spanBetween(slip, found, close);
    slip.session.report(
      "P136",
      spanBetween(slip, found),
      {},
      { help: "write the string without parentheses", fix: ` ${tokenAt(slip, 1)?.image}`, fixAt },
    );
    return true;
  }
  if (typeAt(slip, 0) === "Colon" || typeAt(slip, 0) === "Assign") {
    slip.session.report("P133", spanBetween(slip, found), { sign: found.image }, { fix: "" });
    return true;
  }
  if (!/^(message|reason|with|because|text|msg|say|saying)$/.test(found.image)) return false;
  slip.session.report("P105", spanBetween(slip, found), { found: found.image }, { fix: "" });
  return true;
};

/** In this order; the first that knows the slip tells it. */
export const valueSlips: readonly Tell[] = [isCompares, quotedName, bareList, index, messageForms, missingQuotes];
