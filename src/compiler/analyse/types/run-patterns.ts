// Patterns of `runs` as the author writes them: read now, so that a flag that does not exist is an error and not a rule
// that never fires.

import { isPatternError, type Pattern, type PatternError, parsePattern } from "../../../shell/match/pattern.ts";
import { programTable } from "../../../shell/programs/index.ts";
import type { Detail } from "../../diagnostics/session.ts";
import type { Expr, Span } from "../../ir/ast.ts";
import { isPackFile } from "../files/packs.ts";
import type { Known } from "../names/narrowing.ts";
import { nearest } from "../names/nearest.ts";
import { fail, type RuleScope, suggestion } from "../names/rule-scope.ts";
import { decodedLength, rawOffset } from "../names/source-text.ts";
import { misspeltIn, unknownProgramIn } from "./misspelt-commands.ts";
import { textsOf, warnOfControls } from "./patterns.ts";
import { typedOf } from "./values.ts";

/** Text of the policy that is known now, and where it stands. */
interface PatternText {
  readonly value: string;
  readonly span: Span;
}

/** The patterns that follow `runs`: texts, and lists of texts; null after a report. */
export function readPatterns(exprs: readonly Expr[], known: Known, scope: RuleScope): readonly Pattern[] | null {
  const patterns: Pattern[] = [];
  let failed = false;
  for (const expr of exprs) {
    const typed = typedOf(expr, known, scope);
    const texts = typed === null ? null : textsOf(typed, "runs", scope);
    if (texts === null) failed = true;
    for (const text of texts ?? []) {
      const pattern = readPattern(text, scope);
      if (pattern === null) failed = true;
      else patterns.push(pattern);
    }
  }
  return failed ? null : patterns;
}

/** The pattern, or null after a report at the place of the mistake. */
function readPattern(literal: PatternText, scope: RuleScope): Pattern | null {
  const { value: text } = literal;
  warnOfControls(text, literal.span, scope);
  const permission = permissionIn(text, scope);
  if (permission !== null) {
    const { found, meant } = permission;
    return fail(scope, "P280", literal.span, { found, meant }, { fix: JSON.stringify(meant) });
  }
  const stray = strayOf(text);
  if (stray !== null)
    return fail(
      scope,
      "P341",
      placeIn(literal, stray.at, stray.length, scope),
      { why: stray.error },
      { help: stray.help },
    );
  const read = patternOf(text, scope);
  if (isPatternError(read)) return refuse(literal, read, scope);
  warnOfSlip(literal, read, scope);
  return read;
}

/** `Bash(git push:*)`, `git push:*`: how settings of agents write a command. After other words `host:*` may be an argument. */
function permissionIn(text: string, scope: RuleScope): { readonly found: string; readonly meant: string } | null {
  const found = text.trim();
  const wrapped = /^(?:Bash|Shell|run_shell_command|execute)\((.*)\)$/.exec(found)?.[1];
  const meant = (wrapped ?? found).replace(/:\*$/, "");
  const [program = "", subcommand, ...more] = meant.split(" ");
  const commands = programTable(program, scope.bundle.programs)?.subcommands ?? {};
  const isCommand = more.length === 0 && (subcommand === undefined || Object.hasOwn(commands, subcommand));
  if (meant === found || !/^[\w./-]+(?: [^()|;&<>]*)?$/.test(meant)) return null;
  return wrapped !== undefined || isCommand ? { found, meant } : null;
}

/** The patterns of shipped packs are proven by their own examples, and name rare programs. */
function warnOfSlip(literal: PatternText, pattern: Pattern, scope: RuleScope): void {
  if (isPackFile(literal.span.file)) return;
  const { programs, session } = scope.bundle;
  const slip = misspeltIn(pattern, programs);
  if (slip === null) return hintAtUnknown(literal, pattern, scope);
  const { found, meant, what } = slip;
  const place = wordIn(literal, found, scope);
  if (place === null) return;
  session.report("P343", place, { found, what, meant }, place === literal.span ? {} : { fix: meant });
}

function hintAtUnknown(literal: PatternText, pattern: Pattern, scope: RuleScope): void {
  const name = unknownProgramIn(pattern);
  const place = name === null ? null : wordIn(literal, name, scope);
  if (name !== null && place !== null) scope.bundle.session.report("P344", place, { name });
}

