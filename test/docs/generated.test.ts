// Tables in LANGUAGE.md say what the source says. `UPDATE=1` rewrites them.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generated, partsOf, refresh } from "./generated.ts";
import { isUpdate, readDocument, root } from "./workspace.ts";

it("the generated parts of LANGUAGE.md are fresh", () => {
  const document = readDocument("LANGUAGE.md");
  const fresh = refresh(document);
  if (isUpdate) writeFileSync(join(root, "LANGUAGE.md"), fresh);
  else expect(document).toBe(fresh);
});

it("every generated part has its place", () => {
  expect([...partsOf(readDocument("LANGUAGE.md"))].sort()).toEqual(Object.keys(generated).sort());
});
