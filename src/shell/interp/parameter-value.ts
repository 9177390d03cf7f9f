// The value of `$name` and `${name...}`: taken from the line itself, otherwise unknown.

import { pieceOf, type WordPiece } from "../expand/fields.ts";
import { isPlain, recased, removed, replaced, sliced, transformed } from "../expand/parameters.ts";
import type { Frame } from "../expand/reader.ts";
import { assign, folder, variable } from "../expand/scope.ts";
import { ARITHMETIC, isOpenCause, PARAMETERS, SOME_FILE } from "../syntax/open-words.ts";
import type { ParameterExpansionPart, SourceWord, WordPart } from "../syntax/parse.ts";
import { concat, HOLE, known, NAME_HOLE, type Text, unknown, unknownValue } from "../syntax/text.ts";
import { checkSubscript } from "./arithmetic.ts";
import { runSideCode } from "./code.ts";
import { expandText, piecesOfPart, runNested } from "./expand.ts";

type Simple = Extract<WordPart, { type: "SimpleExpansion" }>;

export function expandParameter(
  part: Simple | ParameterExpansionPart,
  frame: Frame,
  quoted: boolean,
): readonly WordPiece[] {
  if (part.type === "SimpleExpansion") {
    const name = part.text.slice(1);
    if (name === "@" || name === "*") return listPieces(positional(frame), name, part.text, frame, quoted);
    return [pieceOf(simpleParameter(name, frame), quoted)];
  }
  const index = part.index?.text;
  if (part.prefix === undefined && part.operation === undefined) {
    if (part.parameter === "@" || part.parameter === "*") {
      return listPieces(positional(frame), part.parameter, part.text, frame, quoted);
    }
    if (index === "@" || index === "*")
      return listPieces(listOf(part.parameter, frame), index, part.text, frame, quoted);
  }
  if (part.operation?.type === "Slice")
    for (const place of [part.operation.offset, part.operation.length])
      if (place !== undefined) checkSubscript(place.value, part.text, frame);
  const word = defaultPieces(part, frame, quoted) ?? listOperation(part, frame, quoted);
  if (word !== null) return word;
  return [pieceOf(parameterText(part, frame), quoted)];
}

/** `"$@"` is one word per element, `"$*"` one word. */
function listPieces(
  items: readonly Text[] | null,
  sign: string,
  text: string,
  frame: Frame,
  quoted: boolean,
): readonly WordPiece[] {
  if (items === null) return [pieceOf({ ...unknown(text, PARAMETERS), splits: sign === "@" || !quoted }, quoted)];
  if (quoted && sign === "*") {
    const separator = variable(frame.scope, "IFS")?.items?.[0]?.text ?? " ";
    return [
      pieceOf(
        concat([known(""), ...items.flatMap((item, i) => (i === 0 ? [item] : [known(separator.charAt(0)), item]))]),
        true,
      ),
    ];
  }
  return items.flatMap((item, i): readonly WordPiece[] => {
    const one = pieceOf(item, quoted);
    return i === 0 ? [one] : [{ kind: "break" }, one];
  });
}

/** `${A[@]:1}`, `${@#x}`, `${#A[@]}`: applied to each element, or to the list; null for other forms. */
function listOperation(part: ParameterExpansionPart, frame: Frame, quoted: boolean): readonly WordPiece[] | null {
  const { parameter: name, index, operation, prefix } = part;
  const isPositional = name === "@" || name === "*";
  const sign = isPositional ? name : index?.text;
  if (sign !== "@" && sign !== "*") return null;
  const items = isPositional ? positional(frame) : listOf(name, frame);
  const open = [pieceOf({ ...unknown(part.text, causeOf(name, frame)), splits: true }, quoted)];
  if (items === null || items.some(({ splits }) => splits) || prefix === "!" || operation?.type === "Transform") {
    runNested(part, frame);
    return open;
  }
  if (prefix === "#") return [pieceOf(known(String(items.length)), quoted)];
  if (operation === undefined) return null;
  if (operation.type === "Slice") {
    runNested(part, frame);
    const offset = /^\s*(\d{1,4})\s*$/.exec(operation.offset.value)?.[1];
    const length = operation.length === undefined ? undefined : /^\s*(\d{1,4})\s*$/.exec(operation.length.value)?.[1];
    if (offset === undefined || (operation.length !== undefined && length === undefined)) return open;
    // `$0` comes first when the slice starts at 0.
    const from = Number(offset) - (isPositional ? 1 : 0);
    if (from < 0) return open;
    return listPieces(
      items.slice(from, length === undefined ? undefined : from + Number(length)),
      sign,
      part.text,
      frame,
      quoted,
    );
  }
  const changed = items.map((item) => {
    const done = item.why === null ? operate(item.text, operation, frame) : null;
    return done === null ? null : known(done, item.from);
  });
  const all = changed.flatMap((item) => (item === null ? [] : [item]));
  return all.length === items.length ? listPieces(all, sign, part.text, frame, quoted) : open;
}

/** `$1`, `$2`... of the enclosing function or `sh -c`; null when unknown. */
function positional(frame: Frame): readonly Text[] | null {
  return variable(frame.scope, "@")?.items ?? null;
}

