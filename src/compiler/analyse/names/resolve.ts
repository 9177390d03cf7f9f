// Binds a name in a condition: variable, constant, field, `input.x`, view, `mcp.x`, `command`, parts of commands.

import { callKindNames } from "../../../language/call-kinds.ts";
import type { Point } from "../../../language/contract.ts";
import { commonFields, fieldBehindAll, namedFields, points as pointSchema, views } from "../../../language/schema.ts";
import type { Detail } from "../../diagnostics/session.ts";
import type { Name, PathExpr, Span } from "../../ir/ast.ts";
import { type CallPart, listOfElement, type RecordList, recordLists } from "../../ir/call-parts.ts";
import type { IrValue } from "../../ir/ir.ts";
import { commonTo, fieldsAt } from "./bundle-scope.ts";
import { constantNamed } from "./constants.ts";
import { fieldAliases, foreignName } from "./foreign-names.ts";
import { type Known, mayBe, type ToolSet } from "./narrowing.ts";
import { nearest } from "./nearest.ts";
import { neverFilled, neverMcp } from "./never-true.ts";
import { fail, type RuleScope, suggestion } from "./rule-scope.ts";
import {
  BOOL,
  fieldType,
  HOST,
  JSON_TYPE,
  listOf,
  NAME,
  oneOfWords,
  PATH,
  recordType,
  STRING,
  type Type,
  type Typed,
  typedConstant,
} from "./value-types.ts";

/** What a name stands for here, or null after a report. */
export function resolvePath(expr: PathExpr, known: Known, scope: RuleScope): Typed | null {
  const [first, ...rest] = expr.names;
  if (first === undefined) return scope.element;
  const bound = scope.variables.get(first.text);
  if (bound !== undefined) return propertyOf({ ...bound, span: first.span }, rest, expr.span, known, scope);
  const declared = scope.names.byName.get(first.text);
  if (declared !== undefined) {
    if (declared.kind === "def")
      return fail(
        scope,
        "P226",
        first.span,
        { name: first.text },
        { help: `call it as a condition: \`${first.text}(...)\`` },
      );
    const worked = constantNamed(declared, scope.bundle);
    if (worked === null) {
      scope.found.failed = true;
      return null;
    }
    if (worked.isChanged) scope.found.readsChanged = true;
    return propertyOf(typedConstant(worked.constant, first.span), rest, expr.span, known, scope);
  }
  if (scope.isToolPoint) {
    if (first.text === "input") return inputField(rest, expr.span, known, scope);
    if (first.text === "command") return commandValue(rest, expr.span, known, scope);
    if (first.text === "call") return callField(first, rest, expr.span, known, scope);
    if (first.text === "mcp") return mcpField(first, rest, expr.span, known, scope);
    if (Object.hasOwn(views, first.text)) return viewOf(first, rest, expr.span, known, scope);
  }
  return eventField(first, rest, expr.span, known, scope);
}

function eventField(first: Name, rest: readonly Name[], span: Span, known: Known, scope: RuleScope): Typed | null {
  const fields = fieldsAt(scope.points, scope.bundle);
  const field = fields.get(first.text);
  if (field === undefined) return unknownName(first, scope);
  const type = first.text === "tool" ? oneOfWords(scope.bundle.toolWords) : fieldType(field.type, field.name === true);
  const isOptional = field.optional === true;
  const name = fieldBehindAll(scope.points, first.text);
  const value: IrValue = { op: "field", name, type: wireType(field.type), optional: isOptional };
  return propertyOf(found(first.text, first.span, type, value, isOptional, known, scope), rest, span, known, scope);
}

/** Types of the IR: hosts and commands are text on the wire. */
function wireType(type: string): (IrValue & { readonly op: "field" })["type"] {
  if (type === "int" || type === "bool" || type === "json" || type === "path" || type === "list<string>") return type;
  return "string";
}

function found(
  key: string,
  span: Span,
  type: Type,
  value: IrValue,
  isOptional: boolean,
  known: Known,
  scope: RuleScope,
): Typed {
  scope.found.operands.add(key);
  const unguarded = isOptional && !known.present.has(key) ? key : null;
  return { span, type, value, constant: null, unguarded, key, isEnv: false };
}

