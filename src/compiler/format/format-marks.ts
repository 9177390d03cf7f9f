// Where lines may or must break, read off the AST: offsets of the tokens before which a break stands.

import type { Decl, Span } from "../ir/ast.ts";

export interface Marks {
  /** A line may end before these tokens. */
  readonly breaks: ReadonlySet<number>;
  /** Parentheses that group; all others belong to the word before them. */
  readonly groupings: ReadonlySet<number>;
  /** Types: their `<` and `>` take no blanks. */
  readonly types: readonly Span[];
}

interface AnyNode {
  readonly kind: string;
  readonly span: Span;
}

/** Every node of a declaration, outer ones first. */
function* nodesOf(decl: Decl): Generator<AnyNode> {
  const open: unknown[] = [decl];
  while (open.length > 0) {
    const value = open.pop();
    if (typeof value !== "object" || value === null) continue;
    if (isNode(value)) yield value;
    for (const inner of Object.values(value)) open.push(inner);
  }
}

function isNode(value: object): value is AnyNode {
  return "kind" in value && "span" in value;
}

/** The marks of one declaration; `before` gives the start of the token in front of an offset. */
export function marksOf(decl: Decl, before: (offset: number) => number): Marks {
  const breaks = new Set<number>();
  const groupings = new Set<number>();
  const types: Span[] = [];
  const breakBefore = (item: { readonly span: Span } | null | undefined): void => {
    if (item != null) breaks.add(before(item.span.start));
  };
  for (const some of nodesOf(decl)) {
    const node = some as Decl | Extract<AnyNode, { kind: string }>;
    switch (node.kind) {
      case "LogicExpr":
      case "AddExpr":
        if ("items" in node && Array.isArray(node.items)) for (const item of node.items.slice(1)) breakBefore(item);
        break;
      case "RunsExpr":
        if ("patterns" in node && Array.isArray(node.patterns))
          for (const pattern of node.patterns.slice(1)) breaks.add(pattern.span.start);
        break;
      case "StringLit":
        if ("parts" in node && Array.isArray(node.parts))
          for (const part of node.parts) if (part.span.start > node.span.start) breaks.add(part.span.start);
        break;
      case "ParenExpr":
        groupings.add(node.span.start);
        break;
      case "TypeRef":
        types.push(node.span);
        break;
      default:
        for (const key of ["otherwise", "given"])
          for (const part of [Reflect.get(node, key)].flat())
            if (typeof part === "object" && part !== null && isNode(part)) breakBefore(part);
    }
    if (/Option$/.test(node.kind)) breaks.add(node.span.start);
  }
  if (decl.kind === "UseDecl") {
    breakBefore(decl.withs[0]?.name);
    for (const setting of decl.withs.slice(1)) breaks.add(setting.name.span.start);
    breakBefore(decl.withouts[0]);
    breakBefore(decl.supported);
  }
  if (decl.kind === "RuleDecl") {
    for (const annotation of decl.annotations.slice(1)) breaks.add(annotation.span.start);
    for (const value of decl.examples.flatMap((example) => example.values.slice(1))) breaks.add(value.span.start);
  }
  if (decl.kind === "TestDecl") for (const step of decl.steps) breakBefore(step.expect);
  return { breaks, groupings, types };
}
