// The facts of the machine, in temporary folders: what is known, what is absent, and what is unknown.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodeListing, treeKey } from "../../src/language/listing.ts";
import { nodeWorld } from "../../src/runtime/machine/facts.ts";
import { temporaryFolder } from "./hand-made-bundle.ts";
import { makePipe } from "./named-pipe.ts";

const isRoot = process.getuid?.() === 0;

function ask(key: string, workdir: string, cwd = workdir): unknown {
  return nodeWorld(key, { workdir, cwd });
}

describe("file_exists", () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  writeFileSync(join(root, "CHANGELOG.md"), "");
  mkdirSync(join(root, "docs"));
  writeFileSync(join(root, "docs", "a b.md"), "");
  writeFileSync(join(outside, "secret"), "");
  symlinkSync("CHANGELOG.md", join(root, "inner"));
  symlinkSync(join(outside, "secret"), join(root, "outer"));
  symlinkSync(outside, join(root, "way-out"));
  symlinkSync("nowhere", join(root, "dangling"));
  symlinkSync("loop-b", join(root, "loop-a"));
  symlinkSync("loop-a", join(root, "loop-b"));

  test.each([
    ["CHANGELOG.md", true],
    ["./CHANGELOG.md", true],
    ["docs/../CHANGELOG.md", true],
    ["docs/a b.md", true],
    ["inner", true],
    [join(root, "CHANGELOG.md"), true],
    ["docs", false],
    ["", false],
    ["missing", false],
    ["missing/deeper", false],
    ["CHANGELOG.md/deeper", false],
    ["dangling", false],
    ["outer", undefined],
    ["way-out/secret", undefined],
    ["../anything", undefined],
    [join(outside, "secret"), undefined],
    ["loop-a", undefined],
    ["a\0b", undefined],
    ["x".repeat(5000), undefined],
  ])("%j is %j", (path, expected) => {
    expect(ask(`file_exists:${path}`, root)).toBe(expected);
  });

  test("is relative to workdir, not to cwd", () => {
    expect(ask("file_exists:CHANGELOG.md", root, join(root, "docs"))).toBe(true);
    expect(ask("file_exists:a b.md", root, join(root, "docs"))).toBe(false);
  });

  test("a name that merely begins with dots is inside", () => {
    writeFileSync(join(root, "..hidden"), "");
    expect(ask("file_exists:..hidden", root)).toBe(true);
  });

  test("works in a workspace reached through a link, and is unknown without one", () => {
    const link = join(temporaryFolder(), "link");
    symlinkSync(root, link);
    expect(ask("file_exists:CHANGELOG.md", link)).toBe(true);
    expect(ask("file_exists:CHANGELOG.md", "relative")).toBeUndefined();
    expect(ask("file_exists:CHANGELOG.md", join(root, "gone"))).toBeUndefined();
  });
});

describe("git_branch", () => {
  const git = (cwd: string, ...words: string[]): void => {
    const settings = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
    execFileSync("git", [...settings, ...words], { cwd, stdio: "ignore", env: { PATH: process.env.PATH, HOME: cwd } });
  };
  const repository = (): string => {
    const root = temporaryFolder();
    git(root, "init", "-q", "-b", "main");
    git(root, "commit", "-q", "--allow-empty", "-m", "first");
    return root;
  };

  test("the branch, also with slashes, also before the first commit, also from a folder below", () => {
    const root = repository();
    expect(ask("git_branch", root)).toBe("main");
    git(root, "checkout", "-q", "-b", "release/2.x");
    expect(ask("git_branch", root)).toBe("release/2.x");
    mkdirSync(join(root, "a", "b"), { recursive: true });
    expect(ask("git_branch", join(root, "a", "b"))).toBe("release/2.x");
    const unborn = temporaryFolder();
    git(unborn, "init", "-q", "-b", "trunk");
    expect(ask("git_branch", unborn)).toBe("trunk");
  });

  test("a worktree has its own", () => {
    const root = repository();
    const tree = join(temporaryFolder(), "tree");
    git(root, "worktree", "add", "-q", "-b", "topic", tree);
    expect(ask("git_branch", tree)).toBe("topic");
    expect(ask("git_branch", root)).toBe("main");
  });

  test("a relative gitdir, as submodules have it", () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "modules", "sub"), { recursive: true });
    mkdirSync(join(root, "sub"));
    writeFileSync(join(root, "modules", "sub", "HEAD"), "ref: refs/heads/inner\n");
    writeFileSync(join(root, "sub", ".git"), "gitdir: ../modules/sub\n");
    expect(ask("git_branch", join(root, "sub"))).toBe("inner");
  });

  test("a detached head is HEAD, as git says, and no repository has no branch", () => {
    const root = repository();
    git(root, "checkout", "-q", "--detach");
    expect(ask("git_branch", root)).toBe("HEAD");
    expect(ask("git_branch", temporaryFolder())).toBe("");
  });

  test.each([
    ["nonsense", "hello\n"],
    ["empty", ""],
    ["another namespace", "ref: refs/remotes/origin/main\n"],
    ["reftable", "ref: refs/heads/.invalid\n"],
    ["two lines", "ref: refs/heads/a\nb\n"],
    ["a control character", "ref: refs/heads/a\u001b[31m\n"],
    ["too long", `ref: refs/heads/${"x".repeat(10_000)}\n`],
  ])("HEAD with %s cannot be told", (_, content) => {
    const root = temporaryFolder();
    mkdirSync(join(root, ".git"));
    writeFileSync(join(root, ".git", "HEAD"), content);
    expect(ask("git_branch", root)).toBeUndefined();
  });

  test("a damaged .git cannot be told and does not fall through to an outer repository", () => {
    const root = repository();
    const inner = join(root, "inner");
    mkdirSync(inner);
    writeFileSync(join(inner, ".git"), "gitdir: \n");
    expect(ask("git_branch", inner)).toBeUndefined();
    writeFileSync(join(inner, ".git"), "gitdir: /nowhere/at/all\n");
    expect(ask("git_branch", inner)).toBeUndefined();
    rmSync(join(inner, ".git"));
    mkdirSync(join(inner, ".git"));
    expect(ask("git_branch", inner)).toBeUndefined();
    makePipe(join(inner, ".git", "HEAD"));
    expect(ask("git_branch", inner)).toBeUndefined();
    expect(ask("git_branch", join(root, "gone"))).toBeUndefined();
    expect(ask("git_branch", "relative")).toBeUndefined();
  });

  test.skipIf(isRoot)("an unreadable HEAD cannot be told", () => {
    const root = repository();
    chmodSync(join(root, ".git", "HEAD"), 0o000);
    expect(ask("git_branch", root)).toBeUndefined();
  });
});

