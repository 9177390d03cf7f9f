// Source words to fields, as the shell expands them: braces, tilde, parameters, substitutions, arithmetic, splitting, globs.
// The value of a word is always built from its parts; `word.value` alone would confuse `'$x'` with `$x`.

import { EMPTY } from "../../language/append.ts";
import type { GlobOptions } from "../../language/listing.ts";
import { isProgramCode } from "../effects/listings.ts";
import { fieldsOf, pieceOf, plainField, ShellField, type WordPiece } from "../expand/fields.ts";
import { globOptions } from "../expand/glob-options.ts";
import { deeper, type Frame, noteErrors, parseNested } from "../expand/reader.ts";
import { fill } from "../expand/record.ts";
import { childOf, mergeMaybe, variable } from "../expand/scope.ts";
import { noteZshWord } from "../expand/zsh.ts";
import { expandBraces } from "../syntax/braces.ts";
import { LimitReached, limits } from "../syntax/limits.ts";
import { ARITHMETIC, isOpenCause } from "../syntax/open-words.ts";
import { type Assignment, type Command, nodesBelow, type SourceWord, type WordPart } from "../syntax/parse.ts";
import { by, concat, known, type Text, unknown } from "../syntax/text.ts";
import { arithmeticValue, checkLength, walkArithmetic } from "./arithmetic.ts";
import { expandParameter, simpleParameter } from "./parameter-value.ts";
import { runScript } from "./statements.ts";

/** The fields of several source words; assignments among them are treated as words. */
export function expandWords(words: readonly (SourceWord | Assignment)[], frame: Frame): readonly ShellField[] {
  const fields: ShellField[] = [];
  for (const word of words) expandInto(fields, word, frame);
  return fields;
}

/** The name of a command and its arguments. */
export function expandCommand(command: Command, frame: Frame): readonly ShellField[] {
  const { name, args } = command;
  if (name === undefined) return EMPTY;
  // Plain words are one field each, and a list of fixed size is cheaper than one that grows.
  const fields = new Array<ShellField>(args.length + 1);
  for (let at = 0; at < fields.length; at++) {
    const word = at === 0 ? name : (args[at - 1] as SourceWord | Assignment);
    const field = plainFieldOf(word, frame);
    if (field === null) {
      const some = fields.slice(0, at);
      expandInto(some, word, frame);
      for (; at < args.length; at++) expandInto(some, args[at] as SourceWord | Assignment, frame);
      return some;
    }
    fields[at] = field;
  }
  return fields;
}

/** The field of a word that needs no expansion; null for any other. */
function plainFieldOf(word: SourceWord | Assignment, frame: Frame): ShellField | null {
  const plain = word.type === "Word" && frame.shell !== "zsh" ? plainValue(word) : null;
  if (plain === null) return null;
  frame.reader.budget.spend(1 + (word.text.length >> 8));
  return plainField(plain);
}

/** Nearly all words are plain and need no list of their own. */
function expandInto(fields: ShellField[], word: SourceWord | Assignment, frame: Frame): void {
  const plain = plainFieldOf(word, frame);
  if (plain !== null) fields.push(plain);
  else for (const field of expandWord(word, frame)) fields.push(field);
}

const TILDE = 0x7e;

/** The value of a word that is all plain, or all quoted without an expansion; null for any other. */
function plainValue({ text, parts, value }: SourceWord): string | null {
  if (parts === undefined) return text.charCodeAt(0) === TILDE || text.includes("=~") ? null : value;
  const part = parts.length === 1 ? parts[0] : undefined;
  if (part?.type === "SingleQuoted") return part.value;
  if (part?.type !== "DoubleQuoted") return null;
  const inner = part.parts.length === 1 ? part.parts[0] : undefined;
  return inner?.type === "Literal" ? inner.value : null;
}

function expandWord(word: SourceWord | Assignment, frame: Frame): readonly ShellField[] {
  frame.reader.budget.spend(2 + (word.text.length >> 8));
  if (frame.shell === "zsh" && word.type === "Word") noteZshWord(word, frame);
  if (word.type === "Assignment") return assignmentFields(word, frame);
  if (word.parts === undefined && !word.text.startsWith("~")) {
    // Bash expands a tilde after a name and `=` in any word: `dd of=~/x`.
    const value = valueTilde.test(word.text)
      ? word.value.replace("=~", `=${frame.reader.environment.home}`)
      : word.value;
    return [plainField(value)];
  }
  if (word.parts?.some((part) => part.type === "BraceExpansion") !== true) return split(piecesOf(word, frame), frame);
  return expandBraces(word.text).flatMap((text) => expandAlternative(text, frame));
}

const valueTilde = /^[A-Za-z_]\w*=~(?=\/|$)/;

