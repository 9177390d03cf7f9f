// Programs that run the command in their arguments: `sudo`, `env`, `xargs`, `find -exec`, `ssh`. `via` records the chain.

import { fieldOf, literalField, type ShellField } from "../expand/fields.ts";
import { deeper, type Frame, type Output, parseNested } from "../expand/reader.ts";
import { addExternal } from "../expand/record.ts";
import { imageCommand, mountedFolder, noteMounts } from "../programs/image-programs.ts";
import { flakeCommand, packageCommand } from "../programs/package-programs.ts";
import { hasOption, type OptionReading, optionValues } from "../programs/table/options.ts";
import type { WrapperRow } from "../programs/table/program-table.ts";
import { tableOf } from "../programs/table-of.ts";
import type { Word } from "../syntax/model.ts";
import { by, concat, cut, known, type Text, unknown } from "../syntax/text.ts";
import { inFolder, runCode } from "./code.ts";
import { expandWords } from "./expand.ts";
import { invoke, type Running } from "./invoke.ts";
import { MOST_ITEMS, runWithItems } from "./items.ts";
import { perhapsWrapped } from "./perhaps-wrapper.ts";
import { runStdin } from "./shells.ts";
import { joined } from "./statements.ts";

/** The inner command of a wrapper; null when the program is not a wrapper, or has no inner command here. */
export function unwrap(running: Running): Output | null {
  const { reading, name, frame, invocation } = running;
  if (reading === null) return name.startsWith("git-") ? dashed(running) : perhapsWrapped(running);
  const row = reading.table.wrapper;
  if (row === undefined || reading.help || reading.dryRun) return null;
  if (row.notWith?.some((flag) => hasOption(reading, flag)) === true) return null;
  const label = [name, ...reading.path].join(" ");
  const elevated = frame.elevated || reading.table.elevates === true;
  const redirects = [...frame.redirects, ...invocation.redirects];
  let inner: Frame = deeper(frame, { elevated, redirects, feed: invocation.feed });
  const split = splitWords(running, label, inner);
  if (split !== null) return split;
  const { env, words: written, skipped } = innerWords(running, row);
  const words = commandWords(row, reading, skipped[0], written);
  if (row.elsewhere === true) {
    const host = skipped[0]?.text.text ?? name;
    addExternal("remote", host, running.call, frame);
    const mounted = row.image === true ? mountedFolder(reading, noteMounts(running)) : null;
    inner = inFolder(mounted ?? { kind: "dynamic", text: ".", why: `another machine (${host})` }, inner);
  }
  if (row.inner === "options" || words.length === 0) {
    const given = reading.options.some(({ row: option }) => option.code !== undefined);
    return row.shell === true && !given ? runStdin({ ...running, frame: inner }, label) : null;
  }
  if (row.known === true && (words[0] === undefined || tableOf({ program: words[0].word }) === undefined)) return null;
  const through = { ...inner, via: [...frame.via, label] };
  if (row.each === true) return runEach(reading, running, inner, label);
  if (words[0]?.text.text === "-c" && skipped.length > 0 && row.after === undefined && words[1] !== undefined) {
    return runCode(words[1].text, { label: `${label} -c`, parameters: [], process: true, env }, inner);
  }
  if (row.appends !== undefined) return runWithItems({ ...running, frame: through }, row, words, label);
  if (row.joined === true || row.joinedBy?.some((flag) => hasOption(reading, flag)) === true)
    return runCode(blankJoined(words), { label, parameters: [], process: true, env }, inner);
  const lookup = shellWrappers.has(name) ? "builtins" : "programs";
  return invoke({ ...invocation, fields: words, env, redirects: [], lookup, text: textOf(words) }, through);
}

