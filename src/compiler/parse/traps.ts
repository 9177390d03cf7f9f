// Usual slips that are visible in a single token. The parser took each for the token that was meant; here they are told.

import type { IToken } from "chevrotain";
import { keywords } from "../../../grammar/tokens.ts";
import type { Detail, Session } from "../diagnostics/session.ts";
import type { Source } from "../diagnostics/source.ts";
import type { Span } from "../ir/ast.ts";
import { unquoted } from "./build-literals.ts";
import { endOf } from "./cst.ts";
import { adviceForChars } from "./odd-chars.ts";

/** Offsets of what was reported, ascending. */
export interface Traps {
  /** All of them: a parse error beside one is its consequence. */
  readonly all: readonly number[];
  /** Those that took the rest of their line. */
  readonly swallowing: readonly number[];
  /** Those after which the meaning is open: their declaration is left out. */
  readonly fatal: readonly number[];
}

interface Seen {
  readonly token: IToken;
  readonly previous: IToken | undefined;
  readonly span: Span;
}

type Effect = "kept" | "fatal" | "swallowing";
type Tell = (seen: Seen, session: Session, text: string) => Effect;

const tellOperator =
  (word: string, fix = word): Tell =>
  ({ token, span }, session) => {
    session.report("P111", span, { found: token.image, word }, { fix });
    return "kept";
  };

