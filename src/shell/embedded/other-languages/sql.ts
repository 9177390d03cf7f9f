// SQL passed to a database client, as statements: words that a pattern can name (`runs "sql drop table"`).

import { literal } from "../../effects/draft/effect-draft.ts";
import type { UserPrograms } from "../../programs/index.ts";
import { type OptionReading, optionValues, readOptions } from "../../programs/table/options.ts";
import { programName } from "../../programs/table/program-name.ts";
import { tableOf } from "../../programs/table-of.ts";
import { limits } from "../../syntax/limits.ts";
import type { Call, Reading, Word } from "../../syntax/model.ts";
import { ELSEWHERE, REST } from "../../syntax/open-words.ts";
import { foldConstants } from "./fold-constants.ts";
import { inlineTexts } from "./inline-texts.ts";

const none: readonly never[] = [];

/** Statements as arguments of the program `sql`: `["drop", "table", "carts"]`, with `--where` if there is a condition. */
function sqlStatements(
  call: Call,
  extra: UserPrograms | undefined,
  all: readonly Call[],
): readonly (readonly Word[])[] {
  const table = tableOf(call, extra);
  if (table === undefined) return none;
  const reading = readOptions(call, table);
  if (reading.help) return none;
  if (reading.table.special === "interpreter") return statementsInCode(call, reading);
  if (reading.table.special === "netcat" || reading.table.special === "socat") return protocolStatements(call);
  if (reading.table.special !== "sql") return none;
  // An in-memory database contains no real data.
  if (reading.table.name === "sqlite3" && reading.operands[0]?.text === ":memory:") return [];
  return clientTexts(call, reading, all).flatMap((text) =>
    text.kind === "dynamic" ? openStatements(text) : statementsOf(text.text),
  );
}

/** `select count(*) from $TABLE`: the statement is known, and the unknown part is unlikely to start another one. */
function openStatements(word: Word & { readonly kind: "dynamic" }): readonly (readonly Word[])[] {
  const found = /^\s*[A-Za-z]/.test(word.text) && /[$`]/.test(word.text) ? statementsOf(word.text) : [];
  const isOpen = ([first]: readonly Word[]): boolean => first === undefined || /[$`]/.test(first.text);
  return found.length === 0 || found.some(isOpen) ? [[word]] : [...found, [{ ...word, why: REST }]];
}