/** Where the pattern has this word, or null where it is written in another way. */
function wordIn(literal: PatternText, word: string, scope: RuleScope): Span | null {
  const escaped = word.replace(/[^\w-]/g, "\\$&");
  const at = literal.value.search(new RegExp(`(?<![\\w-])${escaped}(?![\\w-])`));
  return at === -1 ? null : placeIn(literal, at, word.length, scope);
}

function patternOf(text: string, { bundle }: RuleScope): Pattern | PatternError {
  const known = bundle.readPatterns.get(text);
  if (known !== undefined) return known;
  const read = parsePattern(text, bundle.programs);
  bundle.readPatterns.set(text, read);
  return read;
}

function refuse(literal: PatternText, found: PatternError, scope: RuleScope): null {
  const { word, candidates = [] } = found;
  const text = literal.value.slice(found.at, found.at + found.length);
  // `--forse=x`, `!--forse`: the word alone is wrong.
  const within = word === undefined ? -1 : text.indexOf(word);
  const isWithin = word !== undefined && within !== -1;
  const at = isWithin ? found.at + within : found.at;
  const place = placeIn(literal, at, isWithin ? word.length : found.length, scope);
  const near = word === undefined ? null : nearest(word, candidates, scope.bundle.session);
  const isJoined = place === literal.span;
  const { fix, ...told } = suggestion(near);
  const detail: Detail = text === "|" ? { help: PIPE } : isJoined || fix === undefined ? told : { ...told, fix };
  return fail(scope, "P341", place, { why: found.error }, detail);
}

/** A stretch of the decoded text in the source; the whole where the text is joined from several literals. */
function placeIn({ value, span }: PatternText, at: number, length: number, scope: RuleScope): Span {
  const source = scope.bundle.session.sources.get(span.file)?.text ?? "";
  const start = span.start + 1;
  const raw = source.slice(start, span.end - 1);
  if (decodedLength(raw) !== value.length) return span;
  return { file: span.file, start: start + rawOffset(raw, at), end: start + rawOffset(raw, at + length) };
}

const PIPE =
  "write a choice in parentheses: `( a | b )`; to test what flows from one command into another, use `command flows ...`";

interface Stray {
  readonly error: string;
  readonly help: string;
  readonly at: number;
  readonly length: number;
}

const strays: readonly { readonly sign: RegExp; readonly error: string; readonly help: string }[] = [
  {
    sign: /^(?:&&|\|\||;|&(?=\s|$))/,
    error: "a pattern is one command, but this joins two",
    help: 'test each command: `command runs "a" and command runs "b"`; put a literal character in single quotes',
  },
  {
    sign: /^\d?[<>]/,
    error: "a pattern cannot contain redirections",
    help: 'test the file: `any writes matches "..."`; put a literal character in single quotes',
  },
  {
    sign: /^(?:\$\w+|\$[{(]|`)/,
    error: "variables and substitutions are not expanded in a pattern",
    help: "write `*` for any word; put a literal character in single quotes",
  },
];

/** What a shell would act upon, outside quotes: as a word of a pattern it would never fit. */
function strayOf(text: string): Stray | null {
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (c === "\\") at++;
    else if (c === "'" || c === '"') {
      const end = text.indexOf(c, at + 1);
      if (end === -1) return null;
      at = end;
    } else {
      for (const { sign, error, help } of strays) {
        const found = sign.exec(text.slice(at, at + 64));
        if (found !== null) return { error, help, at, length: found[0].length };
      }
    }
  }
  return null;
}

/** The pattern that says what a test of a command's text means to say, or null. */
export function patternFor(text: string, scope: RuleScope): string | null {
  const plain = text
    .replace(/\\s[+*]?|\[ \][+*]?/g, " ")
    .replace(/\\b|^\^|\$$/g, "")
    .replace(/\\(?=[-./])/g, "")
    .trim();
  if (!/^[\w./-]+(?: [\w./=:-]+)*$/.test(plain)) return null;
  const [program = ""] = plain.split(" ", 1);
  if (programTable(program, scope.bundle.programs) === undefined) return null;
  return isPatternError(patternOf(plain, scope)) ? null : plain;
}
