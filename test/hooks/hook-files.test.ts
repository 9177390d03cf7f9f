// Files carried in a bundle: laid out privately, checked at every start, gone afterwards.

import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PolicyLoadError } from "../../src/language/load-error.ts";
import { HookFiles } from "../../src/runtime/external/hook-files.ts";
import { filesLeft } from "./leftovers.ts";

const NAME = "files/hooks/scan.py";
let base: string;
let bundle: string;
let temp: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "hook-files-test-"));
  [bundle, temp] = [join(base, "bundle"), join(base, "temp")];
  mkdirSync(temp);
  lay(bundle, "print(1)\n");
});
afterEach(() => rmSync(base, { recursive: true }));

function lay(folder: string, content: string): void {
  mkdirSync(join(folder, "files/hooks"), { recursive: true });
  writeFileSync(join(folder, NAME), content);
}

function open(names: { readonly [name: string]: string } = { [NAME]: "print(1)\n", "policy.mjs": "" }): HookFiles {
  const files = new Map(Object.entries(names).map(([name, text]) => [name, Buffer.from(text)]));
  return new HookFiles({ folder: bundle, files }, temp);
}

/** Writes over a file that is read-only for its owner. */
function overwrite(path: string, content: string): void {
  rmSync(path);
  writeFileSync(path, content);
}

describe("the private copy", () => {
  it("holds the verified bytes, for this user alone, ready to run", () => {
    const files = open();
    const path = files.pathOf(NAME) ?? "";
    expect(readFileSync(path, "utf8")).toBe("print(1)\n");
    expect(statSync(path).mode & 0o777).toBe(0o500);
    expect(statSync(files.folder ?? "").mode & 0o777).toBe(0o700);
    expect(path.endsWith(NAME)).toBe(true);
    expect(files.pathOf("policy.mjs")).toBe(null);
    expect(files.isIntact(NAME)).toBe(true);
    files.close();
    expect(filesLeft(temp)).toEqual([]);
  });

  it("is not made without files", () => {
    const files = open({ "policy.mjs": "" });
    expect(files.folder).toBe(null);
    expect(filesLeft(temp)).toEqual([]);
    files.close();
  });

  it("is refused with a code where it cannot be made, and nothing is left", () => {
    rmSync(temp, { recursive: true });
    expect(() => open()).toThrow(PolicyLoadError);
    expect(() => open()).toThrow("the files of this bundle's hooks could not be copied: it does not exist");
    mkdirSync(temp);
    expect(() => open({ "files/a": "", "files/a/b": "" })).toThrow(PolicyLoadError);
    expect(filesLeft(temp)).toEqual([]);
  });

  it("is told when changed", () => {
    const files = open();
    const path = files.pathOf(NAME) ?? "";
    overwrite(path, "print(2)\n");
    expect(files.isIntact(NAME)).toBe(false);
    overwrite(path, "print(1)\n#");
    expect(files.isIntact(NAME)).toBe(false);
    overwrite(path, "print(1)\n");
    expect(files.isIntact(NAME)).toBe(true);
    files.close();
  });

  it("is told when swapped for a link, a folder or nothing", () => {
    const files = open();
    const path = files.pathOf(NAME) ?? "";
    rmSync(path);
    expect(files.isIntact(NAME)).toBe(false);
    symlinkSync(join(bundle, NAME), path);
    expect(files.isIntact(NAME)).toBe(false);
    rmSync(path);
    mkdirSync(path);
    expect(files.isIntact(NAME)).toBe(false);
    files.close();
  });
});

describe("the original in the bundle", () => {
  it("is told when changed in place", () => {
    const files = open();
    overwrite(join(bundle, NAME), "print(2)\n");
    expect(files.isIntact(NAME)).toBe(false);
    files.close();
  });

  it("does not matter once a build has swapped the whole bundle", () => {
    const files = open();
    renameSync(bundle, join(base, "old"));
    lay(bundle, "print(2)\n");
    expect(files.isIntact(NAME)).toBe(true);
    rmSync(bundle, { recursive: true });
    expect(files.isIntact(NAME)).toBe(true);
    files.close();
  });
});

it("knows no file after close", () => {
  const files = open();
  files.close();
  files.close();
  expect(files.pathOf(NAME)).toBe(null);
  expect(files.isIntact(NAME)).toBe(false);
});
