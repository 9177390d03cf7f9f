// Output of a known shape: what it can be compared with, and what must stay unknown.

import { describe, expect, it } from "vitest";
import { programTable } from "../../src/shell/programs/index.ts";
import { shapeOfOutput } from "../../src/shell/programs/known-shapes.ts";
import { beginsPlainly } from "../../src/shell/syntax/open-words.ts";
import { known, unknown } from "../../src/shell/syntax/text.ts";

const shape = (line: string): string | null => {
  const [name = "", ...words] = line.split(" ");
  return shapeOfOutput(
    name,
    words.map((word) => known(word)),
    programTable(name)?.outputShape,
  );
};

describe("the shape of an output", () => {
  it.each([
    ["date +%Y", "[0-9][0-9][0-9][0-9]"],
    ["date +v%s.env", "v[0-9]*.env"],
    ["date +.env", ".env"],
    ["git branch --show-current", "[a-zA-Z0-9]*"],
    ["git rev-parse --short HEAD", "[0-9a-f]*"],
    ["git rev-parse --abbrev-ref HEAD", "[a-zA-Z0-9]*"],
    ["nproc", "[0-9]*"],
  ])("%s", (line, glob) => {
    expect(shape(line)).toBe(glob);
  });

  it.each([
    "date +%c",
    "git rev-parse --short -f",
    "git rev-parse --abbrev-ref .env",
    "git rev-parse HEAD .env",
    "git log",
    "id",
    "cat x",
  ])("is not known: %s", (line) => {
    expect(shape(line)).toBeNull();
  });

  it("is not known where a blank would split it, or a word is not known", () => {
    expect(shapeOfOutput("date", [known("+%F -f")])).toBeNull();
    expect(shapeOfOutput("date", [unknown("$F", "variable F")])).toBeNull();
  });

  it("tells whether a word may begin with a dash", () => {
    expect(beginsPlainly("[a-z]*")).toBe(true);
    expect(beginsPlainly("[+-]*")).toBe(false);
    expect(beginsPlainly("*")).toBe(false);
  });
});
