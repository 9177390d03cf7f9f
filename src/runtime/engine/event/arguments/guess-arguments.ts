// What the arguments of a tool without a table plainly name. The call perhaps touches these; what else the tool does is external.
// Nested arguments are looked at up to a bound; past it anything may be named.

import { argumentKeys, codeKeys, commandKeys, type FileView, sqlKeys, verbs, wordsOf } from "./argument-words.ts";
import { hostOfText, isKeyOf, isPathText, isPlaceKey, isSqlText } from "./plain-texts.ts";

export interface GuessedPath {
  readonly text: string;
  readonly views: readonly FileView[];
}

/** A text that is perhaps a command line, a script of some language, or SQL for a database. */
export interface GuessedCommand {
  readonly text: string;
  readonly form: "line" | "code" | "sql";
}

export interface Guesses {
  readonly paths: readonly GuessedPath[];
  readonly hosts: readonly string[];
  readonly commands: readonly GuessedCommand[];
  /** False: there are more arguments than were looked at, or some are unknown. */
  readonly complete: boolean;
}

const MOST_TEXTS = 1024;
const DEEPEST = 16;

interface Draft {
  readonly paths: { readonly text: string; readonly isPlace: boolean }[];
  readonly hosts: string[];
  readonly commands: GuessedCommand[];
  texts: number;
  complete: boolean;
}

type Fields = { readonly [key: string]: unknown };

export function guessArguments(args: unknown, toolName: string): Guesses {
  const draft: Draft = { paths: [], hosts: [], commands: [], texts: 0, complete: true };
  look(args, "", 0, draft);
  const views = viewsOf(toolName, draft.hosts.length > 0);
  const paths = draft.paths.map(({ text, isPlace }) => ({ text, views: isPlace ? PLACE : views }));
  return { paths, hosts: draft.hosts, commands: draft.commands, complete: draft.complete };
}

const PLACE: readonly FileView[] = ["reads"];
/** A tool whose name says nothing reads or writes; to delete is what a name says. */
const ANY: readonly FileView[] = ["reads", "writes"];

function viewsOf(toolName: string, hasAddress: boolean): readonly FileView[] {
  const said = wordsOf(toolName);
  const found = verbs.filter(({ words }) => said.some((word) => words.has(word))).flatMap(({ views }) => views);
  if (found.length > 0) return [...new Set(found)];
  return hasAddress ? [...ANY, "uploads"] : ANY;
}

function look(value: unknown, key: string, depth: number, draft: Draft): void {
  if (typeof value === "string") return lookAtText(value, key, draft);
  // Only an unknown value is a symbol.
  if (typeof value === "symbol") draft.complete = false;
  if (typeof value !== "object" || value === null) return;
  if (depth >= DEEPEST) draft.complete = false;
  if (!draft.complete) return;
  if (Array.isArray(value)) for (const item of value) look(item, key, depth + 1, draft);
  else lookInside(value as Fields, depth + 1, draft);
}

function lookInside(fields: Fields, depth: number, draft: Draft): void {
  const args = Object.keys(fields).find((key) => isKeyOf(argumentKeys, key) && isTextList(fields[key]));
  for (const key of Object.keys(fields)) {
    const value = fields[key];
    if (isKeyOf(commandKeys, key) && isTextList(value)) addCommand(quotedLine(value), draft);
    else if (isKeyOf(commandKeys, key) && typeof value === "string" && args !== undefined)
      addCommand(`${value} ${quotedLine(fields[args] as readonly string[])}`, draft);
    else look(value, key, depth, draft);
  }
}

const addCommand = (text: string, draft: Draft): void => void draft.commands.push({ text, form: "line" });

const isTextList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.length > 0 && value.every((item) => typeof item === "string");

/** The words of a command as one line that a shell reads as these words. */
export const quotedLine = (parts: readonly string[]): string =>
  parts.map((part) => (/^[\w@%+=:,./-]+$/.test(part) ? part : `'${part.replaceAll("'", "'\\''")}'`)).join(" ");

function lookAtText(text: string, key: string, draft: Draft): void {
  draft.texts += 1;
  if (draft.texts > MOST_TEXTS) {
    draft.complete = false;
    return;
  }
  const isCode = isKeyOf(codeKeys, key) && /\S\s+\S/.test(text);
  if (isCode || (isKeyOf(commandKeys, key) && text.trim() !== "")) {
    draft.commands.push({ text, form: isCode ? "code" : "line" });
    return;
  }
  if (isKeyOf(sqlKeys, key) && isSqlText(text)) {
    draft.commands.push({ text, form: "sql" });
    return;
  }
  const host = hostOfText(text, key);
  if (host !== null) draft.hosts.push(host);
  if (isPathText(text, key)) draft.paths.push({ text, isPlace: isPlaceKey(key) });
}
