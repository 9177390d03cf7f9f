// Declarations: CST to AST, one at a time, so that each tree can be dropped as soon as it is read.

import type { CstNode, IToken } from "chevrotain";
import { keywords, RefName } from "../../../grammar/tokens.ts";
import { spanOf } from "../diagnostics/source.ts";
import type {
  Annotation,
  Decl,
  DefDecl,
  Example,
  Name,
  ObjectLit,
  ProgramDecl,
  RuleDecl,
  Span,
  StringLit,
  TestDecl,
  TestStep,
  ToolDecl,
  TypeRef,
  UseDecl,
} from "../ir/ast.ts";
import { buildEffect, buildFallback } from "./build-effects.ts";
import { buildExpr, buildSum } from "./build-expr.ts";
import { buildInt, buildObject, buildString, buildText } from "./build-literals.ts";
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

type Build = (context: BuildContext, node: CstNode) => Decl;

const builders: { readonly [production: string]: Build } = {
  language: (context, node) => {
    const version = buildInt(context, tokenOf(node, "Int"));
    return { kind: "LanguageDecl", span: upTo(context, tokenOf(node, "Language"), version.span), version };
  },
  scope: (context, node) => {
    const scope = nameAt(context, tokenOf(node, "Word"));
    return { kind: "ScopeDecl", span: upTo(context, tokenOf(node, "Scope"), scope.span), scope };
  },
  target: (context, node) => {
    const targets = buildNames(context, nodeOf(node, "names"));
    return { kind: "TargetDecl", span: upTo(context, tokenOf(node, "Target"), lastSpan(targets)), targets };
  },
  use: buildUse,
  param: (context, node) => {
    const value = buildExpr(context, nodeOf(node, "expr"));
    const name = buildOwnName(context, tokenOf(node, "Word"));
    const type = buildType(context, nodeOf(node, "type"));
    return { kind: "ParamDecl", span: upTo(context, tokenOf(node, "Param"), value.span), name, type, value };
  },
  let: (context, node) => {
    const value = buildExpr(context, nodeOf(node, "expr"));
    const name = buildOwnName(context, tokenOf(node, "Word"));
    return { kind: "LetDecl", span: upTo(context, tokenOf(node, "Let"), value.span), name, value };
  },
  def: buildDef,
  tool: buildTool,
  program: buildProgram,
  test: buildTest,
  rule: buildRule,
};

/** The declaration a tree stands for. */
export function buildDeclaration(context: BuildContext, node: CstNode): Decl {
  const production = Object.keys(node.children)[0] ?? "";
  const build = builders[production];
  if (build === undefined) throw new Error(`no builder for ${production}`);
  return build(context, nodeOf(node, production));
}

function upTo(context: BuildContext, first: IToken, last: Span): Span {
  return spanOf(spanAt(context, first), last);
}

function lastSpan(nodes: readonly { readonly span: Span }[]): Span {
  const last = nodes.at(-1);
  if (last === undefined) throw new Error("an empty list where the grammar wants one");
  return last.span;
}

function buildNames(context: BuildContext, node: CstNode): readonly Name[] {
  return tokensOf(node, "Word").map((token) => nameAt(context, token));
}

/** A name that expressions must be able to read: words of the grammar could be declared, but never used. */
function buildOwnName(context: BuildContext, token: IToken): Name {
  const type = keywords.get(token.image);
  if (type !== undefined && !type.CATEGORIES?.includes(RefName)) {
    context.report("P146", spanAt(context, token), { word: token.image });
  }
  return nameAt(context, token);
}

function buildType(context: BuildContext, node: CstNode): TypeRef {
  const name = nameAt(context, tokenOf(node, "Word"));
  if (!has(node, "type")) return { kind: "TypeRef", span: name.span, name, argument: null };
  const argument = buildType(context, nodeOf(node, "type"));
  const close = spanAt(context, tokenOf(node, "Greater"));
  return { kind: "TypeRef", span: spanOf(name.span, close), name, argument };
}

function buildUse(context: BuildContext, node: CstNode): UseDecl {
  const path = buildString(context, tokenOf(node, "String"));
  const withs = nodesOf(node, "setting").map((setting) => ({
    name: nameAt(context, tokenOf(setting, "Word")),
    value: buildSum(context, nodeOf(setting, "sum")),
  }));
  const withouts = has(node, "names") ? buildNames(context, nodeOf(node, "names")) : [];
  const supported = has(node, "Supported") ? nameAt(context, tokenOf(node, "Supported")) : null;
  const last = supported?.span ?? withouts.at(-1)?.span ?? withs.at(-1)?.value.span ?? path.span;
  return { kind: "UseDecl", span: upTo(context, tokenOf(node, "Use"), last), path, withs, withouts, supported };
}

function buildDef(context: BuildContext, node: CstNode): DefDecl {
  const params = nodesOf(node, "parameter").map((parameter) => ({
    name: buildOwnName(context, tokenOf(parameter, "Word")),
    type: buildType(context, nodeOf(parameter, "type")),
  }));
  const body = buildExpr(context, nodeOf(node, "expr"));
  const name = buildOwnName(context, tokenOf(node, "Word"));
  return { kind: "DefDecl", span: upTo(context, tokenOf(node, "Def"), body.span), name, params, body };
}