function itemsOf(name: string, frame: Frame): readonly Text[] | null {
  return variable(frame.scope, name)?.items ?? null;
}

/** The order of the elements of a keyed array is undefined. */
function listOf(name: string, frame: Frame): readonly Text[] | null {
  const items = itemsOf(name, frame);
  const isKeyed = variable(frame.scope, name)?.keys !== undefined;
  return isKeyed && (items?.length ?? 0) > 1 ? null : items;
}

export function simpleParameter(name: string, frame: Frame): Text {
  return lookUp(name, frame) ?? notKnown(name, frame);
}

function notKnown(name: string, frame: Frame): Text {
  if (name === HOLE) return unknown("...", "unknown text");
  if (name === NAME_HOLE) return unknown("...", SOME_FILE);
  const found = unknown(`$${name}`, causeOf(name, frame));
  // In the text of another shell, a variable that the line leaves open is a word there too: `bash -c "cd $DIR && make"`.
  return found.why === `variable ${name}` ? { ...found, template: `\${${name}}` } : found;
}

/** Variables that the shell itself fills from the line. */
const ownVariables = new Set("_ BASH_REMATCH BASH_COMMAND BASH_EXECUTION_STRING BASH_ARGV FUNCNAME COPROC".split(" "));

/** Why a value is unknown: the line does not set it, or sets it to something unknown. */
function causeOf(name: string, frame: Frame): string {
  const isNumbered = /^\d+$/.test(name);
  const items = itemsOf(isNumbered || name === "*" ? "@" : name, frame) ?? [];
  const isSetByLine = items.some(({ why }) => !isOpenCause(why) && why !== PARAMETERS);
  if (isSetByLine || ownVariables.has(name)) return unknownValue(name).why ?? "";
  if (/^[?$!#]$/.test(name)) return ARITHMETIC;
  return isNumbered ? `parameter ${name}` : /^\w+$/.test(name) ? `variable ${name}` : `\`$${name}\``;
}

/** The value, or undefined when the line does not say. An unset variable is empty. */
function lookUp(name: string, frame: Frame): Text | undefined {
  if (/^[1-9]\d*$/.test(name)) {
    const items = positional(frame);
    if (items === null || items.some(({ splits }) => splits)) return undefined;
    return items[Number(name) - 1] ?? known("");
  }
  if (name === "#") {
    const items = positional(frame);
    return items === null || items.some(({ splits }) => splits) ? undefined : known(String(items.length));
  }
  const found = variable(frame.scope, name);
  if (found !== undefined) return found.items === null ? known("") : (found.items[0] ?? known(""));
  const { home } = frame.reader.environment;
  switch (name) {
    case "HOME":
      return known(home);
    case "PWD": {
      const here = folder(frame.scope);
      if (here === null) return { ...known("."), isHere: true };
      return here.kind === "dynamic" ? unknown(here.text, here.why) : known(here.text);
    }
    case "IFS":
      return known(" \t\n");
    case "TMPDIR":
      return known("/tmp");
    case "HISTFILE":
      return known(`${home}/.bash_history`);
    case "USER":
    case "LOGNAME":
      return known(home.slice(home.lastIndexOf("/") + 1));
    default:
      return undefined;
  }
}

/** Does the line set the variable, as far as defaults are concerned? */
function isSet(name: string, frame: Frame): "yes" | "no" | "unknown" {
  const found = variable(frame.scope, name);
  if (found !== undefined)
    return found.items === null ? "no" : (found.items[0]?.why ?? null) === null ? "yes" : "unknown";
  if (lookUp(name, frame) !== undefined) return "yes";
  return "no";
}

function stateOf(element: Text | null): "yes" | "no" | "unknown" {
  if (element === null || element.why !== null) return "unknown";
  return element.text === "" ? "no" : "yes";
}

/** `${x:-word}` and related forms; null for every other form. A variable of the environment counts as unset. */
function defaultPieces(part: ParameterExpansionPart, frame: Frame, quoted: boolean): readonly WordPiece[] | null {
  const { operation } = part;
  if (operation?.type !== "Default" || part.prefix !== undefined) return null;
  const { operator, operand } = operation;
  const pieces = operandPieces(operand, frame, quoted);
  const name = part.parameter;
  const isList = part.index?.text === "@" || part.index?.text === "*" || name === "@" || name === "*";
  const items = name === "@" || name === "*" ? positional(frame) : itemsOf(name, frame);
  const value = isList ? null : elementOf(part, frame);
  const state = isList
    ? (items?.length ?? 0) > 0
      ? "yes"
      : "no"
    : part.index === undefined || variable(frame.scope, name) === undefined
      ? isSet(name, frame)
      : stateOf(value);
  const isEmpty = operator.startsWith(":") && value !== null && value.why === null && value.text === "";
  const has = state === "yes" && !isEmpty;
  const own = (): readonly WordPiece[] =>
    isList
      ? listPieces(items, part.index?.text ?? name, part.text, frame, quoted)
      : [pieceOf(value ?? notKnown(name, frame), quoted)];
  if (operator.endsWith("+")) {
    if (state === "unknown" || (state === "no" && variable(frame.scope, name) === undefined)) {
      return [pieceOf(unknown(part.text, "text that may be empty"), quoted)];
    }
    return has ? pieces : quoted && !isList ? [pieceOf(known(""), quoted)] : [];
  }
  if (state === "unknown") return own();
  if (has) return own();
  if (operator.endsWith("?")) return [pieceOf(notKnown(name, frame), quoted)];
  if (operator.endsWith("=")) assign(frame.scope, name, [concat([known(""), ...pieces.map(textOfPiece)])]);
  return pieces;
}

function textOfPiece(one: WordPiece): Text {
  if (one.kind === "break") return known(" ");
  return typeof one.text === "string" ? known(one.text) : one.text;
}

function operandPieces(word: SourceWord, frame: Frame, quoted: boolean): readonly WordPiece[] {
  if (word.parts !== undefined) return word.parts.flatMap((part) => piecesOfPart(part, frame, quoted));
  if (word.text.startsWith("~") && !quoted) return [pieceOf(expandText(word, frame), false)];
  return [pieceOf(known(word.value), quoted)];
}

function parameterText(part: ParameterExpansionPart, frame: Frame): Text {
  const { parameter: name, prefix, operation } = part;
  if (part.index !== undefined) checkSubscript(part.index.value, part.text, frame);
  const value = prefix === "!" ? null : elementOf(part, frame);
  // Operands of a removal or replacement are expanded when it is computed, and must not run twice.
  const works = value?.why === null && (operation?.type === "Remove" || operation?.type === "Replace");
  if (!works) runNested(part, frame);
  else if (part.index !== undefined) runNested(part.index, frame);
  if (prefix === "!") return indirect(part, frame);
  if (name === HOLE || name === NAME_HOLE) return notKnown(name, frame);
  const open = unknown(part.text, value?.why ?? causeOf(name, frame), value?.from ?? []);
  if (prefix === "#") {
    const isKnown = value !== null && value.why === null && value.isHere !== true;
    return isKnown && isPlain(value.text) ? known(String(value.text.length)) : { ...open, why: ARITHMETIC };
  }
  if (value === null) return open;
  if (operation === undefined) return value;
  if (value.why !== null || value.isHere === true) return open;
  const done = operate(value.text, operation, frame);
  return done === null ? open : known(done, value.from);
}

/** The element that a subscript names, or the value itself; null when unknown. */
function elementOf(part: ParameterExpansionPart, frame: Frame): Text | null {
  const { parameter: name, index } = part;
  if (index === undefined) return lookUp(name, frame) ?? null;
  const items = itemsOf(name, frame);
  if (items === null || items.some(({ splits }) => splits)) return null;
  const keys = variable(frame.scope, name)?.keys;
  if (keys !== undefined && index.text !== "@" && index.text !== "*") {
    const key = expandText(index, frame);
    return key.why !== null ? null : (items[keys.indexOf(key.text)] ?? known(""));
  }
  if (index.text === "@" || index.text === "*")
    return concat([known(""), ...items.flatMap((item) => [item, known(" ")]).slice(0, -1)]);
  const place = /^[A-Za-z_]\w*$/.test(index.text) ? simpleParameter(index.text, frame) : expandText(index, frame);
  if (place.why !== null || !/^-?\d{1,6}$/.test(place.text)) return null;
  return items.at(Number(place.text)) ?? known("");
}

function indirect(part: ParameterExpansionPart, frame: Frame): Text {
  const name = lookUp(part.parameter, frame);
  const open = unknown(part.text, causeOf(part.parameter, frame));
  if (part.operation !== undefined || name?.why !== null || !/^[A-Za-z_]\w*$/.test(name.text)) return open;
  return simpleParameter(name.text, frame);
}

function operate(
  value: string,
  operation: NonNullable<ParameterExpansionPart["operation"]>,
  frame: Frame,
): string | null {
  frame.reader.budget.spend(2 + (value.length >> 4));
  const operand = (word: SourceWord): string | null => {
    const text = expandText(word, frame);
    return text.why === null ? text.text : null;
  };
  switch (operation.type) {
    case "Remove": {
      const pattern = operand(operation.operand);
      // Each possible cut is tried, and each try scans the rest.
      frame.reader.budget.spend(value.length <= 128 ? value.length : 0);
      return pattern === null ? null : removed(value, operation.operator, pattern);
    }
    case "Replace": {
      const pattern = operand(operation.pattern);
      const replacement = operand(operation.replacement);
      return pattern === null || replacement === null
        ? null
        : replaced(value, operation.operator, pattern, replacement);
    }
    case "Slice":
      return sliced(value, operation.offset.value, operation.length?.value);
    case "CaseModification":
      return operation.operand === undefined ? recased(value, operation.operator) : null;
    case "Transform":
      // `${x@P}` expands the value as a prompt: substitutions in it run.
      if (operation.operand.value === "P" && /\$\(|`/.test(value))
        runSideCode(`printf %s "${value.replaceAll('"', '\\"')}"`, "@P", frame);
      return transformed(value, operation.operand.value);
    default:
      return null;
  }
}
