// What documents say about the source is made from the source: whole pages, and marked parts of other pages.
// `UPDATE=1` rewrites both.

import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { generatedFolders, generatedPages } from "./generated/pages.ts";
import { generated, partsOf, refresh } from "./generated/parts.ts";
import { verbExamples } from "./generated/verb-examples.ts";
import { verbs } from "./generated/verbs.ts";
import { documents, filesBelow, isUpdate, readDocument, root } from "./workspace.ts";

describe("generated parts", () => {
  const withParts = documents.filter((document) => partsOf(readDocument(document)).length > 0);

  it.each(withParts)("those of %s are fresh", (document) => {
    const text = readDocument(document);
    const fresh = refresh(text);
    if (isUpdate) writeFileSync(join(root, document), fresh);
    else expect(text).toBe(fresh);
  });

  it("each has its place, once", () => {
    const placed = withParts.flatMap((document) => partsOf(readDocument(document)));
    expect([...placed].sort()).toEqual(Object.keys(generated).sort());
  });
});

describe("generated pages", async () => {
  const pages = await generatedPages();
  const present = (): readonly string[] => generatedFolders.flatMap(filesBelow);

  if (isUpdate) {
    for (const path of present()) if (!pages.has(path)) rmSync(join(root, path));
    for (const [path, text] of pages) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  }

  it("there are these and no others", () => {
    expect(present()).toEqual([...pages.keys()].sort());
  });

  it("are fresh", () => {
    const stale = [...pages].filter(([path, text]) => readDocument(path) !== text).map(([path]) => path);
    expect(stale, "UPDATE=1 npx vitest run test/docs rewrites them").toEqual([]);
  });
});

describe("examples of verbs", async () => {
  const known = await verbs;

  it("every verb has some", () => {
    expect(Object.keys(verbExamples).sort()).toEqual(known.map(({ name }) => name).sort());
  });

  it.each(known)("those of $name use options that it has", ({ name, options }) => {
    for (const [line] of verbExamples[name] ?? []) {
      const [own = ""] = line.split(" -- ");
      expect(own.startsWith(`policyc ${name}`)).toBe(true);
      const used = own.replace(/'[^']*'/g, "").match(/(?<=\s)--?[a-z][a-z-]*/gi) ?? [];
      expect(used.filter((option) => !options.includes(option))).toEqual([]);
    }
  });
});
