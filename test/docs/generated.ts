// The parts of the documents that are made from tables of the source, by the name of their marker.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CallParts, recordLists } from "../../src/compiler/ir/call-parts.ts";
import { renderMatrix } from "../../src/hosts/index.ts";
import { failureCodes } from "../../src/language/codes.ts";
import {
  commonFields,
  type Field,
  type Fields,
  failureOutcome,
  points,
  tools,
  views,
} from "../../src/language/schema.ts";
import { isRun, mentions, PATTERN, REGEX, spellings } from "./spellings.ts";
import { packsDir } from "./workspace.ts";

type Row = readonly string[];

const cell = (text: string): string => text.replaceAll("|", "\\|");
const table = (head: Row, rows: readonly Row[]): string =>
  [head, head.map(() => "---"), ...rows].map((row) => `| ${row.map(cell).join(" | ")} |`).join("\n");

const fieldName = ([name, field]: readonly [string, Field]): string => `\`${name}${field.optional ? "?" : ""}\``;
const fieldText = (entry: readonly [string, Field]): string => `${fieldName(entry)} ${entry[1].type}: ${entry[1].doc}`;
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
  const rows = Object.entries(points).map(([point, { fields, tool, doc }]) => [
    `\`${point}\``,
    doc,
    [...Object.entries(fields).map(fieldText), ...(tool ? ["`input`, the views"] : [])].join("; "),
    [settable(fields), ...(tool && point.startsWith("before_") ? ["`input`"] : [])]
      .filter((text) => text !== "")
      .join(", "),
  ]);
  return table(["Point", "When", "Fields", "Can be set"], rows);
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
    Object.entries(failureCodes).map(([code, { slug, explain }]) => [code, slug, explain]),
  );
}

/** What a pack's text says about itself: its first comment, its parameters, its rules. */
function packTable(): string {
  const files = ["std", "shell"].flatMap((folder) =>
    readdirSync(join(packsDir, folder))
      .filter((file) => file.endsWith(".policy"))
      .sort()
      .map((file) => `${folder}/${file}`),
  );
  const rows = files.map((file) => {
    const text = readFileSync(join(packsDir, file), "utf8");
    const intro =
      text
        .split("\n")
        .find((line) => line.startsWith("# "))
        ?.slice(2) ?? "";
    const params = [...text.matchAll(/^param ([\w-]+): (\S+)/gm)].map(([, name, type]) => `\`${name}\` ${type}`);
    const rules = [...text.matchAll(/^rule ([\w-]+)/gm)].map(([, name]) => `\`${name}\``);
    const name = file.replace(/\.policy$/, "");
    return [`[\`${name}\`](policies/${file})`, intro, params.join(", "), rules.join(", ")];
  });
  return table(["Pack", "What it does", "Parameters", "Rules"], rows);
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
  tools: toolTable,
  views: viewTable,
  failures: failureTable,
  "failure-codes": failureCodeTable,
  calls: () => partTable("c", recordLists.calls?.parts ?? {}),
  externals: () => partTable("x", recordLists.external?.parts ?? {}),
  spellings: spellingTable,
  packs: packTable,
  capabilities: () => renderMatrix().trimEnd(),
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
