// Walks over a disk: what they find, what they leave out, and where they end.

import { describe, expect, it } from "vitest";
import { type Disk, memoryDisk } from "../../../src/language/disk/disk.ts";
import { walkTree } from "../../../src/language/disk/walk.ts";
import { MOST_ENTRIES, type TreeQuestion } from "../../../src/language/listing.ts";

const diskOf = (files: { readonly [path: string]: string }): Disk => memoryDisk(new Map(Object.entries(files)));

const project = diskOf({
  "/p/.env": "",
  "/p/a.ts": "",
  "/p/.claude/settings.json": "",
  "/p/src/b.ts": "",
  "/p/src/deep/c.ts": "",
  "/p/dist/d.js": "",
});

const walk = (question: Omit<TreeQuestion, "root">, disk = project, root = "/p") =>
  walkTree({ root, ...question }, disk).entries;

describe("a walk", () => {
  it("goes level by level, folders with a slash", () => {
    expect(walk({})).toEqual([
      ".claude/",
      ".env",
      "a.ts",
      "dist/",
      "src/",
      ".claude/settings.json",
      "dist/d.js",
      "src/b.ts",
      "src/deep/",
      "src/deep/c.ts",
    ]);
  });

  it.each<[Omit<TreeQuestion, "root">, readonly string[]]>([
    [{ depth: 1 }, [".claude/", ".env", "a.ts", "dist/", "src/"]],
    [{ skipsHidden: true, depth: 1 }, ["a.ts", "dist/", "src/"]],
    [{ include: ["*.ts"] }, ["a.ts", "src/b.ts", "src/deep/c.ts"]],
    [{ include: ["*.ts"], exclude: ["deep"] }, ["a.ts", "src/b.ts"]],
    [{ include: ["*.ts"], exclude: ["src/deep/"] }, ["a.ts", "src/b.ts"]],
    [{ include: ["*.ts"], exclude: ["/deep"] }, ["a.ts", "src/b.ts", "src/deep/c.ts"]],
    [{ exclude: ["*"] }, []],
    [{ include: [] }, []],
  ])("keeps the program's filters: %j", (question, entries) => {
    expect(walk(question)).toEqual(entries);
  });

  it("has nothing in a file and in what is not there", () => {
    expect(walkTree({ root: "/p/a.ts" }, project)).toEqual({ entries: [], isWhole: true });
    expect(walkTree({ root: "/q" }, project)).toEqual({ entries: [], isWhole: true });
  });

  it("ends at the most entries, the nearest first", () => {
    const many: { [path: string]: string } = { "/p/z.key": "" };
    for (let i = 0; i < 50_000; i++) many[`/p/node_modules/m${i % 100}/f${i}`] = "";
    const { entries, isWhole } = walkTree({ root: "/p" }, diskOf(many));
    expect(isWhole).toBe(false);
    expect(entries.length).toBeLessThanOrEqual(MOST_ENTRIES);
    expect(entries).toContain("z.key");
  });

  it("is not whole when its time is over or a folder cannot be read", () => {
    expect(walkTree({ root: "/p" }, { ...project, isOver: () => true }).isWhole).toBe(false);
    const closed: Disk = { ...project, list: (at, most) => (at === "/p/src" ? undefined : project.list(at, most)) };
    const { entries, isWhole } = walkTree({ root: "/p" }, closed);
    expect(isWhole).toBe(false);
    expect(entries).toContain("dist/d.js");
  });
});

describe("links", () => {
  const linked: Disk = {
    ...project,
    list(folder, most) {
      const found = project.list(folder, most);
      const more = folder === "/p/src" ? [{ name: "up", kind: "link" as const }] : [];
      return found === null || found === undefined ? found : { ...found, entries: [...found.entries, ...more] };
    },
    target: (path) => (path === "/p/src/up" ? { kind: "folder", id: "/p" } : project.target(path)),
  };

  it("are leaves, and followed where the program does, once around", () => {
    expect(walk({}, linked)).toContain("src/up");
    const { entries, isWhole } = walkTree({ root: "/p", follows: true }, linked);
    expect(entries).toContain("src/up/");
    expect(entries.some((path) => path.startsWith("src/up/src"))).toBe(false);
    expect(isWhole).toBe(true);
  });
});

describe(".gitignore", () => {
  const repository = {
    "/r/.git/HEAD": "",
    "/r/.git/info/exclude": "private.txt\n",
    "/r/.gitignore": "# build\n*.log\n!keep.log\n/dist/\nnode_modules/\ndoc/**/tmp\nspace\\ \n",
    "/r/a.log": "",
    "/r/keep.log": "",
    "/r/private.txt": "",
    "/r/dist/x.js": "",
    "/r/src/dist/y.js": "",
    "/r/src/node_modules/m.js": "",
    "/r/src/.gitignore": "*.gen\n!keep.gen\n!a.log\n",
    "/r/src/a.gen": "",
    "/r/src/keep.gen": "",
    "/r/src/a.log": "",
    "/r/doc/a/b/tmp": "",
    "/r/doc/temp": "",
  };

  it("leaves out what git ignores, nested files and negations too", () => {
    expect(walk({ gitignore: true }, diskOf(repository), "/r").filter((path) => !path.endsWith("/"))).toEqual([
      ".gitignore",
      "keep.log",
      "doc/temp",
      "src/.gitignore",
      "src/a.log",
      "src/keep.gen",
      "src/dist/y.js",
    ]);
  });

  it("counts from the top of the repository, wherever the walk begins", () => {
    expect(walk({ gitignore: true }, diskOf(repository), "/r/src")).not.toContain("node_modules/");
    // Named on the line, so the program looks into it all the same.
    expect(walk({ gitignore: true }, diskOf(repository), "/r/dist")).toEqual(["x.js"]);
  });

  it("means nothing outside of a repository", () => {
    expect(walk({ gitignore: true }, diskOf({ "/q/.gitignore": "*\n", "/q/a": "" }), "/q")).toContain("a");
  });
});
