// Slips in the form of conditions, examples and tests: operators called like functions, quantifiers and negations of other
// languages, words for examples, clauses that rules do not have.

import { endOf } from "./cst.ts";
import {
  clausesBetween,
  closerAt,
  isOnSameLine,
  isRule,
  type Slip,
  spanBetween,
  tokenAt,
  typeAt,
} from "./slip-context.ts";
import { exampleSynonyms, testTypes, unsupportedWords } from "./words.ts";

type Tell = (slip: Slip) => boolean;

const startsCondition = (type: string): boolean =>
  /^(When|Unless|And|Or|Not|Bang|AndSign|OrSign|LParen|Where|Assign)$/.test(type);

/** `contains(a, b)`, `count(reads)` */
const operatorAsFunction: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const open = tokenAt(slip, 1);
  const close = closerAt(slip, 1);
  if (found === undefined || open === undefined || typeAt(slip, 1) !== "LParen" || !startsCondition(typeAt(slip, -1)))
    return false;
  if (typeAt(slip, 0) === "Count") {
    slip.session.report("P165", spanBetween(slip, found), { found: "count", meant: "length(...)" }, { fix: "length" });
    return true;
  }
  if (!testTypes.has(typeAt(slip, 0)) && typeAt(slip, 0) !== "Runs") return false;
  const comma = slip.run.findIndex((token, at) => at > slip.at + 1 && token.tokenType.name === "Comma");
  const end = close === undefined ? -1 : slip.run.indexOf(close);
  const meant = `x ${found.image} y`;
  const [left, right] = [textOf(slip, slip.at + 2, comma), textOf(slip, comma + 1, end)];
  const isPlain = comma !== -1 && comma < end && isSimple(left) && right !== "";
  const detail =
    isPlain && close !== undefined
      ? { fix: `${left} ${found.image} ${right}`, fixAt: spanBetween(slip, found, close) }
      : {};
  slip.session.report("P165", spanBetween(slip, found), { found: found.image, meant }, detail);
  return true;
};

const isSimple = (text: string): boolean => /^[\w.-]+$/.test(text);

function textOf(slip: Slip, from: number, to: number): string {
  const first = slip.run[from];
  const last = slip.run[to - 1];
  return first === undefined || last === undefined || to <= from
    ? ""
    : slip.source.text.slice(first.startOffset, endOf(last));
}

/** `any of xs ...`, `any xs where ...`, `any x of xs (...)`, `any xs (x => ...)`, `for x in xs` */
const quantifierForms: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const previous = tokenAt(slip, -1);
  if (found === undefined || previous === undefined) return false;
  const type = typeAt(slip, 0);
  const isQuantifier = (offset: number): boolean => /^(Any|All)$/.test(typeAt(slip, offset));
  if (type === "Of" && isQuantifier(-1)) {
    const isList = /^\w/.test(tokenAt(slip, 1)?.image ?? "");
    slip.session.report("P166", spanBetween(slip, found), {}, isList ? { fix: "" } : {});
    return true;
  }
  if ((type === "Where" || type === "LParen") && isQuantifier(-2)) {
    const word = tokenAt(slip, -2)?.image ?? "any";
    const help = `write \`${word} ${previous.image} matches "..."\`, or \`${word} x of ${previous.image} where (x matches "...")\``;
    slip.session.report("P166", spanBetween(slip, found), {}, { help });
    return true;
  }
  if (slip.expected.has("Where") && !slip.expected.has("And") && /^(LParen|Colon)$/.test(type)) {
    const fixAt = {
      ...spanBetween(slip, found),
      start: endOf(previous),
      end: type === "Colon" ? endOf(found) : found.startOffset,
    };
    slip.session.report("P166", spanBetween(slip, found), {}, { fix: " where ", fixAt });
    return true;
  }
  if (!/^(for|foreach)$/i.test(previous.image) || !startsCondition(typeAt(slip, -2))) return false;
  const of = tokenAt(slip, 1);
  const isLoop = of !== undefined && /^(In|Of)$/.test(typeAt(slip, 1));
  const detail = isLoop ? { fix: `any ${found.image} of`, fixAt: spanBetween(slip, previous, of) } : {};
  slip.session.report("P166", spanBetween(slip, previous), {}, detail);
  return true;
};

/** `when runs "git push"`, `when == "bash"` */
const missingSubject: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const type = typeAt(slip, 0);
  const isTest = testTypes.has(type) || /^(Runs|Only|Flows|EqualEqual|NotEqual|Is)$/.test(type);
  if (found === undefined || !isTest || !startsCondition(typeAt(slip, -1)) || typeAt(slip, 1) === "LParen")
    return false;
  const isCommand = /^(Runs|Only|Flows)$/.test(type);
  const fix = `command ${found.image}`;
  slip.session.report(
    "P167",
    spanBetween(slip, found),
    { found: found.image },
    isCommand ? { help: `write \`${fix} ...\``, fix } : {},
  );
  return true;
};

