// `xargs`, `parallel`: the command runs once per item, or once with all items; items come from standard input or after `:::`.

import { fieldOf, literalField, ShellField } from "../expand/fields.ts";
import { addFlow, type Frame, type Output } from "../expand/reader.ts";
import type { WrapperRow } from "../programs/table/program-table.ts";
import { tableOf } from "../programs/table-of.ts";
import { concat, known, unknown } from "../syntax/text.ts";
import { runCode } from "./code.ts";
import { invoke, type Running } from "./invoke.ts";
import { joined } from "./statements.ts";
import { blankJoined, textOf } from "./wrappers.ts";

/** Maximum number of separate runs for known items; more are merged. */
export const MOST_ITEMS = 32;

export function runWithItems(running: Running, row: WrapperRow, words: readonly ShellField[], label: string): Output {
  const { invocation, frame, reading } = running;
  const mark = words.findIndex(isSourceMark);
  const command = mark === -1 ? words : words.slice(0, mark);
  const items = mark === -1 || isFileMark(words[mark]) ? stdinItems(running).map(alone) : combined(words.slice(mark));
  const given = reading?.options.find(({ row: option }) =>
    option.flags.some((flag) => row.placeholder?.includes(flag) === true),
  );
  const placeholder = given === undefined ? (row.item ?? null) : (given.value?.text ?? "{}");
  const runs =
    placeholder === null
      ? [() => invokeWords([...command, ...items.flat()], running)]
      : row.joined === true
        ? items.map((item) => () => runJoined(command, item, placeholder, running, label))
        : items.map((item) => () => invokeWords(filled(command, placeholder, item, row.item !== undefined), running));
  const outputs = runs.slice(0, MOST_ITEMS + 1).map((run) => {
    frame.reader.budget.spend(1);
    return run();
  });
  // `xargs curl < file`: the contents of the file become words.
  if (invocation.feed.input.from === "file")
    for (const { calls } of outputs)
      for (const to of calls) addFlow(frame.reader, { from: running.call.id, to, by: "pipe", into: "argument" });
  // For lists of names it does not matter how often the program runs.
  const only = outputs.length === 1 ? (outputs[0]?.text ?? null) : null;
  return { ...joined(outputs), text: only?.names === undefined ? null : only, status: "unknown" };
}

const invokeWords = (fields: readonly ShellField[], { invocation, frame }: Running): Output =>
  invoke({ ...invocation, fields, redirects: [], lookup: "programs", text: textOf(fields) }, frame);

const isSourceMark = ({ text }: ShellField): boolean => /^::::?\+?$/.test(text.text);
const isFileMark = (field: ShellField | undefined): boolean => field?.text.text.startsWith("::::") === true;
const alone = (item: ShellField): readonly ShellField[] => [item];

/** `::: a b ::: c`: every word of each list with every word of the others. */
function combined(words: readonly ShellField[]): readonly (readonly ShellField[])[] {
  let found: readonly (readonly ShellField[])[] = [[]];
  for (let at = 0; at < words.length; ) {
    const next = words.findIndex((word, i) => i > at && isSourceMark(word));
    const list = words.slice(at + 1, next === -1 ? words.length : next);
    found = found.flatMap((before) => list.map((item) => [...before, item])).slice(0, MOST_ITEMS + 1);
    at = next === -1 ? words.length : next;
  }
  return found;
}

/** No character in it has a meaning to a shell. */
const plainWord = /^[\w@%+=:,./-]+$/;