/** `/usr/lib/git-core/git-push -f`, `git-filter-repo`: git starts its subcommands under these names. */
function dashed({ invocation, frame, name }: Running): Output {
  const fields = [fieldOf(known("git")), fieldOf(known(name.slice(4))), ...invocation.fields.slice(1)];
  return invoke(
    { ...invocation, fields, lookup: "programs", text: textOf(fields) },
    deeper(frame, { via: [...frame.via, name] }),
  );
}

/** Every operand is a separate command line. */
function runEach(reading: OptionReading, { invocation, frame }: Running, inner: Frame, label: string): Output {
  const outputs = reading.places.slice(0, MOST_ITEMS).flatMap((place) => {
    const field = invocation.fields[place + 1];
    frame.reader.budget.spend(1);
    // `npm:build`, `npm:watch:*`: short names of project scripts.
    if (field === undefined || /^(?:npm|pnpm|yarn|bun|node|deno):/.test(field.text.text)) return [];
    return [runCode(field.text, { label, parameters: [], process: true }, inner)];
  });
  return { ...joined(outputs), text: null, status: "unknown" };
}

/** The effective command where an image or a package provides the program. */
function commandWords(
  row: WrapperRow,
  reading: OptionReading,
  image: ShellField | undefined,
  words: readonly ShellField[],
): readonly ShellField[] {
  if (row.image === true) return imageCommand(reading, image, words);
  const named = row.programBy?.map((flag) => optionValues(reading, flag)[0]).find((word) => word !== undefined);
  if (row.programBy !== undefined) return named === undefined ? [] : [fieldOf(asText(named)), ...words];
  if (row.program !== undefined && words.length > 0) return [literalField(row.program), ...words];
  if (row.flake === true) return flakeCommand(words);
  return row.package === true ? packageCommand(words) : words;
}

const asText = (word: Word): Text =>
  word.kind === "literal" ? known(word.text) : unknown(word.text, word.kind === "dynamic" ? word.why : "pattern");

/** These bypass functions and aliases, but run builtins in this shell. */
const shellWrappers = new Set(["command", "builtin", "nocorrect", "noglob"]);

interface Inner {
  readonly env: ReadonlyMap<string, Text>;
  readonly words: readonly ShellField[];
  readonly skipped: readonly ShellField[];
}

function innerWords({ invocation, reading, name }: Running, row: WrapperRow): Inner {
  const env = new Map(invocation.env);
  if (reading === null || row.inner === "options") return { env, words: [], skipped: [] };
  const args = invocation.fields.slice(1);
  if (row.needs !== undefined && !row.needs.some((flag) => hasOption(reading, flag)))
    return { env, words: [], skipped: [] };
  const own = row.after === undefined ? ownPairs(args, row, reading) : afterMark(args, row, reading);
  if (own !== null) return { env, ...own };
  const isSkipped = row.skipUnless !== undefined && !row.skipUnless.some((flag) => hasOption(reading, flag));
  let start = isSkipped ? 1 : (row.skip ?? 0);
  if (row.assignments === true) {
    // `env - command` is `env -i command`.
    const isBare = name === "env" && args[reading.places[start] ?? -1]?.text.text === "-";
    if (isBare) start++;
    if (isBare || (name === "env" && reading.options.some(({ flag }) => flag === "-i"))) env.clear();
    for (; start < reading.places.length; start++) {
      const field = args[reading.places[start] ?? -1];
      if (field !== undefined && environmentFile.test(field.text.text)) continue;
      const found = /^([A-Za-z_][\w%()]*)=/.exec(field?.text.prefix ?? "");
      if (field === undefined || found === null) break;
      env.set(found[1] ?? "", by(cut(field.text, found[0].length), "variable"));
    }
  }
  if (row.version === true && version.test(args[reading.places[start] ?? -1]?.text.text ?? "")) start++;
  const skipped = reading.places.slice(0, start).flatMap((place) => args[place] ?? []);
  const first = reading.places[start];
  const words = first === undefined ? [] : args.slice(first);
  return { env, words: words[0]?.text.text === "--" ? words.slice(1) : words, skipped };
}

