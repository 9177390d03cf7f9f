// Effects and the options of `run`: CST to AST.

import type { CstNode, IToken } from "chevrotain";
import { spanOf } from "../diagnostics/source.ts";
import type { EffectNode, FileRef, MessageEffect, RunEffect, RunOption, Span, StringLit } from "../ir/ast.ts";
import { buildExpr, buildPath } from "./build-expr.ts";
import { buildDuration, buildString, buildText, unquoted } from "./build-literals.ts";
import {
  type BuildContext,
  checkCommas,
  has,
  nameAt,
  nodeOf,
  nodesOf,
  spanAt,
  startOf,
  tokenOf,
  tokensOf,
} from "./cst.ts";

export function buildEffect(context: BuildContext, node: CstNode): EffectNode {
  if (has(node, "mark")) {
    const mark = nodeOf(node, "mark");
    const label = tokenOf(mark, "Word");
    return { kind: "MarkEffect", span: spanAt(context, tokenOf(mark, "Mark"), label), label: nameAt(context, label) };
  }
  if (has(node, "count")) {
    const count = nodeOf(node, "count");
    const counter = tokenOf(count, "Word");
    return {
      kind: "CountEffect",
      span: spanAt(context, tokenOf(count, "Count"), counter),
      counter: nameAt(context, counter),
    };
  }
  if (has(node, "run")) return buildRun(context, nodeOf(node, "run"));
  return buildOutcome(context, node);
}

/** An effect after `else` or `if unknown`: its message may be absent, and it may be `pass`. */
export function buildFallback(context: BuildContext, node: CstNode): EffectNode {
  if (has(node, "Pass")) return { kind: "PassEffect", span: spanAt(context, tokenOf(node, "Pass")) };
  return buildOutcome(context, node);
}

function buildOutcome(context: BuildContext, node: CstNode): EffectNode {
  const otherwise = has(node, "fallback") ? buildFallback(context, nodeOf(node, "fallback")) : null;
  const spanFrom = (own: Span): Span => (otherwise === null ? own : spanOf(own, otherwise.span));
  if (has(node, "respond")) {
    const respond = nodeOf(node, "respond");
    const value = buildExpr(context, nodeOf(respond, "expr"));
    const span = spanFrom(spanOf(spanAt(context, tokenOf(respond, "Respond")), value.span));
    return { kind: "RespondEffect", span, value, otherwise };
  }
  if (has(node, "set")) {
    const set = nodeOf(node, "set");
    const value = buildExpr(context, nodeOf(set, "expr"));
    const span = spanFrom(spanOf(spanAt(context, tokenOf(set, "Set")), value.span));
    return { kind: "SetEffect", span, field: buildPath(context, nodeOf(set, "path")), value, otherwise };
  }
  const { word, text, once } = messageParts(node);
  const message = text === undefined ? null : buildText(context, text);
  const own = once === undefined ? spanAt(context, word) : spanOf(spanAt(context, word), spanAt(context, once));
  const span = spanFrom(message === null ? own : spanOf(own, message.span));
  return {
    kind: "MessageEffect",
    span,
    effect: word.image.toLowerCase() as MessageEffect["effect"],
    ...(once === undefined ? {} : { once: true }),
    message,
    otherwise,
  };
}

interface MessageParts {
  readonly word: IToken;
  readonly once: IToken | undefined;
  readonly text: CstNode | undefined;
}

function messageParts(node: CstNode): MessageParts {
  if (has(node, "allow")) {
    const allow = nodeOf(node, "allow");
    return { word: tokenOf(allow, "Allow"), once: undefined, text: nodesOf(allow, "text")[0] };
  }
  const holder = has(node, "message") ? nodeOf(node, "message") : node;
  const word = nodeOf(holder, "messageWord");
  return { word: tokenOf(word, "word"), once: tokensOf(word, "Once")[0], text: nodesOf(holder, "text")[0] };
}

