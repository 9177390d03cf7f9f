// Where a hook's program may come from.

import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PolicyLoadError } from "../../src/language/load-error.ts";
import { resolveProgram } from "../../src/runtime/external/resolve-program.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "resolve-test-")));
const at = (name: string) => join(base, name);

function program(name: string, mode = 0o755): string {
  mkdirSync(join(at(name), ".."), { recursive: true });
  writeFileSync(at(name), "#!/bin/sh\n");
  chmodSync(at(name), mode);
  return at(name);
}

function resolve(name: string, path: readonly string[] = [], workspace: string | null = null): string {
  try {
    return resolveProgram(name, { path: path.join(":"), workspace, rule: "scan" });
  } catch (caught) {
    if (caught instanceof PolicyLoadError) return `${caught.code} ${caught.message}`;
    throw caught;
  }
}

beforeAll(() => {
  for (const name of ["safe/scan", "other/scan", "work/bin/scan", "loose/scan", "group/scan", "deep/bin/scan"])
    program(name);
  program("safe/loose-file", 0o757);
  program("safe/plain", 0o644);
  chmodSync(at("loose"), 0o777);
  chmodSync(at("group"), 0o775);
  chmodSync(at("deep"), 0o777);
  mkdirSync(at("links"), { mode: 0o755 });
  symlinkSync(at("safe/scan"), at("links/to-safe"));
  symlinkSync(at("loose/scan"), at("links/to-loose"));
  symlinkSync(at("work/bin/scan"), at("links/to-work"));
  symlinkSync(at("work"), at("linked-work"));
});
afterAll(() => rmSync(base, { recursive: true }));

describe("a bare name", () => {
  it("is found in the first folder that has it", () => {
    expect(resolve("scan", [at("safe"), at("other")])).toBe(at("safe/scan"));
    expect(resolve("scan", [at("empty"), at("other"), at("safe")])).toBe(at("other/scan"));
  });

  it("is not found in relative or empty entries", () => {
    expect(resolve("scan", ["", ".", "bin", at("safe")])).toBe(at("safe/scan"));
    expect(resolve("resolve-program.test.ts", ["", ".", "test/hooks"])).toBe(
      "P630 the hook of `scan` cannot use the program `resolve-program.test.ts`: it is not in any folder of PATH",
    );
  });

  it("passes over what is no program", () => {
    expect(resolve("plain", [at("safe")])).toMatch(/^P630 /);
    expect(resolve("safe", [base])).toMatch(/^P630 /);
  });

  it("passes over unsafe folders, and says so when nothing else is left", () => {
    expect(resolve("scan", [at("loose"), at("work/bin"), at("safe")], at("work"))).toBe(at("safe/scan"));
    expect(resolve("scan", [at("loose")])).toBe(
      `P631 the program \`scan\` of the hook of \`scan\` is not safe to run: other users can write to \`${at("loose")}\``,
    );
    expect(resolve("scan", [at("group")])).toMatch(/^P631 .*other users can write to/);
    expect(resolve("loose-file", [at("safe")])).toMatch(/^P631 .*other users can write to .*loose-file/);
    expect(resolve("scan", [at("deep/bin")])).toMatch(/^P631 .*other users can write to .*deep`$/);
  });

  it("is never taken from the workspace, however it is spelled", () => {
    const inWorkspace = /^P631 .*it is inside the workspace$/;
    expect(resolve("scan", [at("work/bin")], at("work"))).toMatch(inWorkspace);
    expect(resolve("scan", [at("work/bin")], at("linked-work"))).toMatch(inWorkspace);
    expect(resolve("scan", [at("linked-work/bin")], at("work"))).toMatch(inWorkspace);
    expect(resolve("to-work", [at("links")], at("work"))).toMatch(inWorkspace);
    expect(resolve("scan", [at("work/bin")], at("wor"))).toBe(at("work/bin/scan"));
  });

  it("does not count the whole disk as a workspace", () => {
    expect(resolve("scan", [at("safe")], "/")).toBe(at("safe/scan"));
  });

  it("keeps the name it was found by, since programs look at it", () => {
    expect(resolve("to-safe", [at("links")])).toBe(at("links/to-safe"));
    expect(resolve("to-loose", [at("links")])).toMatch(/^P631 .*other users can write to/);
  });
});

describe("an absolute path", () => {
  it("must be a program", () => {
    expect(resolve(at("safe/scan"))).toBe(at("safe/scan"));
    expect(resolve(at("safe/nothing"))).toMatch(/^P630 .*it does not exist$/);
    expect(resolve(at("safe/plain"))).toMatch(/^P630 .*it is not executable$/);
    expect(resolve(at("safe"))).toMatch(/^P630 .*it is not a file$/);
  });

  it("must be safe", () => {
    expect(resolve(at("loose/scan"))).toMatch(/^P631 /);
    expect(resolve(at("work/bin/scan"), [], at("work"))).toMatch(/^P631 /);
  });

  it.runIf(process.getuid?.() === 0)("must not belong to somebody else", async () => {
    const { chownSync } = await import("node:fs");
    const foreign = program("foreign/scan");
    chownSync(foreign, 12345, 12345);
    expect(resolve(foreign)).toMatch(/^P631 .*belongs to another user$/);
  });
});

describe("other spellings", () => {
  it("are refused", () => {
    expect(resolve("bin/scan", [base])).toMatch(/^P630 .*it is a relative path$/);
    expect(resolve("../scan", [base])).toMatch(/^P630 /);
    expect(resolve("", [base])).toMatch(/^P630 /);
    expect(resolve("sc\0an", [base])).toMatch(/^P630 /);
    expect(resolve("scan.cmd", [base])).toMatch(/^P631 .*batch files/);
    expect(resolve(at("safe/SCAN.BAT"))).toMatch(/^P631 .*batch files/);
  });
});
