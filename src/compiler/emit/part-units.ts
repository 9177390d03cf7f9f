// A part of the runtime, as esbuild bundles it, cut into its top-level statements: what each declares and what it mentions.
// esbuild writes every statement from the first column on and names the file it comes from in a comment; that a piece is a
// whole statement is checked by parsing it.

import { Script } from "node:vm";

export interface Unit {
  /** The file it comes from. */
  readonly module: string;
  readonly text: string;
  /** `function` also stands for a constant that is one; what else is declared or done is `value`. */
  readonly kind: "function" | "value";
  readonly declares: readonly string[];
  /** Every word in it: more than it really refers to, never less. */
  readonly words: ReadonlySet<string>;
}

export interface PartUnits {
  readonly units: readonly Unit[];
  /** By the name outside, the name inside. */
  readonly exports: ReadonlyMap<string, string>;
}

export function partUnits(text: string): PartUnits {
  const units: Unit[] = [];
  const exports = new Map<string, string>();
  let module = "";
  for (const statement of statementsOf(text)) {
    const [, file] = /^\/\/ (\S+)\n$/.exec(statement) ?? [];
    if (file !== undefined) module = file;
    else if (statement.startsWith("export {"))
      for (const [inside, outside] of listed(statement)) exports.set(outside, inside);
    else units.push(unitOf(module, statement.startsWith("import ") ? required(statement) : statement));
  }
  return { units, exports };
}

function* statementsOf(text: string): Generator<string> {
  let open = "";
  for (const line of text.split(/^(?=[^\s})\]])/m)) {
    // A comment names a file only between statements: within a text it is a line like any other.
    if (open === "" && line.startsWith("//")) {
      const end = line.indexOf("\n") + 1;
      yield line.slice(0, end);
      continue;
    }
    open += line;
    if (!isWhole(open)) continue;
    yield open;
    open = "";
  }
  if (open.trim() !== "") throw new Error(`a part ends within a statement: ${open.slice(0, 80)}`);
}

function isWhole(text: string): boolean {
  if (/^(?:import|export) /.test(text)) return text.trimEnd().endsWith(";");
  try {
    new Script(text);
    return true;
  } catch (caught) {
    if (caught instanceof SyntaxError) return false;
    throw caught;
  }
}

function listed(statement: string): readonly (readonly [from: string, to: string])[] {
  const names = /\{([^}]*)\}/.exec(statement)?.[1]?.split(",") ?? [];
  return names
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => {
      const [from = "", to = from] = name.split(/\s+as\s+/);
      return [from, to];
    });
}

/** An import of named things, as CommonJS has it. */
function required(statement: string): string {
  const [, from] = /^import \{[^}]*\} from ("[^"]+");\s*$/.exec(statement) ?? [];
  if (from === undefined) throw new Error(`a part has an import of another kind: ${statement}`);
  return `var { ${listed(statement)
    .map(([name, local]) => `${name}: ${local}`)
    .join(", ")} } = require(${from});\n`;
}

function unitOf(module: string, statement: string): Unit {
  const text = declaration(statement);
  const words = wordsOf(text);
  const [, name] = /^(?:async )?function\*? ([\w$]+)\(/.exec(text) ?? [];
  if (name !== undefined) return { module, text, words, kind: "function", declares: [name] };
  return { module, text, words, kind: "value", declares: declaredBy(text) };
}

/** A constant that is an arrow function as a declaration, so that it is nothing but a function. */
function declaration(text: string): string {
  const [start, name, given] = /^var ([\w$]+) = (\([^()]*\)) => /.exec(text) ?? [];
  if (start === undefined || !hasOneValue(text) || /\b(?:this|arguments)\b/.test(text)) return text;
  const body = text.slice(start.length).trimEnd().replace(/;$/, "");
  return `function ${name}${given} ${body.startsWith("{") ? body : `{\n  return ${body};\n}`}\n`;
}

/** What is no reference, as esbuild writes it, is left out: names of fields after a dot and before a colon, texts, remarks. */
function wordsOf(text: string): ReadonlySet<string> {
  const code = text
    // A table as text would mention everything.
    .replace(/"(?:[^"\\\n]|\\.){2000,}"|'(?:[^'\\\n]|\\.){2000,}'/g, '""')
    // Lines with nothing in them that quotes could belong to but texts, all of which end there.
    .replace(/^(?:[^"'`/\n]|"(?:[^"\\\n]|\\.)*")*$/gm, (line) => line.replace(/"(?:[^"\\$]|\\.|\$(?!\{))*"/g, '""'))
    .replace(/^\s*(?:\/\/(?:[^`$\n]|\$(?!\{))*|\/\*\*[^`$\n]*\*\/)$/gm, "")
    .replace(/(?<=[{,]\s*)[\w$]+:(?=\s)/g, ":");
  return new Set(code.match(/(?<![\w$#]|(?<!\.\.)\.)[A-Za-z_$][\w$]*/g));
}

function declaredBy(text: string): readonly string[] {
  const [, parts] = /^var \{ ([^}]*) \} = require\(/.exec(text) ?? [];
  if (parts !== undefined) return parts.split(", ").map((part) => part.slice(part.indexOf(": ") + 2));
  const [, names] = /^var ([\w$]+(?:, [\w$]+)*);\s*$/.exec(text) ?? [];
  if (names !== undefined) return names.split(", ");
  const [, name] = /^var ([\w$]+) = /.exec(text) ?? [];
  if (name === undefined && /^(?:var|let|const|class) /.test(text))
    throw new Error(`a part declares in another way: ${text}`);
  if (name !== undefined && !hasOneValue(text))
    throw new Error(`a part declares several at once: ${text.slice(0, 80)}`);
  return name === undefined ? [] : [name];
}

/** An object with the value in it is no syntax if another declaration follows. */
function hasOneValue(text: string): boolean {
  const value = text
    .slice(text.indexOf("=") + 1)
    .trim()
    .replace(/;$/, "");
  return isWhole(`({ value: ${value}\n});`);
}
