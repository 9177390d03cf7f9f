// The only file that imports unbash: text in, tree out, with the reason when the tree cannot be trusted.

import { forEachChild, type ParsedScript, parse, type SyntaxNode } from "unbash";
import { EMPTY } from "../../language/append.ts";
import { plainScript } from "./plain-script.ts";
import { scan } from "./scan.ts";

export type {
  AndOr,
  ArithmeticExpression,
  Assignment,
  Command,
  CommandNode,
  HereDoc,
  ParameterExpansionPart,
  ParsedScript,
  Pipeline,
  Redirection,
  Statement,
  SyntaxNode,
  Word as SourceWord,
  WordPart,
} from "unbash";

export interface ParsedText {
  readonly script: ParsedScript | null;
  /** Null: parsed without an error, as far as the parser looked; nested scripts report their own errors. */
  readonly error: string | null;
  /** What makes the displayed text differ from what runs. */
  readonly odd: readonly string[];
}

export function parseShell(text: string): ParsedText {
  const plain = plainScript(text);
  if (plain !== null) return { script: plain, error: null, odd: EMPTY };
  const { refused, odd } = scan(text);
  if (refused !== null) return { script: null, error: refused, odd };
  try {
    const script = parse(text);
    return { script, error: errorOf(script, text), odd };
  } catch {
    return { script: null, error: "limit: the parser gave up", odd };
  }
}

/** The first error of one script, as a reason: what is wrong, and where in the text. */
function errorOf(script: ParsedScript, text: string): string | null {
  const first = script.errors?.[0];
  if (first === undefined) return null;
  const before = text.slice(0, first.pos).split("\n");
  return `syntax: ${first.message}, line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

/** The nodes below a node, without recursion; a nested script is returned but not entered. */
export function* nodesBelow(root: SyntaxNode): Generator<SyntaxNode> {
  const stack: SyntaxNode[] = [];
  forEachChild(root, (child) => stack.push(child));
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    yield node;
    if (node.type !== "Script") forEachChild(node, (child) => stack.push(child));
  }
}
