// Links in the documents lead somewhere: files exist, headings exist.

import { existsSync } from "node:fs";
import { join, posix } from "node:path";
import { expect, it } from "vitest";
import { documents, readDocument, root } from "./workspace.ts";

/** GitHub's anchor of a heading. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

const withoutCode = (text: string): string => text.replace(/^```[\s\S]*?^```$/gm, "").replace(/`[^`\n]*`/g, "");
const known = new Map<string, ReadonlySet<string>>();

function anchorsOf(document: string): ReadonlySet<string> {
  const found = known.get(document);
  if (found !== undefined) return found;
  const text = readDocument(document).replace(/^```[\s\S]*?^```$/gm, "");
  const anchors = new Set([...text.matchAll(/^#{1,6} (.+)$/gm)].map((heading) => anchorOf(heading[1] ?? "")));
  known.set(document, anchors);
  return anchors;
}

/** The links of a document that lead nowhere. */
function deadLinks(document: string): readonly string[] {
  const dead: string[] = [];
  for (const [, link = ""] of withoutCode(readDocument(document)).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https:\/\//.test(link)) continue;
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? document : posix.join(posix.dirname(document), path);
    if (!existsSync(join(root, file))) dead.push(link);
    else if (anchor !== undefined && !anchorsOf(file).has(anchor)) dead.push(link);
  }
  return dead;
}

const folders = [...new Set(documents.map((document) => posix.dirname(document)))];

it.each(folders)("the documents in %s have no dead link", (folder) => {
  const own = documents.filter((document) => posix.dirname(document) === folder);
  const dead = own.flatMap((document) => deadLinks(document).map((link) => `${document}: ${link}`));
  expect(dead).toEqual([]);
});

it("every page of docs/ is linked from another one", () => {
  const linked = new Set(
    documents.flatMap((document) =>
      [...withoutCode(readDocument(document)).matchAll(/\]\(([^)\s#]+)/g)].map(([, link = ""]) =>
        posix.join(posix.dirname(document), link),
      ),
    ),
  );
  const pages = documents.filter((document) => document.startsWith("docs/") && document !== "docs/index.md");
  expect(pages.filter((page) => !linked.has(page))).toEqual([]);
});
