// Words of other languages, and what is written here instead. Data, with one question asked of it.

import { opOfWord, testWords } from "../../language/operators/conditions.ts";
import { didYouMean } from "../diagnostics/suggest.ts";

/** `word` is what to write, as the message shows it; `fix` replaces the word itself. */
export interface Synonym {
  readonly word: string;
  readonly fix: string;
}

const one = (fix: string): Synonym => ({ word: `\`${fix}\``, fix });

/** Words where an effect, clause or operator should stand. */
export const clauseSynonyms: ReadonlyMap<string, Synonym> = new Map([
  ...["deny", "reject", "forbid", "refuse", "prevent", "disallow", "prohibit"].map((w) => [w, one("block")] as const),
  ...["permit", "accept", "approve", "grant"].map((w) => [w, one("allow")] as const),
  ...["confirm", "require_approval", "escalate"].map((w) => [w, one("ask")] as const),
  ...["halt", "abort", "terminate", "kill"].map((w) => [w, one("stop")] as const),
  ...["log", "alert", "print", "notify", "warning"].map((w) => [w, one("warn")] as const),
  ...["remind", "hint", "inform"].map((w) => [w, one("note")] as const),
  ...["rewrite", "replace", "assign", "change"].map((w) => [w, one("set")] as const),
  ...["reply", "return"].map((w) => [w, one("respond")] as const),
  ...["exec", "execute", "call", "hook", "spawn"].map((w) => [w, one("run")] as const),
  ...["label", "tag", "remember"].map((w) => [w, one("mark")] as const),
  ...["increment", "tally"].map((w) => [w, one("count")] as const),
  ...["if", "where", "provided", "while"].map((w) => [w, one("when")] as const),
  ...["except", "excluding"].map((w) => [w, one("unless")] as const),
  ["otherwise", one("else")],
  ["elif", one("else")],
]);

/** Words where an operator should stand. */
export const operatorSynonyms: ReadonlyMap<string, Synonym> = new Map([
  ...["starts_with", "startswith", "startsWith", "starts-with", "begins"].map((w) => [w, one("starts with")] as const),
  ...["ends_with", "endswith", "endsWith", "ends-with"].map((w) => [w, one("ends with")] as const),
  ...["includes", "has", "contain", "include"].map((w) => [w, one("contains")] as const),
  ...["like", "match", "regex", "glob", "matching"].map((w) => [w, one("matches")] as const),
  ...["equals", "eq", "equal"].map((w) => [w, one("==")] as const),
  ...["ne", "neq", "isnt"].map((w) => [w, one("!=")] as const),
  ...["inside", "within", "below", "beneath"].map((w) => [w, one("under")] as const),
  ...["every", "each", "forall"].map((w) => [w, one("all")] as const),
  ...["some", "exists"].map((w) => [w, one("any")] as const),
  ["none", one("not any")],
  ["notin", one("not in")],
  ["not_in", one("not in")],
]);

/** Words where a declaration should begin. */
export const declarationSynonyms: ReadonlyMap<string, Synonym> = new Map([
  ...["import", "include", "require", "load", "extends"].map((w) => [w, one("use")] as const),
  ...["const", "var", "define", "constant", "variable"].map((w) => [w, one("let")] as const),
  ...["fn", "func", "function", "fun", "predicate", "macro"].map((w) => [w, one("def")] as const),
  ...["policy", "check"].map((w) => [w, one("rule")] as const),
  ...["parameter", "input", "option"].map((w) => [w, one("param")] as const),
  ...["host", "hosts", "platform"].map((w) => [w, one("target")] as const),
  ...["version"].map((w) => [w, one("language")] as const),
  ...["event", "at", "before", "after"].map((w) => [w, one("on")] as const),
]);

/** Words where an example should begin. */
export const exampleSynonyms: ReadonlyMap<string, string> = new Map([
  ...["blocks", "denies", "catches", "triggers", "hits", "matches", "stops", "fails", "example", "bad"].map(
    (w) => [w, "fires on"] as const,
  ),
  ...["allows", "passes", "permits", "skips", "accepts", "ignore", "good"].map((w) => [w, "ignores"] as const),
]);

const above = (annotation: string): string => `write \`${annotation}\` on the line above the rule`;

/** What rules of other systems have, and where it is here. */
export const unsupportedWords: ReadonlyMap<string, string> = new Map([
  ...["priority", "order", "weight"].map((w) => [w, "rules have no order: the strictest outcome wins"] as const),
  ["default", "what no rule decides passes; a rule without `when` decides about every event of its point"],
  ...["severity", "level"].map((w) => [w, above('@severity("high")')] as const),
  ...["description", "doc", "comment", "title"].map((w) => [w, above('@doc("why")')] as const),
  ["owner", above('@owner("team")')],
  ...["enabled", "disabled", "mode"].map((w) => [w, above("@shadow")] as const),
  ...["message", "reason", "msg"].map((w) => [w, 'the message follows the effect: `block "why"`'] as const),
  ["name", "the name follows `rule`: `rule no-force-push`"],
  ...["effect", "decision", "verdict", "outcome"].map((w) => [w, 'write the effect itself: `block "why"`'] as const),
  ...["package", "namespace", "module"].map((w) => [w, "a file of policies needs no name: remove the line"] as const),
  ...["principal", "resource", "matcher", "pattern"].map(
    (w) => [w, 'a rule says what it is about in `when`: `when tool == "bash" and command runs "git push"`'] as const,
  ),
]);

/** Joining words that have no meaning here. */
export const fillers: ReadonlySet<string> = new Set(["then", "do", "begin", "end", "please", "action"]);

const tokenOf = (word: string): string => word.slice(0, 1).toUpperCase() + word.slice(1);

/** Types of the tokens that a test begins with: `Starts` of `starts with`. */
export const testTypes: ReadonlySet<string> = new Set(testWords.map(tokenOf));
/** Types of the tokens after which its right side begins: `With` of `starts with`. */
export const lastTestTypes: ReadonlySet<string> = new Set(
  [...opOfWord.keys()].map((word) => tokenOf(word.slice(word.lastIndexOf(" ") + 1))),
);

const clauseWords = [
  "when unless if else fires ignores given warn note allow ask respond block stop set mark count run pass",
  "and or not",
  ...testWords,
  "is any all of where",
].flatMap((line) => line.split(" "));

const declarationWords = "language scope target use param let def tool program rule test on".split(" ");

/** Whether an unknown word at the start of a line is more likely a clause gone wrong than a new declaration. */
export function isClauseLike(word: string): boolean {
  const lower = word.toLowerCase();
  if (declarationSynonyms.has(lower)) return false;
  if (fillers.has(lower) || clauseSynonyms.has(lower) || operatorSynonyms.has(lower)) return true;
  const near = didYouMean(word, [...declarationWords, ...clauseWords]);
  return near !== null && !declarationWords.includes(near);
}
