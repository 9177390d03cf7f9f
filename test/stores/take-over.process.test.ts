// Sessions of earlier versions are found in each of their places, once, and nothing of them is forgotten.

import { execFileSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256Hex } from "../../src/language/sha256.ts";
import { TRUE } from "../../src/language/truth.ts";
import { fileStore } from "../../src/runtime/stores/file.ts";
import { sessionFolder, userStateFolder } from "../../src/runtime/stores/state-folder.ts";
import { earlierFolders, takeOver } from "../../src/runtime/stores/take-over.ts";
import { temporaryFolder } from "./built-store.ts";

const { folder: scratch, remove } = temporaryFolder();
afterAll(remove);
let made = 0;
let home = "";
beforeEach(() => {
  home = join(realpathSync(scratch), `home-${made++}`);
  mkdirSync(home);
  vi.stubEnv("HOME", home);
  return () => vi.unstubAllEnvs();
});

const time = Date.UTC(2026, 0, 5);
const counters = { calls: [3_600_000] };
const revision = "a".repeat(64);
const storeIn = (folder: string) => fileStore({ folder, counters });

function mark(folder: string, session: string, label: string, calls = 0, at = time): void {
  const counts = [{ counter: "calls", shadow: false }];
  storeIn(folder).commit(session, {
    marks: [{ label, shadow: false, truth: TRUE }],
    counts: [],
    blocksInRow: null,
    time: at,
    call: null,
  });
  for (let i = 0; i < calls; i++)
    storeIn(folder).commit(session, { marks: [], counts, blocksInRow: null, time: at, call: null });
}

const key = (bundle: string) => ({ scope: "user", bundle, policyId: null }) as const;

describe("the folder of a policy", () => {
  it("is that of the path the entry names: rebuilt and relinked bundles keep it", () => {
    mkdirSync(join(home, "builds", "one"), { recursive: true });
    symlinkSync(join(home, "builds"), join(home, "linked"));
    symlinkSync(join(home, "builds", "one"), join(home, "builds", "current"));
    const of = (path: string) => sessionFolder("/state", key(join(home, path)));
    expect(of("linked/current")).toBe(of("builds/current"));
    expect(of("builds/one")).not.toBe(of("builds/current"));
    expect(of("missing/one")).not.toBe(of("builds/one"));
  });

  it("is another one for another scope, and the same for one id", () => {
    const user = sessionFolder("/state", key("/b"));
    expect(sessionFolder("/state", { ...key("/b"), scope: "repo" })).not.toBe(user);
    const shared = { scope: "user", policyId: "team" } as const;
    expect(sessionFolder("/state", { ...shared, bundle: "/a" })).toBe(
      sessionFolder("/state", { ...shared, bundle: "/b" }),
    );
  });

  it("is below the home folder whatever the environment says", () => {
    vi.stubEnv("XDG_STATE_HOME", "/elsewhere");
    expect(userStateFolder()).toBe(join(home, ".policyc", "state"));
  });
});

