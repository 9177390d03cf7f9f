// NeoCode's `match`: which calls a hook is for. A match that cannot be read makes the entry invalid, because without it the
// hook would run for every call (as NeoCode does with a match that has only unknown keys).

import type { Json, Point } from "../../language/contract.ts";
import {
  type ConfigPath,
  isList,
  isObject,
  type JsonObject,
  member,
  type Problems,
  scalarText,
  type ToolTest,
} from "../shared/config.ts";

const fields = ["tool_name", "tool_name_regex", "arguments_contains"] as const;
type MatchField = (typeof fields)[number];

const allowed: { readonly [P in Point]?: readonly MatchField[] } = {
  before_tool_call: fields,
  after_tool_failure: fields,
  after_tool_result: ["tool_name", "tool_name_regex"],
  before_permission_decision: ["tool_name", "tool_name_regex"],
};

const LONGEST_REGEX = 256;
const example = "match: { tool_name: bash }";

interface Place {
  readonly point: Point;
  readonly path: ConfigPath;
  readonly entry: string;
  readonly problems: Problems;
}

/** The tests of a match; null after a report. */
export function readMatch(match: Json, place: Place): readonly ToolTest[] | null {
  const { path, entry, problems, point } = place;
  const wrong = (why: string, help: string, at: ConfigPath = path): null =>
    problems.add("P861", at, { entry, why: `match: ${why}` }, help);
  if (!isObject(match))
    return problems.add("P865", path, { setting: `${entry}: match`, type: "a mapping" }, `write \`${example}\``);
  const unknown = Object.keys(match).find((key) => !(fields as readonly string[]).includes(key));
  if (unknown !== undefined) {
    const help =
      unknown === "tool_names" || unknown === "tool"
        ? `write \`${example}\`; a list is fine too`
        : "remove it, or use one of the allowed fields";
    return wrong(`match contains unknown field "${unknown}" (allowed: ${fields.join(", ")})`, help, [...path, unknown]);
  }
  const values = valuesOf(match);
  const given = fields.filter((field) => values[field].length > 0);
  if (given.length === 0) {
    return wrong(
      `match contains no recognized matcher fields (expected: ${fields.join(", ")})`,
      `write \`${example}\`, or remove \`match\` to run the hook for every call`,
    );
  }
  const missing = given.find((field) => !(allowed[point] ?? []).includes(field));
  if (missing !== undefined) {
    const possible = allowed[point];
    const help =
      possible === undefined
        ? "remove `match`; matchers are for tool points: before_tool_call, after_tool_result, after_tool_failure"
        : `use ${possible.join(" or ")}`;
    return wrong(`point "${point}" does not support matcher field "${missing}"`, help, [...path, missing]);
  }
  return testsOf(values, place);
}

type Values = { readonly [F in MatchField]: readonly string[] };

function valuesOf(match: JsonObject): Values {
  const of = (field: MatchField): readonly string[] => matchValues(member(match, field));
  return {
    tool_name: of("tool_name"),
    tool_name_regex: of("tool_name_regex"),
    arguments_contains: of("arguments_contains"),
  };
}

/** One value or many, as trimmed text; blank values and nulls do not count. */
export function matchValues(value: Json | undefined): readonly string[] {
  const items = isList(value) ? value : [value];
  return items.map((item) => (scalarText(item) ?? "").trim()).filter((text) => text !== "");
}

function testsOf(values: Values, place: Place): readonly ToolTest[] | null {
  const tests: ToolTest[] = [];
  if (values.tool_name.length > 0) {
    tests.push({ kind: "name", names: values.tool_name.map((name) => name.toLowerCase()), ignoresCase: true });
  }
  const regexes = values.tool_name_regex.map((source) => readRegex(source, place));
  if (regexes.some((regex) => regex === null)) return null;
  if (regexes.length > 0) tests.push({ kind: "regex", regexes: regexes.filter((regex) => regex !== null) });
  if (values.arguments_contains.length > 0) {
    tests.push({ kind: "arguments", texts: values.arguments_contains.map((text) => text.toLowerCase()) });
  }
  return tests;
}

/** Regex syntax that Go reads differently, by a pattern that detects it. */
const onlyInGo: readonly (readonly [RegExp, string])[] = [
  [/\(\?P</, "a group named with `(?P<`; write `(?:`"],
  [/\[:\^?[a-z]+:\]/, "a class such as `[:alpha:]`; write `a-zA-Z`"],
  [/\\[AzQECaG]/, "an escape such as `\\A` or `\\z`; write `^` or `$`"],
  [/\(\?[imsU]*-?[imsU]*[:)]/, "flags inside the expression; only `(?i)` at its start can be imported"],
  [/\\[pP]/, "a class of Unicode letters such as `\\pL`; write the letters out"],
  [/\\x\{/, "a character written `\\x{...}`; write it as it is"],
];

/** Go supports neither. */
const notInGo = /\(\?(?:[=!]|<[=!])|\\[1-9]/;

function readRegex(written: string, place: Place): { readonly source: string; readonly flags: string } | null {
  const { path, entry, problems } = place;
  const at = [...path, "tool_name_regex"];
  if (written.length > LONGEST_REGEX) {
    const why = `match: matcher field "tool_name_regex" expression length exceeds ${LONGEST_REGEX}`;
    return problems.add("P861", at, { entry, why }, "split it into a list of shorter expressions; one match is enough");
  }
  const folds = written.startsWith("(?i)");
  const source = folds ? written.slice(4) : written;
  const foreign = onlyInGo.find(([sign]) => sign.test(source));
  if (foreign !== undefined && isBalanced(source)) {
    const why = `tool_name_regex \`${written}\` has ${foreign[1].split(";")[0]}`;
    return problems.add("P870", at, { entry, why }, `${foreign[1].split("; ")[1]}, and import again`);
  }
  try {
    if (notInGo.test(source)) throw new SyntaxError("lookaround or backreference");
    new RegExp(source);
    return { source, flags: folds ? "i" : "" };
  } catch (error) {
    const reason = error instanceof Error ? error.message.replace(/^Invalid regular expression: /, "") : "";
    const why = `match: matcher field "tool_name_regex" has invalid regex "${written}": ${reason}`;
    return problems.add(
      "P861",
      at,
      { entry, why },
      "fix the expression; NeoCode uses Go syntax (no lookaround, no backreferences)",
    );
  }
}

function isBalanced(source: string): boolean {
  const plain = source.replace(/\\./g, "").replace(/\[[^\]]*\]/g, "");
  return plain.split("(").length === plain.split(")").length;
}
