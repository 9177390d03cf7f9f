// What would have fitted at a place, in words for a reader rather than as token names.

import { vocabulary } from "../../../grammar/tokens.ts";
import { declarationTypes, effectWords } from "./slip-context.ts";
import { testTypes } from "./words.ts";

const groups: readonly { readonly name: string; readonly types: ReadonlySet<string> }[] = [
  { name: "an effect", types: effectWords },
  { name: "a declaration", types: new Set([...declarationTypes, "On"]) },
  {
    name: "an operator",
    types: new Set([
      ..."EqualEqual NotEqual Less LessEqual Greater GreaterEqual Is Not Only Runs Flows".split(" "),
      ...testTypes,
    ]),
  },
  {
    name: "a value",
    types: new Set("RefName Marked Counted LParen LSquare String Regex Int Duration True False Any All Not".split(" ")),
  },
  { name: "an option", types: new Set("Protocol Timeout Env Cwd May Fail Observe".split(" ")) },
  { name: "an example", types: new Set(["Fires", "Ignores"]) },
];

const labels: ReadonlyMap<string, string> = new Map(
  vocabulary.map((type) => [
    type.name,
    /^(a|an) /.test(type.LABEL ?? "") ? (type.LABEL ?? "") : `\`${type.LABEL ?? type.name}\``,
  ]),
);

/** `a string, "," or "]"`: at most six alternatives, families of words by their name. */
export function describeExpected(expected: ReadonlySet<string>): string {
  const left = new Set(expected);
  const parts: string[] = [];
  for (const { name, types } of groups) {
    const members = [...left].filter((type) => types.has(type));
    if (members.length < Math.min(4, types.size)) continue;
    for (const type of members) left.delete(type);
    parts.push(name);
  }
  for (const type of left) {
    if (type === "Word" || type === "RefName") parts.unshift("a name");
    else if (type !== "EOF") parts.push(labels.get(type) ?? type);
  }
  const shown = [...new Set(parts)];
  if (shown.length === 0) return left.has("EOF") ? "nothing more" : "something else";
  if (shown.length > 6) return `${shown.slice(0, 6).join(", ")} or something else`;
  const last = shown.pop() ?? "";
  return shown.length === 0 ? last : `${shown.join(", ")} or ${last}`;
}