function buildTool(context: BuildContext, node: CstNode): ToolDecl {
  const isQuoted = !has(node, "Word");
  const name = isQuoted ? quotedName(context, node) : nameAt(context, tokenOf(node, "Word"));
  const first = tokenOf(node, "Tool");
  if (has(node, "From")) {
    const schema = buildString(context, tokenOf(node, "String", isQuoted ? 1 : 0));
    return { kind: "ToolDecl", span: upTo(context, first, schema.span), name, fields: [], schema };
  }
  const fieldNodes = nodesOf(node, "field");
  checkCommas(context, tokensOf(node, "Comma"), fieldNodes.map(startOf));
  const fields = fieldNodes.map((field) => ({
    name: nameAt(context, tokenOf(field, "Word")),
    optional: has(field, "Question"),
    type: buildType(context, nodeOf(field, "type")),
    does: tokensOf(field, "Word")
      .slice(1)
      .map((token) => nameAt(context, token)),
  }));
  const span = spanAt(context, first, tokenOf(node, "RCurly"));
  return { kind: "ToolDecl", span, name, fields, schema: null };
}

function quotedName(context: BuildContext, node: CstNode): Name {
  const { span, value } = buildString(context, tokenOf(node, "String"));
  return { kind: "Name", span, text: value };
}

function buildProgram(context: BuildContext, node: CstNode): ProgramDecl {
  const traits = nodesOf(node, "trait");
  checkCommas(context, tokensOf(node, "Comma"), traits.map(startOf));
  return {
    kind: "ProgramDecl",
    span: spanAt(context, tokenOf(node, "Program"), tokenOf(node, "RCurly")),
    name: buildString(context, tokenOf(node, "String")),
    wrapper: traits.some((trait) => has(trait, "Wrapper")),
    flags: traits
      .filter((trait) => has(trait, "Flag"))
      .map((trait) => ({ flag: buildString(context, tokenOf(trait, "String")), takesValue: has(trait, "Takes") })),
  };
}

function buildTest(context: BuildContext, node: CstNode): TestDecl {
  return {
    kind: "TestDecl",
    span: spanAt(context, tokenOf(node, "Test"), tokenOf(node, "RCurly")),
    name: buildString(context, tokenOf(node, "String")),
    steps: nodesOf(node, "step").map((step) => buildStep(context, step)),
  };
}

function buildStep(context: BuildContext, node: CstNode): TestStep {
  const point = has(node, "On") ? nameAt(context, tokenOf(node, "Word")) : null;
  const event = buildExampleValue(context, nodeOf(node, "exampleValue"));
  const expect = nameAt(context, tokenOf(node, "Word", point === null ? 0 : 1));
  const by = has(node, "by") ? buildNames(context, nodeOf(node, "by")) : [];
  const warns = has(node, "warns") ? buildNames(context, nodeOf(node, "warns")) : [];
  const last = warns.at(-1)?.span ?? by.at(-1)?.span ?? expect.span;
  return {
    kind: "TestStep",
    span: point === null ? spanOf(event.span, last) : upTo(context, tokenOf(node, "On"), last),
    point,
    event,
    given: buildGiven(context, node),
    expect,
    by,
    warns,
  };
}

function buildRule(context: BuildContext, node: CstNode): RuleDecl {
  const annotations = nodesOf(node, "annotation").map((annotation) => buildAnnotation(context, annotation));
  const effects = nodesOf(node, "effect").map((effect) => buildEffect(context, effect));
  const unknown = has(node, "fallback") ? buildFallback(context, nodeOf(node, "fallback")) : null;
  const examples = nodesOf(node, "example").map((example) => buildExample(context, example));
  const first = annotations[0]?.span ?? spanAt(context, tokenOf(node, has(node, "Rule") ? "Rule" : "On"));
  const last = examples.at(-1)?.span ?? unknown?.span ?? lastSpan(effects);
  return {
    kind: "RuleDecl",
    span: spanOf(first, last),
    annotations,
    name: has(node, "Rule") ? nameAt(context, tokenOf(node, "Word")) : null,
    points: buildNames(context, nodeOf(node, "names")),
    when: has(node, "when") ? buildExpr(context, nodeOf(node, "when")) : null,
    unless: has(node, "unless") ? buildExpr(context, nodeOf(node, "unless")) : null,
    effects,
    unknown,
    examples,
  };
}

function buildAnnotation(context: BuildContext, node: CstNode): Annotation {
  const name = nameAt(context, tokenOf(node, "Word"));
  const close = tokensOf(node, "RParen")[0];
  const span = upTo(context, tokenOf(node, "At"), close === undefined ? name.span : spanAt(context, close));
  return {
    kind: "Annotation",
    span,
    name,
    value: close === undefined ? null : buildText(context, nodeOf(node, "text")),
  };
}

function buildExample(context: BuildContext, node: CstNode): Example {
  const values = nodesOf(node, "exampleValue").map((value) => buildExampleValue(context, value));
  const given = buildGiven(context, node);
  const expects = has(node, "Fires") ? "fires" : "ignores";
  const first = tokenOf(node, expects === "fires" ? "Fires" : "Ignores");
  const last = given.at(-1)?.span ?? lastSpan(values);
  return { kind: "Example", span: upTo(context, first, last), expects, values, given };
}

function buildExampleValue(context: BuildContext, node: CstNode): StringLit | ObjectLit {
  return has(node, "String")
    ? buildString(context, tokenOf(node, "String"))
    : buildObject(context, nodeOf(node, "object"));
}

function buildGiven(context: BuildContext, node: CstNode): readonly ObjectLit[] {
  return nodesOf(node, "given").map((given) => buildObject(context, nodeOf(given, "object")));
}
