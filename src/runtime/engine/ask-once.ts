// `ask once`: a rule asks no more in a session after a call that it asked about has run. What was asked and what was answered
// are marks of the session under names that no label has, so that every store keeps them like labels.
//
// A person answers the agent, not us. So the report of the call is the answer: it must have the id and the very input of the
// call that was asked about. An id alone would not do, because a refused call may be followed by another one with its id.

import type { Json } from "../../language/contract.ts";
import { textHash } from "../../language/text-hash.ts";
import { TRUE } from "../../language/truth.ts";
import type { Context } from "./event/context.ts";
import type { Mark } from "./event/session.ts";
import type { Program, Rule } from "./program.ts";

/** Labels are words; these names have a blank. */
const answeredLabel = (rule: Rule): string => `answered ${rule.name}`;
const askedLabel = (rule: Rule, call: string): string => `asked ${rule.name} ${call}`;

const mark = (label: string): Mark => ({ label, shadow: false, truth: TRUE });

/** Events without a session share one, which is nobody's: an answer in it is not an answer to the next. */
const NO_SESSION = "default";

/** What a call is known by from the question to its report; null when the host gives it no id. */
function callKey(c: Context): string | null {
  const { call_id: id, tool, tool_name: name, input } = c;
  if (typeof id !== "string" || id === "" || c.session_id === NO_SESSION || c.unknownFields.length > 0) return null;
  return textHash(canonical([id, tool, name, input as Json])).slice(0, KEY_LENGTH);
}

/** `sha256:` and 128 bits. */
const KEY_LENGTH = 39;

/** JSON whose keys are in order: a host may write them in another one in its report. */
function canonical(value: Json | undefined): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value) ?? "null";
  const entries = Object.entries(value).filter(([, item]) => item !== undefined);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${sorted.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item as Json)}`).join(",")}}`;
}

/** In this session a call has run that the rule asked about. A store that fails knows of none. */
export const isAnswered = (c: Context, rule: Rule): boolean => c.stateOf()?.marked(answeredLabel(rule), false) === TRUE;

/** What to remember of the question. */
export function questionOf(c: Context, rule: Rule): (Mark & { readonly rule: string }) | null {
  const key = callKey(c);
  return key === null ? null : { ...mark(askedLabel(rule, key)), rule: rule.name };
}

/** The questions that the report of this call answers. */
export function answersIn(c: Context, program: Program, target: string): readonly Mark[] {
  const at = program.answeredAt?.[target];
  // A result that is an error counts where an error proves that the call ran.
  const isError = c.point === "after_tool_result" && c.is_error !== false;
  if (at === undefined || !at.includes(c.point) || (isError && !at.includes("after_tool_failure"))) return [];
  const session = c.stateOf();
  const key = session === null ? null : callKey(c);
  if (session === null || key === null) return [];
  return rulesOf(program)
    .filter((rule) => session.marked(askedLabel(rule, key), false) === TRUE)
    .map((rule) => mark(answeredLabel(rule)));
}

const rules = new WeakMap<Program, readonly Rule[]>();

/** Rules that ask once. */
function rulesOf(program: Program): readonly Rule[] {
  const known = rules.get(program);
  if (known !== undefined) return known;
  const found = program.rules.filter(({ effects }) =>
    effects.some((chain) => chain.some((effect) => effect.kind === "ask" && effect.once === true)),
  );
  rules.set(program, found);
  return found;
}
