// From the pieces of one source word to the words a program gets: splitting at IFS, globs, quote removal.

import type { Word } from "./model.ts";
import { concat, known, type Source, type Text, toWord } from "./text.ts";

export type Piece =
  /** Written so, quoted or plain: stays as it is. */
  | { readonly kind: "literal"; readonly text: string }
  /** An active glob of the source. */
  | { readonly kind: "glob"; readonly text: string }
  /** A variable that holds one of the files that fit. */
  | { readonly kind: "match"; readonly text: Text; readonly glob: string }
  /** An expansion inside quotes. */
  | { readonly kind: "quoted"; readonly text: Text }
  /** An expansion outside quotes: split, and globs in it are active. */
  | { readonly kind: "expanded"; readonly text: Text }
  /** Between two elements of "$@" or of an array. */
  | { readonly kind: "break" };

/** One word a program gets. */
export interface Field {
  readonly word: Word;
  /** Dequoted, globs as they are. */
  readonly text: Text;
}

/** An expansion, in quotes or not. */
export function pieceOf(text: Text, quoted: boolean): Piece {
  if (text.glob !== undefined) return { kind: "match", text, glob: text.glob };
  return { kind: quoted ? "quoted" : "expanded", text };
}

const globCharacters = /[*?]|\[[^\]]*\]|[@+!]\(/;

interface Building {
  parts: Text[];
  globText: string;
  hasGlob: boolean;
  started: boolean;
}

const fresh = (): Building => ({ parts: [], globText: "", hasGlob: false, started: false });

/** The fields of one word; none when it vanishes. `ifs` null: the separator is not known. */
export function fieldsOf(pieces: readonly Piece[], ifs: string | null): readonly Field[] {
  const done: Field[] = [];
  let now = fresh();
  const end = (): void => {
    if (now.started) done.push(finish(now));
    now = fresh();
  };
  for (const piece of pieces) {
    if (piece.kind === "break") {
      now.started = true;
      end();
    } else if (piece.kind === "literal") add(now, known(piece.text), "quoted");
    else if (piece.kind === "glob") {
      now.hasGlob = true;
      now.globText += piece.text;
      now.parts.push(known(piece.text));
      now.started = true;
    } else if (piece.kind === "match") {
      now.hasGlob = true;
      now.globText += piece.glob;
      now.parts.push(known(piece.glob, piece.text.from));
      now.started = true;
    } else if (piece.kind === "quoted") add(now, piece.text, "quoted");
    else if (piece.text.why !== null || ifs === null) {
      add(now, { ...piece.text, why: piece.text.why ?? "separator IFS", splits: true }, "quoted");
    } else {
      const { text, from } = piece.text;
      for (const token of split(text, ifs)) {
        if (token === SOFT) end();
        else if (token === HARD) {
          now.started = true;
          end();
        } else if (token !== "") {
          const isHere = piece.text.isHere === true && text.startsWith(token);
          add(now, isHere ? { ...known(token, from), isHere: true } : known(token, from), "plain");
        }
      }
    }
  }
  end();
  return done;
}

const SOFT = Symbol("blank");
const HARD = Symbol("separator");

/** Runs of text and separators; blanks beside a hard separator belong to it. */
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

function add(now: Building, text: Text, mode: "quoted" | "plain"): void {
  now.started = true;
  now.parts.push(text);
  if (mode === "plain" && globCharacters.test(text.text)) {
    now.hasGlob = true;
    now.globText += text.text;
  } else now.globText += text.text.replace(/[\\*?[\]]/g, "\\$&");
}

function finish(now: Building): Field {
  const text = now.parts.length === 0 ? known("") : concat(now.parts);
  const word: Word = text.why === null && now.hasGlob ? { kind: "glob", text: now.globText } : toWord(text);
  return { word, text };
}

/** A plain word, the usual case. */
export function plainField(text: string): Field {
  return { word: { kind: "literal", text }, text: known(text) };
}

export function literalField(text: string, from: readonly Source[] = []): Field {
  return fieldOf(known(text, from));
}

export function fieldOf(text: Text): Field {
  return { word: toWord(text), text };
}
