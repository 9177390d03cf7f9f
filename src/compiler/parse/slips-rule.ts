// Slips in the shape of a rule: names, the order of clauses, what is missing between them.

import type { IToken } from "chevrotain";
import type { Detail } from "../diagnostics/session.ts";
import { didYouMean } from "../diagnostics/suggest.ts";
import { endOf } from "./cst.ts";
import {
  clausesBetween,
  declarationTypes,
  effectWords,
  isOnSameLine,
  isRule,
  messageWords,
  rankOf,
  type Slip,
  spanBetween,
  tokenAt,
  typeAt,
} from "./slip-context.ts";
import { clauseSynonyms } from "./words.ts";

type Tell = (slip: Slip) => boolean;

const isWord = (token: IToken | undefined): token is IToken => token !== undefined && /^[\p{L}_]/u.test(token.image);

function kebab(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\w]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

/** `rule "my rule" on ...`, `rule my rule on ...`, `rule on ...`, `rule name before_tool_call ...` */
const ruleHead: Tell = (slip) => {
  const { run, at, session } = slip;
  const found = tokenAt(slip, 0);
  const keyword = typeAt(slip, -1) === "Rule" ? tokenAt(slip, -1) : undefined;
  if (keyword !== undefined) {
    if (typeAt(slip, 0) === "String" && found !== undefined) {
      const name = kebab(found.image) || "some-name";
      session.report("P130", spanBetween(slip, found), { name }, { fix: name });
    } else {
      session.report("P129", spanBetween(slip, keyword), {});
    }
    return true;
  }
  const name = tokenAt(slip, -1);
  if (typeAt(slip, -2) !== "Rule" || name === undefined || !slip.expected.has("On")) return false;
  const rule = run[at - 2] ?? name;
  if (name.tokenType.name === "On") {
    session.report("P129", spanBetween(slip, rule), {});
    return true;
  }
  if (found === undefined || !isWord(found)) return false;
  const upToOn = run.slice(at, at + 6);
  const on = upToOn.findIndex((token) => token.tokenType.name === "On");
  const words = upToOn.slice(0, on);
  if (
    on > 0 &&
    words.every((token) => token.tokenType.name === "Identifier" || rankOf(token.tokenType.name) === undefined)
  ) {
    const joined = kebab([name, ...words].map((token) => token.image).join("-"));
    session.report("P130", spanBetween(slip, name, words.at(-1) ?? name), { name: joined }, { fix: joined });
    return true;
  }
  if (found.tokenType.name !== "Identifier") return false;
  if (didYouMean(found.image, ["on"]) !== null) {
    session.report("P103", spanBetween(slip, found), { found: found.image, word: "on" }, { fix: "on" });
  } else {
    session.report("P128", spanBetween(slip, found), { word: found.image }, { fix: `on ${found.image}` });
  }
  return true;
};

/** `when` twice, `when` after the effect, examples before it, an annotation after the name. */
const clauseOrder: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const rank = rankOf(typeAt(slip, 0));
  if (found === undefined || rank === undefined || !isRule(slip)) return false;
  if (found.tokenType.name === "If" && typeAt(slip, 1) !== "Unknown") return false;
  const earlier = clausesBetween(slip, 0, slip.at);
  const same = earlier.find((clause) => clause.token.tokenType === found.tokenType);
  if (same !== undefined && rank >= 2 && rank <= 4) {
    const advice = { On: "list the points with commas", When: "join the conditions with `and`" };
    const word = found.image.toLowerCase();
    const help = Object.hasOwn(advice, found.tokenType.name)
      ? advice[found.tokenType.name as keyof typeof advice]
      : "join the conditions with `or`";
    const note = { span: spanBetween(slip, same.token), text: `the first \`${word}\`` };
    slip.session.report("P132", spanBetween(slip, found), { word, advice: help }, { notes: [note] });
    return true;
  }
  const last = earlier.at(-1);
  if (last !== undefined && rank < last.rank) return order(slip, found, last.token);
  const missing = slip.expected.has("On") ? 2 : slip.expected.has("Block") && rank > 5 ? 5 : null;
  if (missing === null || rank <= missing) return false;
  const late = clausesBetween(slip, slip.at + 1, slip.run.length).find((clause) => clause.rank === missing);
  if (late !== undefined) return order(slip, late.token, found);
  if (missing !== 2) return false;
  const help = "write the point between name and condition: `on before_tool_call`, `on user_prompt_submit`";
  slip.session.report("P128", spanBetween(slip, found), { word: found.image }, { help });
  return true;
};

function order(slip: Slip, late: IToken, early: IToken): true {
  const shown = (token: IToken): string => (token.tokenType.name === "At" ? "@" : token.image);
  const note = { span: spanBetween(slip, early), text: `\`${shown(early)}\` comes later` };
  const holes = { late: shown(late), early: shown(early) };
  slip.session.report("P131", spanBetween(slip, late), holes, { notes: [note], ...swapped(slip, late, early) });
  return true;
}

/** The late clause put before the early one; a comment between them might belong to either. */
function swapped(slip: Slip, late: IToken, early: IToken): Pick<Detail, "fix" | "fixAt"> {
  const { text } = slip.source;
  const next = clausesBetween(slip, slip.run.indexOf(late) + 1, slip.run.length)[0]?.token;
  const last = next === undefined ? slip.run.at(-1) : slip.run[slip.run.indexOf(next) - 1];
  if (last === undefined || early.startOffset >= late.startOffset) return {};
  const moved = text.slice(late.startOffset, endOf(last));
  const stays = text.slice(early.startOffset, late.startOffset).trimEnd();
  const fixAt = spanBetween(slip, early, last);
  return /#|\/\/|--/.test(text.slice(fixAt.start, fixAt.end)) ? {} : { fix: `${moved}\n  ${stays}`, fixAt };
}

