// The trust store and what it trusts: the seed's cases as a table, every defect, and writers side by side.

import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { judgeTrust } from "../../src/runtime/bundle/trust.ts";
import { readTrustStore } from "../../src/runtime/bundle/trust-store.ts";
import { addTrust, removeTrust, TrustStoreError } from "../../src/runtime/load/trust-changes.ts";
import { holderText } from "../../src/runtime/stores/lock.ts";
import { temporaryFolder } from "./hand-made-bundle.ts";
import { makePipe } from "./named-pipe.ts";

const revision = "a".repeat(64);
const other = "b".repeat(64);

interface Place {
  readonly workspace: string;
  readonly store: string;
}

/** A workspace and a store beside it; `text` has WS for the workspace's real path. */
function place(text: string | null): Place {
  const folder = temporaryFolder();
  const workspace = join(folder, "ws");
  const store = join(folder, ".policyc", "trust.json");
  mkdirSync(workspace);
  mkdirSync(dirname(store), { mode: 0o700 });
  if (text !== null) writeFileSync(store, text.replaceAll("WS", workspace), { mode: 0o600 });
  return { workspace, store };
}

const storeOf = (...workspaces: readonly unknown[]): string => JSON.stringify({ version: 1, workspaces });
const entry = (path: string, of = revision): object => ({ path, revision: of, added: "2026-01-05T03:00:00.000Z" });

describe("the seed's cases", () => {
  // `improved` says where ours is deliberately stricter than NeoCode.
  test.each<{ store: string | null; reason: string | null; trusted?: boolean; improved?: string }>([
    { store: null, reason: "trust store is missing" },
    { store: " \n\t ", reason: "trust store is empty" },
    { store: "", reason: "trust store is empty" },
    { store: "{not-json", reason: "trust store json is invalid: it is not JSON" },
    { store: '{"version":1}', reason: "trust store workspaces field is required" },
    { store: '{"version":1,"workspaces":null}', reason: "trust store workspaces field is required" },
    { store: "{}", reason: "trust store workspaces field is required" },
    { store: '{"version":2,"workspaces":["WS"]}', reason: "trust store version must be 1" },
    { store: '{"workspaces":["WS"]}', reason: "trust store version must be 1" },
    { store: '{"version":1,"workspaces":["/other"]}', reason: null },
    { store: '{"version":1,"workspaces":[]}', reason: null },
    {
      store: '{"version":1,"workspaces":["relative/path/not/absolute"]}',
      reason: "trust store workspace path is invalid: path must be absolute",
    },
    {
      store: '{"version":1,"workspaces":["WS"]}',
      reason: null,
      improved: "a path alone would trust whatever the repository holds tomorrow",
    },
    {
      store: storeOf(entry("WS"), "relative"),
      reason: "trust store workspace path is invalid: path must be absolute",
      improved: "NeoCode stops at the first match and never sees the defect behind it",
    },
    { store: storeOf(entry("WS")), reason: null, trusted: true },
  ])("$store", async ({ store: text, reason, trusted = false }) => {
    const { workspace, store } = place(text);
    const trust = await judgeTrust(workspace, revision, store);
    expect(trust.trusted).toBe(trusted);
    if (!trust.trusted) expect(trust.storeProblem).toBe(reason);
  });
});

