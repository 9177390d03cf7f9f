// Does the output of a call reach the output of the whole line? Not when a pipe ends in a count, when it only fills a variable,
// or when it goes into a program that stores it.

import type { UserPrograms } from "../programs/index.ts";
import { hasOption, type OptionReading, optionValues, readOptions } from "../programs/table/options.ts";
import { programName } from "../programs/table/program-name.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Call, Flow, Reading } from "../syntax/model.ts";

/** The results for one line: each call is visited once, whatever the paths between calls. */
interface Ways {
  readonly shown: Map<number, boolean>;
  /** The calls that take the output of a call as standard input. */
  readonly takers: ReadonlyMap<number, readonly Call[]>;
  readonly uses: ReadonlyMap<number, readonly Flow[]>;
}

const waysOf = new WeakMap<Reading, Ways>();

function waysIn(reading: Reading): Ways {
  const known = waysOf.get(reading);
  if (known !== undefined) return known;
  const takers = new Map<number, Call[]>();
  for (const call of reading.calls)
    if (call.stdin.from === "calls") for (const id of new Set(call.stdin.calls)) file(takers, id, call);
  const uses = new Map<number, Flow[]>();
  for (const flow of reading.flows) file(uses, flow.from, flow);
  const ways: Ways = { shown: new Map(), takers, uses };
  waysOf.set(reading, ways);
  return ways;
}

function file<V>(map: Map<number, V[]>, key: number, value: V): void {
  const known = map.get(key);
  if (known === undefined) map.set(key, [value]);
  else known.push(value);
}

export function isShown(call: Call, reading: Reading, programs: UserPrograms): boolean {
  const ways = waysIn(reading);
  let found = ways.shown.get(call.id);
  if (found === undefined) {
    // In a cycle it counts as shown.
    ways.shown.set(call.id, true);
    found = reaches(call, reading, ways, programs);
    ways.shown.set(call.id, found);
  }
  return found;
}

function reaches(call: Call, reading: Reading, { takers, uses: flows }: Ways, programs: UserPrograms): boolean {
  const options = optionsOf(call, programs);
  if (options?.table.digests === true || isDropped(call)) return false;
  if (options?.table.silentUnless?.some((flag) => hasOption(options, flag)) === false) return false;
  const next = (to: Call): boolean => passesOn(to, programs) && isShown(to, reading, programs);
  const taken = takers.get(call.id);
  if (taken !== undefined) return taken.some(next);
  if (reading.captured?.has(call.id) !== true) return true;
  const uses = flows.get(call.id);
  // A variable that the line never uses may be shown later.
  if (uses === undefined) return true;
  return uses.some(({ to, into }) => {
    const user = reading.calls[to];
    if (user === undefined) return false;
    return into === "stdin" ? next(user) : repeats(user, programs) && isShown(user, reading, programs);
  });
}

function optionsOf(call: Call, programs: UserPrograms): OptionReading | null {
  const table = tableOf(call, programs);
  return table === undefined ? null : readOptions(call, table);
}

const isDropped = ({ redirects }: Call): boolean =>
  redirects.some(({ fd, op, target }) => (fd === 1 || op.startsWith("&")) && target.text === "/dev/null");

/** Does it print its standard input? */
function passesOn(call: Call, programs: UserPrograms): boolean {
  const reading = optionsOf(call, programs);
  if (reading === null) return true;
  const { table, path, operands, options } = reading;
  if (table.digests === true || options.some(({ row, on }) => on && row.unmakes?.includes("read") === true))
    return false;
  const program = tableOf(call, programs);
  if (program?.name === "head" && (optionValues(reading, "-n").some(isNone) || call.args.some(isNone))) return false;
  if (program?.keepsInput === undefined) return true;
  const words = [...path, ...operands.slice(0, 2).map(({ text }) => text)].join(" ");
  return !program.keepsInput.some(
    (subcommand) => subcommand === "" || (words.startsWith(subcommand) && !/^\w/.test(words.slice(subcommand.length))),
  );
}

/** `head -n 0`, `head -0`; `head -40` prints something. */
const isNone = ({ text }: { readonly text: string }): boolean => /^-?0+$/.test(text);

/** Does it print or run its own arguments? A program without a table may use them. */
function repeats(call: Call, programs: UserPrograms): boolean {
  const reading = optionsOf(call, programs);
  if (reading === null) return programName(call) === null;
  const { table, operands } = reading;
  // `env $(xargs < .env) command`: the words become variables of the command.
  if (table.name === "env" && operands.length > 1) return false;
  return table.echoes === true || table.interpreter !== undefined || table.wrapper !== undefined;
}
