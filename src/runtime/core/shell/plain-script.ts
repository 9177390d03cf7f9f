// Lines of plain words, read without the parser: no expansion, glob, redirection or assignment is on them, nothing but words,
// quotes around text that stands for itself, and `&&`, `||`, `|` and `;` between commands. `git add src && git commit -m "fix"`
// is such a line, and most of the work of reading it would be the parser's.

import { added, noItems } from "../added.ts";
import type { AndOr, Command, ParsedScript, Pipeline, SourceWord, Statement } from "./parse.ts";
import { quotedParts, quotedValue } from "./quoted-word.ts";

const TAB = 0x09;
const LINE_END = 0x0a;
const BLANK = 0x20;
const DOUBLE_QUOTE = 0x22;
const HASH = 0x23;
const DOLLAR = 0x24;
const AND = 0x26;
const QUOTE = 0x27;
const DASH = 0x2d;
const SEMICOLON = 0x3b;
const EQUALS = 0x3d;
const BACKSLASH = 0x5c;
const BACKQUOTE = 0x60;
const PIPE = 0x7c;

/** What a character is: part of a word (1), between words (2), between commands (3), a quote (4), or not plain (0). */
const kinds = Uint8Array.from({ length: 128 }, (_, code) => {
  if (code === QUOTE || code === DOUBLE_QUOTE) return 4;
  const sign = String.fromCharCode(code);
  // `~` is for whoever expands the word.
  if (/[\w./:@%+,~-]/.test(sign)) return 1;
  if (sign === " " || sign === "\t") return 2;
  return /[\n;&|]/.test(sign) ? 3 : 0;
});

/** First of a command, these are no programs. */
const reserved: ReadonlySet<string> = new Set(
  "if then else elif fi do done case esac while until for select function time coproc in".split(" "),
);

/** The tree of a text that is nothing but plain lines and comments; null for any other. */
export function plainScript(text: string): ParsedScript | null {
  return isPlain(text) ? new PlainLines(text).script() : null;
}

/** Looks at each character once and makes nothing: most texts that are not plain show it soon. */
function isPlain(text: string): boolean {
  // `#!` says which program runs the text.
  if (text.charCodeAt(0) === HASH) return false;
  let start = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text.charCodeAt(at);
    const kind = kinds[sign];
    if (kind === 1) continue;
    if (kind === 2 || kind === 3) start = at + 1;
    else if (kind === 4) {
      const end = text.indexOf(sign === QUOTE ? "'" : '"', at + 1);
      if (end === -1 || (sign === DOUBLE_QUOTE && hasMeaning(text, at + 1, end))) return false;
      at = end;
    } else if (sign === HASH && start === at) at = lineEnd(text, at) - 1;
    // Before a name it would be an assignment.
    else if (sign !== EQUALS || start === at || text.charCodeAt(start) !== DASH) return false;
  }
  return true;
}

/** Between double quotes these stand for something else. */
function hasMeaning(text: string, from: number, end: number): boolean {
  for (let at = from; at < end; at++) {
    const sign = text.charCodeAt(at);
    if (sign === DOLLAR || sign === BACKQUOTE || sign === BACKSLASH) return true;
  }
  return false;
}

function lineEnd(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}

/** Goes through a plain text. Whatever is not where it belongs is null, and for the parser to complain about. */
class PlainLines {
  private readonly text: string;
  private at = 0;
  /** The word whose end was found last has quotes. */
  private isQuoted = false;

  constructor(text: string) {
    this.text = text;
  }

  script(): ParsedScript | null {
    let commands: readonly Statement[] = noItems;
    for (this.skipLines(); this.at < this.text.length; this.skipLines()) {
      const command = this.andOr();
      if (command === null) return null;
      const { pos, end } = command;
      commands = added(commands, { type: "Statement", pos, end, command, background: undefined });
      this.skipBlanks();
      const sign = this.sign();
      if (sign === SEMICOLON) this.at++;
      else if (sign === AND || sign === PIPE) return null;
    }
    const end = this.text.length;
    return { type: "Script", pos: 0, end, shebang: undefined, commands, errors: undefined } as ParsedScript;
  }

