// The facts of the machine, in temporary folders: what is known, what is absent, and what is unknown.

import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { encodeListing, treeKey } from "../../src/language/listing.ts";
import { nodeWorld, worldOf } from "../../src/runtime/machine/facts.ts";
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

describe("git_upstream", () => {
  const git = (cwd: string, ...words: string[]): string => {
    const settings = ["-c", "user.name=t", "-c", "user.email=t@example.org", "-c", "commit.gpgsign=false"];
    const env = { PATH: process.env.PATH, HOME: cwd };
    return execFileSync("git", [...settings, ...words], {
      cwd,
      env,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
  };
  const clone = (): string => {
    const origin = temporaryFolder();
    git(origin, "init", "-q", "-b", "main");
    git(origin, "commit", "-q", "--allow-empty", "-m", "first");
    git(origin, "branch", "release/2.x");
    const root = join(temporaryFolder(), "clone");
    git(origin, "clone", "-q", origin, root);
    return root;
  };
  const byGit = (root: string): string => git(root, "rev-parse", "--abbrev-ref", "@{upstream}").trim();
  const why = (root: string): unknown => ask("why:git_upstream", root);

  test("what git itself names, also for other branches, in worktrees, with packed refs, after git branch -u", () => {
    const root = clone();
    expect(ask("git_upstream", root)).toBe("origin/main");
    git(root, "checkout", "-q", "-b", "Fix/a#b", "--track", "origin/release/2.x");
    expect(ask("git_upstream", root)).toBe(byGit(root));
    const tree = join(temporaryFolder(), "tree");
    git(root, "worktree", "add", "-q", "--track", "-b", "topic", tree, "origin/main");
    git(root, "pack-refs", "--all");
    expect(ask("git_upstream", tree)).toBe(byGit(tree));
    expect(ask(`git_upstream:${tree}`, root)).toBe("origin/main");
    git(tree, "branch", "-q", "-u", "main");
    expect(ask("git_upstream", tree)).toBe(byGit(tree));
    expect(ask("git_upstream", tree)).toBe("main");
  });

  test("no upstream, no branch, no repository: empty", () => {
    const root = clone();
    git(root, "checkout", "-q", "-b", "new", "--no-track");
    expect(ask("git_upstream", root)).toBe("");
    git(root, "checkout", "-q", "--detach");
    expect(ask("git_upstream", root)).toBe("");
    expect(ask("git_upstream", temporaryFolder())).toBe("");
  });

  test.each([
    [
      "comments, quotes and a line that continues",
      '[branch "main"] # x\n\tremote = "ori\\\ngin" ; y\n\tMERGE = refs/heads/dev # z\n',
      "origin/dev",
    ],
    ["the old form, a setting beside its header", "[branch.main]remote = up\n merge=refs/heads/x\n", "up/x"],
    ["the last remote", '[branch "main"]\nremote=a\nremote=b\nmerge=refs/heads/x\n', "b/x"],
    ["another branch, other case", '[branch "Main"]\nremote=a\nmerge=refs/heads/x\n', ""],
    ["an escaped name", '[branch "ma\\in"]\nremote=a\nmerge=refs/heads/x\n', "a/x"],
  ])("%s", (_, config, expected) => {
    const root = clone();
    writeFileSync(join(root, ".git", "config"), config);
    expect(ask("git_upstream", root)).toBe(expected);
  });

  test.each([
    ["two upstreams", '[branch "main"]\nremote=a\nmerge=refs/heads/x\nmerge=refs/heads/y\n', "several upstreams"],
    ["a ref that is no branch", '[branch "main"]\nremote=a\nmerge=refs/tags/x\n', "is no branch"],
    ["another file", "[include]\npath=x\n", "includes other files"],
    ["another file on a condition", '[includeIf "gitdir:/"]\npath=x\n', "includes other files"],
    ["an open quote", '[branch "main"]\nremote="a\nmerge=refs/heads/x\n', "cannot be read"],
    ["nonsense", "hello\n", "cannot be read"],
    ["a megabyte", `#${"x".repeat(1 << 20)}`, "cannot be read"],
  ])("unknown, with the reason: %s", (_, config, reason) => {
    const root = clone();
    writeFileSync(join(root, ".git", "config"), config);
    expect(ask("git_upstream", root)).toBeUndefined();
    expect(why(root)).toContain(reason);
  });

  test("a configuration that is a pipe or a folder, a HEAD that is broken", () => {
    const root = clone();
    rmSync(join(root, ".git", "config"));
    makePipe(join(root, ".git", "config"));
    expect(ask("git_upstream", root)).toBeUndefined();
    writeFileSync(join(root, ".git", "HEAD"), "hello\n");
    expect(ask("git_upstream", root)).toBeUndefined();
    expect(why(root)).toContain("names no branch");
    expect(ask("why:git_branch", root)).toContain("names no branch");
    expect(ask("why:env:X", root)).toBeUndefined();
  });
});

describe("kube_context", () => {
  const folder = temporaryFolder();
  const write = (name: string, text: string): string => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  const context = (environment: NodeJS.ProcessEnv, key = "kube_context"): unknown =>
    worldOf(environment)(key, { workdir: folder, cwd: folder });
  const of = (text: string): unknown => context({ KUBECONFIG: write("config", text) });
  const usual = (line: string): string =>
    `apiVersion: v1\nclusters:\n- cluster:\n    server: https://a\n  name: prod\n${line}\nkind: Config\npreferences: {}\nusers:\n- name: u\n`;

  test.each([
    ["prod", "prod"],
    ["prod   # the real one", "prod"],
    ['"prod"', "prod"],
    ["'arn:aws:eks:eu:1:cluster/prod'", "arn:aws:eks:eu:1:cluster/prod"],
    ["arn:aws:eks:eu:1:cluster/prod", "arn:aws:eks:eu:1:cluster/prod"],
    ["admin@prod", "admin@prod"],
    ['""', ""],
    ["", ""],
    ["~", ""],
  ])("current-context: %s", (value, expected) => {
    expect(of(usual(`current-context: ${value}`))).toBe(expected);
  });

  test("JSON, other line ends, a first line of dashes, no such key", () => {
    expect(of('{"kind":"Config","current-context":"prod"}')).toBe("prod");
    expect(of(usual("current-context: prod").replaceAll("\n", "\r\n"))).toBe("prod");
    expect(of(`# kube\n---\n${usual("current-context: prod")}`)).toBe("prod");
    expect(of(usual("# current-context: prod"))).toBe("");
    expect(of("")).toBe("");
  });

  test.each([
    ["twice", "current-context: a\ncurrent-context: b"],
    ["an anchor", "current-context: &a prod"],
    ["an alias", "current-context: *a"],
    ["a tag", "current-context: !!str prod"],
    ["a block", "current-context: |\n  prod"],
    ["on the next line", "current-context:\n  prod"],
    ["an escape", 'current-context: "pr\\u006fd"'],
    ["a list", "current-context: [prod]"],
    ["a second document", "current-context: a\n---\ncurrent-context: b"],
    ["a mapping in one line", "{current-context: prod}"],
    ["an odd key", "? current-context\n: prod"],
    ["a quote that is open", 'current-context: "prod'],
  ])("unknown, with the reason: %s", (_, text) => {
    expect(of(text)).toBeUndefined();
    expect(context({ KUBECONFIG: join(folder, "config") }, "why:kube_context")).toContain("does not plainly name");
  });

  test("the first file of KUBECONFIG that names one, else ~/.kube/config, else none", () => {
    const [a, b, none] = [
      write("a", "current-context: a\n"),
      write("b", "current-context: b\n"),
      write("none", "kind: Config\n"),
    ];
    expect(context({ KUBECONFIG: `${none}:${a}:${b}` })).toBe("a");
    expect(context({ KUBECONFIG: `:${join(folder, "gone")}:${b}` })).toBe("b");
    mkdirSync(join(folder, ".kube"), { recursive: true });
    write(".kube/config", "current-context: home\n");
    expect(context({ KUBECONFIG: "", HOME: folder })).toBe("home");
    expect(context({ HOME: temporaryFolder() })).toBe("");
  });

  test("a folder, a pipe, a file that is too large, a relative path, too many paths", () => {
    makePipe(join(folder, "pipe"));
    for (const name of [folder, join(folder, "pipe"), write("large", "#".repeat((4 << 20) + 1)), "config"])
      expect(context({ KUBECONFIG: name }), name).toBeUndefined();
    const many = Array.from({ length: 40 }, (_, at) => `/k/${at}`).join(":");
    expect(context({ KUBECONFIG: many }, "why:kube_context")).toContain("too many");
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