/** GNU parallel hands its words to a shell, joined with blanks; items are quoted, unless they are the whole command. */
function runJoined(
  command: readonly ShellField[],
  item: readonly ShellField[],
  placeholder: string,
  running: Running,
  label: string,
): Output {
  const { invocation, frame } = running;
  const inner: Frame = { ...frame, via: frame.via.slice(0, -1) };
  const options = { label, process: true, env: invocation.env };
  if (command.length === 0 || (command.length === 1 && command[0]?.text.text === placeholder))
    return runCode(blankJoined(item), { ...options, parameters: [] }, inner);
  const [program] = command;
  // What an unknown program does with words from standard input cannot be seen at all.
  const isSeen =
    item.every(({ text }) => !text.splits) ||
    (program !== undefined && tableOf({ program: program.word }) !== undefined);
  const words = filled(command, placeholder, item, true);
  if (!isSeen) return runCode(blankJoined(words), { ...options, parameters: [] }, inner);
  const isPlain = command.every(
    ({ word }) => word.kind === "literal" && (isHole(word.text) || plainWord.test(word.text)),
  );
  if (isPlain) return invokeWords(words, running);
  const all = item.map((_, i) => `"$${i + 1}"`).join(" ");
  const hole = (text: string): string =>
    text.replaceAll(placeholder, all).replace(/\{([1-9])\}/g, (_found, place: string) => `"$${place}"`);
  const fields = command.map((field) => (field.text.why === null ? literalField(hole(field.text.text)) : field));
  const isUsed = fields.some((field, i) => field.text.text !== command[i]?.text.text);
  const code = blankJoined(isUsed ? fields : [...fields, literalField(all)]);
  return runCode(code, { ...options, parameters: item.map(({ text }) => text) }, inner);
}

const isHole = (text: string): boolean => /^\{[1-9]?\}$/.test(text);

function filled(
  command: readonly ShellField[],
  placeholder: string,
  items: readonly ShellField[],
  appends: boolean,
): readonly ShellField[] {
  const fields = command.flatMap((field) => {
    const place = /^\{([1-9])\}$/.exec(field.text.text)?.[1];
    if (appends && place !== undefined) return items[Number(place) - 1] ?? [field];
    if (field.text.text === placeholder) return items;
    return items.length === 1 && items[0] !== undefined ? [replacePlaceholder(field, placeholder, items[0])] : [field];
  });
  const isUsed = fields.length !== command.length || fields.some((field, i) => field !== command[i]);
  return isUsed || !appends ? fields : [...fields, ...items];
}

function replacePlaceholder(field: ShellField, placeholder: string, item: ShellField): ShellField {
  const { text } = field.text;
  if (placeholder === "" || !text.includes(placeholder) || field.text.why !== null) return field;
  if (text === placeholder) return item;
  const parts = text.split(placeholder);
  return fieldOf(concat(parts.flatMap((part, i) => (i === 0 ? [known(part)] : [item.text, known(part)]))));
}

/** The words that `xargs` makes of standard input; one unknown word where the text is unknown. */
function stdinItems({ invocation, frame, reading }: Running): readonly ShellField[] {
  const { feed } = invocation;
  const from = [...feed.calls.map((call) => ({ call, by: "pipe" as const })), ...(feed.text?.from ?? [])];
  const byLine = reading?.options.some(({ row }) =>
    row.flags.some((flag) => flag === "-I" || flag === "-i" || flag === "-d" || flag === "-0" || flag === "-a"),
  );
  if (feed.text?.glob !== undefined) {
    const { glob, expands } = feed.text;
    const word = { kind: "glob", text: glob, ...(expands === undefined ? {} : { expands }) } as const;
    return [new ShellField(word, { ...feed.text, from })];
  }
  if (feed.text?.names !== undefined) {
    const why = feed.text.why ?? "standard input";
    const { template } = feed.text;
    return feed.text.names.map((name) => fieldOf({ ...unknown(name, why, from), template }));
  }
  const lost = [fieldOf({ ...unknown("<standard input>", "standard input", from), splits: byLine !== true })];
  if (
    feed.text === null ||
    feed.text.why !== null ||
    reading?.options.some(({ flag }) => flag === "-a" || flag === "-d") === true
  )
    return lost;
  const text = feed.text.text.replaceAll("\0", "\n");
  const words = byLine === true ? text.split("\n").filter((line) => line !== "") : plainWords(text);
  if (words === null || words.length > MOST_ITEMS) return lost;
  frame.reader.budget.spend(words.length);
  return words.map((word) => fieldOf(known(word, from)));
}

/** xargs honours quotes and backslashes too. */
function plainWords(text: string): readonly string[] | null {
  const found = text.match(/(?:[^\s'"\\]|\\.|'[^'\n]*'|"[^"\n]*")+/g) ?? [];
  if (/['"]/.test(text) && found.join("").length !== text.replace(/\s+/g, "").length && !/["'].*\s.*["']/.test(text))
    return null;
  return found.map((word) =>
    word.replace(/\\(.)|'([^']*)'|"([^"]*)"/g, (_, escaped, single, double) => escaped ?? single ?? double ?? ""),
  );
}
