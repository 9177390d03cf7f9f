// The store of a process that stays, beside those of processes that do not: one set of files, and no change is lost.

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { StateChange } from "../../src/runtime/engine/event/session.ts";
import { fileStore } from "../../src/runtime/stores/file.ts";
import { withLock } from "../../src/runtime/stores/lock.ts";
import { residentStore } from "../../src/runtime/stores/resident.ts";

const root = mkdtempSync(join(tmpdir(), "policyc-resident-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const HOUR = 3_600_000;
const counters = { calls: [HOUR] };
let made = 0;
const stores = () => {
  const folder = join(root, String(made++));
  return {
    folder,
    resident: residentStore({ folder, counters, patienceMs: 50 }),
    other: fileStore({ folder, counters }),
  };
};
const change = (more: Partial<StateChange>): StateChange => ({
  marks: [],
  counts: [],
  blocksInRow: null,
  time: 1000,
  call: null,
  ...more,
});
const mark = (label: string): StateChange => change({ marks: [{ label, shadow: false, truth: 1 }] });
const count = (call: string): StateChange => change({ counts: [{ counter: "calls", shadow: false }], call });
const contents = (folder: string): string[] =>
  readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));

describe("what it writes and what others write", () => {
  it("is seen by the other side at once", () => {
    const { resident, other } = stores();
    resident.commit("s", mark("a"));
    expect(other.read("s", 1000).marked("a", false)).toBe(1);
    other.commit("s", mark("b"));
    expect(resident.read("s", 1000).marked("b", false)).toBe(1);
    for (let i = 0; i < 10; i++) {
      resident.read("s", 1000);
      resident.commit("s", count(`r${i}`));
      other.commit("s", count(`o${i}`));
    }
    expect(resident.read("s", 1000).counted("calls", false, HOUR, 1000)).toBe(20);
    expect(resident.takeConflict()).toBe(false);
  });

  it("is a conflict when it changed between reading and committing, and nothing is kept then", () => {
    const { resident, other } = stores();
    resident.commit("s", count("a"));
    resident.read("s", 1000);
    other.commit("s", count("b"));
    expect(() => resident.commit("s", count("c"))).toThrow("in the meantime");
    expect([resident.takeConflict(), resident.takeConflict()]).toEqual([true, false]);
    expect(resident.read("s", 1000).counted("calls", false, HOUR, 1000)).toBe(2);
    resident.commit("s", count("c"));
    expect(other.read("s", 1000).counted("calls", false, HOUR, 1000)).toBe(3);
  });

  it("counts a call that is reported twice once", () => {
    const { resident, other } = stores();
    resident.commit("s", count("a"));
    expect(resident.read("s", 1000).hasCounted("a", "calls", false)).toBe(true);
    other.commit("s", count("a"));
    resident.read("s", 1000);
    resident.commit("s", count("a"));
    expect(resident.read("s", 1000).counted("calls", false, HOUR, 1000)).toBe(1);
  });
});

describe("an event that changes nothing", () => {
  it("writes nothing and needs no lock", () => {
    const { folder, resident, other } = stores();
    resident.commit("s", mark("a"));
    const before = contents(folder);
    const [file = ""] = readdirSync(folder);
    withLock(join(folder, `${file}.lock`), 50, () => {
      resident.read("s", 2000);
      resident.commit("s", { ...mark("a"), time: 2000 });
    });
    expect(contents(folder)).toEqual(before);
    expect(resident.read("s", 1).lastTime).toBe(2000);
    expect(other.read("s", 1).lastTime).toBe(1000);
  });

  it("writes the time when the file is far behind", () => {
    const { resident, other } = stores();
    resident.commit("s", mark("a"));
    resident.commit("s", change({ time: 500_000 }));
    expect(other.read("s", 1).lastTime).toBe(500_000);
  });
});

it("waits for a lock no longer than it is told, and says so", () => {
  const { folder, resident } = stores();
  resident.commit("s", mark("a"));
  const [file = ""] = readdirSync(folder);
  withLock(join(folder, `${file}.lock`), 50, () => expect(() => resident.commit("s", mark("b"))).toThrow("is held"));
  expect(resident.read("s", 1000).marked("b", false)).toBe(0);
});

it("does not take a damaged file for a new session, not even after it was good", () => {
  const { folder, resident } = stores();
  resident.commit("s", mark("a"));
  const [file = ""] = readdirSync(folder);
  const path = join(folder, file);
  utimesSync(path, 1, 1);
  resident.read("s", 1000);
  writeFileSync(path, readFileSync(path, "utf8").replace('"a"', '"b"'), { mode: 0o600 });
  expect(() => resident.read("s", 1000)).toThrow("damaged");
});

it("forgets sessions it has too many of, and reads them again", () => {
  const { resident } = stores();
  resident.commit("first", mark("a"));
  for (let i = 0; i < 4200; i++) resident.read(`s${i}`, 1000);
  expect(resident.size).toBe(4096);
  expect(resident.read("first", 1000).marked("a", false)).toBe(1);
});

it("trusts no folder that others can open", () => {
  const folder = join(root, "open");
  mkdirSync(folder, { mode: 0o755 });
  const resident = residentStore({ folder, counters });
  expect(() => resident.read("s", 1000)).toThrow("other users");
  expect(() => resident.commit("s", mark("a"))).toThrow("other users");
});
