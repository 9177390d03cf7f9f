// What an agent, and the person behind it, read when policyc refuses, asks or approves: that policyc said it, the rule, its
// message, and what to do. One wording for all hosts. Where a text is too long for a host, the least important part goes
// first, and the name of the rule never does.

import type { Decision, Reason } from "./contract.ts";
import { cut, UNREAD_ADVICE } from "./message.ts";
import { rulesOfReason } from "./reason-rules.ts";

/** What the host does about the decision. */
export type CarriedOut = "allow" | "ask" | "respond" | "deny" | "stop";

/** Claude Code moves strings above 10,000 characters to a file; the other hosts show more than anyone reads. */
const LIMIT = 8000;

export function refusalText(decision: Decision, word: CarriedOut, limit = LIMIT): string {
  const { outcome, result, reasons } = decision;
  if (word === "respond" && result !== undefined) return result.text;
  const given = reasons.filter((reason) => isEnforced(reason) && reason.effect === outcome);
  const rules = [...new Set(given.flatMap(rulesOfReason))];
  const done = outcome === "ask" && word === "deny" ? "blocked this, because nobody can be asked here" : verbs[word];
  if (rules.length === 0) return failureText(decision, done, limit);
  const own = outcome === "respond" && result !== undefined ? [result.text] : given.map(wordsOf);
  return fitted(`policyc ${done} (${named(rules)})`, own, adviceFor(given), limit);
}

/** A refusal for a reason of policyc's own; `rules` are those whose effects cannot be carried out. */
export function refusedBecause(rules: readonly string[], why: string): string {
  return rules.length === 0 ? `policyc ${verbs.deny}: ${why}` : `policyc ${verbs.deny} (${named(rules)}): ${why}`;
}

/** The rules that rewrite something. */
export function rewriters({ reasons }: Decision): readonly string[] {
  return reasons.filter((reason) => isEnforced(reason) && reason.effect === "set").map(({ rule }) => rule);
}

/** A question that nobody agreed to. */
export const unconfirmed = (question: string): string => `${question}\nNobody agreed to it, so it is refused.`;

const verbs: { readonly [W in CarriedOut]: string } = {
  allow: "allowed this",
  ask: "asks",
  respond: "answered this",
  deny: "blocked this",
  stop: "ended the turn",
};

const isEnforced = ({ shadow }: Reason): boolean => shadow !== true;

function named([first, ...more]: readonly string[]): string {
  return more.length === 0 ? `rule ${first}` : `rule ${first} and ${more.length} more`;
}

/** What to do where a rule could not decide: the same for all rules, so it is said once. */
function adviceFor(given: readonly Reason[]): string {
  if (given.some(isUnread)) return UNREAD_ADVICE;
  return given.some(({ because }) => because === "unknown") ? PLAINER : "";
}

const PLAINER = "Do it in a plainer way, or let a person do it.";
const isUnread = ({ message }: Reason): boolean => message.endsWith(UNREAD_ADVICE);
const wordsOf = (reason: Reason): string =>
  isUnread(reason) ? reason.message.slice(0, -UNREAD_ADVICE.length).trimEnd() : reason.message;

/** Without a rule behind the outcome, policyc itself could not decide. Messages that begin with its name are complete. */
function failureText({ failures, outcome }: Decision, done: string, limit: number): string {
  const [first] = failures;
  if (first === undefined) return `policyc ${done}: the decision was ${outcome}`;
  const texts = failures.map(({ message }) => message);
  if (first.message.startsWith("policyc")) return cut(texts.join("\n"), limit);
  return fitted(`policyc ${done} (${first.code}, see \`policyc explain ${first.code}\`)`, texts, "", limit);
}

/** Values in backquotes are cut to this length where the text is too long: they are in the call, the words are not. */
const VALUE = 40;

/** What is left out first: messages of further rules, then long values, then the end of the message, then the message. */
function fitted(head: string, texts: readonly string[], advice: string, limit: number): string {
  const [first = "", ...more] = new Set(texts.filter((text) => text.trim() !== ""));
  const textWith = (message: string): string => {
    const words = [message, advice].filter((part) => part !== "").join(" ");
    return words === "" ? head : `${head}: ${words}`;
  };
  const whole = textWith(first);
  if (whole.length > limit) return cutTo(limit, first, textWith) ?? head;
  let text = whole;
  for (const one of more) {
    if (text.length + 1 + one.length > limit) break;
    text = `${text}\n${one}`;
  }
  return text;
}

/** The text with as much of the message as there is room for; null when there is none. */
function cutTo(limit: number, message: string, textWith: (message: string) => string): string | null {
  const shorter = textWith(message.replace(/`([^`]*)`/g, (_, value: string) => `\`${cut(value, VALUE)}\``));
  if (shorter.length <= limit) return shorter;
  const room = limit - textWith("-").length + 1;
  return room < 1 ? null : textWith(cut(message, room));
}