/** `metadata.a.b`: properties of JSON, parts of a command; anything else has none. */
function propertyOf(base: Typed, rest: readonly Name[], span: Span, known: Known, scope: RuleScope): Typed | null {
  const list = listOfElement(base.type.base);
  if (list !== undefined) return partOf(base, list, rest, span, known, scope);
  const [first] = rest;
  if (first === undefined) return { ...base, span };
  const owner = base.key ?? "this value";
  if (base.type.base !== "json") return noField(base, owner, first, span, scope);
  const names = rest.map((name) => name.text);
  const key = [owner, ...names].join(".");
  const value: IrValue = { op: "json", base: base.value, path: names, type: "json" };
  const unguarded = known.present.has(key) ? null : key;
  return { span, type: JSON_TYPE, value, constant: null, unguarded, key, isEnv: base.isEnv };
}

/** `reads.length`, `tool.name`: values have no fields of their own. */
function noField(base: Typed, owner: string, { text, span }: Name, whole: Span, scope: RuleScope): null {
  const isLength = /^(?:length|size|count|len)$/.test(text) && base.key !== null;
  const detail = isLength
    ? { help: `write \`length(${owner})\``, fix: `length(${owner})`, fixAt: whole }
    : { help: `\`${owner}\` has no parts: test it as it is` };
  return fail(scope, "P225", span, { name: text, owner: `\`${owner}\`` }, detail);
}

function inputField(rest: readonly Name[], span: Span, known: Known, scope: RuleScope): Typed | null {
  const [first, ...further] = rest;
  if (first === undefined)
    return fail(
      scope,
      "P224",
      span,
      { name: "input" },
      { help: "use one of its fields, such as `input.command`, or `input.raw`" },
    );
  const key = `input.${first.text}`;
  if (first.text === "raw") {
    const value: IrValue = { op: "field", name: key, type: "json", optional: true };
    return propertyOf(found(key, span, JSON_TYPE, value, true, known, scope), further, span, known, scope);
  }
  const field = inputFieldsOf(known.tools, scope).get(first.text);
  if (field === undefined) return missingInput(first, span, known, scope);
  const isOptional = field.optional === true;
  const value: IrValue = { op: "field", name: key, type: wireType(field.type), optional: isOptional };
  const type = fieldType(field.type, field.name === true);
  return propertyOf(found(key, span, type, value, isOptional, known, scope), further, span, known, scope);
}

/** Fields of `input` that every tool still possible has. */
export function inputFieldsOf(tools: ToolSet, scope: RuleScope): ReturnType<typeof commonTo> {
  if (tools.except) return new Map();
  return commonTo([...tools.names].map((tool) => scope.bundle.tools.get(tool) ?? {}));
}

function missingInput(name: Name, span: Span, known: Known, scope: RuleScope): null {
  if (known.isBroken) {
    scope.found.failed = true;
    return null;
  }
  const owners = [...scope.bundle.tools].filter(([, fields]) => Object.hasOwn(fields, name.text)).map(([tool]) => tool);
  if (owners.length > 0) {
    const test =
      owners.length === 1
        ? `tool == "${owners[0]}"`
        : `tool in [${owners
            .slice(0, 8)
            .map((tool) => `"${tool}"`)
            .join(", ")}]`;
    return fail(
      scope,
      "P224",
      span,
      { name: `input.${name.text}` },
      { help: `test the tool first: \`${test} and ...\`` },
    );
  }
  const names = [...new Set(inputNames(known.tools, scope))];
  const near = fieldAliases.get(name.text) ?? nearest(name.text, names, scope.bundle.session);
  const help = `its fields are ${names.slice(0, MOST_SHOWN).join(", ")}`;
  const detail = suggestion(near !== null && names.includes(near) ? near : null, help);
  return fail(scope, "P225", name.span, { name: name.text, owner: ownerOf(known.tools) }, detail);
}

function ownerOf(tools: ToolSet): string {
  const [only] = tools.names;
  return !tools.except && tools.names.size === 1 ? `the input of \`${only}\`` : "the input of any tool";
}

function* inputNames(tools: ToolSet, scope: RuleScope): Iterable<string> {
  for (const [tool, fields] of scope.bundle.tools) if (mayBe(tools, tool)) yield* Object.keys(fields);
}

const COMMAND_HELP =
  'write `command runs "git push --force"`, which finds it however it is spelled; for the text of the line, test the tool first: `tool == "bash" and command ...`';

/** `command` as a value is the text of the command line, `command.calls` and `command.external` are what is in it. */
function commandValue(rest: readonly Name[], span: Span, known: Known, scope: RuleScope): Typed | null {
  const [first, ...further] = rest;
  if (first !== undefined) return commandList(first, further, span, known, scope);
  const isShell = !known.tools.except && known.tools.names.size === 1 && known.tools.names.has("bash");
  if (!isShell && known.isBroken) {
    scope.found.failed = true;
    return null;
  }
  if (!isShell) return fail(scope, "P224", span, { name: "command" }, { help: COMMAND_HELP });
  return inputField([{ kind: "Name", text: "command", span }], span, known, scope);
}