describe("a damaged store trusts nothing", () => {
  test.each<[string, string]>([
    ["[]", "json is invalid: it is not an object"],
    ["\ufeff{}", "json is invalid: it is not JSON"],
    ['{"version":1,"workspaces":{}}', "json is invalid: workspaces is not a list"],
    ['{"version":"1","workspaces":[]}', "json is invalid: version is not a number"],
    ['{"version":1,"workspaces":[],"workspaces":["WS"]}', "json is invalid: a key is given twice"],
    ['{"version":1,"workspaces":[],"__proto__":{}}', "json is invalid: the key __proto__ is not allowed"],
    ['{"version":1,"workspaces":[],"more":1}', "json is invalid: `more` is not a known field"],
    [storeOf(1), "json is invalid: workspaces[0] is not an object with path, revision and added"],
    [storeOf(entry("WS"), {}), "json is invalid: workspaces[1] has no path"],
    [
      storeOf({ ...entry("WS"), revision: "abc" }),
      "json is invalid: workspaces[0] has no revision of 64 hexadecimal digits",
    ],
    [storeOf({ ...entry("WS"), added: "soon" }), "json is invalid: workspaces[0] has no date in added"],
    [storeOf({ ...entry("WS"), all: true }), "json is invalid: workspaces[0] has `all`, which is not a known field"],
    [storeOf(entry("ws")), "workspace path is invalid: path must be absolute"],
    ["[".repeat(100_000), "json is invalid: it is nested deeper than 64"],
    [" ".repeat(1024 * 1024 + 1), "is larger than 1 MiB"],
  ])("%#", async (text, reason) => {
    const { workspace, store } = place(text);
    expect(await judgeTrust(workspace, revision, store)).toEqual({
      trusted: false,
      reason: "workspace is not trusted",
      storeProblem: `trust store ${reason}`,
    });
  });

  test.each<[string, (store: string) => void, string]>([
    ["world-writable", (store) => chmodSync(store, 0o602), "permissions unsafe: trust store is world-writable"],
    ["group-writable", (store) => chmodSync(store, 0o620), "permissions unsafe: trust store is group-writable"],
    [
      "folder world-writable",
      (store) => chmodSync(dirname(store), 0o703),
      "permissions unsafe: its folder is world-writable",
    ],
    [
      "folder group-writable",
      (store) => chmodSync(dirname(store), 0o770),
      "permissions unsafe: its folder is group-writable",
    ],
    [
      "folder above world-writable",
      (store) => chmodSync(dirname(dirname(store)), 0o777),
      "permissions unsafe: a folder above it is world-writable",
    ],
    [
      "a link",
      (store) => {
        renameSync(store, `${store}.real`);
        symlinkSync(`${store}.real`, store);
      },
      "permissions unsafe: trust store is a symbolic link",
    ],
    [
      "folder a link",
      (store) => {
        renameSync(dirname(store), `${dirname(store)}.real`);
        symlinkSync(`${dirname(store)}.real`, dirname(store));
      },
      "permissions unsafe: its folder is a symbolic link",
    ],
    [
      "a pipe",
      (store) => {
        renameSync(store, `${store}.real`);
        makePipe(store);
      },
      "is not a regular file",
    ],
  ])("%s", async (_, damage, reason) => {
    const { workspace, store } = place(storeOf(entry("WS")));
    expect((await judgeTrust(workspace, revision, store)).trusted).toBe(true);
    damage(store);
    expect(await readTrustStore(store)).toEqual({ ok: false, kind: "invalid", reason: `trust store ${reason}` });
    expect((await judgeTrust(workspace, revision, store)).trusted).toBe(false);
  });

  test("a folder in its place", async () => {
    const { workspace, store } = place(null);
    mkdirSync(store);
    expect(await judgeTrust(workspace, revision, store)).toMatchObject({ trusted: false });
  });

  test.runIf(process.getuid?.() === 0)("another owner", async () => {
    const { chownSync } = await import("node:fs");
    const { store } = place(storeOf(entry("WS")));
    chownSync(store, 12345, 12345);
    expect(await readTrustStore(store)).toMatchObject({
      reason: "trust store permissions unsafe: trust store belongs to another user",
    });
  });
});

