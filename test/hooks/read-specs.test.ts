// hooks.json from a bundle: what the compiler writes is read back, anything else is refused.

import { describe, expect, it } from "vitest";
import { readSpecs } from "../../src/runtime/external/read-specs.ts";
import { fakeSpec } from "./fakes.ts";

function read(hooks: unknown, files: readonly string[] = ["files/a.sh"]) {
  const text = JSON.stringify({ format: 1, hooks });
  const content = new Map<string, Uint8Array>(files.map((name) => [name, new Uint8Array()]));
  return readSpecs({ files: content.set("hooks.json", new TextEncoder().encode(text)) });
}

const spec = fakeSpec("a.sh", { env_values: { MODE: "strict" } });

it("reads what was written", () => {
  expect(read([spec])).toEqual([spec]);
  const shell = fakeSpec("", { argv: null, shell: "true", observe: ["agent.*"], may: ["set system"], cwd: "sub" });
  expect(read([shell, spec])).toEqual([shell, spec]);
  expect(read([])).toEqual([]);
});

describe("refused", () => {
  it.each([
    ["no list", {}, "hooks.json: hooks is not a list"],
    ["no spec", [1], "hooks.json: hooks[0] is not an object"],
    ["a field too many", [{ ...spec, sandbox: false }], "`sandbox` is not a known field"],
    ["a field too few", [{ ...spec, may: undefined }], "hooks[0].may is missing"],
    ["argv and shell", [{ ...spec, shell: "true" }], "must have either argv or shell"],
    ["neither", [{ ...spec, argv: null }], "must have either argv or shell"],
    ["an empty argv", [{ ...spec, argv: [] }], "has an empty argv"],
    ["a word of another type", [{ ...spec, argv: [1] }], "hooks[0].argv[0] is not text"],
    ["a word with more in it", [{ ...spec, argv: [{ file: "files/a.sh", mode: 1 }] }], "`mode` is not a known field"],
    ["a file that is not carried", [{ ...spec, argv: [{ file: "files/b.sh" }] }], "does not contain"],
    ["a file of the bundle itself", [{ ...spec, argv: [{ file: "hooks.json" }] }], "does not contain"],
    ["an unknown point", [{ ...spec, points: ["later"] }], "hooks[0].points[0] is not one of"],
    ["an unknown grant", [{ ...spec, may: ["everything"] }], "hooks[0].may[0] is not one of"],
    ["an unknown failure mode", [{ ...spec, fail: "maybe" }], "hooks[0].fail is not one of"],
    ["no time at all", [{ ...spec, timeout_ms: 0 }], "has a timeout out of range"],
    ["too much time", [{ ...spec, timeout_ms: 600_001 }], "has a timeout out of range"],
    ["half a millisecond", [{ ...spec, timeout_ms: 0.5 }], "hooks[0].timeout_ms is not a count"],
    [
      "a variable that is none",
      [{ ...spec, env_names: ["A=B"] }],
      "hooks[0].env_names[0] is not the name of a variable",
    ],
    ["a value for one that is none", [{ ...spec, env_values: { "A B": "" } }], "is not the name of a variable"],
  ])("%s", (_, hooks, why) => {
    expect(() => read(hooks)).toThrow(why);
  });

  it("text that is not JSON", () => {
    const files = new Map([["hooks.json", new TextEncoder().encode("{")]]);
    expect(() => readSpecs({ files })).toThrow("hooks.json: it is not JSON");
    expect(() => readSpecs({ files: new Map() })).toThrow("hooks.json: it is not JSON");
  });
});
