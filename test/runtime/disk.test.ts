// Questions about many files, on real and hostile disks: links in circles, closed folders, sockets, too many entries.

import { once } from "node:events";
import { chmodSync, linkSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { decodeListing, fileKey, globKey, type PathListing, sameKey, treeKey } from "../../src/language/listing.ts";
import { nodeWorld, worldOf } from "../../src/runtime/machine/facts.ts";
import { temporaryFolder } from "./hand-made-bundle.ts";

const isRoot = process.getuid?.() === 0;

const ask = (key: string) => nodeWorld(key, { workdir: "/", cwd: "/" });
const listing = (key: string): PathListing | undefined => decodeListing(ask(key));
const folder = (): string => realpathSync(temporaryFolder());

function put(root: string, ...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(join(root, path, ".."), { recursive: true });
    writeFileSync(join(root, path), "");
  }
}

describe("tree", () => {
  it("finds files, hidden ones, odd names, links and sockets", async () => {
    const root = folder();
    put(root, ".env", "src/a.ts", "with\nnewline", "-rf");
    symlinkSync("..", join(root, "src", "up"));
    const server = createServer().listen(join(root, "socket"));
    await once(server, "listening");
    const found = listing(treeKey({ root }));
    server.close();
    expect(found).toEqual({
      entries: ["-rf", ".env", "socket", "src/", "with\nnewline", "src/a.ts", "src/up"],
      isWhole: true,
    });
  });

  it("follows links once around", () => {
    const root = folder();
    put(root, "a/b/file");
    symlinkSync(root, join(root, "a", "b", "top"));
    symlinkSync("loop", join(root, "loop"));
    const found = listing(treeKey({ root, follows: true }));
    expect(found?.entries).toEqual(["a/", "loop", "a/b/", "a/b/file", "a/b/top/"]);
    expect(found?.isWhole).toBe(true);
  });

  it("is not whole with a folder that is closed", () => {
    const root = folder();
    put(root, "open/a", "closed/b");
    chmodSync(join(root, "closed"), 0);
    const found = listing(treeKey({ root }));
    chmodSync(join(root, "closed"), 0o700);
    expect(found?.entries).toContain("open/a");
    expect(found?.isWhole).toBe(isRoot);
  });

  it("ends at 10,000 entries", () => {
    const root = folder();
    mkdirSync(join(root, "many"));
    for (let i = 0; i < 10_050; i++) writeFileSync(join(root, "many", String(i)), "");
    const found = listing(treeKey({ root }));
    expect(found?.entries.length).toBe(10_000);
    expect(found?.isWhole).toBe(false);
    expect(listing(globKey({ pattern: `${root}/many/*` }))?.isWhole).toBe(false);
  });

  it("ends with the time of its event", () => {
    const root = folder();
    put(root, "a");
    const found = decodeListing(worldOf({}, -1)(treeKey({ root }), { workdir: "/", cwd: "/" }));
    expect(found).toEqual({ entries: [], isWhole: false });
  });

  it.each([
    "tree:",
    "tree:{}",
    'tree:{"root":"relative"}',
    "glob:3",
    "glob:null",
    "same:{",
    "same:null",
    'same:{"path":3}',
  ])("%s is unknown", (key) => {
    expect(ask(key)).toBeUndefined();
  });
});

it("globs expand as in the shell", () => {
  const root = folder();
  put(root, ".claude/settings.json", "a.json");
  symlinkSync(join(root, ".claude"), join(root, "link"));
  expect(listing(globKey({ pattern: `${root}/*/*.json` }))?.entries).toEqual([`${root}/link/settings.json`]);
  expect(listing(globKey({ pattern: `${root}/.c*/*.json` }))?.entries).toEqual([`${root}/.claude/settings.json`]);
});

describe("same", () => {
  it("finds a file by its other name", () => {
    const root = folder();
    put(root, ".claude/settings.json", "plain");
    linkSync(join(root, ".claude", "settings.json"), join(root, "notes.json"));
    const same = (path: string, ...candidates: readonly string[]) =>
      ask(sameKey({ path: join(root, path), candidates: candidates.map((one) => join(root, one)) }));
    const found = { entries: [join(root, ".claude", "settings.json")], isWhole: true };
    expect(decodeListing(same("notes.json", ".claude/settings.json", "plain"))).toEqual(found);
    expect(decodeListing(same("notes.json", ".claude"))).toEqual(found);
    expect(decodeListing(same("notes.json", "plain", "none"))).toEqual({ entries: [], isWhole: true });
    expect(same("plain", ".claude")).toBeNull();
    expect(same("none", ".claude")).toBeNull();
    expect(same(".claude", ".claude")).toBeNull();
  });
});

describe("file", () => {
  const root = folder();
  const text = (content: string | Buffer): unknown => {
    writeFileSync(join(root, "f"), content);
    return ask(fileKey(join(root, "f")));
  };

  it("is the text of a small file", () => {
    expect(text("echo ü\n")).toBe("echo ü\n");
    expect(text("")).toBe("");
    expect(text("\ufeffls")).toBe("ls");
    expect(text("x".repeat(65_536))).toBe("x".repeat(65_536));
  });

  it("is unknown for what cannot be read as text", () => {
    expect(text("x".repeat(65_537))).toBeUndefined();
    expect(text(Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0]))).toBeUndefined();
    expect(text(Buffer.from("caf\xe9", "latin1"))).toBeUndefined();
    expect(text(Buffer.from("ls", "utf16le"))).toBeUndefined();
    expect(ask(fileKey(root))).toBeUndefined();
    expect(ask(fileKey("relative"))).toBeUndefined();
    expect(ask(fileKey("/proc/self/status"))).toBeUndefined();
  });

  it("is absent when it is not there", () => {
    expect(ask(fileKey(join(root, "none")))).toBeNull();
    expect(ask(fileKey(join(root, "f", "none")))).toBeNull();
  });
});
