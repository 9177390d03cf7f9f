// `policyc explain`: the catalogue entry of a code. Decisions are explained by `policyc eval --explain`.

import { type CatalogueEntry, catalogue } from "../../compiler/diagnostics/catalogue.ts";
import { safeJson, visible } from "../../compiler/diagnostics/report/visible.ts";
import { didYouMean } from "../../compiler/diagnostics/suggest.ts";
import { type Exit, exit, type Io } from "../base/io.ts";
import { type DefineVerb, formatOption } from "./verb.ts";

const entries: readonly (readonly [string, CatalogueEntry])[] = Object.entries(catalogue).sort(([a], [b]) =>
  a < b ? -1 : 1,
);

export const defineExplain: DefineVerb = (command, io, finish) => {
  command
    .description("Explains what a diagnostic code means, why it matters and how to fix the problem.")
    .argument("[code]", "a code or its name, such as P601 or bundle-unreadable (default: list all)")
    .addOption(formatOption(["pretty", "json"]))
    .action((word: string | undefined, options: { format: string }) => finish(explain(word, options.format, io)));
};

function explain(word: string | undefined, format: string, io: Io): Exit {
  const chosen = word === undefined ? entries : entries.filter(([code, entry]) => isNamed(word, code, entry));
  if (chosen.length === 0) {
    const near = didYouMean(word ?? "", [...entries.map(([code]) => code), ...entries.map(([, entry]) => entry.slug)]);
    const hint = near === null ? "`policyc explain` lists all" : `did you mean \`${near}\`?`;
    io.stderr.write(`error: unknown code \`${visible(word ?? "")}\`; ${hint}\n`);
    return exit.usage;
  }
  if (format === "json") io.stdout.write(`${safeJson(chosen.map(([code, entry]) => ({ code, ...entry })))}\n`);
  else if (word === undefined) io.stdout.write(chosen.map(([code, { slug }]) => `${code}  ${slug}\n`).join(""));
  else io.stdout.write(chosen.map(([code, entry]) => page(code, entry)).join("\n"));
  return exit.clean;
}

function isNamed(word: string, code: string, entry: CatalogueEntry): boolean {
  return word.toUpperCase() === code || word.toLowerCase() === entry.slug;
}

function page(code: string, { slug, severity, message, help, explain, bad, good }: CatalogueEntry): string {
  const policy = (title: string, text: string | undefined): string =>
    text === undefined ? "" : `\n${title}:\n\n${text.trimEnd().replace(/^(?=.)/gm, "    ")}\n`;
  const heading = `${code} ${slug} (${severity})\n\n  ${message}\n\n${wrapped(explain)}`;
  return `${heading}${help === undefined ? "" : `\n${wrapped(`Help: ${help}`)}`}${policy("Wrong", bad)}${policy("Right", good)}`;
}

/** Prose in lines of at most 100 columns. */
function wrapped(text: string): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/)) {
    if (line !== "" && line.length + word.length >= 100) {
      lines.push(line);
      line = "";
    }
    line = line === "" ? word : `${line} ${word}`;
  }
  return `${[...lines, line].join("\n")}\n`;
}