function commandList(first: Name, further: readonly Name[], span: Span, known: Known, scope: RuleScope): Typed | null {
  const list = Object.hasOwn(recordLists, first.text) ? recordLists[first.text] : undefined;
  if (list === undefined) {
    const near = nearest(first.text, Object.keys(recordLists), scope.bundle.session);
    const holes = { name: first.text, owner: "`command`" };
    return fail(scope, "P225", first.span, holes, suggestion(near, "write `command.calls` or `command.external`"));
  }
  const key = `command.${first.text}`;
  if (!known.isBroken && !mayBe(known.tools, "bash")) return neverThere(key, span, known, scope);
  scope.found.shellViews.push({ view: key, span });
  const typed = found(key, span, listOf(recordType(list.element)), { op: list.op }, false, known, scope);
  return propertyOf(typed, further, span, known, scope);
}

const partTypes: { readonly [T in CallPart["type"]]: (part: CallPart) => Type } = {
  string: (part) => (part.values === undefined ? textPart(part) : oneOfWords(part.values)),
  bool: () => BOOL,
  path: () => PATH,
  "list<string>": (part) => listOf(part.values === undefined ? textPart(part) : oneOfWords(part.values)),
  "list<path>": () => listOf(PATH),
  "list<host>": () => listOf(HOST),
};

const textPart = (part: CallPart): Type => (part.isName === true ? NAME : STRING);

/** `c.program`, `c.env.HUSKY`: a part of an element of `command.calls` or `command.external`. */
function partOf(
  base: Typed,
  list: RecordList,
  rest: readonly Name[],
  span: Span,
  known: Known,
  scope: RuleScope,
): Typed | null {
  const owner = base.key ?? "x";
  const [first, ...further] = rest;
  const names = Object.keys(list.parts);
  const help = `it has ${names.map((name) => `\`${owner}.${name}\``).join(", ")}`;
  if (first === undefined || base.value.op !== "var")
    return fail(scope, "P265", span, { name: owner, what: list.noun }, { help });
  const part = Object.hasOwn(list.parts, first.text) ? list.parts[first.text] : undefined;
  if (part === undefined) {
    const near = nearest(first.text, names, scope.bundle.session);
    return fail(scope, "P225", first.span, { name: first.text, owner: list.noun }, suggestion(near, help));
  }
  const isVariable = first.text === "env";
  const [variable] = further;
  if (isVariable && variable === undefined)
    return fail(
      scope,
      "P265",
      span,
      { name: `${owner}.env`, what: "all variables of a command" },
      { help: `name the variable: \`${owner}.env.NAME\`` },
    );
  const path = isVariable && variable !== undefined ? `env.${variable.text}` : first.text;
  const key = `${owner}.${path}`;
  const isOptional = part.optional === true;
  const value: IrValue = { op: "part", var: base.value.var, part: path, type: part.type, optional: isOptional };
  const unguarded = isOptional && !known.present.has(key) ? key : null;
  const type = partTypes[part.type](part);
  const typed: Typed = { span, type, value, constant: null, unguarded, key, isEnv: false };
  return propertyOf(typed, isVariable ? further.slice(1) : further, span, known, scope);
}

/** `call.external`: the tool has neither a table nor a declaration. */
function callField(owner: Name, rest: readonly Name[], span: Span, known: Known, scope: RuleScope): Typed | null {
  const [first, ...further] = rest;
  if (first?.text !== "external") {
    const near = first === undefined ? null : nearest(first.text, ["external"], scope.bundle.session);
    const holes = { name: first?.text ?? "call", owner: "`call`" };
    return fail(scope, "P225", (first ?? owner).span, holes, suggestion(near, "write `call.external`"));
  }
  const value: IrValue = { op: "field", name: "call.external", type: "bool", optional: false };
  return propertyOf(found("call.external", span, BOOL, value, false, known, scope), further, span, known, scope);
}