/** No character in it has a meaning to the shell. */
const plainText = /^[\w./+:@%,-]+$/;

/** One result of a brace expansion, parsed again as a word. */
function expandAlternative(text: string, frame: Frame): readonly ShellField[] {
  frame.reader.budget.spend(1 + (text.length >> 6));
  if (text === "") return [];
  if (plainText.test(text)) return [plainField(text)];
  const { script } = parseNested(`: ${text.startsWith("#") ? "\\" : ""}${text}`, frame.reader);
  const command = script?.commands[0]?.command;
  const word = command?.type === "Command" && command.suffix.length === 1 ? command.suffix[0] : undefined;
  if (word?.type !== "Word") return fieldsOf([{ kind: "quoted", text: unknown(text, "brace expansion") }], "");
  return split(piecesOf(word, frame), frame);
}

/** `declare T={a,b}`: braces make two words of it, `declare T=a T=b`; a plain assignment has none. */
function assignmentFields(node: Assignment, frame: Frame): readonly ShellField[] {
  const hasBraces =
    node.value.type === "Word" && node.value.parts?.some((part) => part.type === "BraceExpansion") === true;
  if (!hasBraces || frame.shell === "zsh") return [assignmentField(node, frame)];
  return expandBraces(node.text).flatMap((text) => {
    const { script } = parseNested(`declare ${text}`, frame.reader);
    const command = script?.commands[0]?.command;
    const word = command?.type === "Command" ? command.args[0] : undefined;
    if (word === undefined) return [];
    return word.type === "Assignment" ? [assignmentField(word, frame)] : expandWords([word], frame);
  });
}

/** `export A=b`: one word, with the value expanded like an assignment. */
function assignmentField(node: Assignment, frame: Frame): ShellField {
  const head = known(
    `${node.name}${node.index === undefined ? "" : `[${node.index.text}]`}${node.append ? "+=" : "="}`,
  );
  if (node.value.type === "Word") {
    const text = concat([head, expandText(node.value, frame, "assignment")]);
    return fieldsOf([{ kind: "quoted", text }], "")[0] ?? new ShellField({ kind: "literal", text: "" }, text);
  }
  const items = node.value.elements.map((element) => expandText(element, frame));
  const hole = items.find((item) => item.why !== null);
  const text = concat([head, hole === undefined ? known(node.text.slice(head.text.length)) : hole]);
  return fieldsOf([{ kind: "quoted", text }], "")[0] ?? new ShellField({ kind: "literal", text: "" }, text);
}

function split(pieces: readonly WordPiece[], frame: Frame): readonly ShellField[] {
  const ifs = variable(frame.scope, "IFS");
  const separator = ifs === undefined || ifs.items === null ? " \t\n" : separatorOf(ifs.items[0]);
  for (const piece of pieces) if (piece.kind === "expanded") frame.reader.budget.spend(piece.text.text.length >> 3);
  const fields = fieldsOf(pieces, separator, pieces.some(mayGlob) ? globOptions(frame) : {});
  frame.reader.budget.spend(fields.length >> 1);
  return fields;
}

const mayGlob = ({ kind }: WordPiece): boolean => kind === "glob" || kind === "expanded";

const separatorOf = (text: Text | undefined): string | null =>
  text === undefined ? "" : text.why === null ? text.text : null;

/** A word without splitting and globbing: assignments, here strings, patterns. */
export function expandText(word: SourceWord, frame: Frame, mode: "plain" | "assignment" = "plain"): Text {
  frame.reader.budget.spend(1 + (word.text.length >> 8));
  if (frame.shell === "zsh") noteZshWord(word, frame);
  const pieces = piecesOf(word, frame);
  const tildes = mode === "assignment" && word.parts === undefined && word.text.includes(":~");
  if (tildes) return known(word.value.replaceAll(/:~(?=[/:]|$)/g, `:${frame.reader.environment.home}`));
  return textOf(pieces, frame);
}

/** The body of a here-document, or any other list of parts that acts as if quoted. */
export function expandQuoted(parts: readonly WordPart[], frame: Frame): Text {
  return textOf(piecesOfParts(parts, frame, true), frame);
}

function textOf(pieces: readonly WordPiece[], frame: Frame): Text {
  const text = concat(
    pieces.map((piece) =>
      piece.kind === "break" ? known(" ") : typeof piece.text === "string" ? known(piece.text) : piece.text,
    ),
  );
  if (pieces.length === 0) return known("");
  if (text.text.length > limits.textLength) throw new LimitReached("limit: a value is too long");
  frame.reader.budget.spend(text.text.length >> 8);
  const glob = text.why === null || text.glob !== undefined ? null : globOf(pieces);
  return glob === null ? text : { ...text, glob, expands: expandsOf(pieces) };
}

