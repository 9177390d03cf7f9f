// The list of pages on the start page of the documents, from the folders themselves.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { filesBelow, readDocument, root } from "../workspace.ts";
import { list } from "./markdown.ts";

interface Section {
  readonly folder: string;
  readonly title: string;
  /** Pages that come first, in this order; the others follow by name. */
  readonly first: readonly string[];
  /** Only the section's own index is listed, with this text. */
  readonly index?: string;
}

const sections: readonly Section[] = [
  { folder: "start", title: "Start", first: ["install", "tutorial", "profiles", "import", "recipes", "faq"] },
  { folder: "language", title: "Language", first: [], index: "the reference for people who write and review policies" },
  {
    folder: "agents",
    title: "Agents",
    first: [],
    index: "what each agent can enforce, and how to install policyc in it",
  },
  { folder: "operate", title: "Operate", first: ["install-agents", "threat-model", "ci", "replay", "scopes"] },
  {
    folder: "reference",
    title: "Reference",
    first: [],
    index: "command line, diagnostics, packs, programs, JSON Schemas, benchmarks",
  },
  { folder: "contribute", title: "Contribute", first: ["index", "architecture", "stability"] },
];

const titleOf = (page: string): string => /^# (.+)$/m.exec(readDocument(page))?.[1] ?? page;

const link = (page: string): string => `[${titleOf(page)}](${page.replace(/^docs\//, "")})`;

function pagesOf({ folder, first }: Section): readonly string[] {
  if (!existsSync(join(root, "docs", folder))) return [];
  const place = (page: string): number => {
    const at = first.indexOf(page.replace(`docs/${folder}/`, "").replace(/\.md$/, ""));
    return at < 0 ? first.length : at;
  };
  const pages = filesBelow(`docs/${folder}`).filter((page) => page.endsWith(".md"));
  return [...pages].sort((a, b) => place(a) - place(b));
}

export function contents(): string {
  return sections
    .map((section) => {
      const items =
        section.index === undefined
          ? pagesOf(section).map(link)
          : [`${link(`docs/${section.folder}/index.md`)}: ${section.index}`];
      return items.length === 0 ? "" : `## ${section.title}\n\n${list(items)}`;
    })
    .filter((text) => text !== "")
    .join("\n\n");
}