function mcpField(owner: Name, rest: readonly Name[], span: Span, known: Known, scope: RuleScope): Typed | null {
  const [first, ...further] = rest;
  if (first?.text !== "server" && first?.text !== "tool") {
    const near = first === undefined ? null : nearest(first.text, ["server", "tool"], scope.bundle.session);
    return fail(
      scope,
      "P225",
      (first ?? owner).span,
      { name: first?.text ?? "mcp", owner: "`mcp`" },
      suggestion(near, "write `mcp.server` or `mcp.tool`"),
    );
  }
  const key = `mcp.${first.text}`;
  if (!known.isBroken && neverMcp(known.tools)) return neverThere(key, span, known, scope);
  const value: IrValue = { op: "field", name: key, type: "string", optional: false };
  return propertyOf(found(key, span, NAME, value, false, known, scope), further, span, known, scope);
}

const elementTypes = { path: PATH, host: HOST, kind: oneOfWords(callKindNames) };

function viewOf(first: Name, rest: readonly Name[], span: Span, known: Known, scope: RuleScope): Typed | null {
  const view = first.text as (IrValue & { readonly op: "view" })["view"];
  if (!known.isBroken && neverFilled(known.tools, view)) return neverThere(view, span, known, scope);
  if (mayBe(known.tools, "bash")) scope.found.shellViews.push({ view, span });
  const element = elementTypes[views[view]?.element ?? "path"];
  const typed = found(view, span, listOf(element), { op: "view", view }, false, known, scope);
  return propertyOf(typed, rest, span, known, scope);
}

/** A test of what is always empty would never be true. */
export function neverThere(name: string, span: Span, { tools: left }: Known, scope: RuleScope): null {
  const names = [...left.names].map((tool) => `\`${tool}\``).join(", ");
  const tools = left.except ? `other than ${names}` : names;
  return fail(scope, "P261", span, { name, tools });
}

function unknownName(name: Name, scope: RuleScope): null {
  const { text, span } = name;
  if (scope.bundle.lost.has(text)) {
    scope.found.failed = true;
    return null;
  }
  if (isElsewhere(text)) {
    const where = pointsWith(text)
      .slice(0, 4)
      .map((point) => `\`on ${point}\``);
    const others = { help: `it is a field of other points: write the rule ${where.join(" or ")}` };
    return fail(
      scope,
      "P223",
      span,
      { name: text, point: scope.points.map((point) => `\`${point}\``).join(" and ") },
      foreignName(text, scope.isToolPoint) ?? ofInput(text, scope) ?? others,
    );
  }
  return fail(scope, "P222", span, { name: text }, adviceFor(text, scope));
}

/** What to write instead of a name that means nothing. */
function adviceFor(text: string, scope: RuleScope): Detail {
  const near = nearest(text, knownNames(scope), scope.bundle.session);
  if (scope.bundle.toolWords.has(text)) {
    const quoted = `text is written in double quotes: \`"${text}"\``;
    return near === `${text}s` && scope.isToolPoint
      ? { help: `${quoted}; what a call ${near} is \`${near}\`` }
      : { help: quoted, fix: `"${text}"` };
  }
  const foreign = foreignName(text, scope.isToolPoint) ?? ofInput(text, scope);
  return foreign ?? (near === null ? { help: fieldsHelp(scope) } : suggestion(near));
}

const MOST_SHOWN = 12;

/** The names that a rule of these points can use. */
function fieldsHelp(scope: RuleScope): string {
  const fields = [...fieldsAt(scope.points, scope.bundle).keys()].filter((name) => !Object.hasOwn(commonFields, name));
  const names = [...fields, ...(scope.isToolPoint ? toolNames : [])].slice(0, MOST_SHOWN);
  return `the names here are ${names.join(", ")}; text is written in double quotes`;
}

/** What to write for a field of some tool's input that lacks its `input.`; null for any other name. */
function ofInput(name: string, scope: RuleScope): Detail | null {
  const isField = scope.isToolPoint && [...scope.bundle.tools.values()].some((fields) => Object.hasOwn(fields, name));
  return isField ? { help: `test the tool first, then write \`input.${name}\`` } : null;
}

const toolNames = new Set(["input", "command", "call", "mcp", ...Object.keys(views)]);

const isElsewhere = (name: string): boolean => pointsWith(name).length > 0;

function pointsWith(name: string): readonly string[] {
  return (Object.keys(pointSchema) as Point[]).filter(
    (point) => Object.hasOwn(namedFields(point), name) || (pointSchema[point].tool && toolNames.has(name)),
  );
}

/** Everything that may stand here, nearest scope first. */
export function* knownNames(scope: RuleScope): Iterable<string> {
  yield* scope.variables.keys();
  yield* fieldsAt(scope.points, scope.bundle).keys();
  if (scope.isToolPoint) yield* toolNames;
  for (const [name, declared] of scope.names.byName) if (declared.kind !== "def") yield name;
}
