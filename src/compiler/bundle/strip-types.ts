// policy.ts without its types: plain JavaScript, so that a check needs no compiler of TypeScript. It knows the few forms in which
// generated code writes types, and no others; a test compares the result with what esbuild makes of the same text.

const TOKEN = /\/\/[^\n]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_$][\w$]*|=>|\s+|[\s\S]/g;

/** What a type begins with. None of these names is a value of generated code. */
const TYPES: ReadonlySet<string> = new Set([
  ..."Context Effect ListView Maybe PathValue Policy PolicyOptions Program Rule Text Truth".split(" "),
  ..."NonNullable Partial readonly string number boolean unknown const".split(" "),
]);

const isText = (token: string | undefined): boolean => token?.startsWith('"') === true;

/** Comments are left out too. */
export function stripTypes(policyTs: string): string {
  const tokens = policyTs.replace(/^import type .*\n/gm, "").match(TOKEN) ?? [];
  let code = "";
  for (let at = 0; at < tokens.length; ) {
    const end = typeEnd(tokens, at);
    if (end > at) code = tokens[at] === "as" ? code.trimEnd() : code;
    else if (!tokens[at]?.startsWith("//")) code += tokens[at];
    at = Math.max(end, at + 1);
  }
  return code.replace(/^\s*\n/gm, "");
}

/** Where what is written for types alone ends; `at` itself where there is nothing such. */
function typeEnd(tokens: readonly string[], at: number): number {
  const [token, next, then] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  // `c: Context`, `kind: "warn" | "note"`, `x as Truth`
  const isUnion = isText(then) && tokens[at + 4] === "|";
  if ((token === ":" || token === "as") && next === " " && (TYPES.has(then ?? "") || isUnion))
    return unionEnd(tokens, at + 2);
  // `new Set<string>(`
  if (token === "<" && tokens[at - 3] === "new") return closing(tokens, at);
  // `rules[variant]!,`
  return token === "!" && tokens[at - 1] === "]" ? at + 1 : at;
}

/** `A | B`, from the first of them. */
function unionEnd(tokens: readonly string[], at: number): number {
  const end = oneEnd(tokens, at);
  return tokens[end] === " " && tokens[end + 1] === "|" && tokens[end + 2] === " " ? unionEnd(tokens, end + 3) : end;
}

/** `Name`, `readonly Name[]`, `Name<A, B>`, `Name["field"]` */
function oneEnd(tokens: readonly string[], at: number): number {
  if (tokens[at] === "readonly") return oneEnd(tokens, at + 2);
  let end = at + 1;
  if (tokens[end] === "<") end = closing(tokens, end);
  while (tokens[end] === "[" && (tokens[end + 1] === "]" || isText(tokens[end + 1])))
    end = tokens.indexOf("]", end) + 1;
  return end;
}

/** Behind the `>` that closes the `<` here. */
function closing(tokens: readonly string[], at: number): number {
  let depth = 0;
  for (let end = at; end < tokens.length; end++) {
    if (tokens[end] === "<") depth++;
    if (tokens[end] === ">" && --depth === 0) return end + 1;
  }
  throw new Error("the types of generated code do not end");
}
