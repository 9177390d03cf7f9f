// The parts of the documents that are made from tables of the source, by the name of their marker.

import { type CallParts, recordLists } from "../../../src/compiler/ir/call-parts.ts";
import { callKinds } from "../../../src/language/call-kinds.ts";
import { failureCodes } from "../../../src/language/codes.ts";
import type { Point } from "../../../src/language/contract.ts";
import {
  commonFields,
  type Field,
  type Fields,
  failureOutcome,
  namedFields,
  points,
  tools,
  views,
} from "../../../src/language/schema.ts";
import { isRun, mentions, PATTERN, REGEX, spellings } from "../spellings.ts";
import { contents } from "./contents.ts";
import { table } from "./markdown.ts";
import { packs } from "./pack-files.ts";
import { profileSizes, profileTable } from "./profiles.ts";
import { shortSpellingTable } from "./short-spellings.ts";

const fieldName = ([name, field]: readonly [string, Field]): string => `\`${name}${field.optional ? "?" : ""}\``;
const typeText = (type: string): string => (type.includes("<") ? `\`${type}\`` : type);
const fieldText = (entry: readonly [string, Field]): string =>
  `${fieldName(entry)} ${typeText(entry[1].type)}: ${entry[1].doc}`;
const settable = (fields: Fields): string =>
  Object.keys(fields)
    .filter((name) => fields[name]?.set !== undefined)
    .map((name) => `\`${name}\``)
    .join(", ");

function commonFieldTable(): string {
  return table(
    ["Field", "Type", "Meaning"],
    Object.entries(commonFields).map((entry) => [fieldName(entry), entry[1].type, entry[1].doc]),
  );
}

function pointTable(): string {
  const rows = Object.entries(points).map(([point, { tool, doc }]) => {
    const fields = namedFields(point as Point);
    return [`\`${point}\``, doc, ...fieldCells(point, fields, tool)];
  });
  return table(["Point", "When", "Fields", "Can be set"], rows);
}

function fieldCells(point: string, fields: Fields, tool: boolean): readonly string[] {
  return [
    [...Object.entries(fields).map(fieldName), ...(tool ? ["`input`, the views"] : [])].join(", "),
    [settable(fields), ...(tool && point.startsWith("before_") ? ["`input`"] : [])]
      .filter((text) => text !== "")
      .join(", "),
  ];
}

/** The fields of all points; one that means the same at several of them is one row. */
function pointFieldTable(): string {
  const rows = new Map<string, { readonly entry: readonly [string, Field]; readonly at: string[] }>();
  for (const point of Object.keys(points) as Point[]) {
    for (const entry of Object.entries(namedFields(point))) {
      const key = `${fieldName(entry)} ${entry[1].type} ${entry[1].doc}`;
      const row = rows.get(key) ?? { entry, at: [] };
      row.at.push(`\`${point}\``);
      rows.set(key, row);
    }
  }
  const toolPoints = Object.values(points).filter(({ tool }) => tool).length;
  const where = ({
    entry,
    at,
  }: {
    readonly entry: readonly [string, Field];
    readonly at: readonly string[];
  }): string =>
    at.length === toolPoints && ["tool", "tool_name", "call_id"].includes(entry[0]) ? "all tool points" : at.join(", ");
  return table(
    ["Field", "Type", "At", "Meaning"],
    [...rows.values()].map((row) => [fieldName(row.entry), typeText(row.entry[1].type), where(row), row.entry[1].doc]),
  );
}

function toolTable(): string {
  const rows = Object.entries(tools).map(([tool, fields]) => [
    `\`${tool}\``,
    Object.entries(fields).map(fieldText).join("; ") || "any other tool; its name is in `tool_name`",
  ]);
  return table(["Tool", "Fields of `input`"], rows);
}

function viewTable(): string {
  return table(
    ["View", "Elements", "Meaning"],
    Object.entries(views).map(([view, { element, doc }]) => [`\`${view}\``, element, doc]),
  );
}

function failureTable(): string {
  const of = (outcome: "block" | "pass"): string =>
    Object.entries(failureOutcome)
      .filter((entry) => entry[1] === outcome)
      .map(([point]) => `\`${point}\``)
      .join(", ");
  return table(
    ["Outcome", "Points"],
    [
      ["block", of("block")],
      ["pass, with the failure listed", of("pass")],
    ],
  );
}

function failureCodeTable(): string {
  return table(
    ["Code", "Name", "What it means"],
    Object.entries(failureCodes).map(([code, { slug, explain }]) => [
      `[${code}](../reference/diagnostics/${code}.md)`,
      slug,
      explain,
    ]),
  );
}

function packTable(): string {
  return table(
    ["Pack", "What it does", "Parameters", "Rules"],
    packs.map(({ name, intro, params, rules }) => [
      `[\`${name}\`](../reference/packs/${name.replace("/", "-")}.md)`,
      intro,
      params.map((param) => `\`${param.name}\``).join(", "),
      rules.map((rule) => `\`${rule.name}\``).join(", "),
    ]),
  );
}

function partTable(variable: string, parts: CallParts): string {
  return table(
    ["Part", "Type", "Meaning"],
    Object.entries(parts).map(([name, { type, optional, doc }]) => {
      const shown = name === "env" ? "env.NAME" : name;
      return [`\`${variable}.${shown}\``, `\`${type}\`${optional ? ", may be missing" : ""}`, doc];
    }),
  );
}

/** What one pattern and one regex say about many spellings; the engine itself is asked. */
function spellingTable(): string {
  const yes = (is: boolean): string => (is ? "yes" : "no");
  const row = (deletes: boolean) => (text: string) => [
    `\`${text.replaceAll("\n", "⏎")}\``,
    yes(deletes),
    yes(isRun(text)),
    yes(REGEX.test(text)),
  ];
  return table(
    ["Command", "Deletes?", `\`command runs "${PATTERN}"\``, `\`matches ${REGEX}\``],
    [...spellings.map(row(true)), ...mentions.map(row(false))],
  );
}

export const generated: { readonly [name: string]: () => string } = {
  "common-fields": commonFieldTable,
  points: pointTable,
  "point-fields": pointFieldTable,
  tools: toolTable,
  views: viewTable,
  failures: failureTable,
  "failure-codes": failureCodeTable,
  calls: () => partTable("c", recordLists.calls?.parts ?? {}),
  kinds: () =>
    table(
      ["Kind", "The call"],
      Object.entries(callKinds).map(([kind, doc]) => [`\`${kind}\``, doc]),
    ),
  externals: () => partTable("x", recordLists.external?.parts ?? {}),
  spellings: spellingTable,
  "spellings-short": shortSpellingTable,
  packs: packTable,
  profiles: profileTable,
  "profile-sizes": profileSizes,
  contents,
};

const marked = /^<!-- generated: ([\w-]+) -->\n([\s\S]*?)^<!-- end -->$/gm;

/** The names of the generated parts of a document, in order. */
export const partsOf = (document: string): readonly string[] =>
  [...document.matchAll(marked)].map((found) => found[1] ?? "");

/** The document with every generated part made anew. */
export function refresh(document: string): string {
  return document.replace(marked, (_, name: string) => {
    const make = generated[name];
    if (make === undefined) throw new Error(`no generator for the part ${name}`);
    return `<!-- generated: ${name} -->\n${make()}\n<!-- end -->`;
  });
}
