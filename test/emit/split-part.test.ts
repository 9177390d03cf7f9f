// A part that is split does what the whole part does, and loads no more of it than is called.

import { createRequire } from "node:module";
import { runInThisContext } from "node:vm";
import { transform } from "esbuild";
import { describe, expect, it } from "vitest";
import { partUnits } from "../../src/compiler/emit/part-units.ts";
import { splitPart } from "../../src/compiler/emit/split-part.ts";
import { partOpener } from "../../src/runtime/hook-process/open-part.ts";

const long = `${"row\tof a table\n".repeat(1000)}`;
const text = `// src/a.ts
import { join as join2 } from "node:path";
var count = 0;
function next() {
  count++;
  return count;
}
var LIMIT = 10;
var helper = (x) => x * 2;
function rare(x) {
  return helper(x) + LIMIT;
}
function rarer(...names) {
  return \`\${join2(...names)}
// src/c.ts
\${rows.length}\`;
}

// src/b.ts
var rows = ${JSON.stringify(long)};
var Thing = class {
  twice(x) {
    return helper(x);
  }
};
function make() {
  return new Map([["rare", rare]]);
}
var table = make();
table.set("more", (x) => x + LIMIT);
function early(x) {
  return x > 3 ? table.get("rare")(x) : next();
}
function* many() {
  yield next();
  yield rare(1);
}
function thing() {
  return new Thing();
}
export {
  early,
  many,
  next,
  rarer,
  table as shown,
  thing
};
`;
const profile = "0 src/a.ts next\n0 src/b.ts early\n1 src/b.ts many\n";

interface Part {
  early(x: number): number;
  many(): Iterable<number>;
  next(): number;
  rarer(...names: string[]): string;
  readonly shown: ReadonlyMap<string, (x: number) => number>;
  thing(): { twice(x: number): number };
}

const require = createRequire(import.meta.url);

async function opened(
  change: (rest: string) => string = (rest) => rest,
): Promise<{ readonly part: Part; readonly code: string }> {
  const { code, rest } = await splitPart({ name: "part", text, profile, transform });
  const given = Buffer.from(change(rest), "latin1");
  const open = partOpener({ folder: "/nowhere", rest: given, piece: undefined, run: undefined, require });
  const run: (open: unknown, at: unknown) => Part = runInThisContext(
    `(function(policyc_open,policyc_at){${code}return policyc_part})`,
  );
  return { part: run(open, { part: 0 }), code };
}

describe("a split part", () => {
  it("does what the whole part does", async () => {
    const { part } = await opened();
    expect([part.early(1), part.next(), part.early(5), ...part.many()]).toEqual([1, 2, 20, 3, 12]);
    expect(part.shown.get("more")?.(1)).toBe(11);
    expect(part.rarer("a", "b")).toBe(`a/b\n// src/c.ts\n${long.length}`);
    expect(part.thing().twice(4)).toBe(8);
  });

  it("holds what is called early, and neither the rest nor long texts", async () => {
    const { code } = await opened();
    expect(code).toContain("++");
    expect(code).not.toContain("yield");
    expect(code).not.toContain("of a table");
  });

  it("runs no piece of the rest that is not its own, and all that needs none of those", async () => {
    const refused = "hook.txt is not as it was built";
    const { part } = await opened((rest) => rest.replace("yield", "yeeld"));
    expect(part.early(1)).toBe(1);
    expect(() => [...part.many()]).toThrow(refused);
    expect(part.early(5)).toBe(20);
    const { part: other } = await opened((rest) => rest.replace("of a table", "on a table"));
    expect(other.next()).toBe(1);
    expect(() => other.rarer("a")).toThrow(refused);
    const { part: short } = await opened((rest) => rest.slice(0, -1));
    expect(() => short.early(5)).toThrow(refused);
    const { part: none } = await opened(() => "");
    expect(none.early(1)).toBe(1);
    expect(() => none.rarer("a")).toThrow(refused);
  });

  it("is the same text each time", async () => {
    expect((await opened()).code).toBe((await opened()).code);
  });
});

it("is not held together by fields of classes and remarks that only have a name in common", async () => {
  const alike = `// src/a.ts
var last = 0;
function early() {
  last += 1;
  return last;
}
var Late = class {
  // The last of $ signs, early or not.
  early = 1;
  static twice(x) {
    return x * 2;
  }
};
function late(x) {
  return Late.twice(x);
}
export {
  early,
  late
};
`;
  const { code, rest } = await splitPart({ name: "part", text: alike, profile: "0 src/a.ts early\n", transform });
  expect(code).not.toContain("twice");
  expect(rest).toContain("twice");
  const setting = alike.replace("x * 2", "last = x");
  const tied = await splitPart({ name: "part", text: setting, profile: "0 src/a.ts early\n", transform });
  expect(tied.code).toContain("twice");
});

it("has all that it uses, whatever texts stand beside it", async () => {
  const part = `// src/a.ts
var DEEPEST = 9;
var byKey = /k/g;
function early() {
  return 1;
}
function late(path) {
  let at = path.lastIndexOf("/"); if (at > DEEPEST) at = path.lastIndexOf("/", at - 1);
  return path.replace(/a/, "$1.$2").replace(byKey, ".$1") + at;
}
function other() {
  return [DEEPEST, byKey];
}
export {
  early,
  late,
  other
};
`;
  const split = (text: string) =>
    splitPart({ name: "part", text, profile: "0 src/a.ts early\n1 src/a.ts late\n", transform });
  const { code, rest } = await split(part);
  const open = partOpener({
    folder: "/nowhere",
    rest: Buffer.from(rest, "latin1"),
    piece: undefined,
    run: undefined,
    require,
  });
  const run: (open: unknown, at: unknown) => { late(path: string): string } = runInThisContext(
    `(function(policyc_open,policyc_at){${code}return policyc_part})`,
  );
  expect(run(open, { part: 0 }).late("/k/k")).toBe("/.$1/.$12");
});

it("cuts a part into whole statements", () => {
  const { units, exports } = partUnits(text);
  expect(units.map(({ module, kind, declares }) => `${module} ${kind} ${declares.join()}`)).toEqual([
    "src/a.ts value join2",
    "src/a.ts value count",
    "src/a.ts function next",
    "src/a.ts value LIMIT",
    "src/a.ts function helper",
    "src/a.ts function rare",
    "src/a.ts function rarer",
    "src/b.ts value rows",
    "src/b.ts value Thing",
    "src/b.ts function make",
    "src/b.ts value table",
    "src/b.ts value ",
    "src/b.ts function early",
    "src/b.ts function many",
    "src/b.ts function thing",
  ]);
  expect(exports.get("shown")).toBe("table");
  expect(() => partUnits('import all from "node:fs";\n')).toThrow("import of another kind");
  expect(() => partUnits("var a = 1, b = 2;\n")).toThrow("several at once");
  expect(() => partUnits("function f() {\n")).toThrow("ends within a statement");
});