describe("trust is bound to the real path and to the content", () => {
  test("another revision, another folder, a removed workspace", async () => {
    const { workspace, store } = place(storeOf(entry("WS")));
    expect(await judgeTrust(workspace, other, store)).toMatchObject({
      trusted: false,
      reason: "bundle has changed since it was trusted",
      storeProblem: null,
    });
    expect(await judgeTrust(dirname(workspace), revision, store)).toMatchObject({
      trusted: false,
      reason: "workspace is not trusted",
    });
    expect(await judgeTrust(`${workspace}-gone`, revision, store)).toMatchObject({
      trusted: false,
      reason: "workspace cannot be resolved: it does not exist",
    });
  });

  test("a workspace that is a link, whatever the store says of either name", async () => {
    const { workspace, store } = place(storeOf(entry("WS")));
    const link = join(dirname(workspace), "link");
    symlinkSync(workspace, link);
    for (const name of [link, `${link}/`, `${link}/.`])
      expect(await judgeTrust(name, revision, store)).toMatchObject({
        trusted: false,
        reason: expect.stringContaining("symbolic link"),
      });
    expect((await judgeTrust(workspace, revision, store)).trusted).toBe(true);
    writeFileSync(store, storeOf(entry(link)), { mode: 0o600 });
    expect((await judgeTrust(link, revision, store)).trusted).toBe(false);
    expect((await judgeTrust(workspace, revision, store)).trusted).toBe(false);
  });

  test("not a workspace below a link: its own real path counts", async () => {
    const { workspace, store } = place(storeOf(entry("WS")));
    const link = join(dirname(workspace), "above");
    symlinkSync(dirname(workspace), link);
    const below = join(link, basename(workspace));
    expect(await judgeTrust(below, revision, store)).toEqual({ trusted: true, workspace });
  });

  test("a moved workspace", async () => {
    const { workspace, store } = place(storeOf(entry("WS")));
    renameSync(workspace, `${workspace}-moved`);
    expect((await judgeTrust(`${workspace}-moved`, revision, store)).trusted).toBe(false);
    symlinkSync(`${workspace}-moved`, workspace);
    expect((await judgeTrust(workspace, revision, store)).trusted, "a link left in its old place").toBe(false);
  });
});

describe("writing", () => {
  test("makes a private folder and file, and keeps one revision per workspace", async () => {
    const { workspace } = place(null);
    const store = join(temporaryFolder(), "home", ".policyc", "trust.json");
    await addTrust(store, workspace, revision, 0);
    expect(lstatSync(store).mode & 0o777).toBe(0o600);
    expect(lstatSync(dirname(store)).mode & 0o777).toBe(0o700);
    expect((await judgeTrust(workspace, revision, store)).trusted).toBe(true);
    await addTrust(store, workspace, other, 0);
    expect((await judgeTrust(workspace, revision, store)).trusted).toBe(false);
    expect((await judgeTrust(workspace, other, store)).trusted).toBe(true);
    expect(JSON.parse(readFileSync(store, "utf8"))).toEqual({
      version: 1,
      workspaces: [{ path: workspace, revision: other, added: "1970-01-01T00:00:00.000Z" }],
    });
    expect(await removeTrust(store, workspace)).toBe(true);
    expect(await removeTrust(store, workspace)).toBe(false);
    expect((await judgeTrust(workspace, other, store)).trusted).toBe(false);
    expect(existsSync(`${store}.lock`) || existsSync(`${store}.new`)).toBe(false);
  });

  test("removing from a store that is not there makes none", async () => {
    const { store } = place(null);
    expect(await removeTrust(store, "/ws")).toBe(false);
    expect(existsSync(store)).toBe(false);
  });

  test("an unsafe or damaged store is left alone", async () => {
    const damaged = place("{not-json");
    await expect(addTrust(damaged.store, "/ws", revision, 0)).rejects.toThrow(TrustStoreError);
    expect(readFileSync(damaged.store, "utf8")).toBe("{not-json");
    const unsafe = place(null);
    chmodSync(dirname(unsafe.store), 0o777);
    await expect(addTrust(unsafe.store, "/ws", revision, 0)).rejects.toThrow("its folder is world-writable");
    expect(existsSync(unsafe.store)).toBe(false);
  });

  test("of many writers none is lost", async () => {
    const { store } = place(null);
    const paths = Array.from({ length: 25 }, (_, at) => `/ws-${at}`);
    await Promise.all(paths.map((path) => addTrust(store, path, revision, 0)));
    const reading = await readTrustStore(store);
    expect(reading.ok && reading.entries.map(({ path }) => path).sort()).toEqual([...paths].sort());
  });

  test("the lock of a process that is gone is broken", async () => {
    const { store } = place(null);
    // A process that has ended, as the lock of this machine names it.
    const gone = { ...JSON.parse(holderText()), pid: 99_999_999 };
    writeFileSync(`${store}.lock`, JSON.stringify(gone), { mode: 0o600 });
    await addTrust(store, "/ws", revision, 0);
    expect(existsSync(`${store}.lock`)).toBe(false);
    expect(await readTrustStore(store)).toMatchObject({ ok: true });
  });
});