/** A name with a part of another shape is none that was found on the disk. */
function expandsOf(pieces: readonly WordPiece[]): GlobOptions | undefined {
  const matches = pieces.flatMap((piece) => (piece.kind === "match" ? [piece.text.expands] : []));
  return matches.includes(undefined) ? undefined : matches[0];
}

/** `backup-$(date +%F).tgz` as a whole, when every unknown part has a known shape. */
function globOf(pieces: readonly WordPiece[]): string | null {
  let glob = "";
  for (const piece of pieces) {
    if (piece.kind === "match") glob += piece.glob;
    else if (piece.kind === "literal") glob += piece.text.replace(/[\\*?[\]]/g, "\\$&");
    else return null;
  }
  return glob;
}

const literal = (text: string): WordPiece => ({ kind: "literal", text });

function piecesOf(word: SourceWord, frame: Frame): readonly WordPiece[] {
  const tilde = word.text.startsWith("~") ? tildeOf(word, frame) : null;
  if (word.parts === undefined)
    return tilde === null ? [literal(word.value)] : [tilde, literal(word.value.slice(tildeLength(word)))];
  const pieces = piecesOfParts(word.parts, frame, false);
  const first = pieces[0];
  if (tilde === null || first?.kind !== "literal") return pieces;
  return [tilde, literal(first.text.slice(tildeLength(word))), ...pieces.slice(1)];
}

const tildeName = /^~([A-Za-z0-9_.-]*|\+)(?=\/|:|$)/;

function tildeLength(word: SourceWord): number {
  return tildeName.exec(word.value)?.[0].length ?? 0;
}

/** `~`, `~user`, `~+`; null when it is not a tilde prefix (`~"x"`). */
function tildeOf(word: SourceWord, frame: Frame): WordPiece | null {
  const part = word.parts?.[0];
  const source = part === undefined ? word.text : part.type === "Literal" ? part.text : "";
  const whole = word.parts === undefined || word.parts.length === 1;
  const found = tildeName.exec(source);
  if (found === null || (!whole && found[0].length === source.length)) return null;
  const { home } = frame.reader.environment;
  const user = found[1] ?? "";
  if (user === "") return { kind: "quoted", text: homeText(frame) };
  if (user === "+") return { kind: "quoted", text: simpleParameter("PWD", frame) };
  return literal(user === "root" ? "/root" : `${home.slice(0, home.lastIndexOf("/"))}/${user}`);
}

/** HOME may have been set on the line. */
function homeText(frame: Frame): Text {
  return variable(frame.scope, "HOME")?.items?.[0] ?? known(frame.reader.environment.home);
}

function piecesOfParts(parts: readonly WordPart[], frame: Frame, quoted: boolean): readonly WordPiece[] {
  const only = parts.length === 1 ? parts[0] : undefined;
  if (only !== undefined) return piecesOfPart(only, frame, quoted);
  const pieces: WordPiece[] = [];
  for (const part of parts) for (const piece of piecesOfPart(part, frame, quoted)) pieces.push(piece);
  return pieces;
}

/** The pieces of one part; `quoted` inside double quotes and here-documents. */
export function piecesOfPart(part: WordPart, frame: Frame, quoted: boolean): readonly WordPiece[] {
  frame.reader.budget.spend(1);
  switch (part.type) {
    case "Literal":
    case "SingleQuoted":
    case "AnsiCQuoted":
      return [literal(part.value)];
    case "DoubleQuoted":
    case "LocaleString": {
      return part.parts.length === 0 ? [literal("")] : piecesOfParts(part.parts, frame, true);
    }
    case "Glob":
      return quoted ? [literal(part.value)] : globPieces(part.value, part.parts, frame);
    case "ExtendedGlob":
      return globPieces(part.text, part.parts, frame);
    case "BraceExpansion":
      if (part.parts === undefined) return [literal(part.text)];
      return [literal("{"), ...piecesOfParts(part.parts, frame, quoted), literal("}")];
    case "SimpleExpansion":
    case "ParameterExpansion":
      return expandParameter(part, deeper(frame, {}), quoted);
    case "CommandExpansion":
      return [
        pieceOf(
          part.script === undefined
            ? unknown(part.text, "command substitution")
            : substitute(part.script, part.text, frame),
          quoted,
        ),
      ];
    case "ArithmeticExpansion":
      checkLength(part.text);
      walkArithmetic(part.expression, part.text, frame);
      return [pieceOf(arithmeticText(part, frame), quoted)];
    case "ProcessSubstitution":
      return [literal(part.script === undefined ? "/dev/fd/0" : processSubstitution(part, frame))];
    default: {
      const never: never = part;
      return never;
    }
  }
}

