// The calls of a line with the names that a pattern may know their programs by.

import type { Call, Word } from "../syntax/model.ts";
import { programTable, type UserPrograms } from "./index.ts";
import { type OptionReading, readOptions } from "./table/options.ts";
import { programName } from "./table/program-name.ts";
import type { ProgramTable } from "./table/program-table.ts";
import { tableOf } from "./table-of.ts";

export interface CalledProgram {
  readonly call: Call;
  /** Null: unknown. */
  readonly name: string | null;
  readonly table: ProgramTable | undefined;
  /** Its arguments, parsed by its table. */
  readonly reading: OptionReading | null;
  /** Its own name and that of its table. */
  readonly names: readonly string[];
  /** A program without a table may run its arguments: its name and the programs its arguments may name, with their positions. */
  readonly behind: ReadonlyMap<string, readonly number[]> | null;
}

export interface CalledPrograms {
  readonly each: readonly CalledProgram[];
  /** Each program by its names, alone and with its subcommand: `git`, `git push`. Null when one is unknown. */
  readonly names: readonly string[] | null;
}

/** Stands for any subcommand of a program. */
export const ANY_SUBCOMMAND = "*";

/** A program with an unknown folder but a known name: `./n?m`. A pattern with a folder may match it. */
export const SOME_FOLDER = "/";

export function calledPrograms(calls: readonly Call[], extra: UserPrograms): CalledPrograms {
  const each = calls.map((call) => calledProgram(call, extra));
  const names = new NameList();
  let isKnown = true;
  for (const one of each) {
    isKnown &&= one.name !== null;
    if (one.call.program.kind !== "literal") names.addOne(SOME_FOLDER);
    const subcommand = one.reading?.path[0] ?? ANY_SUBCOMMAND;
    if (one.behind === null) for (const name of one.names) names.add(name, withSubcommand(name, subcommand));
    else for (const name of one.behind.keys()) names.add(name, `${name} ${subcommand}`);
  }
  return { each, names: isKnown ? names.list : null };
}

/** Names without duplicates. Most lines have few, and searching a list is then faster than a set. */
class NameList {
  list: string[] = [];
  private seen: Set<string> | null = null;

  /** A program, alone and with its subcommand. */
  add(name: string, withSubcommand: string): void {
    if (this.list.length === 0) this.list = [name, withSubcommand];
    else {
      this.addOne(name);
      this.addOne(withSubcommand);
    }
  }

  addOne(name: string): void {
    if (this.list.length > FEW) this.seen ??= new Set(this.list);
    if (this.seen === null ? this.list.includes(name) : this.seen.has(name)) return;
    this.list.push(name);
    this.seen?.add(name);
  }
}

const FEW = 16;

/** `git push` as one text: programs with a table have few of these, and they repeat. */
const joined = new Map<string, Map<string, string>>();
const MOST_JOINED = 1024;

function withSubcommand(name: string, subcommand: string): string {
  let of = joined.get(name);
  if (of === undefined) {
    // Names that contain a version are unlimited in number.
    if (joined.size >= MOST_JOINED) joined.clear();
    of = new Map();
    joined.set(name, of);
  }
  let text = of.get(subcommand);
  if (text === undefined) {
    text = `${name} ${subcommand}`;
    of.set(subcommand, text);
  }
  return text;
}

const none: readonly string[] = [];

function calledProgram(call: Call, extra: UserPrograms): CalledProgram {
  const name = programName(call);
  const table = tableOf(call, extra);
  if (name === null) return { call, name, table, reading: null, names: none, behind: null };
  if (table === undefined)
    return { call, name, table, reading: null, names: [name], behind: placesBehind(name, call.args, extra) };
  // The table's own string rather than an equal one: comparing identical strings is free.
  const names = table.name === name ? [table.name] : [name, table.name];
  return { call, name, table, reading: readOptions(call, table), names, behind: null };
}

function placesBehind(
  program: string,
  args: readonly Word[],
  extra: UserPrograms,
): ReadonlyMap<string, readonly number[]> {
  const places = new Map<string, number[]>([[program, []]]);
  const add = (name: string, at: number): void => {
    const known = places.get(name);
    if (known === undefined) places.set(name, [at]);
    else known.push(at);
  };
  for (const [at, word] of args.entries()) {
    const name = word.kind === "literal" ? programName({ program: word }) : null;
    if (name === null) continue;
    add(name, at);
    const table = programTable(name, extra);
    if (table !== undefined && table.name !== name) add(table.name, at);
  }
  return places;
}