/** `command run "x"`, `commands run "x"`: the parser takes `run` for an effect. */
const commandRun: Tell = (slip) => {
  const run = tokenAt(slip, -1);
  const name = tokenAt(slip, -2);
  if (typeAt(slip, -1) !== "Run" || typeAt(slip, 0) !== "String" || run === undefined || name === undefined)
    return false;
  if (!/^(commands?|cmd|it|line)$/i.test(name.image) || !startsCondition(typeAt(slip, -3))) return false;
  const fixAt = spanBetween(slip, name, run);
  slip.session.report(
    "P104",
    spanBetween(slip, run),
    { found: "run", word: "`command runs`" },
    { fix: "command runs", fixAt },
  );
  return true;
};

/** `command does not run "x"`, `tool doesn't equal ...` */
const doesNot: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const subject = tokenAt(slip, -1);
  if (
    found === undefined ||
    subject === undefined ||
    !/^(does|doesnt|doesn|do|dont|don|cannot|never)$/i.test(found.image)
  )
    return false;
  const isPlain = typeAt(slip, 1) === "Not" && /^(run|runs|contain|match)$/.test(tokenAt(slip, 2)?.image ?? "");
  const verb =
    { run: "runs", runs: "runs", contain: "contains", match: "matches" }[tokenAt(slip, 2)?.image ?? ""] ?? "runs";
  const help = `write \`not ${subject.image} ${verb} ...\``;
  const last = tokenAt(slip, 2);
  const detail =
    isPlain && last !== undefined
      ? { help, fix: `not ${subject.image} ${verb}`, fixAt: spanBetween(slip, subject, last) }
      : { help };
  slip.session.report("P168", spanBetween(slip, found), { found: found.image }, detail);
  return true;
};

/** `not fires on "x"`, `blocks "x"`, `allows "x"` */
const exampleSlips: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found === undefined || !isRule(slip) || slip.brackets.open !== -1) return false;
  if ((clausesBetween(slip, 0, slip.at).at(-1)?.rank ?? 0) < 5) return false;
  const next = tokenAt(slip, 1);
  if (typeAt(slip, 0) === "Not" && /^(Fires|Identifier)$/.test(typeAt(slip, 1)) && next !== undefined) {
    const on = typeAt(slip, 2) === "On" ? (tokenAt(slip, 2) ?? next) : next;
    slip.session.report("P149", spanBetween(slip, found, on), {}, { fix: "ignores" });
    return true;
  }
  const meant = exampleSynonyms.get(found.image.toLowerCase());
  const on = typeAt(slip, 1) === "On" ? next : undefined;
  if (meant === undefined || !/^(String|LCurly)$/.test(typeAt(slip, on === undefined ? 1 : 2))) return false;
  const span = spanBetween(slip, found, on ?? found);
  slip.session.report("P104", span, { found: found.image, word: `\`${meant}\`` }, { fix: meant });
  return true;
};

/** Steps of tests without braces or `expect`, or with a comma after them. */
const testForms: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (slip.run[0]?.tokenType.name !== "Test" || found === undefined) return false;
  const type = typeAt(slip, 0);
  const tell = (help: string): true => {
    slip.session.report("P170", spanBetween(slip, found), {}, { help });
    return true;
  };
  if (slip.at === 1 && type === "LCurly") return tell('a test has a name: `test "pushes are blocked" { ... }`');
  if (slip.at === 2 && type === "String")
    return tell('the steps are in braces: `test "pushes" { "git push" expect block }`');
  if (type === "Comma" && slip.brackets.open !== -1 && !slip.expected.has("Comma")) {
    slip.session.report("P126", spanBetween(slip, found), {}, { fix: "" });
    return true;
  }
  if (!slip.expected.has("Expect") || !slip.expected.has("Given")) return false;
  if (typeAt(slip, -1) === "String" && typeAt(slip, -3) === "Expect")
    return tell("after the outcome comes the rule's name, not its message: `expect block by RULE`");
  return /^(RCurly|String|LCurly|On)$/.test(type)
    ? tell('each step says what must happen: `"git push" expect block`, `"git status" expect pass`')
    : false;
};

/** `priority 10`, `severity high`, `description "..."`: what rules do not have, or have in another place. */
const unsupported: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found === undefined || slip.brackets.open !== -1) return false;
  const previous = tokenAt(slip, -1);
  if (previous !== undefined && isOnSameLine(slip, previous, found) && typeAt(slip, -1) !== "String") return false;
  const advice = unsupportedWords.get(found.image.toLowerCase());
  if (advice === undefined) return false;
  slip.session.report("P171", spanBetween(slip, found), { found: found.image }, { help: advice });
  return true;
};

/** `counted(pushes)` */
const countedWindow: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const name = tokenAt(slip, -1);
  if (found === undefined || name === undefined || typeAt(slip, 0) !== "RParen" || typeAt(slip, -3) !== "Counted")
    return false;
  slip.session.report("P172", spanBetween(slip, found), { name: name.image }, {});
  return true;
};

/** In this order; the first that knows the slip tells it. */
export const formSlips: readonly Tell[] = [
  operatorAsFunction,
  quantifierForms,
  commandRun,
  missingSubject,
  doesNot,
  testForms,
  exampleSlips,
  unsupported,
  countedWindow,
];
