// The simple commands that a text writes out, with the places of their words. Words are plain or left alone: nothing is
// known here about quoting, expansion or globs, so nothing of it can be got wrong.

import { type Command, nodesBelow, parseShell, type SourceWord } from "../../shell/syntax/parse.ts";

export interface PlainWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface SourceCommand {
  readonly program: PlainWord;
  readonly args: readonly PlainWord[];
  /** All its words are plain and stand next to each other, from `start` to `end`. */
  readonly isPlain: boolean;
  readonly start: number;
  readonly end: number;
}

export interface SourceText {
  readonly text: string;
  /** Commands with a plain program, in order. */
  readonly commands: readonly SourceCommand[];
  /** The text is one simple command and nothing else, and `commands` holds it. */
  readonly isSimple: boolean;
  /** The text can be followed by `;` and more on its line. */
  readonly endsOpen: boolean;
}

/** Null for a text that is not read without complaint: what it runs is not sure. */
export function readSource(text: string): SourceText | null {
  const { script, error } = parseShell(text);
  if (script === null || error !== null) return null;
  const commands: SourceCommand[] = [];
  for (const node of nodesBelow(script)) {
    const found = node.type === "Command" ? commandOf(node, text) : null;
    if (found !== null) commands.push(found);
  }
  commands.sort((a, b) => a.start - b.start);
  const [only] = script.commands;
  const isSimple =
    script.commands.length === 1 &&
    only?.command.type === "Command" &&
    only.background !== true &&
    only.command.prefix.length === 0 &&
    only.command.redirects.length === 0 &&
    commands.length === 1 &&
    only.command.pos === 0 &&
    only.command.end === text.length;
  const endsOpen = !/[\n#]|<</.test(text) && !/[;&]\s*$/.test(text);
  return { text, commands, isSimple, endsOpen };
}

/** Without any character that the shell gives a meaning, nor a word that could be taken for an assignment. */
const PLAIN = /^[\w./:@%+,-][\w./:@%+,=-]*$/;

const plainWord = ({ text, pos, end }: SourceWord): PlainWord | null =>
  PLAIN.test(text) ? { text, start: pos, end } : null;

/** Words that the grammar, not a program, gives their meaning. */
const GRAMMAR = /^(?:export|declare|typeset|local|readonly|alias|let|time|coproc|function)$/;

function commandOf(node: Command, text: string): SourceCommand | null {
  const program = node.name === undefined ? null : plainWord(node.name);
  if (program === null || GRAMMAR.test(program.text) || /=/.test(program.text)) return null;
  const words = node.args.map((word) => (word.type === "Word" ? plainWord(word) : null));
  const args = words.filter((word) => word !== null);
  const end = args.at(-1)?.end ?? program.end;
  const between = [program, ...args].slice(1).map((word, at) => text.slice([program, ...args][at]?.end, word.start));
  const isPlain = args.length === words.length && between.every((gap) => /^[ \t]+$/.test(gap));
  return { program, args, isPlain, start: program.start, end };
}

/** The text with one piece replaced. */
export function replaced(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
  by: string,
): string {
  return text.slice(0, start) + by + text.slice(end);
}
