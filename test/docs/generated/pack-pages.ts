// One page per shipped pack: its rules as sentences, parameters and examples.

import { analysePolicies, describeRules } from "../../../src/compiler/index.ts";
import { packsDir, root } from "../workspace.ts";
import { code, codes, fence, list, page, prose, sentence, table } from "./markdown.ts";
import { type Pack, packs } from "./pack-files.ts";

/** The sentence of each rule by `pack rule`. All packs are analysed as one policy; nothing is run. */
function sentences(): ReadonlyMap<string, string> {
  const { model } = analysePolicies(
    packs.map(({ file }) => file),
    { cwd: root, packsDir },
  );
  return new Map(
    describeRules({ model, witnesses: [] }).map(({ file, name, sentence: text }) => [
      `${file.replace(/^policies\//, "").replace(/\.policy$/, "")} ${name}`,
      text,
    ]),
  );
}

const fileNameOf = (pack: string): string => `${pack.replace("/", "-")}.md`;

const shortened = (value: string): string => {
  const line = value
    .replace(/\s+/g, " ")
    .replace("[ ", "[")
    .replace(/,? \]$/, "]");
  return line.length <= 60 ? line : `${line.slice(0, line.lastIndexOf(",", 56))}, ...]`;
};

const MOST_EXAMPLES = 8;

function examples(title: string, texts: readonly string[]): string {
  if (texts.length === 0) return "";
  const more = texts.length - MOST_EXAMPLES;
  const items = texts.slice(0, MOST_EXAMPLES).map((text) => code(text.replace(/\s+/g, " ")));
  return `${title}:\n\n${list(more > 0 ? [...items, `and ${more} more in the file`] : items)}`;
}

function packPage(pack: Pack, sentenceOf: ReadonlyMap<string, string>): string {
  const { name, file, intro, params, rules } = pack;
  return page([
    `# ${name}`,
    intro,
    name === "std/self"
      ? "This pack is part of every bundle; nothing needs to be written to use it."
      : fence("policy-use", `use "${name}"`),
    `The text of the pack is in [${file}](../../../${file}).`,
    params.length === 0 ? "" : "## Parameters",
    params.length === 0
      ? ""
      : table(
          ["Parameter", "Type", "Default", "Meaning"],
          params.map((param) => [code(param.name), code(param.type), code(shortened(param.value)), prose(param.doc)]),
        ),
    "## Rules",
    ...rules.flatMap((rule) => {
      const doc = rule.annotations.find((one) => one.name === "doc")?.value;
      const severity = rule.annotations.find((one) => one.name === "severity")?.value;
      return [
        `### ${rule.name}`,
        prose(sentenceOf.get(`${name} ${rule.name}`) ?? ""),
        doc === undefined ? "" : `Why: ${sentence(doc).replace(/^./, (letter) => letter.toLowerCase())}`,
        `At ${codes(rule.points)}${severity === undefined ? "" : `; severity ${severity}`}.`,
        examples("Fires on", rule.fires),
        examples("Ignores", rule.ignores),
      ];
    }),
  ]);
}

function indexPage(): string {
  const rows = (folder: string): string =>
    table(
      ["Pack", "What it does", "Rules"],
      packs
        .filter(({ name }) => name.startsWith(`${folder}/`))
        .map(({ name, intro, rules }) => [`[${name}](${fileNameOf(name)})`, intro, String(rules.length)]),
    );
  return page([
    "# Packs",
    "The policies that ship with policyc. [Packs in the language reference](../../language/packs.md) says how to use them and how to set their parameters.",
    "## General packs",
    rows("std"),
    "## Packs about shell commands",
    rows("shell"),
  ]);
}

export function packPages(): readonly (readonly [string, string])[] {
  const sentenceOf = sentences();
  return [
    ["docs/reference/packs/index.md", indexPage()],
    ...packs.map((pack) => [`docs/reference/packs/${fileNameOf(pack.name)}`, packPage(pack, sentenceOf)] as const),
  ];
}