/** `cursor.execute("drop table x")` in code of another language. */
const executed =
  /(?:execute\w*|query\w*|exec|raw\w*|run|statement|unprepared|prepare|\bdo|\bsql|_query)!?\s*\(?\s*(?:[$\w>-]{1,40}\s*,\s*)?(?:text\s*\(\s*)?(?:"""|\x27\x27\x27|["'`])\s*((?:drop|truncate|delete\s+from|alter\s+table)\b[^"'`]*)/gi;

function statementsInCode(call: Call, reading: OptionReading): readonly (readonly Word[])[] {
  return inlineTexts(call, reading).flatMap(({ text }) =>
    [...foldConstants(text.slice(0, LONGEST)).matchAll(executed)].flatMap(([, sql = ""]) => statementsOf(sql)),
  );
}

/** Redis and memcached read commands as lines: `printf 'FLUSHALL\r\n' | nc localhost 6379`. */
function protocolStatements({ stdin }: Call): readonly (readonly Word[])[] {
  const text = stdin.from === "text" || stdin.from === "calls" ? (stdin.text?.text ?? "") : "";
  return [...text.slice(0, LONGEST_LINE).matchAll(/^\s*(flush_?(?:all|db))\b/gim)].map(([, name = ""]) => [
    literal(name.replace("_", "").toLowerCase()),
  ]);
}

/** The same as calls of the program `sql`, so that patterns apply to them. */
export function sqlCalls(call: Call, extra?: UserPrograms, all: readonly Call[] = []): readonly Call[] {
  const statements = sqlStatements(call, extra, all);
  if (statements.length === 0) return none;
  const client = programName(call) ?? call.program.text;
  return statements.map((args) => ({
    ...call,
    program: literal("sql"),
    args,
    redirects: [],
    via: [...call.via, client],
  }));
}

/** All statements that the database clients of a line receive. */
export function sqlCallsOf({ calls }: Reading, extra?: UserPrograms): readonly Call[] {
  return calls.flatMap((call) => sqlCalls(call, extra, calls));
}

/** The texts that a client runs: values of its code options, its operands, standard input. */
export function clientTexts(call: Call, reading: OptionReading, all: readonly Call[] = []): readonly Word[] {
  const { name } = reading.table;
  const given = reading.options.flatMap(({ row, value }) => (row.code === "inline" && value !== null ? [value] : []));
  const input = inputTexts(call, all);
  if (name === "sqlite3") return [...given, ...reading.operands.slice(1), ...input];
  if (name === "redis-cli") {
    const words = reading.operands.map(({ text }) => text).join(" ");
    const isOpen = reading.operands.some(({ kind }) => kind === "dynamic");
    if (isOpen) return [{ kind: "dynamic", text: words, why: "an unknown word" }];
    // A server-side script calls commands by name.
    const called = [...words.matchAll(/\bp?call\(\s*["'](\w+)/gi)].map(([, name = ""]) => name);
    return words === "" ? input : [literal([words, ...called].join(";"))];
  }
  const texts = given.length > 0 && optionValues(reading, "-f").length === 0 ? given : [...given, ...input];
  return name === "psql" ? withVariables(texts, optionValues(reading, "-v")) : texts;
}

/** `psql -v t=users -c 'truncate :t'`, `\set t users`: client variables are replaced by their values. */
function withVariables(texts: readonly Word[], given: readonly Word[]): readonly Word[] {
  const values = new Map<string, string>();
  const note = (name: string | undefined, value: string): void => {
    if (name !== undefined && values.size < MOST_VARIABLES) values.set(name, value);
  };
  for (const { text } of given) note(/^\w+(?==)/.exec(text)?.[0], text.replace(/^\w+=/, ""));
  for (const { text } of texts)
    for (const [, name, value = ""] of text.slice(0, LONGEST_LINE).matchAll(/^\s*\\set\s+(\w+)\s+'?([^'\n]*)/gm))
      note(name, value);
  if (values.size === 0) return texts;
  return texts.map((word) => ({
    ...word,
    text: word.text.replace(/(?<!:):(['"]?)(\w+)\1/g, (found, _quote, name: string) => values.get(name) ?? found),
  }));
}

const MOST_VARIABLES = 16;

/** Standard input as far as the line determines it; the output of other commands is unknown. */
function inputTexts({ stdin }: Call, all: readonly Call[]): readonly Word[] {
  if (stdin.from === "inherit") return [];
  if (stdin.text !== undefined) return [stdin.text];
  // A file cannot be seen, like one after `-f`.
  if (stdin.from === "file" && stdin.file.kind === "literal") return [];
  // `mysql -e "select concat('drop table ', ...)" | mysql`: the command before the pipe mentions such a statement.
  const isNamed =
    stdin.from === "calls" && stdin.calls.some((id) => all[id]?.args.some(({ text }) => dropping.test(text)) === true);
  return [{ kind: "dynamic", text: "standard input", why: isNamed ? "standard input" : ELSEWHERE }];
}

const dropping = /\b(?:drop|truncate)\s/i;

const LONGEST = 65_536;
/** Longer texts are dumps; the patterns below use lookahead, so their input is bounded. */
const LONGEST_LINE = 4096;

/** Statements that contain others: `with d as (delete from x returning 1) select 1`, `do $$ begin drop ... $$`. */
const holders = /^(?:with|do|begin|prepare|declare|if)$/i;
const verbs = /^(?:drop|truncate|delete|update|alter)$/i;
/** After these words they are not statements: `for update`, `on delete cascade`, `on conflict do update`. */
const notVerbs = /^(?:for|on|after|before|of|or|do|no|grant|\.)$/i;

/** `'DR' || 'OP TABLE x'`: concatenated texts. */
const joint = /'\s{0,40}\|\|\s{0,40}'/g;

/** The statements of a text, including those in its concatenated texts. */
function statementsOf(text: string): readonly (readonly Word[])[] {
  if (!text.includes("||")) return statementsIn(text);
  // Concatenated, or as written: in a comment or after a backslash, a quote is not a quote.
  const joined = text.slice(0, LONGEST).replace(joint, "");
  return joined === text ? statementsIn(text) : [...statementsIn(text), ...statementsIn(joined)];
}

/** Splits a text at `;` outside quotes and comments. Keywords in lower case, names as written without quotes. */
function statementsIn(text: string): readonly (readonly Word[])[] {
  const statements: (readonly Word[])[] = [];
  const seen = new Set<string>();
  let words: Word[] = [];
  const close = (): void => {
    const key = words.map((word) => word.text).join("\0");
    // Duplicate statements add nothing.
    if (words.length > 0 && !seen.has(key)) {
      seen.add(key);
      statements.push(withCondition(replaced(words) ?? words));
    }
    words = [];
  };
  const token =
    /--[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|''|\\.)*'?|"(?:[^"]|"")*"?|`[^`]*`?|;|\\[A-Za-z!]+|\$[A-Za-z_]*\$|[\w.$*@-]+|[^\s\w]/g;
  // A command of the client itself ends with its line.
  const lines = text.slice(0, LONGEST).replace(/^\s*\\[^\n]*$/gm, "$&;");
  let holds = false;
  for (const { 0: piece, index } of lines.matchAll(token)) {
    if (statements.length >= limits.commands) {
      statements.push([{ kind: "dynamic", text: "", why: "limit: too many statements", splits: true }]);
      return statements;
    }
    const isVerb = holds && verbs.test(piece) && lines[index + piece.length] !== "(";
    if (isVerb && !notVerbs.test(words.at(-1)?.text ?? "")) close();
    holds = piece !== ";" && (holds || (words.length === 0 && holders.test(piece)));
    // MySQL runs the content of `/*! ... */`.
    if (piece.startsWith("/*!"))
      words.push(...statementsOf(piece.slice(3, -2).replaceAll("/*!", " ").replace(/^\d+/, "")).flat());
    else if (/^(?:--|#|\/\*)/.test(piece)) continue;
    else if (piece === ";") close();
    else if (dropsNoData(words, piece)) words[words.length - 1] = literal(`drop-${piece.toLowerCase()}`);
    else if (/^["`]/.test(piece)) words.push(literal(piece.slice(1, -1)));
    else if (piece.startsWith("'")) words.push(literal(piece));
    else words.push(literal(words.length < 3 ? piece.toLowerCase() : piece));
    if (words.length > 256) words.length = 256;
  }
  close();
  // `execute 'drop ...'` within a block, and the block itself: `do $$ begin drop ...; end $$`.
  for (const [, inner = ""] of text
    .slice(0, LONGEST_LINE)
    .matchAll(/\bexecute\s+(?:immediate\s+)?(?:format\s*\(\s*)?'((?:[^']|'')+)'/gi))
    statements.push(...statementsOf(inner.replaceAll("''", "'")));
  const short = text.slice(0, LONGEST_LINE);
  if (runsQuoted.test(short))
    for (const [, inner = ""] of short.matchAll(quotedStatement))
      statements.push(...statementsOf(inner.replaceAll("''", "'")));
  for (const [, inner = ""] of text.slice(0, LONGEST_LINE).matchAll(/\bbegin\s+((?!execute\b)[a-z][^;]*)(?=;)/gi))
    statements.push(...statementsOf(inner));
  return mongoStatements(text, statements);
}

/** Quoted text that the surrounding statements run: `select format('drop ...') \\gexec`, `prepare s from 'drop ...'`. */
const runsQuoted = /\\gexec\b|\bprepare\b[^;]*\bfrom\b|\bsp_executesql\b|\bexec(?:ute)?\s*\(|\bexecute\s+immediate\b/i;
const quotedStatement = /'(\s*(?:drop|truncate|delete|update|alter|create\s+or\s+replace)\b(?:[^']|'')*)'/gi;

/** `create or replace` drops what it replaces. */
const replaceable = /^(?:table|database|schema)$/i;

function replaced(words: readonly Word[]): readonly Word[] | null {
  const texts = words.slice(0, 5).map(({ text }) => text.toLowerCase());
  if (texts.slice(0, 3).join(" ") !== "create or replace") return null;
  const at = texts[3] === "transient" ? 4 : 3;
  return replaceable.test(texts[at] ?? "") ? [literal("drop"), ...words.slice(at)] : null;
}

/** Dropping these loses no data: a preceding `drop` is joined to them as one word, so `drop` and `alter * drop` do not match. */
const withoutData =
  /^(?:index|trigger|function|procedure|policy|rule|event|aggregate|operator|cast|collation|statistics|publication|subscription|synonym|view)$/i;
const withoutDataOfTable = /^(?:not|default|constraint|expression|identity|index|key|primary|foreign|check)$/i;

/** `piece` is not a quoted name. */
function dropsNoData(words: readonly Word[], piece: string): boolean {
  if (words.at(-1)?.text.toLowerCase() !== "drop") return false;
  return words.length === 1 ? withoutData.test(piece) : words[0]?.text === "alter" && withoutDataOfTable.test(piece);
}

function withCondition(words: readonly Word[]): readonly Word[] {
  const at = words.findIndex((word) => word.text.toLowerCase() === "where");
  if (at === -1 || isAlways(words.slice(at + 1))) return words;
  return [...words, literal("--where")];
}

/** `where 1=1`, `where true`: no condition. */
function isAlways(condition: readonly Word[]): boolean {
  const text = condition.map((word) => word.text.toLowerCase()).join("");
  return /^(?:true|1|(\w+)=\1|'([^']*)'='\2')$/.test(text);
}

/** `db.carts.drop()`, `db.dropDatabase()`, `deleteMany({})` read as SQL. */
function mongoStatements(text: string, statements: readonly (readonly Word[])[]): readonly (readonly Word[])[] {
  const found = new Set<string>();
  for (const [, name = "", argument = ""] of text
    .slice(0, LONGEST)
    .matchAll(/\.\s*(drop|dropDatabase|dropCollection|deleteMany|remove)\s*\(\s*(\{\s*\})?/g)) {
    if (name.startsWith("drop")) found.add(name === "dropDatabase" ? "drop database" : "drop table");
    else found.add(argument === "" ? "delete from --where" : "delete from");
  }
  return found.size > 0 ? [...statements, ...[...found].map((one) => one.split(" ").map(literal))] : statements;
}

/** Files that clients read and write through their own commands and through SQL. */
const filesRead =
  /(?:^|\n)\s*(?:\\(?:i|ir|include|include_relative)\s+|\.(?:read|import|restore|open)\s+|source\s+|\\\.\s+)(?:-\S+\s+)*["']?([^\s"';]+)|\binfile\s+'([^']+)'|\bcopy\b[^;]*?\bfrom\s+'([^']+)'|\b(?:pg_read_file|readfile|load_file|read_text|read_csv(?:_auto)?|read_blob)\s*\(\s*'([^']+)'|\\copy\b[^;]*?\bfrom\s+["']?([^\s"';]+)/gi;
const filesWritten =
  /(?:^|\n)\s*(?:\\(?:o|out|g)\s+|\.(?:output|once|save|backup|clone|log|excel)\s+|tee\s+|\\T\s+)["']?([^\s"'|;]+)|\b(?:outfile|dumpfile)\s+'([^']+)'|\bcopy\b[^;]*?\bto\s+'([^']+)'|\bwritefile\s*\(\s*'([^']+)'|\\copy\b[^;]*?\bto\s+["']?([^\s"';]+)|\b(?:attach|vacuum\s+into|export\s+database)\s+(?:database\s+)?'([^']+)'/gi;

/** Files of statements that a client runs: `\\i a.sql`, `.read a.sql`, `source a.sql`. */
export const clientScripts = (text: string): readonly string[] =>
  [...text.slice(0, LONGEST_LINE).matchAll(scriptsRun)].map(([, file = ""]) => file);

const scriptsRun = /(?:^|[\n;])\s*(?:\\(?:ir?|include|include_relative|\.)|\.read|source)\s+["']?([^\s"';]+)/gi;

export function clientFiles(text: string): { readonly reads: readonly string[]; readonly writes: readonly string[] } {
  const short = text.slice(0, LONGEST_LINE);
  const named = (pattern: RegExp): readonly string[] =>
    [...short.matchAll(pattern)].map((found) => found.slice(1).find((one) => one !== undefined) ?? "");
  return { reads: named(filesRead), writes: named(filesWritten) };
}
