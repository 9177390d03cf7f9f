// Forms of a command's options, as far as the table of its program says that they come to the same: another order, another
// spelling, after the operands, in a bundle or out of one.

import { programTable, type UserPrograms } from "../../shell/programs/index.ts";
import { type OptionReading, readOptions } from "../../shell/programs/table/options.ts";
import type { Word } from "../../shell/syntax/model.ts";
import { form, type Spelling } from "./form.ts";
import { replaced, type SourceCommand, type SourceText } from "./source-commands.ts";

export function optionForms(source: SourceText, programs: UserPrograms): readonly Spelling[] {
  return source.commands.flatMap((command) =>
    variantsOf(command, programs).map((args) =>
      form("reordered", replaced(source.text, command, [command.program.text, ...args].join(" "))),
    ),
  );
}

/** A word of an option together with its value, and what else stands in the call. */
interface Piece {
  readonly words: readonly string[];
  readonly kind: "option" | "operand" | "subcommand";
  /** Other spellings of the same option. */
  readonly others: readonly string[];
}

function variantsOf(command: SourceCommand, programs: UserPrograms): readonly (readonly string[])[] {
  const { program, args, isPlain } = command;
  const name = program.text.slice(program.text.lastIndexOf("/") + 1);
  const table = programTable(name, programs);
  if (table === undefined || table.wrapper !== undefined || table.interpreter !== undefined || !isPlain) return [];
  const words: readonly Word[] = args.map(({ text }) => ({ kind: "literal", text }));
  const reading = readOptions({ args: words }, table);
  const style = reading.table.style ?? "gnu";
  const texts = args.map((word) => word.text);
  if ((style !== "gnu" && style !== "posix") || texts.includes("--") || reading.unlisted.length > 0) return [];
  const pieces = piecesOf(texts, reading);
  if (pieces === null) return [];
  const orders = style === "gnu" ? [...swapped(pieces), ...moved(pieces)] : swapped(pieces);
  return [...orders, ...respelled(pieces)].map((order) => order.flatMap((piece) => piece.words));
}

/** Null when a row is given twice, for the last one wins, or when an option runs something. */
function piecesOf(texts: readonly string[], reading: OptionReading): readonly Piece[] | null {
  const rows = reading.options.map((option) => option.row);
  if (new Set(rows).size < rows.length || rows.some((row) => row.code !== undefined || row.value === "words"))
    return null;
  const pieces: Piece[] = [];
  for (let at = 0; at < texts.length; at++) {
    const word = texts[at] ?? "";
    const here = reading.options.filter((option) => option.at === at);
    const [option] = here;
    if (option === undefined) {
      pieces.push({ words: [word], kind: reading.places.includes(at) ? "operand" : "subcommand", others: [] });
      continue;
    }
    const isWhole = here.length === 1 && option.row.flags.includes(word);
    const takesNext = isWhole && option.row.value === "required";
    if (takesNext && texts[at + 1] === undefined) return null;
    const others = isWhole && option.on ? option.row.flags.filter((flag) => flag !== word && isUsual(flag)) : [];
    pieces.push({ words: takesNext ? [word, texts[at + 1] ?? ""] : [word], kind: "option", others });
    if (takesNext) at++;
  }
  return pieces;
}

const isUsual = (flag: string): boolean => /^-[A-Za-z]$|^--[a-z][\w-]+$/.test(flag);

/** Two neighbouring options in the other order. */
function swapped(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const orders: (readonly Piece[])[] = [];
  for (let at = 0; at + 1 < pieces.length; at++) {
    const [first, second] = [pieces[at], pieces[at + 1]];
    if (first?.kind !== "option" || second?.kind !== "option") continue;
    orders.push([...pieces.slice(0, at), second, first, ...pieces.slice(at + 2)]);
  }
  return orders;
}

/** An option of the innermost command at its end, and right after its name. */
function moved(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const after = pieces.findLastIndex((piece) => piece.kind === "subcommand") + 1;
  const orders: (readonly Piece[])[] = [];
  for (const [at, piece] of pieces.entries()) {
    if (piece.kind !== "option" || at < after) continue;
    const rest = pieces.filter((other) => other !== piece);
    if (at < pieces.length - 1) orders.push([...rest, piece]);
    if (at > after) orders.push([...rest.slice(0, after), piece, ...rest.slice(after)]);
  }
  return orders;
}

/** Each option in its other spellings. */
function respelled(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  return pieces.flatMap((piece, at) =>
    piece.others.map((other) => pieces.with(at, { ...piece, words: [other, ...piece.words.slice(1)] })),
  );
}
