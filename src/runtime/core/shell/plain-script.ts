// Lines of plain words, read without the parser: no quote, expansion, glob, redirection, assignment or operator is on them, so
// that there is nothing to parse. `git push origin main` is such a line, and reading it so takes a tenth of the time.

import { added, noItems } from "../added.ts";
import type { Command, ParsedScript, SourceWord, Statement } from "./parse.ts";

const TAB = 0x09;
const LINE_END = 0x0a;
const BLANK = 0x20;
const HASH = 0x23;
const DASH = 0x2d;
const EQUALS = 0x3d;

/** Characters that mean nothing to a shell wherever they stand. `~` is for whoever expands the word. */
const plain = Uint8Array.from({ length: 128 }, (_, code) => (/[\w./:@%+,~-]/.test(String.fromCharCode(code)) ? 1 : 0));

/** First on a line, these are no commands. */
const reserved: ReadonlySet<string> = new Set(
  "if then else elif fi do done case esac while until for select function time coproc in".split(" "),
);

/** The tree of a text that is nothing but plain lines and comments; null for any other. */
export function plainScript(text: string): ParsedScript | null {
  return isPlain(text) ? scriptOf(text) : null;
}

/** Looks at each character once and makes nothing: most texts that are not plain show it soon. */
function isPlain(text: string): boolean {
  // `#!` says which program runs the text.
  if (text.charCodeAt(0) === HASH) return false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (plain[sign] === 1) continue;
    if (sign === BLANK || sign === LINE_END || sign === TAB) start = at + 1;
    else if (sign === HASH && start === at) at = lineEnd(text, at) - 1;
    // Before a name it would be an assignment.
    else if (sign !== EQUALS || start === at || text.charCodeAt(start) !== DASH) return false;
  }
  return true;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

function scriptOf(text: string): ParsedScript | null {
  let commands: readonly Statement[] = noItems;
  for (let at = 0; at < text.length; ) {
    const sign = text.charCodeAt(at);
    if (sign === HASH) at = lineEnd(text, at);
    else if (sign === BLANK || sign === LINE_END || sign === TAB) at++;
    else {
      const command = commandAt(text, at);
      if (reserved.has(command.name?.text ?? "")) return null;
      const { end } = command;
      commands = added(commands, { type: "Statement", pos: at, end, command, background: undefined });
      at = end;
    }
  }
  return { type: "Script", pos: 0, end: text.length, shebang: undefined, commands, errors: undefined } as ParsedScript;
}

/** The words from one on to the end of its line, or to a comment. */
function commandAt(text: string, pos: number): Command {
  const name = wordAt(text, pos);
  const words = new Array<SourceWord>(wordsFrom(text, name.end));
  let { end } = name;
  for (let found = 0; found < words.length; found++) {
    const word = wordAt(text, nextWord(text, end));
    words[found] = word;
    ({ end } = word);
  }
  return { type: "Command", pos, end, name, prefix: noItems, suffix: words, args: words, redirects: noItems };
}

/** How many there are before the end of the line: a list that grows costs more than looking twice. */
function wordsFrom(text: string, from: number): number {
  let count = 0;
  for (let at = nextWord(text, from); at !== -1; at = nextWord(text, wordEnd(text, at))) count++;
  return count;
}

/** Where the next word of the line begins; -1: there is none. */
function nextWord(text: string, from: number): number {
  for (let at = from; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    if (sign === LINE_END || sign === HASH) return -1;
    if (sign !== BLANK && sign !== TAB) return at;
  }
  return -1;
}

function wordEnd(text: string, pos: number): number {
  for (let end = pos + 1; end < text.length; end++) {
    const sign = text.charCodeAt(end);
    if (sign === BLANK || sign === LINE_END || sign === TAB) return end;
  }
  return text.length;
}

function wordAt(text: string, pos: number): SourceWord {
  const end = wordEnd(text, pos);
  const word = text.slice(pos, end);
  return { type: "Word", text: word, value: word, pos, end, parts: undefined };
}
