// Reads Starlark as far as files of rules use it: calls of functions with literal arguments. Nothing is run, so whatever would
// have to be (variables, loops, operators, `load`) makes the file unreadable.

import type { Json } from "../../../language/contract.ts";
import type { ParsedConfig, Range, Unparsed } from "../config-text.ts";

interface Token {
  readonly kind: "name" | "string" | "number" | "mark" | "end";
  readonly text: string;
  readonly at: Range;
}

const DEEPEST = 32;
const MOST_TOKENS = 200_000;

class Refusal extends Error {
  readonly at: Range;
  constructor(message: string, at: Range) {
    super(message);
    this.at = at;
  }
}

/** A list of `{ name, args }`, one for each call. */
export function parseStarlark(text: string): ParsedConfig | Unparsed {
  try {
    const reader = new Reader(tokensOf(text));
    const calls: Json[] = [];
    const places: Range[] = [];
    while (!reader.isAtEnd) {
      const { name, args, at } = reader.call();
      calls.push({ name, args });
      places.push(at);
    }
    return { value: calls, rangeOf: ([index]) => places[Number(index)] ?? { start: 0, end: 0 } };
  } catch (error) {
    if (error instanceof Refusal) return { error: error.message, at: error.at };
    throw error;
  }
}

class Reader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get #token(): Token {
    return this.#tokens[this.#next] ?? { kind: "end", text: "", at: { start: 0, end: 0 } };
  }

  get isAtEnd(): boolean {
    return this.#token.kind === "end";
  }

  call(): { readonly name: string; readonly args: Json; readonly at: Range } {
    const { kind, text: name, at } = this.#token;
    if (kind !== "name") throw new Refusal("only calls of functions can be read, as `prefix_rule(...)`", at);
    this.#next++;
    this.#take("(", `\`${name}\` is not called: only calls of functions can be read`);
    const args = new Map<string, Json>();
    while (this.#token.text !== ")" || this.#token.kind !== "mark") {
      const key = this.#token;
      if (key.kind !== "name") throw new Refusal("an argument needs its name, as `pattern = [...]`", key.at);
      if (args.has(key.text) || key.text === "__proto__")
        throw new Refusal(`the argument \`${key.text}\` is given twice`, key.at);
      this.#next++;
      this.#take("=", "an argument needs its name, as `pattern = [...]`");
      args.set(key.text, this.#value(0));
      if (!this.#skip(",")) break;
    }
    this.#take(")", "a bracket is not closed");
    this.#skip(";");
    return { name, args: Object.fromEntries(args), at };
  }

  #value(depth: number): Json {
    const { kind, text, at } = this.#token;
    if (depth > DEEPEST) throw new Refusal(`it is nested more than ${DEEPEST} levels deep`, at);
    this.#next++;
    if (kind === "string") {
      // Strings that stand side by side, or are added, are one.
      let whole = text;
      while (
        this.#token.kind === "string" ||
        (this.#token.text === "+" && this.#tokens[this.#next + 1]?.kind === "string")
      ) {
        if (this.#token.text === "+" && this.#token.kind === "mark") this.#next++;
        whole += this.#token.text;
        this.#next++;
      }
      return whole;
    }
    if (kind === "number") return Number(text);
    if (kind === "name" && (text === "True" || text === "False")) return text === "True";
    if (kind === "name" && text === "None") return null;
    if (kind === "mark" && (text === "[" || text === "(")) return this.#list(text === "[" ? "]" : ")", depth);
    throw new Refusal("only strings, numbers and lists can be read; nothing in the file is run", at);
  }

  #list(close: string, depth: number): Json {
    const items: Json[] = [];
    while (!this.#skip(close)) {
      items.push(this.#value(depth + 1));
      if (!this.#skip(",")) {
        this.#take(close, "a bracket is not closed");
        break;
      }
    }
    return items;
  }

  #skip(mark: string): boolean {
    const found = this.#token.kind === "mark" && this.#token.text === mark;
    if (found) this.#next++;
    return found;
  }

  #take(mark: string, otherwise: string): void {
    if (!this.#skip(mark)) throw new Refusal(otherwise, this.#token.at);
  }
}

const BLANK = /(?:[ \t\r\n]|\\\r?\n|#[^\n]*)+/y;
const NAME = /[A-Za-z_]\w*/y;
const NUMBER = /-?\d+(?:\.\d+)?/y;
const STRING =
  /([rR]?)("""(?:\\[\s\S]|[^\\])*?"""|'''(?:\\[\s\S]|[^\\])*?'''|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*')/y;

function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  while (at < text.length) {
    const blank = match(BLANK);
    if (blank !== null) {
      at += blank[0].length;
      continue;
    }
    const start = at;
    const string = match(STRING);
    const name = string === null ? match(NAME) : null;
    const number = string === null && name === null ? match(NUMBER) : null;
    const whole = string?.[0] ?? name?.[0] ?? number?.[0] ?? text[at] ?? "";
    const range = { start, end: start + whole.length };
    if (string !== null)
      tokens.push({ kind: "string", text: unquoted(string[2] ?? "", string[1] !== "", range), at: range });
    else if (name !== null) tokens.push({ kind: "name", text: whole, at: range });
    else if (number !== null) tokens.push({ kind: "number", text: whole, at: range });
    else if (/["']/.test(whole)) throw new Refusal("a string is not closed", range);
    else tokens.push({ kind: "mark", text: whole, at: range });
    if (tokens.length > MOST_TOKENS) throw new Refusal(`it contains more than ${MOST_TOKENS} words`, range);
    at += whole.length;
  }
  tokens.push({ kind: "end", text: "", at: { start: text.length, end: text.length } });
  return tokens;
}

const escapes: { readonly [letter: string]: string } = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\n": "",
};

function unquoted(quoted: string, isRaw: boolean, at: Range): string {
  const width = /^("""|''')/.test(quoted) ? 3 : 1;
  const inside = quoted.slice(width, -width);
  if (isRaw) return inside;
  return inside.replace(/\\(x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|[0-7]{1,3}|[\s\S])/g, (_, code: string) => {
    if (/^[xuU]./.test(code)) return fromCode(Number.parseInt(code.slice(1), 16), at);
    if (/^[0-7]/.test(code)) return fromCode(Number.parseInt(code, 8), at);
    if (Object.hasOwn(escapes, code)) return escapes[code] ?? "";
    if (/[\\'"]/.test(code)) return code;
    throw new Refusal(`\`\\${code}\` is no escape`, at);
  });
}

function fromCode(code: number, at: Range): string {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) throw new Refusal("an escape names no character", at);
  return String.fromCodePoint(code);
}
