// `given { files }`: the disk of an example, and what is wrong with one that cannot be.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import type { GivenFiles } from "../../src/compiler/ir/model.ts";
import { testPolicies } from "../../src/compiler/pipeline.ts";
import { givenData } from "../../src/compiler/prove/witness-text.ts";
import { sealedFact } from "../../src/compiler/trial/sealed-world.ts";
import type { FactValue } from "../../src/language/contract.ts";
import { encodeListing, globKey, sameKey, treeKey } from "../../src/language/listing.ts";
import { scratch } from "./built.ts";

const packsDir = fileURLToPath(new URL("../../policies", import.meta.url));

const nothingElse = { facts: {}, filesGiven: false, marked: [], counted: {}, time: null };

const askOf =
  (files?: GivenFiles) =>
  (key: string): FactValue | undefined =>
    sealedFact(key, {
      given: { ...nothingElse, ...(files === undefined ? {} : { files }) },
      at: { workdir: "/project", cwd: "/project/app" },
      home: "/home/user",
    });

describe("files of an example", () => {
  it("are found by every spelling of their path", () => {
    const ask = askOf({ "app/run.sh": "ls\n", "~/.netrc": "machine x", "/etc/hosts": "" });
    expect(ask("file:/project/app/run.sh")).toBe("ls\n");
    expect(ask("file:run.sh")).toBeUndefined();
    expect(ask("file:/home/user/.netrc")).toBe("machine x");
    expect(ask("file:/etc/hosts")).toBe("");
    expect(ask("file:/project/run.sh")).toBeNull();
    expect(ask("file_exists:app/run.sh")).toBe(true);
    expect(ask("file_exists:run.sh")).toBe(false);
  });

  it("are archives when they have names", () => {
    const ask = askOf({ "x.tar": ["a", "b/c"], "y.tar": "text" });
    expect(ask("archive:/project/x.tar")).toBe(encodeListing({ entries: ["a", "b/c"], isWhole: true }));
    expect(ask("archive:/project/y.tar")).toBeUndefined();
    expect(ask("archive:/project/z.tar")).toBeNull();
    expect(ask("file:/project/x.tar")).toBeUndefined();
  });

  it("are what walks and globs find", () => {
    const ask = askOf({ "app/.env": "", "app/src/a.ts": "", "b.ts": "" });
    const listed = (...entries: string[]) => encodeListing({ entries, isWhole: true });
    expect(ask(treeKey({ root: "/project/app" }))).toBe(listed(".env", "src/", "src/a.ts"));
    expect(ask(treeKey({ root: "/nowhere" }))).toBe(listed());
    expect(ask(globKey({ pattern: "/project/*.ts" }))).toBe(listed("/project/b.ts"));
    expect(ask(globKey({ pattern: "/project/app/*" }))).toBe(listed("/project/app/src/"));
    expect(ask("tree:{")).toBeUndefined();
    expect(ask(sameKey({ path: "/project/b.ts", candidates: ["/project/app/.env"] }))).toBeNull();
  });

  it("leave `file_exists` unknown when none are given", () => {
    expect(askOf()("file_exists:a")).toBeUndefined();
    expect(askOf({})("file_exists:a")).toBe(false);
    expect(askOf()("file:/project/a")).toBeNull();
  });
});

const policyOf = (given: string): string => `rule dotenv
  on before_tool_call
  when tool == "bash" and file_exists("app/.env")
  block "There is a .env."
  fires on "ls" given { files: { "app/.env": "KEY=1" } }
  ignores "ls" given { files: {} }

test "with and without" {
  on before_tool_call { tool: "bash", input: { command: "ls" } } given ${given} expect block by dotenv
}
`;

async function run(text: string) {
  const cwd = scratch();
  writeFileSync(join(cwd, "a.policy"), text);
  const { diagnostics, tests } = await testPolicies(["a.policy"], { cwd, packsDir });
  return { found: diagnostics.map(({ code, message }) => `${code} ${message}`), passed: tests.passed };
}

describe("policies", () => {
  it("run on the files of their examples and steps", async () => {
    expect(await run(policyOf('{ files: { "/project/app/.env": "" } }'))).toEqual({ found: [], passed: 1 });
  });

  it.each([
    ["{ files: [] }", "P327 `files` has type `object`, but this has type `list`"],
    ['{ files: { "a": 3 } }', "P327 `files.a` has type `string or list<string>`, but this has type `int`"],
    ['{ files: { "a": ["b", 3] } }', "P327 `files.a` has type `string or list<string>`, but this has type `list`"],
    [
      '{ files: { "a/": "" } }',
      "P342 `a/` cannot be a file of the example: it names a folder; folders are there when files in them are",
    ],
    ['{ files: { "": "" } }', "P342 `` cannot be a file of the example: it is empty"],
    ['{ files: { "a": "", "a/b": "" } }', "P342 `a` cannot be a file of the example: `a/b` makes it a folder"],
  ])("say what is wrong: %s", async (given, wrong) => {
    expect((await run(policyOf(given))).found).toContain(wrong);
  });
});

it("is shown as it is written", () => {
  expect(givenData({ ...nothingElse, files: { "app/.env": "KEY=1" } })).toEqual({ files: { "app/.env": "KEY=1" } });
});