  private andOr(): AndOr | Pipeline | Command | null {
    const first = this.pipeline();
    if (first === null) return null;
    let commands: readonly (Pipeline | Command)[] = [first];
    let operators: AndOr["operators"] = noItems;
    for (let sign = this.doubled(); sign !== 0; sign = this.doubled()) {
      this.at += 2;
      this.skipLines();
      const next = this.pipeline();
      if (next === null) return null;
      commands = added(commands, next);
      operators = added(operators, sign === AND ? "&&" : "||");
    }
    if (operators.length === 0) return first;
    return { type: "AndOr", pos: first.pos, end: commands[commands.length - 1]?.end ?? first.end, commands, operators };
  }

  /** The sign that stands twice here, or 0. */
  private doubled(): number {
    this.skipBlanks();
    const sign = this.sign();
    return (sign === AND || sign === PIPE) && this.text.charCodeAt(this.at + 1) === sign ? sign : 0;
  }

  private pipeline(): Pipeline | Command | null {
    const first = this.command();
    if (first === null) return null;
    let commands: readonly Command[] = [first];
    let operators: Pipeline["operators"] = noItems;
    while (this.doubled() === 0 && this.sign() === PIPE) {
      this.at++;
      this.skipLines();
      const next = this.command();
      if (next === null) return null;
      commands = added(commands, next);
      operators = added(operators, "|");
    }
    if (operators.length === 0) return first;
    const end = commands[commands.length - 1]?.end ?? first.end;
    return { type: "Pipeline", pos: first.pos, end, prefixes: noItems, commands, operators };
  }

  private command(): Command | null {
    const kind = kinds[this.sign()];
    if (kind !== 1 && kind !== 4) return null;
    const name = this.word();
    if (reserved.has(name.text)) return null;
    const words = new Array<SourceWord>(this.wordsLeft());
    let { end } = name;
    for (let found = 0; found < words.length; found++) {
      this.skipBlanks();
      const word = this.word();
      words[found] = word;
      ({ end } = word);
    }
    return {
      type: "Command",
      pos: name.pos,
      end,
      name,
      prefix: noItems,
      suffix: words,
      args: words,
      redirects: noItems,
    };
  }

  private word(): SourceWord {
    const pos = this.at;
    const end = this.wordEnd(pos);
    this.at = end;
    const text = this.text.slice(pos, end);
    if (!this.isQuoted) return { type: "Word", text, value: text, pos, end, parts: undefined };
    const parts = quotedParts(text, pos);
    return { type: "Word", text, value: quotedValue(parts), pos, end, parts };
  }

  private wordEnd(from: number): number {
    let end = from;
    this.isQuoted = false;
    for (; end < this.text.length; end++) {
      const sign = this.text.charCodeAt(end);
      const kind = kinds[sign];
      if (kind === 2 || kind === 3) break;
      if (kind !== 4) continue;
      this.isQuoted = true;
      end = this.text.indexOf(sign === QUOTE ? "'" : '"', end + 1);
    }
    return end;
  }

  /** How many words of the command are still to come: a list that grows costs more than looking twice. */
  private wordsLeft(): number {
    let count = 0;
    for (let at = this.at; at < this.text.length; ) {
      const sign = this.text.charCodeAt(at);
      if (sign === HASH || kinds[sign] === 3) break;
      if (kinds[sign] === 2) at++;
      else {
        count++;
        at = this.wordEnd(at);
      }
    }
    return count;
  }

  private sign(): number {
    return this.at < this.text.length ? this.text.charCodeAt(this.at) : LINE_END;
  }

  /** Blanks, and a comment behind them. */
  private skipBlanks(): void {
    let sign = this.sign();
    while (sign === BLANK || sign === TAB) {
      this.at++;
      sign = this.at < this.text.length ? this.text.charCodeAt(this.at) : LINE_END;
    }
    if (sign === HASH) this.at = lineEnd(this.text, this.at);
  }

  private skipLines(): void {
    for (this.skipBlanks(); this.at < this.text.length && this.sign() === LINE_END; this.skipBlanks()) this.at++;
  }
}
