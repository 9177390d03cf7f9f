// Where declarations begin, judged by layout. Used only after a file failed to parse: white space means nothing in the
// language itself.

import type { IToken } from "chevrotain";
import { endOf } from "./cst.ts";
import { isClauseLike } from "./words.ts";

const declarationWords = new Set([
  "Language",
  "Scope",
  "Target",
  "Use",
  "Param",
  "Let",
  "Def",
  "Program",
  "Rule",
  "Test",
  "At",
]);

/** The token list cut into runs that look like one declaration each. */
export function cutDeclarations(text: string, tokens: readonly IToken[]): readonly (readonly IToken[])[] {
  const runs: IToken[][] = [];
  let run: IToken[] = [];
  let depth = 0;
  tokens.forEach((token, index) => {
    if (run.length > 0 && beginsDeclaration(text, tokens, index) && !continues(run, token, depth)) {
      runs.push(run);
      run = [];
      depth = 0;
    }
    run.push(token);
    const name = token.tokenType.name;
    if (name === "LCurly") depth++;
    else if (name === "RCurly" && depth > 0) depth--;
  });
  if (run.length > 0) runs.push(run);
  return runs;
}

function beginsDeclaration(text: string, tokens: readonly IToken[], index: number): boolean {
  const token = tokens[index];
  const previous = tokens[index - 1];
  if (token === undefined) return false;
  const gap = previous === undefined ? "\n" : text.slice(endOf(previous), token.startOffset);
  if (!/[\n\r]/.test(gap) || previous?.tokenType.name === "Dot") return false;
  const name = token.tokenType.name;
  const next = tokens[index + 1]?.tokenType.name ?? "";
  const after = tokens[index + 2]?.tokenType.name ?? "";
  const isFirstColumn = /[\n\r]$/.test(gap);
  if (name === "Tool") {
    return after === "LCurly" || after === "From" || (isFirstColumn && /^(LCurly|Identifier|String|From)$/.test(next));
  }
  // Indented and before a colon it is a key: `scope: "a"`.
  if (declarationWords.has(name)) return isFirstColumn || (next !== "Colon" && next !== "Assign");
  if (!isFirstColumn) return false;
  return (
    name === "On" || ((name === "Identifier" || name === "BadWord") && !isClauseLike(token.image) && next !== "Colon")
  );
}

/** Whether a word that could begin a declaration is still part of the run before it. */
function continues(run: readonly IToken[], token: IToken, depth: number): boolean {
  const name = token.tokenType.name;
  if (name === "On") {
    const last = run.at(-1)?.tokenType.name;
    if (last === "Fires" || last === "Rule" || run.at(-2)?.tokenType.name === "Rule") return true;
    if (run[0]?.tokenType.name === "Test" && depth > 0) return true;
  }
  return (name === "On" || name === "Rule" || name === "At") && isAnnotations(run);
}

/** `@owner("x") @shadow`: the rule they belong to has not begun. */
function isAnnotations(run: readonly IToken[]): boolean {
  return run.every((token, index) => {
    const name = token.tokenType.name;
    if (name === "At" || name === "LParen" || name === "RParen" || name === "String") return true;
    return run[index - 1]?.tokenType.name === "At";
  });
}