describe("taking over", () => {
  const places = (environment: NodeJS.ProcessEnv = {}, state: string | null = null) =>
    earlierFolders({ bundle: "/b", revision, state, environment });

  it.each([
    ["the state folder of XDG", () => places({ XDG_STATE_HOME: join(home, "xdg") })[0]],
    ["~/.local/state", () => places()[0]],
    ["the folder of a revision", () => places().at(-1)],
    ["a folder that --state names", () => places({}, join(home, "own"))[0]],
    ["sessions right in that folder", () => places({}, join(home, "own"))[1]],
  ])("finds sessions in %s", (_, placeOf) => {
    const place = placeOf() ?? "";
    mark(place, "one", "tainted");
    const folder = sessionFolder(userStateFolder(), key("/b"));
    takeOver(folder, [place], 1000);
    expect(storeIn(folder).read("one", time).marked("tainted", false)).toBe(TRUE);
    expect(readdirSync(place)).toEqual([]);
  });

  it("joins what two places know of one session", () => {
    const [a, b] = [join(home, "a"), join(home, "b")];
    mark(a, "one", "from-a", 1);
    mark(b, "one", "from-b", 3);
    mark(b, "two", "other");
    const folder = sessionFolder(userStateFolder(), key("/b"));
    takeOver(folder, [a, b], 1000);
    const state = storeIn(folder).read("one", time);
    expect([state.marked("from-a", false), state.marked("from-b", false)]).toEqual([TRUE, TRUE]);
    expect(state.counted("calls", false, 3_600_000, time)).toBe(3);
    expect(storeIn(folder).read("two", time).marked("other", false)).toBe(TRUE);
  });

  it("does so once, and makes nothing where there is nothing", () => {
    const old = join(home, "old");
    const folder = sessionFolder(userStateFolder(), key("/b"));
    takeOver(folder, [old], 1000);
    expect(existsSync(folder)).toBe(false);
    mark(folder, "one", "new");
    mark(old, "one", "late");
    takeOver(folder, [old], 1000);
    expect(storeIn(folder).read("one", time).marked("late", false)).toBe(0);
  });

  it("does not take a damaged session for a new one", () => {
    const old = join(home, "old");
    mark(old, "one", "tainted");
    const [name = ""] = readdirSync(old);
    writeFileSync(join(old, name), "cut");
    const folder = sessionFolder(userStateFolder(), key("/b"));
    takeOver(folder, [old], 1000);
    expect(() => storeIn(folder).read("one", time)).toThrow("damaged");
  });

  const folderNow = () => sessionFolder(userStateFolder(), key("/b"));

  it.each([
    ["a pipe", (path: string) => execFileSync("/usr/bin/env", ["mkfifo", path])],
    ["a link to what never ends", (path: string) => symlinkSync("/dev/zero", path)],
    ["a folder", (path: string) => mkdirSync(path)],
  ])("does not wait for %s in the place of a session, and reports it", (_, plant) => {
    const old = join(home, "old");
    mark(old, "two", "tainted");
    plant(join(old, `${sha256Hex("one")}.session`));
    takeOver(folderNow(), [old], 1000);
    expect(() => storeIn(folderNow()).read("one", time)).toThrow("damaged");
    expect(storeIn(folderNow()).read("two", time).marked("tainted", false)).toBe(TRUE);
  });

  it("does not leave out a folder that others can open", () => {
    const old = join(home, "old");
    mark(old, "one", "tainted");
    chmodSync(old, 0o755);
    expect(() => takeOver(folderNow(), [old], 1000)).toThrow("other users");
    symlinkSync(old, join(home, "link"));
    expect(() => takeOver(folderNow(), [join(home, "link")], 1000)).toThrow("not a folder");
  });

  it.each([
    ["long ago", time - 7_200_000],
    ["in a time to come", Date.now() + 86_400_000],
  ])("does not let many counts of %s displace a few of today", (_, at) => {
    const [a, b] = [join(home, "a"), join(home, "b")];
    for (const [first, second] of [
      [a, b],
      [b, a],
    ] as const) {
      mark(a, `from ${first}`, "x", 2);
      mark(b, `from ${first}`, "x", 9, at);
      const folder = join(home, "state", first === a ? "ab" : "ba");
      takeOver(folder, [first, second], 1000);
      expect(storeIn(folder).read(`from ${first}`, time).counted("calls", false, 3_600_000, time)).toBeGreaterThan(1);
    }
  });

  it("takes over nothing that opens a gate", () => {
    const old = join(home, "old");
    const change = { marks: [], counts: [], call: null, ask: "ask 1" };
    storeIn(old).commit("one", { ...change, blocksInRow: 3, time: Date.now() + 86_400_000 });
    takeOver(folderNow(), [old], 1000);
    const state = storeIn(folderNow()).read("one", time);
    expect([state.blocksInRow, state.hasBlocked("ask 1")]).toEqual([0, false]);
    expect(state.lastTime).toBeLessThanOrEqual(Date.now());
  });
});