/** `rule x { ... }`, `rule x:` */
const braces: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (found === undefined || !isRule(slip) || slip.brackets.open !== -1) return false;
  if (!["LCurly", "RCurly", "Colon"].includes(found.tokenType.name)) return false;
  if (slip.brackets.extra.has(slip.at)) return false;
  slip.session.report("P133", spanBetween(slip, found), { sign: found.image }, found.image === "}" ? {} : { fix: "" });
  return true;
};

/** A rule that ends before it has an effect. */
const noEffect: Tell = (slip) => {
  if (!isRule(slip) || !slip.expected.has("Block") || slip.brackets.open !== -1) return false;
  const type = typeAt(slip, 0);
  if (type !== "" && !["Fires", "Ignores", "If"].includes(type) && !declarationTypes.has(type)) return false;
  if (type === "If" && typeAt(slip, 1) !== "Unknown") return false;
  const clauses = clausesBetween(slip, 0, slip.at);
  if (clauses.some((clause) => clause.rank === 5)) return false;
  const named = slip.run.findIndex((token) => token.tokenType.name === "Rule");
  const anchor = named === -1 ? clauses.find((clause) => clause.rank === 2)?.token : slip.run[named + 1];
  if (anchor === undefined) return false;
  slip.session.report("P134", spanBetween(slip, anchor), {});
  return true;
};

const MESSAGE_HELP: Detail = { help: 'put fields into the string, in braces: `block "not allowed: {command}"`' };

/** `block` without its text, `block tool`, `block "a" + b` */
const message: Tell = (slip) => {
  const word = tokenAt(slip, -1);
  const found = tokenAt(slip, 0);
  if (word === undefined) return false;
  const before = typeAt(slip, -2);
  if (
    found?.tokenType.name === "Plus" &&
    typeAt(slip, -1) === "String" &&
    (messageWords.has(before) || before === "Allow")
  ) {
    slip.session.report("P136", spanBetween(slip, found), {}, MESSAGE_HELP);
    return true;
  }
  if (!messageWords.has(word.tokenType.name) || !slip.expected.has("String") || !isRule(slip)) return false;
  const isValue = found !== undefined && /^(Identifier|Regex|LParen|LSquare|Int|Tool)$/.test(found.tokenType.name);
  if (isValue && isOnSameLine(slip, word, found))
    slip.session.report("P136", spanBetween(slip, found), {}, MESSAGE_HELP);
  else slip.session.report("P135", spanBetween(slip, word), { effect: word.image });
  return true;
};

/** `run "python3 x.py"` */
const bareRun: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  const isText = found?.tokenType.name === "String";
  if (typeAt(slip, -1) !== "Run" || found === undefined || !(isText || found.tokenType.name === "Identifier"))
    return false;
  const line = slip.source.text.slice(found.startOffset).split(/[\r\n#]/, 1)[0] ?? "";
  const text = isText ? found.image : line.replace(/\s+(?:timeout|protocol|may|fail|env|cwd|observe)\b.*/, "").trim();
  const words = (isText ? text.slice(1, -1) : text).split(/\s+/).filter(Boolean);
  const argv = `[${words.map((word) => JSON.stringify(word)).join(", ")}]`;
  const fixAt = { ...spanBetween(slip, found), end: found.startOffset + text.length };
  slip.session.report(
    "P137",
    spanBetween(slip, found),
    { argv },
    /["'\\$|;&<>]/.test(words.join("")) ? {} : { fix: argv, fixAt },
  );
  return true;
};

/** `fires "x"`, `ignores on "x"` */
const exampleWords: Tell = (slip) => {
  const word = tokenAt(slip, -1);
  const found = tokenAt(slip, 0);
  if (word === undefined || found === undefined) return false;
  if (typeAt(slip, -1) === "Fires" && /^(String|LCurly)$/.test(typeAt(slip, 0))) {
    slip.session.report("P149", spanBetween(slip, word), {}, { fix: "fires on" });
    return true;
  }
  if (typeAt(slip, -1) !== "Ignores" || typeAt(slip, 0) !== "On") return false;
  slip.session.report("P149", { ...spanBetween(slip, word), end: endOf(found) }, {}, { fix: "ignores" });
  return true;
};

/** `when ...` where a declaration should begin. */
const outside: Tell = (slip) => {
  const found = tokenAt(slip, 0);
  if (slip.at !== 0 || found === undefined) return false;
  const type = found.tokenType.name;
  const isForeign = type === "Identifier" && clauseSynonyms.has(found.image.toLowerCase());
  if (
    !isForeign &&
    !effectWords.has(type) &&
    !["When", "Unless", "If", "Fires", "Ignores", "Else", "Given", "Pass"].includes(type)
  )
    return false;
  slip.session.report("P150", spanBetween(slip, found), { word: found.image });
  return true;
};

/** In this order; the first that knows the slip tells it. */
export const ruleSlips: readonly Tell[] = [
  ruleHead,
  bareRun,
  message,
  exampleWords,
  braces,
  clauseOrder,
  noEffect,
  outside,
];
