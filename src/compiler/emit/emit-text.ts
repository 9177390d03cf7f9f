// User text inside generated code. Everything an author wrote reaches the code through here, so nothing can break out.

/**
 * A string, number, list or object as a JavaScript expression. JSON is JavaScript but for two line separators and the
 * key `__proto__`, which would set a prototype; in JSON text `"__proto__":` cannot be anything but that key.
 */
export function literal(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029")
    .replaceAll('"__proto__":', '["__proto__"]:');
}

/** A long text as a JavaScript expression, with as few escapes as possible: most callers pass JSON. */
export function quoted(text: string): string {
  const escaped = text.replace(/[\\']/g, "\\$&").replace(/[\n\r\u2028\u2029]/g, (sign) => escapes[sign] ?? sign);
  return `'${escaped}'`;
}

const escapes: { readonly [sign: string]: string } = {
  "\n": "\\n",
  "\r": "\\r",
  "\u2028": "\\u2028",
  "\u2029": "\\u2029",
};

/** Every character that could end a line comment, or hide what a reviewer reads. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** Text for a `//` comment: one line, visible, bounded. */
export function comment(text: string): string {
  const line = text.replace(unprintable, (char) =>
    char === "\n" || char === "\t" ? " " : `\\u{${(char.codePointAt(0) ?? 0).toString(16)}}`,
  );
  return line.length <= 200 ? line : `${[...line.slice(0, 198)].slice(0, -1).join("")}...`;
}

const identifier = /^[A-Za-z_][A-Za-z0-9_]*$/;

/** Property access: `base.name`, or `base["any text"]`. */
export function property(base: string, name: string): string {
  return identifier.test(name) && name !== "__proto__" ? `${base}.${name}` : `${base}[${literal(name)}]`;
}

/** The part of a rule's name that is valid in a function name. */
export function identifierPart(name: string): string {
  return name.replace(/[^A-Za-z0-9]+/g, "_").slice(0, 48);
}

/** The expression without its outer parentheses, for places that add their own. */
export function bare(expression: string): string {
  if (!expression.startsWith("(")) return expression;
  let depth = 0;
  for (const { 0: part, index } of expression.matchAll(/"(?:[^"\\]|\\.)*"|[()]/g)) {
    if (part === "(") depth++;
    if (part === ")") depth--;
    if (depth === 0) return index === expression.length - 1 ? expression.slice(1, -1) : expression;
  }
  return expression;
}
