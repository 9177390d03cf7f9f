// Sessions in files: nothing lost between processes, nothing believed that is not ours.

import { type ChildProcess, spawn } from "node:child_process";
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { TRUE, UNKNOWN } from "../../src/language/truth.ts";
import type { StateChange } from "../../src/runtime/engine/event/session.ts";
import { fileStore } from "../../src/runtime/stores/file.ts";
import { claimOn, holderText } from "../../src/runtime/stores/lock.ts";
import { buildStore, temporaryFolder } from "./built-store.ts";

const { folder: scratch, remove } = temporaryFolder();
afterAll(remove);
let module = "";
beforeAll(async () => {
  module = await buildStore(scratch);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const time = Date.UTC(2026, 0, 5);
const counters = { calls: [HOUR, 60_000] };
let made = 0;
const newFolder = (): string => join(scratch, `state-${made++}`);
const storeIn = (folder: string, patienceMs = 200) => fileStore({ folder, counters, patienceMs });

function change(more: Partial<StateChange> = {}): StateChange {
  return { marks: [], counts: [], blocksInRow: null, time, call: null, ...more };
}
const mark = (label: string, truth: typeof TRUE | typeof UNKNOWN = TRUE, shadow = false) => ({ label, shadow, truth });
const count = { counter: "calls", shadow: false };

/** The folder of a session `one` that is marked, and its file. */
function marked(): { readonly folder: string; readonly file: string } {
  const folder = newFolder();
  storeIn(folder).commit("one", change({ marks: [mark("tainted")] }));
  const [name = ""] = readdirSync(folder);
  return { folder, file: join(folder, name) };
}

function child(folder: string, id: number, mode: "once" | "forever"): ChildProcess {
  const script = fileURLToPath(new URL("child.mjs", import.meta.url));
  return spawn(process.execPath, [script, module, folder, String(id), mode], { stdio: ["ignore", "pipe", "inherit"] });
}

describe("one process", () => {
  it("gives back what was kept, in another process's eyes", () => {
    const folder = newFolder();
    const store = storeIn(folder);
    store.commit("one", change({ marks: [mark("a"), mark("b", UNKNOWN), mark("c", 1, true)] }));
    store.commit("one", change({ counts: [count], call: "before_tool_call 1", time: time + 5, blocksInRow: 2 }));
    store.commit("one", change({ counts: [count], call: "before_tool_call 1", time: time + 6 }));
    store.commit("one", change({ counts: [{ counter: "calls", shadow: true }], time: time + 7 }));
    const state = storeIn(folder).read("one", time + 8);
    expect([state.marked("a", false), state.marked("b", false), state.marked("c", true)]).toEqual([
      TRUE,
      UNKNOWN,
      TRUE,
    ]);
    expect([state.marked("c", false), state.marked("d", false)]).toEqual([0, 0]);
    expect([state.counted("calls", false, HOUR, time + 8), state.counted("calls", true, HOUR, time + 8)]).toEqual([
      1, 1,
    ]);
    expect(state.counted("calls", false, 60_000, time + 2 * 60_000)).toBe(0);
    expect(state.hasCounted("before_tool_call 1", "calls", false)).toBe(true);
    expect(state.hasCounted("before_tool_call 2", "calls", false)).toBe(false);
    expect([state.lastTime, state.blocksInRow]).toEqual([time + 7, 2]);
  });

  it("keeps sessions apart, whatever they are called, and leaves one private file each", () => {
    const folder = newFolder();
    const store = storeIn(folder);
    for (const session of ["../../up", "a\0b", "", "x".repeat(100_000), "é", "e\u0301"])
      store.commit(session, change({ marks: [mark(`of ${session}`)] }));
    expect(store.read("é", time).marked("of é", false)).toBe(1);
    expect(store.read("e\u0301", time).marked("of é", false)).toBe(0);
    const names = readdirSync(folder);
    expect(names).toHaveLength(6);
    for (const name of names) {
      expect(name).toMatch(/^[0-9a-f]{64}\.session$/);
      expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    }
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  it("makes nothing on disk by reading", () => {
    const folder = newFolder();
    expect(storeIn(folder).read("one", time).marked("a", false)).toBe(0);
    expect(existsSync(folder)).toBe(false);
  });

  it("writes nothing for an event that changes nothing, until the time in the file is far behind", () => {
    const { folder, file } = marked();
    const text = () => readFileSync(file, "utf8");
    const before = text();
    const isKept = (more: Partial<StateChange>): boolean => {
      const store = storeIn(folder);
      store.read("one", time);
      store.commit("one", change(more));
      return text() === before;
    };
    expect(isKept({ time: time + 1000 })).toBe(true);
    expect(isKept({ time: time + 1000, marks: [mark("tainted")] })).toBe(true);
    expect(isKept({ time: time + 1000, marks: [mark("other")] })).toBe(false);
    const unread = storeIn(folder);
    unread.commit("one", change({ time: time + 2000 }));
    expect(unread.read("one", time).lastTime).toBe(time + 2000);
    const late = storeIn(folder);
    late.read("one", time);
    late.commit("one", change({ time: time + 5 * 60_000 }));
    expect(storeIn(folder).read("one", time).lastTime).toBe(time + 5 * 60_000);
  });

  it("ends sessions after seven idle days, and no sooner", () => {
    const { folder } = marked();
    const store = storeIn(folder);
    expect(store.read("one", time + 7 * DAY).marked("tainted", false)).toBe(1);
    expect(store.read("one", time + 7 * DAY + 1).marked("tainted", false)).toBe(0);
    store.commit("one", change({ time: time + 8 * DAY }));
    expect(store.read("one", time).marked("tainted", false)).toBe(0);
  });

  it("clears away idle sessions and left-overs when a session begins", () => {
    const { folder, file } = marked();
    const lock = `${file}.lock`;
    const old = (path: string, days: number) => utimesSync(path, new Date(), new Date(Date.now() - days * DAY));
    for (const path of [`${file}.x.new`, `${lock}.x.claim`, lock]) {
      writeFileSync(path, "", { mode: 0o600 });
      old(path, 1);
    }
    old(file, 6);
    for (let i = 0; i < 3; i++) storeIn(folder).commit(`other ${i}`, change());
    expect(readdirSync(folder).filter((name) => !name.endsWith(".session"))).toEqual([]);
    expect(existsSync(file)).toBe(true);
    old(file, 8);
    storeIn(folder).commit("another", change());
    expect(existsSync(file)).toBe(false);
  });

  it("keeps a bounded number of calls, of bounded length", () => {
    const folder = newFolder();
    const store = storeIn(folder);
    const id = "x".repeat(1_000_000);
    for (let i = 0; i < 30; i++) store.commit("one", change({ counts: [count], call: `${id}${i}` }));
    expect(store.read("one", time).hasCounted(`${id}29`, "calls", false)).toBe(true);
    expect(statSync(join(folder, readdirSync(folder)[0] ?? "")).size).toBeLessThan(10_000);
  });
});

describe("many processes", () => {
  it("64 at once lose no mark and no count", async () => {
    const folder = newFolder();
    const children = Array.from({ length: 64 }, (_, id) => child(folder, id, "once"));
    const codes = await Promise.all(
      children.map((one) => new Promise((done) => one.on("close", (code) => done(code)))),
    );
    expect(codes).toEqual(children.map(() => 0));
    const state = storeIn(folder).read("one", time);
    expect(children.filter((_, id) => state.marked(`label-${id}`, false) !== 1)).toEqual([]);
    expect(state.counted("calls", false, HOUR, time)).toBe(64);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it("keep what they said was kept when they are killed, and leave the session usable", async () => {
    const folder = newFolder();
    let kept = 0;
    for (let round = 0; round < 6; round++) {
      const pair = [child(folder, 2 * round, "forever"), child(folder, 2 * round + 1, "forever")];
      const ended = pair.map((one) => new Promise<void>((done) => one.on("close", () => done())));
      await new Promise<void>((busy) => {
        const before = kept;
        for (const one of pair)
          one.stdout?.on("data", (chunk: Buffer) => {
            kept += chunk.toString().split("\n").length - 1;
            if (kept - before > 4) busy();
          });
      });
      await new Promise((done) => setTimeout(done, 7 * round));
      for (const one of pair) one.kill("SIGKILL");
      await Promise.all(ended);
    }
    const store = storeIn(folder, 2000);
    store.commit("one", change({ counts: [count] }));
    const found = store.read("one", time).counted("calls", false, HOUR, time) - 1;
    expect(kept).toBeGreaterThan(20);
    expect(found).toBeGreaterThanOrEqual(kept);
    // A process may be killed after it has changed the file and before it could say so.
    expect(found).toBeLessThanOrEqual(kept + 12);
  });

  it("take over the lock of a process that is gone, also of one that died taking it over", () => {
    const { folder, file } = marked();
    const lock = `${file}.lock`;
    const gone = (): string => JSON.stringify({ ...JSON.parse(holderText()), pid: 2 ** 22 + 7 });
    const text = gone();
    writeFileSync(lock, text, { mode: 0o600 });
    storeIn(folder).commit("one", change({ marks: [mark("first")] }));
    const claimer = gone();
    writeFileSync(lock, text, { mode: 0o600 });
    writeFileSync(claimOn(lock, text), claimer, { mode: 0o600 });
    writeFileSync(claimOn(lock, claimer), gone(), { mode: 0o600 });
    storeIn(folder).commit("one", change({ marks: [mark("second")] }));
    expect(readdirSync(folder)).toHaveLength(1);
    // A process of the same number that started at another time is another process.
    writeFileSync(lock, JSON.stringify({ ...JSON.parse(holderText()), start: "1" }), { mode: 0o600 });
    storeIn(folder).commit("one", change({ marks: [mark("third")] }));
    const state = storeIn(folder).read("one", time);
    expect(["first", "second", "third"].map((label) => state.marked(label, false))).toEqual([1, 1, 1]);
  });

  it.each([holderText(), "somebody"])("wait for a holder that may live only so long (%#)", (holder) => {
    const { folder, file } = marked();
    writeFileSync(`${file}.lock`, holder, { mode: 0o600 });
    expect(() => storeIn(folder, 300).commit("one", change({ marks: [mark("x")] }))).toThrow(/held by another process/);
    expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
  });
});

describe("files that are not as we left them", () => {
  const damages: { readonly [what: string]: (file: string) => void } = {
    empty: (file) => truncateSync(file, 0),
    "cut off": (file) => truncateSync(file, statSync(file).size - 20),
    "changed by one letter": (file) => writeFileSync(file, readFileSync(file, "utf8").replace("tainted", "tainteD")),
    "not ours": (file) => writeFileSync(file, "{}\n"),
    "readable by others": (file) => chmodSync(file, 0o644),
    "a folder": (file) => {
      renameSync(file, `${file}.old`);
      mkdirSync(file);
    },
    "a symbolic link": (file) => {
      renameSync(file, `${file}.old`);
      symlinkSync(`${file}.old`, file);
    },
  };

  it.each(Object.keys(damages))("%s: an exception, not a fresh start", (what) => {
    const { folder, file } = marked();
    damages[what]?.(file);
    expect(() => storeIn(folder).read("one", time)).toThrow();
    expect(() => storeIn(folder).commit("one", change({ marks: [mark("x")] }))).toThrow();
    expect(() => storeIn(folder).read("one", time)).toThrow();
    expect(readdirSync(folder).filter((name) => /\.(?:lock|new)$/.test(name))).toEqual([]);
  });

  it("another session's file is refused", () => {
    const { folder, file } = marked();
    storeIn(folder).commit("two", change());
    const two = readdirSync(folder).find((name) => !file.endsWith(name)) ?? "";
    renameSync(join(folder, two), file);
    expect(() => storeIn(folder).read("one", time)).toThrow(/damaged/);
  });

  it("a lock that is a link or a folder is refused", () => {
    const { folder, file } = marked();
    symlinkSync("/etc/passwd", `${file}.lock`);
    expect(() => storeIn(folder).commit("one", change())).toThrow();
    const other = marked();
    mkdirSync(`${other.file}.lock`);
    expect(() => storeIn(other.folder).commit("one", change())).toThrow();
  });

  it("a folder that is a link, a file or open to others is refused", () => {
    const { folder } = marked();
    const link = newFolder();
    symlinkSync(folder, link);
    expect(() => storeIn(link).read("one", time)).toThrow(/is not a folder/);
    expect(() => storeIn(link).commit("one", change())).toThrow(/is not a folder/);
    const file = newFolder();
    writeFileSync(file, "");
    expect(() => storeIn(file).read("one", time)).toThrow();
    chmodSync(folder, 0o755);
    expect(() => storeIn(folder).read("one", time)).toThrow(/other users/);
  });

  it.skipIf(process.geteuid?.() !== 0)("a folder of another user is refused", () => {
    expect(() => storeIn("/proc/1/task").read("one", time)).toThrow();
  });

  it("a second name for the file changes nothing of the first", () => {
    const { folder, file } = marked();
    linkSync(file, join(scratch, `kept-${made++}`));
    storeIn(folder).commit("one", change({ marks: [mark("b")] }));
    const state = storeIn(folder).read("one", time);
    expect([state.marked("tainted", false), state.marked("b", false)]).toEqual([1, 1]);
  });
});
