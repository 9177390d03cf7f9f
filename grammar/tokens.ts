// Every token, once, in lexing order. Keywords are not lexed: one Identifier token is retagged by a Map, because a keyword
// that is a prefix of another (`run`, `runs`) would otherwise hide the longer one without a warning.
// Trap tokens stand for usual slips (`&&`, `'x'`, `//`): they carry the category of the right token, so that the parser
// goes on undisturbed, and the compiler reports them from the token list.

import { createToken, type IToken, Lexer, type TokenType } from "chevrotain";
import {
  scanBlockComment,
  scanCurlyQuoted,
  scanForeignWord,
  scanOddChars,
  scanOddRegex,
  scanRegex,
  scanString,
  scanTripleQuoted,
  scanUnclosedRegex,
  scanUnclosedString,
  startChars,
} from "./scan.ts";

/** Any word at all: names of rules, labels, counters, targets, properties, keys. */
export const Word = createToken({ name: "Word", pattern: Lexer.NA });
/** A word that may begin a reference in an expression, hence may name a constant, parameter or variable. */
export const RefName = createToken({ name: "RefName", pattern: Lexer.NA, categories: [Word] });

// Words

const word = /[A-Za-z_][\w\-\u00aa-\u1fff\u200b-\u2015\u2c00-\ud7ff\ud800-\udfff\uf900-\ufdff\uff00-\uffef]*/;

const Identifier = createToken({ name: "Identifier", pattern: word, categories: [RefName] });
/** A word that breaks the rules for names. */
const BadWord = createToken({
  name: "BadWord",
  pattern: { exec: scanForeignWord },
  start_chars_hint: startChars(128),
  line_breaks: false,
  categories: [Identifier],
});

const keywordMap = new Map<string, TokenType>();

function keyword(text: string, category: TokenType): TokenType {
  const name = text.charAt(0).toUpperCase() + text.slice(1);
  const token = createToken({ name, pattern: Lexer.NA, categories: [category], label: text });
  keywordMap.set(text, token);
  return token;
}

// Declarations

export const Language = keyword("language", Word);
export const Scope = keyword("scope", Word);
export const Target = keyword("target", Word);
export const Use = keyword("use", Word);
export const Param = keyword("param", Word);
export const Let = keyword("let", Word);
export const Def = keyword("def", Word);
export const Tool = keyword("tool", RefName);
export const Program = keyword("program", Word);
export const Rule = keyword("rule", Word);
export const Test = keyword("test", Word);

// Clauses

export const On = keyword("on", Word);
export const When = keyword("when", Word);
export const Unless = keyword("unless", Word);
export const If = keyword("if", Word);
export const Unknown = keyword("unknown", RefName);
export const Else = keyword("else", Word);
export const Fires = keyword("fires", Word);
export const Ignores = keyword("ignores", Word);
export const Given = keyword("given", Word);

// Effects

export const Warn = keyword("warn", Word);
export const Note = keyword("note", Word);
export const Allow = keyword("allow", Word);
export const Ask = keyword("ask", Word);
export const Once = keyword("once", RefName);
export const Respond = keyword("respond", Word);
export const Block = keyword("block", Word);
export const Stop = keyword("stop", Word);
export const SetWord = keyword("set", Word);
export const Mark = keyword("mark", Word);
export const Count = keyword("count", Word);
export const Run = keyword("run", Word);
export const Pass = keyword("pass", Word);

// Expressions

export const And = keyword("and", Word);
export const Or = keyword("or", Word);
export const Not = keyword("not", Word);
export const In = keyword("in", Word);
export const Contains = keyword("contains", Word);
export const Starts = keyword("starts", Word);
export const Ends = keyword("ends", Word);
export const Mentions = keyword("mentions", Word);
export const Matches = keyword("matches", Word);
export const Under = keyword("under", Word);
export const Is = keyword("is", Word);
export const AnyWord = keyword("any", Word);
export const All = keyword("all", Word);
export const Of = keyword("of", Word);
export const Where = keyword("where", Word);
export const Marked = keyword("marked", Word);
export const Counted = keyword("counted", Word);
export const Only = keyword("only", Word);
export const Runs = keyword("runs", Word);
export const Flows = keyword("flows", Word);
export const True = keyword("true", Word);
export const False = keyword("false", Word);
keyword("null", Word);