function buildRun(context: BuildContext, node: CstNode): RunEffect {
  const options = nodesOf(node, "runOption").map((option) => buildRunOption(context, option));
  const start = spanAt(context, tokenOf(node, "Run"));
  if (has(node, "Shell")) {
    const shell = buildString(context, tokenOf(node, "String"));
    const span = spanOf(start, options.at(-1)?.span ?? shell.span);
    return { kind: "RunEffect", span, argv: null, shell, options };
  }
  const list = nodeOf(node, "argv");
  const items = nodesOf(list, "argument");
  checkCommas(context, tokensOf(list, "Comma"), items.map(startOf));
  const argv = items.map((item) => buildArgument(context, item));
  const span = spanOf(start, options.at(-1)?.span ?? spanAt(context, tokenOf(list, "RSquare")));
  return { kind: "RunEffect", span, argv, shell: null, options };
}

function buildArgument(context: BuildContext, node: CstNode): StringLit | FileRef {
  const path = buildString(context, tokenOf(node, "String"));
  if (!has(node, "File")) return path;
  return { kind: "FileRef", span: spanAt(context, tokenOf(node, "File"), tokenOf(node, "RParen")), path };
}

function buildRunOption(context: BuildContext, node: CstNode): RunOption {
  const word = tokenOf(node, Object.keys(node.children)[0] ?? "");
  const upTo = (last: Span): Span => spanOf(spanAt(context, word), last);
  if (has(node, "Protocol")) {
    const name = nameAt(context, tokenOf(node, "Word"));
    return { kind: "ProtocolOption", span: upTo(name.span), name };
  }
  if (has(node, "Timeout")) {
    const duration = buildDuration(context, tokenOf(node, "Duration"));
    return { kind: "TimeoutOption", span: upTo(duration.span), duration };
  }
  if (has(node, "Env")) return buildEnvironment(context, node, nodeOf(node, "environment"));
  if (has(node, "Cwd")) {
    const path = buildString(context, tokenOf(node, "String"));
    return { kind: "CwdOption", span: upTo(path.span), path };
  }
  if (has(node, "Fail")) {
    const mode = nameAt(context, tokenOf(node, "Word"));
    return { kind: "FailOption", span: upTo(mode.span), mode };
  }
  if (has(node, "May")) {
    const effects = nodesOf(node, "grant").map((grant) => {
      const name = nameAt(context, tokenOf(grant, "Word"));
      const system = tokensOf(grant, "System")[0];
      if (system === undefined) return name;
      return { ...name, span: spanOf(name.span, spanAt(context, system)), text: `${name.text} system` };
    });
    return { kind: "MayOption", span: upTo(effects.at(-1)?.span ?? spanAt(context, word)), effects };
  }
  if (!has(node, "eventKinds")) return { kind: "ObserveOption", span: spanAt(context, word), kinds: null };
  const list = nodeOf(node, "eventKinds");
  const tokens = tokensOf(list, "String");
  const starts = tokens.map((token) => token.startOffset);
  checkCommas(context, tokensOf(list, "Comma"), starts);
  const kinds = tokens.map((token) => buildString(context, token));
  return { kind: "ObserveOption", span: upTo(spanAt(context, tokenOf(list, "RSquare"))), kinds };
}

function buildEnvironment(context: BuildContext, node: CstNode, list: CstNode): RunOption {
  const variables = nodesOf(list, "variable");
  checkCommas(context, tokensOf(list, "Comma"), variables.map(startOf));
  const entries = variables.map((variable) => {
    const text = tokenOf(variable, "String");
    const word = tokensOf(variable, "Word")[0];
    if (word === undefined) return { name: unquoted(text), value: null, span: spanAt(context, text) };
    return { name: word.image, value: buildString(context, text), span: spanAt(context, word, text) };
  });
  return { kind: "EnvOption", span: spanAt(context, tokenOf(node, "Env"), tokenOf(list, "RSquare")), entries };
}
