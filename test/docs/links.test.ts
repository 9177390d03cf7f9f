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
const anchorsOf = (document: string): ReadonlySet<string> =>
  new Set([...readDocument(document).matchAll(/^#{1,6} (.+)$/gm)].map((found) => anchorOf(found[1] ?? "")));

it.each(documents)("%s has no dead link", (document) => {
  const dead: string[] = [];
  for (const [, link = ""] of withoutCode(readDocument(document)).matchAll(/\]\(([^)\s]+)\)/g)) {
    if (/^https:\/\//.test(link)) continue;
    const [path = "", anchor] = link.split("#");
    const file = path === "" ? document : posix.join(posix.dirname(document), path);
    if (!existsSync(join(root, file))) dead.push(link);
    else if (anchor !== undefined && !anchorsOf(file).has(anchor)) dead.push(link);
  }
  expect(dead).toEqual([]);
});
