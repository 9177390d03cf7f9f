// Lines that are read without the parser: they have no expansion, glob, group or here-document, only words, quotes around
// literal text, assignments and redirections, and `&&`, `||`, `|` and `;` between commands.
// `git add src && git commit -m "fix" 2>&1` is such a line, and the parser would take most of the time to read it.

import { append, EMPTY } from "../../language/append.ts";
import type {
  AndOr,
  Assignment,
  Command,
  ParsedScript,
  Pipeline,
  Redirection,
  SourceWord,
  Statement,
} from "./parse.ts";
import {
  AND,
  ASSIGNS,
  endAt,
  kindAt,
  LINE_END,
  NOT_PLAIN,
  OR,
  PIPE,
  QUOTED,
  REDIRECT,
  readTokens,
  SEMICOLON,
  startAt,
  WORD,
} from "./plain-tokens.ts";
import { quotedParts, quotedValue } from "./quoted-word.ts";

/** As the first word of a command, these are not programs. */
const reserved: ReadonlySet<string> = new Set(
  "if then else elif fi do done case esac while until for select function time coproc in".split(" "),
);

/** After these, a word that looks like an assignment is one. */
const declaring: ReadonlySet<string> = new Set(["local", "alias", "export", "declare", "typeset", "readonly"]);

/** Longer texts go to the parser, and to the scan before it. */
const LONGEST = 2048;

/** The tree of a text that has only plain lines and comments; null for any other. */
export function plainScript(text: string): ParsedScript | null {
  if (text.length > LONGEST) return null;
  const count = readTokens(text);
  return count === NOT_PLAIN ? null : new PlainLines(text, count).script();
}

/** Walks the tokens of a text. Anything unexpected gives null, and the parser reports the error. */
class PlainLines {
  private readonly text: string;
  private readonly count: number;
  private at = 0;

  constructor(text: string, count: number) {
    this.text = text;
    this.count = count;
  }

  script(): ParsedScript | null {
    let commands: readonly Statement[] = EMPTY;
    for (this.skipLines(); this.at < this.count; this.skipLines()) {
      const command = this.andOr();
      if (command === null) return null;
      const { pos, end } = command;
      commands = append(commands, { type: "Statement", pos, end, command, background: undefined });
      const kind = this.kind();
      if (kind === SEMICOLON) this.at++;
      else if (kind !== LINE_END) return null;
    }
    const end = this.text.length;
    return { type: "Script", pos: 0, end, shebang: undefined, commands, errors: undefined } as ParsedScript;
  }

  private andOr(): AndOr | Pipeline | Command | null {
    const first = this.pipeline();
    if (first === null) return null;
    let commands: readonly (Pipeline | Command)[] | null = null;
    let operators: AndOr["operators"] = EMPTY;
    for (let kind = this.kind(); kind === AND || kind === OR; kind = this.kind()) {
      this.at++;
      this.skipLines();
      const next = this.pipeline();
      if (next === null) return null;
      commands = commands === null ? [first, next] : append(commands, next);
      operators = append(operators, kind === AND ? "&&" : "||");
    }
    return commands === null ? first : { type: "AndOr", pos: first.pos, end: endAt(this.at - 1), commands, operators };
  }

  private pipeline(): Pipeline | Command | null {
    const first = this.command();
    if (first === null) return null;
    let commands: readonly Command[] | null = null;
    let operators: Pipeline["operators"] = EMPTY;
    while (this.kind() === PIPE) {
      this.at++;
      this.skipLines();
      const next = this.command();
      if (next === null) return null;
      commands = commands === null ? [first, next] : append(commands, next);
      operators = append(operators, "|");
    }
    return commands === null
      ? first
      : { type: "Pipeline", pos: first.pos, end: endAt(this.at - 1), prefixes: EMPTY, commands, operators };
  }

  private command(): Command | null {
    const pos = this.at < this.count ? startAt(this.at) : 0;
    let prefix: readonly Assignment[] = EMPTY;
    for (; (this.kind() & ASSIGNS) !== 0; this.at++) prefix = append(prefix, this.assignment());
    // A leading redirection is rare.
    if (this.kind() === REDIRECT || (this.kind() < WORD && prefix.length === 0)) return null;
    const name = this.kind() < WORD ? undefined : this.word(this.at++);
    if (name !== undefined && reserved.has(name.text)) return null;
    const isDeclaring = name !== undefined && (name.parts !== undefined || declaring.has(name.text));
    const args = new Array<SourceWord>(this.wordsLeft());
    let redirects: readonly Redirection[] = EMPTY;
    /** Words and redirections in source order, once there is a redirection. */
    let mixed: (SourceWord | Redirection)[] | null = null;
    for (let found = 0; found < args.length || this.kind() === REDIRECT; this.at++) {
      const kind = this.kind();
      if (kind === REDIRECT) {
        const redirect = this.redirect();
        if (redirect === null) return null;
        redirects = append(redirects, redirect);
        mixed ??= args.slice(0, found);
        mixed.push(redirect);
      } else if (isDeclaring && (kind & ASSIGNS) !== 0) return null;
      else {
        const word = this.word(this.at);
        args[found++] = word;
        mixed?.push(word);
      }
    }
    return { type: "Command", pos, end: endAt(this.at - 1), name, prefix, suffix: mixed ?? args, args, redirects };
  }

  /** The remaining arguments of the command: a list that grows costs more than counting first. */
  private wordsLeft(): number {
    let words = 0;
    for (let token = this.at; token < this.count; token++) {
      const kind = kindAt(token);
      // A redirection is followed by its file.
      if (kind === REDIRECT) token++;
      else if (kind >= WORD) words++;
      else break;
    }
    return words;
  }

  private word(token: number, pos = startAt(token)): SourceWord {
    const end = endAt(token);
    const text = this.text.slice(pos, end);
    if ((kindAt(token) & QUOTED) === 0) return { type: "Word", text, value: text, pos, end, parts: undefined };
    const parts = quotedParts(text, pos);
    return { type: "Word", text, value: quotedValue(parts), pos, end, parts };
  }

  private assignment(): Assignment {
    const [pos, end] = [startAt(this.at), endAt(this.at)];
    const equals = this.text.indexOf("=", pos);
    return {
      type: "Assignment",
      pos,
      end,
      text: this.text.slice(pos, end),
      name: this.text.slice(pos, equals),
      value: this.word(this.at, equals + 1),
      append: undefined,
      index: undefined,
    };
  }

  /** The operator here, with the number before it and the file after it. */
  private redirect(): Redirection | null {
    const pos = startAt(this.at);
    const sign = this.text.slice(pos, endAt(this.at));
    const digits = sign.search(/\D/);
    this.at++;
    if (this.kind() < WORD) return null;
    const target = this.word(this.at);
    const end = pos + digits;
    const descriptor =
      digits === 0 ? undefined : { type: "FileDescriptor" as const, pos, end, value: Number(sign.slice(0, digits)) };
    const operator = sign.slice(digits) as (Redirection & { type: "Redirect" })["operator"];
    return { type: "Redirect", pos, end: target.end, operator, descriptor, target };
  }

  /** The token here; the end of the text counts as a line end. */
  private kind(): number {
    return this.at < this.count ? kindAt(this.at) : LINE_END;
  }

  private skipLines(): void {
    while (this.at < this.count && kindAt(this.at) === LINE_END) this.at++;
  }
}