/** `env $(grep -v '^#' .env | xargs) npm test`: the lines of a file of variables, passed on by programs that only print. */
const environmentFile =
  /^\$\(\s*(?=[^;&`$(]*(?:^|[\s/<])[\w.-]*\.env[\w.-]*[\s)|])(?:<|(?:(?:grep|egrep|cat|sed|cut|tr|xargs)\b[^;&`$()|]*)(?:\|\s*(?:grep|egrep|sed|cut|tr|xargs|sort)\b(?:\s+(?:-[\w=]+|'[^']*'|"[^"]*"|\d+))*\s*)*)\)$/;

/** `20`, `v18.2.0`, `lts/iron`, `node`. */
const version = /^(?:v?\d[\w.]*|lts\/.+|node|stable|latest|system|current)$/;

type OwnWords = Pick<Inner, "words" | "skipped">;

/** `kubectl exec POD -c NAME -- command`: the wrapper's own options may follow its operands. */
function afterMark(args: readonly ShellField[], row: WrapperRow, reading: OptionReading): OwnWords | null {
  const skip = row.skip ?? 0;
  const skipped = reading.places.slice(0, skip).flatMap((place) => args[place] ?? []);
  const mark = args.findIndex(({ word }) => word.kind === "literal" && word.text === row.after);
  if (mark !== -1) return { words: args.slice(mark + 1), skipped };
  const last = reading.places[skip];
  if (last === undefined || args[last]?.text.text.startsWith("-") !== true) return null;
  return { words: args.slice(pastOptions(args, last, [], reading)), skipped };
}

/** For options with two values, the second one must not be mistaken for the command. */
function ownPairs(args: readonly ShellField[], { pairs }: WrapperRow, reading: OptionReading): OwnWords | null {
  if (pairs === undefined) return null;
  const at = pastOptions(args, 0, pairs, reading);
  return { words: args.slice(args[at]?.text.text === "--" ? at + 1 : at), skipped: [] };
}

/** The index of the first word that is neither an option nor its value. */
function pastOptions(
  args: readonly ShellField[],
  from: number,
  pairs: readonly string[],
  { table }: OptionReading,
): number {
  let at = from;
  for (; at < args.length; at++) {
    const text = args[at]?.text.text ?? "";
    if (!text.startsWith("-") || text === "--") break;
    if (pairs.includes(text)) at += 2;
    else if (table.options.some(({ flags, value }) => value === "required" && flags.includes(text))) at++;
  }
  return at;
}

/** `env -S 'command and its arguments'`. */
function splitWords(running: Running, label: string, frame: Frame): Output | null {
  const { name, reading, invocation } = running;
  if (name !== "env" || reading === null) return null;
  const value = optionValues(reading, "-S")[0];
  if (value === undefined) return null;
  const rest = reading.places.flatMap((place) => invocation.fields[place + 1] ?? []);
  // `\_` is a blank.
  const source = `: ${value.text.replaceAll("\\_", " ")}`;
  const { script } = parseNested(source, frame.reader);
  const command = script?.commands[0]?.command;
  if (value.kind !== "literal" || command?.type !== "Command" || script?.commands.length !== 1) {
    return runCode(asText(value), { label: `${label} -S`, parameters: [], process: true }, frame);
  }
  const words = expandWords(command.args, { ...frame, source });
  const fields = [fieldOf(known("env")), ...words, ...rest];
  return invoke(
    { ...invocation, fields, redirects: [], text: textOf(fields) },
    { ...frame, via: [...frame.via, `${label} -S`] },
  );
}

export const textOf = (fields: readonly ShellField[]): string => fields.map(({ text }) => text.text).join(" ");

export function blankJoined(fields: readonly ShellField[]): Text {
  return concat(fields.flatMap(({ text }, i) => (i === 0 ? [text] : [known(" "), text])));
}
