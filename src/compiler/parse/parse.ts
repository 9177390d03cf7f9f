// Text to AST. The whole file is parsed at once; only when that fails is it cut into declarations, each parsed alone,
// so that one mistake costs one declaration and yields one message.

import type { CstNode, IToken } from "chevrotain";
import { PolicyParser } from "../../../grammar/parser.ts";
import { lex } from "../../../grammar/tokens.ts";
import type { Session } from "../diagnostics/session.ts";
import type { Source } from "../diagnostics/source.ts";
import type { Decl, PolicyFile } from "../ir/ast.ts";
import { buildDeclaration } from "./build-ast.ts";
import { type BuildContext, endOf } from "./cst.ts";
import { cutDeclarations } from "./cut-declarations.ts";
import { fileTooLarge, MAX_DEPTH, tooDeep } from "./limits.ts";
import { reportOtherFormat } from "./other-format.ts";
import { createSlipReporter } from "./slips.ts";
import { reportTraps, type Traps } from "./traps.ts";

let known: PolicyParser | null = null;

/** Recording the grammar is what costs, so there is one parser, made for the first text; it keeps nothing between two. */
function theParser(): PolicyParser {
  known ??= new PolicyParser({ skipValidations: true });
  return known;
}

/** Past this many problems in one declaration, or broken declarations in one file, nobody reads on. */
const MAX_PROBLEMS = 1000;

/** Reads one file. Problems are reported; declarations with a syntax error are left out. */
export function parsePolicy(source: Source, session: Session): PolicyFile {
  session.addSource(source);
  const { file, text } = source;
  const span = { file, start: 0, end: text.length };
  if (fileTooLarge(source, session)) return { kind: "PolicyFile", span, decls: [], comments: [] };
  const { tokens, comments, strays } = lex(text);
  const whole = tooDeep(tokens) === null ? parseRun(file, tokens) : null;
  if ((strays.length > 0 || whole?.error !== null) && reportOtherFormat(source, session))
    return { kind: "PolicyFile", span, decls: [], comments: [] };
  const traps = reportTraps(source, tokens, strays, session);
  const decls =
    whole === null || whole.error !== null ? parseCut(source, tokens, traps, session) : settle(whole, session);
  return {
    kind: "PolicyFile",
    span,
    decls: withoutFatal(decls, traps.fatal),
    comments: comments.map((token) => ({
      text: token.image,
      span: { file, start: token.startOffset, end: endOf(token) },
    })),
  };
}

interface Built {
  readonly decl: Decl;
  /** What building found wrong; told only once it is clear that this reading of the text stands. */
  readonly problems: readonly ((session: Session) => void)[];
}

interface Run {
  readonly built: readonly Built[];
  readonly error: { readonly name: string; readonly token: IToken } | null;
}

/** Parses a run of tokens as a list of declarations, up to the first error. */
function parseRun(file: string, tokens: readonly IToken[]): Run {
  const built: Built[] = [];
  const parser = theParser();
  parser.onDeclaration = (node) => {
    built.push(build(file, node));
    // The tree costs ten times the AST: let go of it now.
    for (const key of Object.keys(node.children)) delete node.children[key];
  };
  parser.input = [...tokens];
  parser.file();
  const error = parser.errors[0] ?? null;
  parser.input = [];
  return { built, error };
}

function build(file: string, node: CstNode): Built {
  const problems: ((session: Session) => void)[] = [];
  const report: BuildContext["report"] = (code, span, holes, detail) => {
    if (problems.length < MAX_PROBLEMS) problems.push((session) => session.report(code, span, holes, detail));
  };
  return { decl: buildDeclaration({ file, report }, node), problems };
}

function settle(run: Run, session: Session): Decl[] {
  const sound: Decl[] = [];
  for (const { decl, problems } of run.built) {
    for (const tell of problems) tell(session);
    if (problems.length === 0) sound.push(decl);
  }
  return sound;
}

function parseCut(source: Source, tokens: readonly IToken[], traps: Traps, session: Session): Decl[] {
  const decls: Decl[] = [];
  const reportSlip = createSlipReporter(source, theParser(), traps, session);
  let broken = 0;
  for (const run of cutDeclarations(source.text, tokens)) {
    if (broken >= MAX_PROBLEMS) {
      const [first] = run;
      const start = first?.startOffset ?? 0;
      const span = { file: source.file, start, end: first === undefined ? start : endOf(first) };
      session.report("P153", span, { limit: String(MAX_PROBLEMS) });
      break;
    }
    const deep = tooDeep(run);
    if (deep !== null) {
      const span = { file: source.file, start: deep.startOffset, end: endOf(deep) };
      session.report("P101", span, { limit: String(MAX_DEPTH) });
      continue;
    }
    const parsed = parseRun(source.file, run);
    if (parsed.error === null) {
      for (const decl of settle(parsed, session)) decls.push(decl);
      continue;
    }
    broken++;
    reportSlip(run, parsed.error);
  }
  return decls;
}

/** Leaves out declarations in which a trap made the meaning uncertain. Both lists ascend, so one pass does. */
function withoutFatal(decls: readonly Decl[], fatal: readonly number[]): readonly Decl[] {
  let next = 0;
  return decls.filter((decl) => {
    while (next < fatal.length && (fatal[next] ?? 0) < decl.span.start) next++;
    const offset = fatal[next];
    return offset === undefined || offset >= decl.span.end;
  });
}