function arithmeticText(part: Extract<WordPart, { type: "ArithmeticExpansion" }>, frame: Frame): Text {
  const value = arithmeticValue(part.expression, frame, 0);
  return value === null ? unknown(part.text, ARITHMETIC) : known(value.toString());
}

/** A pattern is known unless part of it is expanded. */
function globPieces(text: string, parts: readonly WordPart[] | undefined, frame: Frame): readonly WordPiece[] {
  const dynamic = (parts ?? [])
    .flatMap((part) => piecesOfPart(part, deeper(frame, {}), true))
    .some(({ kind }) => kind === "quoted");
  return [dynamic ? { kind: "expanded", text: unknown(text, "pattern") } : { kind: "glob", text }];
}

type Nested = NonNullable<Extract<WordPart, { type: "CommandExpansion" }>["script"]>;

function noteCaptured(calls: readonly number[], { reader }: Frame): void {
  if (calls.length === 0) return;
  reader.captured ??= new Set();
  for (const call of calls) reader.captured.add(call);
}

/** `$(script)`: its output without the trailing line ends. */
function substitute(script: Nested, text: string, frame: Frame): Text {
  const isCurrent = text.startsWith("${");
  const scope = childOf(frame.scope);
  const inner = deeper(frame, { scope, source: script.source ?? frame.source, redirects: [] });
  noteErrors(frame.reader, script);
  const file = readsFile(script, inner);
  const output = file ?? runScript(script, inner);
  if (isCurrent) mergeMaybe(frame.scope, [scope]);
  noteCaptured(output.calls, frame);
  const from = output.calls.map((call) => ({ call, by: "substitution" as const }));
  if (output.text === null || output.text.why !== null) {
    const rendered = unknown(text, "command substitution", [...from, ...(output.text?.from ?? [])]);
    if (output.text === null) return rendered;
    const { template, glob, expands, names, why } = output.text;
    if (isProgramCode(output.text)) return { ...rendered, why };
    if (names === undefined || why === null)
      return { ...rendered, template, ...(isOpenCause(why) && { why }), ...(glob !== undefined && { glob, expands }) };
    const [only, ...others] = names.filter((name) => name !== "*");
    return { ...rendered, text: only === undefined || others.length > 0 ? text : only, why, names };
  }
  const isHere = output.text.isHere === true ? ({ isHere: true } as const) : {};
  return {
    ...isHere,
    ...known(output.text.text.replace(/\n+$/, ""), [...from, ...by(output.text, "substitution").from]),
  };
}

/** `$(<file)`: the text of the file, if the line wrote it. Null for any other form. */
function readsFile(
  script: Nested,
  frame: Frame,
): { readonly text: Text | null; readonly calls: readonly number[] } | null {
  const only = script.commands.length === 1 ? script.commands[0]?.command : undefined;
  if (only?.type !== "Command" || only.name !== undefined || only.prefix.length !== 1) return null;
  const redirect = only.prefix[0];
  if (redirect?.type !== "Redirect" || redirect.operator !== "<") return null;
  // A command without a name prints nothing, except here, where it acts as `cat`.
  return runScript(script, frame, "cat");
}

/** `<(script)` and `>(script)`: a file that the script writes or reads. */
function processSubstitution(part: Extract<WordPart, { type: "ProcessSubstitution" }>, frame: Frame): string {
  const { reader } = frame;
  const path = `/dev/fd/${reader.descriptors--}`;
  const { script } = part;
  if (script === undefined) return path;
  noteErrors(reader, script);
  const first = reader.calls.length;
  const outward = part.operator === ">";
  const feed = outward
    ? { input: { from: "calls", calls: [] } as const, text: null, calls: [], by: "substitution" as const }
    : frame.feed;
  const inner = deeper(frame, {
    scope: childOf(frame.scope),
    source: script.source ?? frame.source,
    redirects: [],
    feed,
  });
  const output = runScript(script, inner);
  const readers = outward ? reader.calls.slice(first).map(({ id }) => id) : [];
  const writers = outward ? [] : output.calls;
  fill(frame, path, {
    text: outward ? null : output.text,
    writers,
    readers,
    by: "substitution",
  });
  return path;
}

/** Walks every script below a node whose value is not needed. */
export function runNested(node: Parameters<typeof nodesBelow>[0], frame: Frame): void {
  for (const child of nodesBelow(node)) {
    frame.reader.budget.spend(1);
    if (child.type !== "Script") continue;
    noteErrors(frame.reader, child);
    runScript(child, deeper(frame, { scope: childOf(frame.scope), source: child.source ?? frame.source }));
  }
}
