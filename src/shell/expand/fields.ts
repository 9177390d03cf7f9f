// From the pieces of one source word to the words that a program receives: splitting at IFS, globs, quote removal.

import type { GlobOptions } from "../../language/listing.ts";
import type { Word } from "../syntax/model.ts";
import { SOME_FILE } from "../syntax/open-words.ts";
import { concat, known, type Text, type TextSource, toWord, unknown } from "../syntax/text.ts";

export type WordPiece =
  /** Literal text, quoted or plain: stays as it is. */
  | { readonly kind: "literal"; readonly text: string }
  /** An active glob in the source. */
  | { readonly kind: "glob"; readonly text: string }
  /** A variable that holds one of the matching files. */
  | { readonly kind: "match"; readonly text: Text; readonly glob: string }
  /** An expansion inside quotes. */
  | { readonly kind: "quoted"; readonly text: Text }
  /** An expansion outside quotes: split, and globs in it are active. */
  | { readonly kind: "expanded"; readonly text: Text }
  /** Between two elements of "$@" or of an array. */
  | { readonly kind: "break" };

/** One word that a program receives. Nearly all are plain, and the text of those is rarely used. */
export class ShellField {
  readonly word: Word;
  private readonly whole: Text | null;

  /** Without a text, the word itself says everything. */
  constructor(word: Word, text: Text | null = null) {
    this.word = word;
    this.whole = text;
  }

  /** Dequoted, globs unchanged. */
  get text(): Text {
    return this.whole ?? known(this.word.text);
  }

  /**
   * The value as a variable or parameter stores it: a glob stands for one of the matching files. If no file matches, the glob
   * stays as written; the same holds for the value as code.
   */
  get storedText(): Text {
    if (this.word.kind !== "glob") return this.text;
    const { text } = this.text;
    const { text: glob, expands } = this.word;
    return { ...unknown(text, SOME_FILE, this.sources), template: text, glob, expands };
  }

  get sources(): readonly TextSource[] {
    return this.whole === null ? noSources : this.whole.from;
  }

  get isHere(): boolean {
    return this.whole !== null && this.whole.isHere === true;
  }
}

const noSources: readonly TextSource[] = [];

/** An expansion, in quotes or not. */
export function pieceOf(text: Text, quoted: boolean): WordPiece {
  if (text.glob !== undefined) return { kind: "match", text, glob: text.glob };
  return { kind: quoted ? "quoted" : "expanded", text };
}

const globCharacters = /[*?]|\[[^\]]*\]|[@+!]\(/;

interface Building {
  readonly parts: Text[];
  /** For each part: whether it is an active glob or plain text. */
  readonly isGlob: boolean[];
  hasGlob: boolean;
  /** The options by which all its globs are expanded on the disk; null: not all are. */
  expands: GlobOptions | null | undefined;
  started: boolean;
}

const fresh = (): Building => ({ parts: [], isGlob: [], hasGlob: false, expands: undefined, started: false });

/**
 * The fields of one word; none when it vanishes. `ifs` null: the separator is unknown. `options` are those of the shell that
 * expands globs; null: it does not.
 */
export function fieldsOf(
  pieces: readonly WordPiece[],
  ifs: string | null,
  options: GlobOptions | null = {},
): readonly ShellField[] {
  const done: ShellField[] = [];
  let now = fresh();
  const end = (): void => {
    if (now.started) done.push(finish(now));
    now = fresh();
  };
  for (const piece of pieces) {
    if (piece.kind === "break") {
      now.started = true;
      end();
    } else if (piece.kind === "literal") put(now, known(piece.text), false);
    else if (piece.kind === "glob") {
      putActive(now, known(piece.text), options);
    } else if (piece.kind === "match") {
      putGlob(now, known(piece.glob, piece.text.from), piece.text.expands ?? null);
    } else if (piece.kind === "quoted") put(now, piece.text, false);
    else if (piece.text.why !== null || ifs === null) {
      put(now, { ...piece.text, why: piece.text.why ?? "separator IFS", splits: true }, false);
    } else {
      const { text, from } = piece.text;
      for (const token of split(text, ifs)) {
        if (token === SOFT) end();
        else if (token === HARD) {
          now.started = true;
          end();
        } else if (token !== "") {
          const isHere = piece.text.isHere === true && text.startsWith(token);
          const part = isHere ? ({ ...known(token, from), isHere: true } as const) : known(token, from);
          if (globCharacters.test(token)) putActive(now, part, options);
          else put(now, part, false);
        }
      }
    }
  }
  end();
  return done;
}

const SOFT = Symbol("blank");
const HARD = Symbol("separator");

/** Runs of text and separators; blanks next to a hard separator belong to it. */
function split(text: string, ifs: string): readonly (string | typeof SOFT | typeof HARD)[] {
  if (ifs === "") return [text];
  const tokens: (string | typeof SOFT | typeof HARD)[] = [];
  let start = 0;
  const flush = (at: number): void => {
    if (at > start) tokens.push(text.slice(start, at));
    start = at + 1;
  };
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    if (!ifs.includes(character)) continue;
    flush(at);
    const last = tokens[tokens.length - 1];
    if (character === " " || character === "\t" || character === "\n") {
      if (last !== SOFT && last !== HARD) tokens.push(SOFT);
    } else if (last === SOFT && typeof tokens[tokens.length - 2] === "string") tokens[tokens.length - 1] = HARD;
    else tokens.push(HARD);
  }
  flush(text.length);
  return tokens;
}

function put(now: Building, text: Text, isGlob: boolean): void {
  now.started = true;
  now.parts.push(text);
  now.isGlob.push(isGlob);
  now.hasGlob ||= isGlob;
}

/** Where the shell does not expand globs, the characters stand for themselves. */
function putActive(now: Building, text: Text, options: GlobOptions | null): void {
  if (options === null) put(now, text, false);
  else putGlob(now, text, options);
}

function putGlob(now: Building, text: Text, expands: GlobOptions | null): void {
  now.expands = expands === null || now.expands === undefined ? expands : now.expands;
  put(now, text, true);
}

function finish(now: Building): ShellField {
  const text = now.parts.length === 0 ? known("") : concat(now.parts);
  if (text.why !== null || !now.hasGlob) return fieldOf(text);
  const { expands } = now;
  const word: Word = {
    kind: "glob",
    text: globText(now),
    ...(expands === undefined || expands === null ? {} : { expands }),
  };
  return new ShellField(word, text);
}

/** The word as a glob: plain text in it is escaped. */
const globText = ({ parts, isGlob }: Building): string =>
  parts.map(({ text }, i) => (isGlob[i] === true ? text : text.replace(/[\\*?[\]]/g, "\\$&"))).join("");

/** A plain word, the most common case. */
export function plainField(text: string): ShellField {
  return new ShellField({ kind: "literal", text });
}

export function literalField(text: string, from: readonly TextSource[] = []): ShellField {
  return fieldOf(known(text, from));
}

export function fieldOf(text: Text): ShellField {
  return new ShellField(toWord(text), text);
}