describe("env", () => {
  test("a value, an empty value, absence, and names of the prototype", () => {
    process.env.POLICYC_TEST_VALUE = "1";
    process.env.POLICYC_TEST_EMPTY = "";
    expect(ask("env:POLICYC_TEST_VALUE", "/")).toBe("1");
    expect(ask("env:POLICYC_TEST_EMPTY", "/")).toBe("");
    delete process.env.POLICYC_TEST_VALUE;
    delete process.env.POLICYC_TEST_EMPTY;
    for (const name of ["POLICYC_TEST_VALUE", "toString", "constructor", "__proto__", "hasOwnProperty"])
      expect(ask(`env:${name}`, "/"), name).toBeNull();
  });
});

describe("realpath", () => {
  const root = temporaryFolder();
  const outside = temporaryFolder();
  mkdirSync(join(root, "src"));
  writeFileSync(join(root, "src", "a.ts"), "");
  symlinkSync(outside, join(root, "out"));
  symlinkSync(join(outside, "new-file"), join(root, "dangling"));
  symlinkSync("out/deeper", join(root, "twice"));
  symlinkSync("../src", join(root, "src", "self"));
  symlinkSync("loop-b", join(root, "loop-a"));
  symlinkSync("loop-a", join(root, "loop-b"));

  test.each([
    ["src/a.ts", join(root, "src", "a.ts")],
    ["src/new/b.ts", join(root, "src", "new", "b.ts")],
    ["src/a.ts/below", join(root, "src", "a.ts", "below")],
    ["out/x", join(outside, "x")],
    ["out/x/y/z", join(outside, "x", "y", "z")],
    ["dangling", join(outside, "new-file")],
    ["dangling/below", join(outside, "new-file", "below")],
    ["twice/x", join(outside, "deeper", "x")],
    ["src/self/self/self/b.ts", join(root, "src", "b.ts")],
    ["loop-a", undefined],
    ["loop-a/x", undefined],
    ["a\0b", undefined],
  ])("%s", (path, expected) => {
    expect(ask(`realpath:${join(root, path)}`, root)).toBe(expected);
  });

  test("of a name that is too long for a file is the name", () => {
    const path = join(root, "y".repeat(300));
    expect(ask(`realpath:${path}`, root)).toBe(path);
  });

  test("a relative path is one of the call, so it starts at cwd", () => {
    expect(ask("realpath:a.ts", root, join(root, "src"))).toBe(join(root, "src", "a.ts"));
    expect(ask("realpath:a.ts", "x", "y")).toBeUndefined();
    const long = "0".repeat(256);
    expect(ask(`realpath:${long}`, root), "no file has such a name").toBe(join(root, long));
  });

  test("a chain of dangling links past the limit ends", () => {
    const chain = temporaryFolder();
    for (let i = 0; i < 60; i++) symlinkSync(`l${i + 1}`, join(chain, `l${i}`));
    expect(ask(`realpath:${join(chain, "l0")}`, chain)).toBeUndefined();
    expect(ask(`realpath:${join(chain, "l30")}`, chain)).toBe(join(chain, "l60"));
  });

  test.skipIf(isRoot)("a folder that may not be searched cannot be told", () => {
    const closed = join(temporaryFolder(), "closed");
    mkdirSync(join(closed, "in"), { recursive: true });
    chmodSync(closed, 0o000);
    expect(ask(`realpath:${join(closed, "in", "x")}`, root)).toBeUndefined();
    chmodSync(closed, 0o700);
  });
});

test("an unknown fact cannot be told, whatever its name", () => {
  for (const key of ["weather", "", ":", "constructor", "__proto__:x", "toString:x", "hour:UTC"])
    expect(ask(key, "/")).toBeUndefined();
});

test("a named pipe is never waited for", () => {
  const root = temporaryFolder();
  makePipe(join(root, "pipe"));
  expect(ask(`file:${join(root, "pipe")}`, root)).toBeUndefined();
  expect(ask(`archive:${join(root, "pipe")}`, root)).toBeUndefined();
  expect(ask(treeKey({ root }), root)).toBe(encodeListing({ entries: ["pipe"], isWhole: true }));
});
