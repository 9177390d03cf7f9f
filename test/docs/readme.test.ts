// README.md is short, and links only to files that the package ships.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { readDocument, root } from "./workspace.ts";

const MOST_BYTES = 8 * 1024;

it("is short", () => {
  expect(Buffer.byteLength(readDocument("README.md"))).toBeLessThanOrEqual(MOST_BYTES);
});

it("links to nothing that the package leaves out", () => {
  const { files } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const links = [...readDocument("README.md").matchAll(/\]\(([^)#\s]+)[^)]*\)/g)].map((found) => found[1] ?? "");
  expect(links.length).toBeGreaterThan(10);
  expect(links.filter((link) => !files.some((one: string) => link === one || link.startsWith(`${one}/`)))).toEqual([]);
});
