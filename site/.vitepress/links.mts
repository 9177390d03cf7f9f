// Links and anchors as on a page of the repository: anchors are spelled alike, and what a link to a file outside docs/
// points at is shown as a path, because the site does not contain it.

import { posix } from "node:path";
import type { MarkdownRenderer } from "vitepress";

/** The anchor of a heading as code hosts spell it; test/docs/links.test.ts checks links by the same rule. */
export const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, "")
    .replace(/\s/g, "-");

/** Where a link of a page leads, from the root of docs/; null when it leaves docs/ or the site. */
function placeOf(page: string, link: string): string | null {
  if (/^(?:[a-z]+:|#|\/)/.test(link)) return link;
  const place = posix.join(posix.dirname(page), link);
  return place.startsWith("..") ? null : place;
}

export function plainRepositoryLinks(markdown: MarkdownRenderer): void {
  markdown.core.ruler.push("plain-repository-links", (state) => {
    const page: string = state.env.relativePath ?? "";
    for (const { children } of state.tokens) {
      let open = false;
      for (const token of children ?? []) {
        if (token.type === "link_open" && placeOf(page, String(token.attrGet("href"))) === null) {
          const path = posix.join(posix.dirname(`docs/${page}`), String(token.attrGet("href")));
          token.tag = "span";
          token.type = "repository_open";
          token.attrs = [
            ["class", "repository"],
            ["title", `${path} in the repository`],
          ];
          open = true;
        } else if (token.type === "link_close" && open) {
          token.tag = "span";
          token.type = "repository_close";
          open = false;
        }
      }
    }
  });
}
