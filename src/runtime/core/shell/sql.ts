// SQL given to a database client, as statements: words that a pattern can name (`runs "sql drop table"`).

import { literal } from "./effect-draft.ts";
import type { Call, Word } from "./model.ts";
import { type OptionReading, optionValues, programName, readOptions, tableOf } from "./options.ts";
import type { UserPrograms } from "./programs/index.ts";

/** Statements as words after the program `sql`: `["drop", "table", "carts"]`, with `--where` where there is a condition. */
function sqlStatements(call: Call, extra?: UserPrograms): readonly (readonly Word[])[] {
  const table = tableOf(call, extra);
  if (table?.special !== "sql") return [];
  const reading = readOptions(call, table);
  if (reading.help) return [];
  return textsOf(call, reading).flatMap((text) => (text.kind === "dynamic" ? [[text]] : statementsOf(text.text)));
}

/** The same as calls of the program `sql`, so that patterns apply to them. */
export function sqlCalls(call: Call, extra?: UserPrograms): readonly Call[] {
  const client = programName(call) ?? call.program.text;
  return sqlStatements(call, extra).map((args) => ({
    ...call,
    program: literal("sql"),
    args,
    redirects: [],
    via: [...call.via, client],
  }));
}

/** The texts a client runs: values of its code options, its operands, standard input. */
function textsOf(call: Call, reading: OptionReading): readonly Word[] {
  const { name } = reading.table;
  const given = reading.options.flatMap(({ row, value }) => (row.code === "inline" && value !== null ? [value] : []));
  const input = call.stdin.from === "text" ? [call.stdin.text] : [];
  const here = call.redirects.flatMap(({ op, target }) => (op === "<<<" || op === "<<" ? [target] : []));
  if (name === "sqlite3") return [...given, ...reading.operands.slice(1), ...input, ...here];
  if (name === "redis-cli") {
    const words = reading.operands.map(({ text }) => text).join(" ");
    return words === "" ? [...input, ...here] : [literal(words)];
  }
  return given.length > 0 && optionValues(reading, "-f").length === 0 ? given : [...given, ...input, ...here];
}

const LONGEST = 65_536;

/** Splits a text at `;` outside quotes and comments. Keywords in lower case, names as written without quotes. */
function statementsOf(text: string): readonly (readonly Word[])[] {
  const statements: (readonly Word[])[] = [];
  let words: Word[] = [];
  const close = (): void => {
    if (words.length > 0) statements.push(withCondition(words));
    words = [];
  };
  const token =
    /--[^\n]*|#[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^'\\]|''|\\.)*'?|"(?:[^"]|"")*"?|`[^`]*`?|;|\\[A-Za-z!]+|[\w.$*@-]+|[^\s\w]/g;
  for (const [piece] of text.slice(0, LONGEST).matchAll(token)) {
    // MySQL runs what stands in `/*! ... */`.
    if (piece.startsWith("/*!"))
      words.push(...statementsOf(piece.slice(3, -2).replaceAll("/*!", " ").replace(/^\d+/, "")).flat());
    else if (/^(?:--|#|\/\*)/.test(piece)) continue;
    else if (piece === ";") close();
    else if (/^["`]/.test(piece)) words.push(literal(piece.slice(1, -1)));
    else if (piece.startsWith("'")) words.push(literal(piece));
    else words.push(literal(words.length < 3 ? piece.toLowerCase() : piece));
    if (words.length > 256) words.length = 256;
  }
  close();
  return mongoStatements(text, statements);
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
  const found: (readonly Word[])[] = [];
  for (const [, name = "", argument = ""] of text
    .slice(0, LONGEST)
    .matchAll(/\.\s*(drop|dropDatabase|dropCollection|dropIndexes|deleteMany|remove)\s*\(\s*(\{\s*\})?/g)) {
    if (name.startsWith("drop")) found.push([literal("drop"), literal(name === "dropDatabase" ? "database" : "table")]);
    else
      found.push(
        argument === ""
          ? [literal("delete"), literal("from"), literal("--where")]
          : [literal("delete"), literal("from")],
      );
  }
  return found.length > 0 ? [...statements, ...found] : statements;
}
