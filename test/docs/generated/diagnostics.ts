// One page per diagnostic, from the catalogue, and an index by the hundred.

import { type CatalogueEntry, catalogue } from "../../../src/compiler/diagnostics/catalogue.ts";
import { code, fence, page, prose, sentence, table } from "./markdown.ts";

const entries: readonly (readonly [string, CatalogueEntry])[] = Object.entries(catalogue).sort(([a], [b]) =>
  a < b ? -1 : 1,
);

const hundreds: { readonly [digit: string]: string } = {
  1: "Syntax",
  2: "Names and schema",
  3: "Types",
  4: "Rules together",
  5: "Examples, tests, replay and comparison",
  6: "Bundles",
  7: "Failures while deciding",
  8: "Command line",
};

const titleOf = (digit: string): string => hundreds[digit] ?? `P${digit}xx`;

function codePage(name: string, entry: CatalogueEntry): string {
  const { slug, severity, message, help, explain, bad, good } = entry;
  return page([
    `# ${name} ${slug}`,
    `*${severity.charAt(0).toUpperCase()}${severity.slice(1)}* · [${titleOf(name.charAt(1))}](index.md#p${name.charAt(1)}xx)`,
    fence("text", message),
    sentence(explain),
    help === undefined ? "" : `**Help:** ${sentence(help)}`,
    bad === undefined ? "" : "## Wrong",
    bad === undefined ? "" : fence("policy-wrong", bad),
    good === undefined ? "" : "## Right",
    good === undefined ? "" : fence("policy-right", good),
    severity !== "error"
      ? `If the policy means it, a comment on the line above says so: \`# allow ${name}: the reason\`.`
      : "",
    `\`policyc explain ${name}\` prints the same.`,
  ]);
}

function indexPage(): string {
  const digits = [...new Set(entries.map(([name]) => name.charAt(1)))];
  return page([
    "# Diagnostics",
    "Every message of policyc has a code that never changes its meaning. Words in braces stand for names and values of your policy. An error stops the build. A warning does not, unless `--strict` is given. A hint never does: it says what policyc cannot check for you.",
    ...digits.flatMap((digit) => [
      `## P${digit}xx`,
      `${titleOf(digit)}.`,
      table(
        ["Code", "Name", "", "Message"],
        entries
          .filter(([name]) => name.charAt(1) === digit)
          .map(([name, { slug, severity, message }]) => [
            `[${name}](${name}.md)`,
            slug,
            severity,
            message.includes("`") ? prose(message) : code(message),
          ]),
      ),
    ]),
  ]);
}

export const diagnosticPages = (): readonly (readonly [string, string])[] => [
  ["docs/reference/diagnostics/index.md", indexPage()],
  ...entries.map(([name, entry]) => [`docs/reference/diagnostics/${name}.md`, codePage(name, entry)] as const),
];
