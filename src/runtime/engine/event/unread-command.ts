// What stands in the way when a command cannot be read: the missing part as a rule names it, and one sentence for the developer.

import { show, UNREAD_ADVICE } from "../../../language/message.ts";
import type { ShellCommand } from "../../../shell/command.ts";
import type { Call, Word } from "../../../shell/syntax/model.ts";
import type { Context } from "./context.ts";

/** What is unknown about a command, for a reason and `unclear`. */
export function lackOf(matched: Call | null, { reading, calls }: ShellCommand): string {
  const [why] = reading.unreadable;
  if (why !== undefined) return `the command cannot be read: ${why}`;
  const open = openCall(matched, calls);
  // For an unknown program its arguments say most: `acme-run git push --force`.
  const subject = open ?? matched ?? (calls.length === 1 ? calls[0] : undefined);
  return subject === undefined ? "what the command does" : `what ${show(subject.text)} does`;
}

const openCall = (matched: Call | null, calls: readonly Call[]): Call | undefined =>
  (matched === null ? calls : [matched]).find((call) => openWord(call) !== undefined);

const openWord = ({ program, args }: Call): Extract<Word, { kind: "dynamic" }> | undefined =>
  [program, ...args].find((word) => word.kind === "dynamic");

export interface UnreadCommand {
  readonly sentence: string;
  /** No part of the line could be trusted, so the sentence says more than the message of any rule. */
  readonly isWhole: boolean;
}

/** Why the rule under test could not read the command; null when something else is unknown. */
export function unreadCommand(c: Context): UnreadCommand | null {
  const command = c.command ?? null;
  if (command === null) return null;
  const [why] = command.reading.unreadable;
  if (why !== undefined)
    return c.missing.includes(lackOf(null, command))
      ? { sentence: `This command could not be read: ${inWords(why)}. ${UNREAD_ADVICE}`, isWhole: true }
      : null;
  const { matched, missing } = c;
  const isDoubted = (of: Call | null): boolean => missing.includes(lackOf(of, command));
  const subject = missing.length === 0 || isDoubted(matched) ? matched : null;
  if (subject === null && !isDoubted(null)) return null;
  // A program that is not known puts every rule in doubt, whichever command the rule names.
  const open = command.calls.find(({ program }) => program.kind === "dynamic") ?? openCall(subject, command.calls);
  const word = open === undefined ? undefined : openWord(open);
  if (open === undefined || word === undefined) return null;
  const sentence = `This command could not be read: what ${show(open.text)} does depends on ${word.why}. ${UNREAD_ADVICE}`;
  return { sentence, isWhole: false };
}

/** `syntax: ...` and `limit: ...` are the reader's own terms. */
const inWords = (why: string): string =>
  why.replace(/^syntax: /, "the shell text has an error: ").replace(/^limit: /, "it goes beyond what is read: ");
