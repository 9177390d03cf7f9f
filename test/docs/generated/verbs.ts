// One page per verb of the command line, from what the program itself prints as help.

import type { Io } from "../../../src/cli/base/io.ts";
import { run } from "../../../src/cli/run.ts";
import { root } from "../workspace.ts";
import { code, fence, page, prose, sentence, table } from "./markdown.ts";
import { verbExamples } from "./verb-examples.ts";

async function helpOf(words: readonly string[]): Promise<string> {
  let printed = "";
  const write = (text: string): void => {
    printed += text;
  };
  const sink = { isTty: false, write };
  const io: Io = {
    cwd: root,
    env: { NO_COLOR: "1" },
    stdout: sink,
    stderr: sink,
    stdin: { isTty: true, read: async () => new Uint8Array() },
  };
  await run(words, io);
  return printed;
}

interface Help {
  readonly usage: string;
  readonly description: string;
  readonly sections: ReadonlyMap<string, readonly (readonly [string, string])[]>;
  readonly rest: readonly string[];
}

/** Reads help as commander lays it out: paragraphs; sections with a title, whose rows are a term and a text. */
function readHelp(text: string): Help {
  const [usage = "", ...paragraphs] = text.trimEnd().split("\n\n");
  const sections = new Map<string, (readonly [string, string])[]>();
  const prosaic: string[] = [];
  for (const paragraph of paragraphs) {
    const [title = "", ...lines] = paragraph.split("\n");
    if (!/^[A-Z][a-z]+( [A-Z][a-z]+)?:$/.test(title)) {
      prosaic.push(paragraph.replace(/\s*\n\s*/g, " "));
      continue;
    }
    const rows: [string, string][] = [];
    for (const line of lines) {
      const row = /^ {2}(\S.*?) {2,}(\S.*)$/.exec(line);
      const last = rows.at(-1);
      if (row !== null) rows.push([row[1] ?? "", row[2] ?? ""]);
      else if (last !== undefined) last[1] += ` ${line.trim()}`;
    }
    sections.set(title.slice(0, -1), rows);
  }
  const [description = "", ...rest] = prosaic;
  return { usage: usage.replace(/^Usage: /, "").replace(/\n {7}/g, "\n"), description, sections, rest };
}

const rowsOf = (help: Help, title: string): readonly (readonly [string, string])[] => help.sections.get(title) ?? [];

const verbTable = (head: string, rows: readonly (readonly [string, string])[]): string =>
  rows.length === 0
    ? ""
    : table(
        [head, "Meaning"],
        rows.map(([term, text]) => [code(term), prose(text)]),
      );

/** `Exit codes: 0 clean, 1 findings, ...` as rows. */
function exitCodes({ rest, description }: Help): readonly (readonly [string, string])[] {
  const line = [description, ...rest].find((text) => text.startsWith("Exit codes: ")) ?? "";
  return [...line.matchAll(/(\d) ([^,.]+)/g)].map(([, number = "", meaning = ""]) => [number, meaning]);
}

function verbPage({ name: verb, summary, help }: ReadVerb, exits: readonly (readonly [string, string])[]): string {
  const options = rowsOf(help, "Options").filter(([term]) => !term.includes("--help"));
  const examples = verbExamples[verb] ?? [];
  return page([
    `# policyc ${verb}`,
    help.description === "" ? sentence(summary) : prose(help.description),
    fence("text", help.usage),
    ...help.rest.map(prose),
    rowsOf(help, "Arguments").length === 0 ? "" : "## Arguments",
    verbTable("Argument", rowsOf(help, "Arguments")),
    options.length === 0 ? "" : "## Options",
    verbTable("Option", options),
    "## Examples",
    fence("sh", examples.map(([line, what]) => `# ${what}\n${line}`).join("\n\n")),
    "## Exit codes",
    table(["Code", "Meaning"], exits),
  ]);
}

export interface Verb {
  readonly name: string;
  readonly summary: string;
  readonly options: readonly string[];
}

interface ReadVerb extends Verb {
  readonly help: Help;
}

async function readVerbs(): Promise<readonly ReadVerb[]> {
  const rows = rowsOf(readHelp(await helpOf(["--help"])), "Commands");
  const verbs = rows.map(([term, summary]) => ({ name: term.split(" ")[0] ?? "", summary }));
  return Promise.all(
    verbs
      .filter(({ name }) => name !== "help")
      .map(async ({ name, summary }) => {
        const help = readHelp(await helpOf(["help", name]));
        const options = rowsOf(help, "Options").flatMap(([term]) => term.match(/--?[a-z][a-z-]*/gi) ?? []);
        return { name, summary, help, options };
      }),
  );
}

export const verbs: Promise<readonly Verb[]> = readVerbs();

export async function verbPages(): Promise<readonly (readonly [string, string])[]> {
  const read = await readVerbs();
  const exits = exitCodes(readHelp(await helpOf(["--help"])));
  const index = page([
    "# Command line",
    "`policyc VERB --help` prints what these pages say.",
    table(
      ["Verb", "What it does"],
      read.map(({ name, summary }) => [`[\`policyc ${name}\`](${name}.md)`, prose(summary)]),
    ),
    "## For every verb",
    table(
      ["Option", "Meaning"],
      [
        ["`-h`, `--help`", "prints help on the verb"],
        ["`-V`, `--version`", "prints the version"],
        ["`--no-color`", "never uses colour; the variable `NO_COLOR` does the same"],
      ],
    ),
    "## Exit codes",
    table(["Code", "Meaning"], exits),
  ]);
  return [
    ["docs/reference/cli/index.md", index],
    ...read.map((verb) => [`docs/reference/cli/${verb.name}.md`, verbPage(verb, exits)] as const),
  ];
}