// Options: their own words only where an option may stand

export const Protocol = keyword("protocol", RefName);
export const Timeout = keyword("timeout", RefName);
export const Env = keyword("env", RefName);
export const Cwd = keyword("cwd", RefName);
export const Shell = keyword("shell", RefName);
export const May = keyword("may", RefName);
export const Fail = keyword("fail", RefName);
export const Observe = keyword("observe", RefName);
export const Wrapper = keyword("wrapper", RefName);
export const Flag = keyword("flag", RefName);
export const Takes = keyword("takes", RefName);
export const Value = keyword("value", RefName);
export const By = keyword("by", RefName);
export const Warns = keyword("warns", RefName);
export const Expect = keyword("expect", RefName);
export const Into = keyword("into", RefName);
export const With = keyword("with", RefName);
export const Without = keyword("without", RefName);
export const From = keyword("from", RefName);
export const FileWord = keyword("file", RefName);
export const System = keyword("system", RefName);
export const Supported = keyword("supported", RefName);

/** Every keyword by its text. */
export const keywords: ReadonlyMap<string, TokenType> = keywordMap;

// Literals

export const StringLiteral = createToken({
  name: "String",
  pattern: { exec: scanString },
  start_chars_hint: ['"'],
  line_breaks: false,
  label: "a string",
});
export const RegexLiteral = createToken({
  name: "Regex",
  pattern: { exec: scanRegex },
  start_chars_hint: ["/"],
  line_breaks: false,
  label: "a regex",
});
export const Duration = createToken({ name: "Duration", pattern: /\d+(?:ms|s|m|h|d)(?![\w])/, label: "a duration" });
export const Decimal = createToken({
  name: "Decimal",
  pattern: /-?\d+(?:\.\d+(?:[eE][+-]?\d+)?|[eE][+-]?\d+)(?!\w)/,
  label: "a number",
});
export const Int = createToken({ name: "Int", pattern: /-?\d+(?!\w)/, label: "a whole number" });

// Punctuation

const sign = (name: string, pattern: string): TokenType => createToken({ name, pattern, label: pattern });

export const EqualEqual = sign("EqualEqual", "==");
export const NotEqual = sign("NotEqual", "!=");
export const LessEqual = sign("LessEqual", "<=");
export const GreaterEqual = sign("GreaterEqual", ">=");
export const QuestionQuestion = sign("QuestionQuestion", "??");
export const Less = sign("Less", "<");
export const Greater = sign("Greater", ">");
export const Assign = sign("Assign", "=");
export const Question = sign("Question", "?");
export const Plus = sign("Plus", "+");
export const Dot = sign("Dot", ".");
export const Comma = sign("Comma", ",");
export const Colon = sign("Colon", ":");
export const At = sign("At", "@");
export const LParen = sign("LParen", "(");
export const RParen = sign("RParen", ")");
export const LSquare = sign("LSquare", "[");
export const RSquare = sign("RSquare", "]");
export const LCurly = sign("LCurly", "{");
export const RCurly = sign("RCurly", "}");

// Traps in the category of the right token

const TripleQuoted = createToken({
  name: "TripleQuoted",
  pattern: { exec: scanTripleQuoted },
  start_chars_hint: ['"'],
  line_breaks: true,
  categories: [StringLiteral],
});
const UnclosedString = createToken({
  name: "UnclosedString",
  pattern: { exec: scanUnclosedString },
  start_chars_hint: ['"'],
  line_breaks: false,
  categories: [StringLiteral],
});
const SingleQuoted = createToken({
  name: "SingleQuoted",
  pattern: /'[^'\n\r]*'?/,
  categories: [StringLiteral],
});
const CurlyQuoted = createToken({
  name: "CurlyQuoted",
  pattern: { exec: scanCurlyQuoted },
  start_chars_hint: startChars(128),
  line_breaks: false,
  categories: [StringLiteral],
});
const OddRegex = createToken({
  name: "OddRegex",
  pattern: { exec: scanOddRegex },
  start_chars_hint: ["/"],
  line_breaks: false,
  categories: [RegexLiteral],
});
const UnclosedRegex = createToken({
  name: "UnclosedRegex",
  pattern: { exec: scanUnclosedRegex },
  start_chars_hint: ["/"],
  line_breaks: false,
  categories: [RegexLiteral],
});
const BadDuration = createToken({ name: "BadDuration", pattern: /-?\d+[\w.]*/, categories: [Duration] });
const AndSign = createToken({ name: "AndSign", pattern: /&&?/, categories: [And] });
const OrSign = createToken({ name: "OrSign", pattern: /\|\|?/, categories: [Or] });
const TripleEqual = createToken({ name: "TripleEqual", pattern: "===", categories: [EqualEqual] });
const NotTripleEqual = createToken({ name: "NotTripleEqual", pattern: "!==", categories: [NotEqual] });
const LessGreater = createToken({ name: "LessGreater", pattern: "<>", categories: [NotEqual] });
const EqualTilde = createToken({ name: "EqualTilde", pattern: "=~", categories: [Matches] });
const Bang = createToken({ name: "Bang", pattern: "!", categories: [Not] });

