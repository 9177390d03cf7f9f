// Text that is only data: words in quotes, and the bodies of here-documents whose delimiter is quoted or which expand
// nothing. A small lexer that knows plain quotes and comments reads it, and stops at the first thing it is not sure of:
// what it leaves out is not counted before parsing, so it must be data for the parser too.

import { limits } from "./limits.ts";

interface Pending {
  readonly delimiter: string;
  readonly isQuoted: boolean;
  readonly stripsTabs: boolean;
}

const operator = /<<(-?)[ \t]*(?:'([\w.-]+)'|"([\w.-]+)"|\\([\w.-]+)|([\w.-]+))(?=[ \t\n;&|()<>]|$)/y;
/** Plain text, up to a character that has a meaning here; a line end has one only before here-documents. */
const plain = /[^\\'"#$`<([\n]+/y;
const plainLines = /[^\\'"#$`<([]+/y;
const dataQuotes = /'[^']*'|"(?:[^"\\$`]|\\[^$`])*"/y;
const double = /"(?:[^"\\$`]|\\[\s\S]|\$(?![({[]))*"/y;
const escaped = /\$'(?:[^'\\]|\\[\s\S])*'/y;
/** Variables by name only; `$(` is a command like any other. */
const expansion = /\$(?:[\w@*#?$!-]|(?=")|\((?!\()|(?=[^({['\w]|$))/y;
/** `"$(cat <<'EOF'`, as agents write long messages, up to the text; then what closes it, up to the end of the quotes. */
const message =
  /"(?:[^"\\$`]|\\[\s\S])*\$\([ \t\n]*cat[ \t]+<<(-?)[ \t]*(?:'([\w.-]+)'|"([\w.-]+)"|\\([\w.-]+))[ \t]*\n/y;
const messageEnd = /[ \t\n]*\)(?:[^"\\$`]|\\[\s\S])*"/y;
const comment = /#[^\n]*/y;
const group = /\((?!\()/y;
const bracket = /\[/y;
const wordBefore = /[\w\]]$/;
const glues = /[?*+@!=]$/;

/** A text with more than this outside of data exceeds some limit anyway. */
const MOST_SIGNS = 6_000;

/** The text without data; empty quotes replace words in quotes. */
export function withoutData(text: string): string {
  let signs = 0;
  let rest = "";
  let from = 0;
  let at = 0;
  let pending: Pending[] = [];
  const skips = (pattern: RegExp): boolean => {
    pattern.lastIndex = at;
    if (!pattern.test(text)) return false;
    at = pattern.lastIndex;
    return true;
  };
  const isAfter = (what: RegExp): boolean => what.test(text.charAt(at - 1));
  while (at < text.length) {
    if (skips(pending.length === 0 ? plainLines : plain)) continue;
    const next = text[at];
    const start = at;
    if ((next === "'" || next === '"') && skips(dataQuotes)) {
      rest += text.slice(from, start + 1);
      from = at - 1;
      continue;
    }
    if (++signs > MOST_SIGNS || pending.length > limits.hereDocuments) break;
    const body = next === '"' ? messageBody(text, at) : null;
    if (body !== null) {
      rest += text.slice(from, body.start);
      from = body.end;
      at = body.next;
      continue;
    }
    if (next === "\n") {
      at++;
      for (const document of pending) {
        const end = bodyEnd(text, at, document);
        if (end === null) return rest + text.slice(from);
        if (document.isQuoted || !/[$`]/.test(text.slice(at, end.body))) {
          rest += text.slice(from, at);
          from = end.body;
        }
        at = end.next;
      }
      pending = [];
    } else if (next === "<") {
      if (text.startsWith("<<<", at)) at += 3;
      else if (text.startsWith("<<", at)) {
        operator.lastIndex = at;
        const found = operator.exec(text);
        if (found === null) break;
        const [, dash, ...names] = found;
        const delimiter = names.find((name) => name !== undefined) ?? "";
        pending.push({ delimiter, isQuoted: names[3] === undefined, stripsTabs: dash === "-" });
        at = operator.lastIndex;
      } else at++;
    } else if (next === "\\") at += 2;
    else if (next === "#") {
      if (at > 0 && !isAfter(/[\s;&|()]/)) at++;
      else skips(comment);
    } else if (next === "(" ? isAfter(glues) || !skips(group) : next === "[" && isAfter(wordBefore)) break;
    else if (next !== "(" && !(skips(double) || skips(escaped) || skips(expansion) || skips(bracket))) break;
  }
  return rest + text.slice(from);
}

/** The text of a message that begins here, and where its quotes end; null when there is none. */
function messageBody(
  text: string,
  at: number,
): { readonly start: number; readonly end: number; readonly next: number } | null {
  message.lastIndex = at;
  const found = message.exec(text);
  if (found === null) return null;
  const start = message.lastIndex;
  const delimiter = found.slice(2).find((name) => name !== undefined) ?? "";
  const end = bodyEnd(text, start, { delimiter, isQuoted: true, stripsTabs: found[1] === "-" });
  if (end === null) return null;
  messageEnd.lastIndex = end.next;
  return messageEnd.test(text) ? { start, end: end.body, next: messageEnd.lastIndex } : null;
}

/** Where the line with the delimiter begins and ends; null without one: nothing says where commands continue. */
function bodyEnd(
  text: string,
  start: number,
  { delimiter, stripsTabs }: Pending,
): { readonly body: number; readonly next: number } | null {
  for (let line = start; line < text.length; ) {
    const newline = text.indexOf("\n", line);
    const end = newline === -1 ? text.length : newline;
    let first = line;
    if (stripsTabs) while (text.charCodeAt(first) === 9) first++;
    if (end - first === delimiter.length && text.startsWith(delimiter, first)) return { body: line, next: end + 1 };
    line = end + 1;
  }
  return null;
}