const tellQuotes: Tell = ({ token, previous, span }, session) => {
  if (previous !== undefined && endOf(previous) === span.start && /^'t\b/.test(token.image)) {
    const found = `${previous.image}'t`;
    const place = { ...span, start: previous.startOffset, end: span.start + 2 };
    session.report("P104", place, { found, word: "`!=`, or `not` before the condition" });
    return "swallowing";
  }
  const inner = unquoted(token).replace(/\\?"/g, '\\"');
  session.report("P109", span, {}, { help: `write \`"${inner}"\``, fix: `"${inner}"` });
  return "kept";
};

/** `--force` without its quotes. */
function tellOption({ token, span }: Seen, session: Session, text: string): boolean {
  const line = text.slice(text.lastIndexOf("\n", span.start) + 1, span.start);
  if (!/^--[a-z]/.test(token.image) || line.trim() === "") return false;
  const [option = "--"] = token.image.split(/\s/, 1);
  const help = `an option belongs in the quotes of its command: \`command runs "... ${option}"\``;
  session.report("P157", { ...span, end: span.start + option.length }, { text: "" }, { help });
  return true;
}

const tellComment: Tell = ({ token, span }, session, text) => {
  if (tellOption({ token, previous: undefined, span }, session, text)) return "swallowing";
  session.report("P114", { ...span, end: span.start + 2 }, {}, token.image.startsWith("/*") ? {} : { fix: "#" });
  return "kept";
};

/** Text between backticks: the first is told, with the whole as its fix; the second goes with it. */
function tellBackticks(span: Span, session: Session, text: string): Effect {
  const from = text.lastIndexOf("\n", span.start) + 1;
  const isSecond = (text.slice(from, span.start).match(/`/g)?.length ?? 0) % 2 === 1;
  if (isSecond) return "fatal";
  const [whole = ""] = /^`[^`"\\\r\n]*`/.exec(text.slice(span.start)) ?? [];
  const quoted = `"${whole.slice(1, -1)}"`;
  const detail =
    whole === ""
      ? {}
      : { help: `write \`${quoted}\``, fix: quoted, fixAt: { ...span, end: span.start + whole.length } };
  session.report("P109", { ...span, end: span.start + 1 }, {}, detail);
  return "fatal";
}

/** `use std/secrets`: a slash right after a word continues a path whose quotes are missing. */
function tellPath({ token, previous, span }: Seen, session: Session): boolean {
  if (previous === undefined || endOf(previous) !== span.start || !/^[\w-]+$/.test(previous.image)) return false;
  const [rest = ""] = /^[^\s,;()[\]{}"]*/.exec(token.image) ?? [];
  const place = { ...span, start: previous.startOffset, end: span.start + rest.length };
  session.report("P154", place, {}, { fix: `"${previous.image}${rest}"` });
  return true;
}

const units: readonly (readonly [RegExp, string])[] = [
  [/^m(illi)?s(ec(ond)?s?)?$/i, "ms"],
  [/^s(ec(ond)?s?)?$/i, "s"],
  [/^m(in(ute)?s?)?$/i, "m"],
  [/^h((ou)?rs?)?$/i, "h"],
  [/^d(ays?)?$/i, "d"],
];

const tells: { readonly [token: string]: Tell } = {
  AndSign: tellOperator("and", " and "),
  OrSign: tellOperator("or", " or "),
  Bang: tellOperator("not", "not "),
  TripleEqual: tellOperator("=="),
  NotTripleEqual: tellOperator("!="),
  LessGreater: tellOperator("!="),
  EqualTilde: tellOperator("matches", " matches "),
  SingleQuoted: tellQuotes,
  CurlyQuoted: tellQuotes,
  SlashComment: tellComment,
  DashComment: tellComment,
  BlockComment: tellComment,
  TripleQuoted: ({ span }, session) => {
    session.report("P110", { ...span, end: span.start + 3 }, {});
    return "swallowing";
  },
  UnclosedString: ({ token, previous, span }, session) => {
    const glued = previous !== undefined && endOf(previous) === span.start && /^[\w-]+$/.test(previous.image);
    if (glued) {
      const whole = { ...span, start: previous.startOffset, end: span.start + 1 };
      session.report("P107", whole, { word: previous.image }, { fix: `"${previous.image}"` });
    } else {
      const isMessage = previous !== undefined && /^(?:warn|note|ask|block|stop|allow)$/.test(previous.image);
      const rest = token.image.trimEnd();
      const isWhole = isMessage && /^"[^"\\{}]*[\p{L}\d.!?]$/u.test(rest);
      const detail = isWhole ? { fix: `${rest}"`, fixAt: { ...span, end: span.start + rest.length } } : {};
      session.report("P106", { ...span, end: span.start + 1 }, {}, detail);
    }
    return "swallowing";
  },
  UnclosedRegex: (seen, session) => {
    if (!tellPath(seen, session)) session.report("P119", { ...seen.span, end: seen.span.start + 1 }, {});
    return "swallowing";
  },
  OddRegex: (seen, session) => {
    if (tellPath(seen, session)) return "swallowing";
    session.report("P120", seen.span, { flags: oddTail(seen.token.image) }, adviceForRegex(seen.token.image));
    return "fatal";
  },
  BadDuration: ({ token, span }, session) => {
    const [, count, unit] = /^(\d+)([a-z]*)$/i.exec(token.image) ?? [];
    const right = units.find(([pattern]) => pattern.test(unit ?? ""))?.[1];
    const fix = count !== undefined && right !== undefined ? `${count}${right}` : null;
    session.report("P121", span, { found: token.image }, fix === null ? {} : { fix });
    return fix === null ? "fatal" : "kept";
  },
  BadWord: ({ token, span }, session) => {
    const fix = token.image
      .normalize("NFKD")
      .replace(/[\u2010-\u2015]/g, "-")
      .replace(/[^\w-]/g, "")
      .replace(/-+/g, "-")
      .replace(/^-|-$/g, "");
    session.report(
      "P117",
      span,
      { word: token.image },
      /^[A-Za-z_]/.test(fix) ? { fix, help: `write \`${fix}\`` } : {},
    );
    return "fatal";
  },
  Semicolon: ({ span }, session) => {
    session.report("P115", span, {}, { fix: "" });
    return "kept";
  },
  OddChars: ({ token, span }, session, text) => {
    if (token.image.startsWith("`")) return tellBackticks(span, session, text);
    const first = String.fromCodePoint(token.image.codePointAt(0) ?? 32);
    const code = (first.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
    const shown = /^[\p{P}\p{S}]$/u.test(first) ? `\`${first}\` (U+${code})` : `U+${code}`;
    session.report("P116", span, { character: shown }, adviceForChars(token.image));
    return "kept";
  },
};

/** `/etc/passwd` is a path, `/a/g` has a flag that is not needed. */
function adviceForRegex(image: string): Detail {
  const tail = oddTail(image);
  const flags = tail.replace(/[^imsu]/g, "");
  const isFlags = /^[a-z]{1,4}$/.test(tail) && new Set(flags).size === flags.length && /^[gimsuxy]+$/.test(tail);
  const fix = `${image.slice(0, image.length - tail.length)}${flags}`;
  if (isFlags) return { help: `the flags are i, m, s and u; a test finds a match anywhere: write \`${fix}\``, fix };
  if (!/^\/[\w.~*/-]+$/.test(image)) return {};
  return { help: `a path is text in double quotes: \`"${image}"\``, fix: `"${image}"` };
}

function oddTail(image: string): string {
  const close = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])*\//.exec(image)?.[0].length ?? 1;
  return image.slice(close).slice(0, 40);
}

/** Reports every trap of a file. A byte order mark at its very start is none. */
export function reportTraps(
  source: Source,
  tokens: readonly IToken[],
  strays: readonly IToken[],
  session: Session,
): Traps {
  const all: number[] = [];
  const swallowing: number[] = [];
  const fatal: number[] = [];
  const visit = (token: IToken, previous: IToken | undefined, tell: Tell): void => {
    const span = { file: source.file, start: token.startOffset, end: endOf(token) };
    const effect = tell({ token, previous, span }, session, source.text);
    all.push(span.start);
    if (effect === "swallowing") swallowing.push(span.start);
    if (effect !== "kept") fatal.push(span.start);
  };
  tokens.forEach((token, index) => {
    const tell = tells[token.tokenType.name] ?? (isCapital(tokens, index) ? tellCapital : undefined);
    if (tell !== undefined) visit(token, tokens[index - 1], tell);
  });
  for (const token of strays) {
    const tell = tells[token.tokenType.name];
    if (tell !== undefined && !(token.startOffset === 0 && token.image === "\ufeff")) visit(token, undefined, tell);
  }
  for (const offsets of [all, swallowing, fatal]) offsets.sort((a, b) => a - b);
  return { all, swallowing, fatal };
}

const tellCapital: Tell = ({ token, span }, session) => {
  const word = token.image.toLowerCase();
  session.report("P118", span, { word }, { fix: word });
  return "kept";
};

const namePositions = new Set(["Dot", "Rule", "Mark", "Count", "By", "Warns"]);

/** A keyword in capitals where it is not simply a name: `env [TEST = "1"]`, `{ On: 1 }`, `rule Run`. */
function isCapital(tokens: readonly IToken[], index: number): boolean {
  const token = tokens[index];
  if (token === undefined || !/[A-Z]/.test(token.image) || keywords.get(token.image.toLowerCase()) !== token.tokenType)
    return false;
  const next = tokens[index + 1]?.tokenType.name;
  const previous = tokens[index - 1]?.tokenType.name ?? "";
  return next !== "Colon" && next !== "Assign" && !namePositions.has(previous);
}