// Comments, blanks, and traps that are left out of the token list

const Comment = createToken({ name: "Comment", pattern: /#[^\n\r]*/, group: "comments" });
const Blank = createToken({ name: "Blank", pattern: /[ \t\r\n]+/, group: Lexer.SKIPPED, line_breaks: true });
const STRAYS = "strays";
const SlashComment = createToken({ name: "SlashComment", pattern: /\/\/[^\n\r]*/, group: STRAYS });
const BlockComment = createToken({
  name: "BlockComment",
  pattern: { exec: scanBlockComment },
  start_chars_hint: ["/"],
  line_breaks: true,
  group: STRAYS,
});
const DashComment = createToken({ name: "DashComment", pattern: /--[^\n\r]*/, group: STRAYS });
const Semicolon = createToken({ name: "Semicolon", pattern: ";", group: STRAYS });
const OddChars = createToken({
  name: "OddChars",
  pattern: { exec: scanOddChars },
  start_chars_hint: startChars(0),
  line_breaks: true,
  group: STRAYS,
});

/** All tokens in lexing order: longer signs before their prefixes, traps where the right token did not fit. */
export const vocabulary: TokenType[] = [
  Blank,
  Identifier,
  Comment,
  TripleQuoted,
  StringLiteral,
  UnclosedString,
  SlashComment,
  BlockComment,
  RegexLiteral,
  OddRegex,
  UnclosedRegex,
  Duration,
  Decimal,
  Int,
  BadDuration,
  TripleEqual,
  NotTripleEqual,
  LessGreater,
  EqualTilde,
  EqualEqual,
  NotEqual,
  LessEqual,
  GreaterEqual,
  QuestionQuestion,
  Less,
  Greater,
  Assign,
  Question,
  Plus,
  Dot,
  Comma,
  Colon,
  At,
  LParen,
  RParen,
  LSquare,
  RSquare,
  LCurly,
  RCurly,
  SingleQuoted,
  CurlyQuoted,
  AndSign,
  OrSign,
  Bang,
  DashComment,
  Semicolon,
  BadWord,
  OddChars,
  Word,
  RefName,
  ...keywords.values(),
];

/** The lexer's definition is checked by a test; the product skips that work at every start. */
export const lexerOptions = {
  positionTracking: "onlyOffset",
  ensureOptimizations: true,
  skipValidations: true,
} as const;

/** Made for the first text: most verbs read none. */
let lexer: Lexer | null = null;
const kebab = /^[A-Za-z_]\w*(?:-\w+)*$/;

export interface Lexed {
  readonly tokens: IToken[];
  readonly comments: readonly IToken[];
  /** Traps that the parser never sees. */
  readonly strays: readonly IToken[];
}

/** Splits a text into tokens. Never fails: what is not a token becomes a stray token. */
export function lex(text: string): Lexed {
  lexer ??= new Lexer(vocabulary, lexerOptions);
  const { tokens, groups } = lexer.tokenize(text);
  for (const token of tokens) {
    if (token.tokenType !== Identifier) continue;
    const type = keywordMap.get(token.image) ?? keywordMap.get(token.image.toLowerCase());
    if (type !== undefined) retag(token, type);
    else if (!kebab.test(token.image)) retag(token, BadWord);
  }
  return { tokens, comments: groups.comments ?? [], strays: groups.strays ?? [] };
}

function retag(token: IToken, type: TokenType): void {
  token.tokenType = type;
  token.tokenTypeIdx = type.tokenTypeIdx as number;
}
