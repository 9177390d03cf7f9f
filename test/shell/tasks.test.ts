// Tasks whose definition is on the disk: package.json, Makefile, justfile.

import { describe, expect, it } from "vitest";
import { justPlan } from "../../src/shell/tasks/justfile.ts";
import { makePlan } from "../../src/shell/tasks/makefile.ts";
import { lines, listed, readWith } from "./followed-disk.ts";

const behind = (command: string, disk: { readonly [path: string]: string }): readonly string[] =>
  lines(readWith(command, disk)).slice(1);

describe("scripts of package.json", () => {
  const scripts = {
    pretest: "tsc -p .",
    test: "jest --ci",
    build: "rm -rf dist && node build.js",
    ship: "bash ship.sh",
    again: "npm run again",
    postinstall: "node setup.js",
  };
  const disk = { "package.json": JSON.stringify({ scripts }), "ship.sh": "git push --force $1" };

  it.each([
    ["npm test", ["npm test -> tsc -p .", "npm test -> jest --ci"]],
    ["npm t", ["npm t -> tsc -p .", "npm t -> jest --ci"]],
    ["npm run test -- --ui", ["npm run test -> tsc -p .", "npm run test -> jest --ci --ui"]],
    [
      "npm run ship main",
      ["npm run ship -> bash ship.sh main", "npm run ship -> bash ship.sh -> git push --force main"],
    ],
    ["yarn build", ["yarn build -> rm -rf dist", "yarn build -> node build.js"]],
    ["pnpm run build", ["pnpm run build -> rm -rf dist", "pnpm run build -> node build.js"]],
    ["bun run build", ["bun run build -> rm -rf dist", "bun run build -> node build.js"]],
    ["npm install", ["npm install -> node setup.js"]],
    ["npm run again", ["npm run again -> npm run again"]],
    ["npm run nothing", []],
    ["npm install --ignore-scripts", []],
  ])("%s", (command, expected) => {
    expect(behind(command, disk)).toEqual(expected);
  });

  it("are found in the folder above, and run there", () => {
    const { calls } = readWith("cd src/app && npm run build", disk);
    expect(calls.at(-1)).toMatchObject({ program: { text: "node" }, cwd: { text: "." } });
  });

  it("count as followed; what packages run while they are installed does not", () => {
    expect(listed(readWith("npm run ship", disk))).toEqual(["task npm run ship followed", "script ship.sh followed"]);
    expect(listed(readWith("npm install", disk))[0]).toBe("task npm install");
  });

  it.each([
    ["of a workspace", "npm -w app test", disk],
    ["of a broken file", "npm test", { "package.json": "{ scripts: " }],
    ["of a file of another shape", "npm test", { "package.json": '{"scripts": ["test"]}' }],
    ["of a list", "npm test", { "package.json": "[]" }],
    ["of a file that the line changes", "npm pkg set scripts.test=x > package.json; npm test", disk],
    ["that cannot be parsed", "npm test", { "package.json": '{"scripts": {"test": "if ((" }}' }],
  ])("stay external: %s", (_, command, files) => {
    const reading = readWith(command, files);
    expect(reading.unreadable).toEqual([]);
    expect(listed(reading)).toContain("task npm test");
  });
});

describe("recipes of a makefile", () => {
  const makefile = [
    "CC := gcc",
    "SRC = src/main.c src/util.c",
    "OUT ?= build",
    "OBJ = $(SRC:.c=.o) $(patsubst %.c,%.d,$(SRC))",
    ".PHONY: all clean",
    "all: $(OUT)/app check",
    "\t@echo done $@",
    "$(OUT)/app: $(SRC) | dirs",
    "\t$(CC) -o $@ $<",
    "dirs:",
    "\t-@mkdir -p $(OUT) \\",
    "\t  logs",
    "check: all",
    "\t./check.sh $$HOME",
    "clean:",
    "\trm -rf $(OUT) $(OBJ)",
    "%.o: %.c",
    "\t$(CC) -c $< -o $*.o",
    "ship: ; git push --force",
    "sub:",
    "\t$(MAKE) -C lib",
    "open:",
    "\t$(PYTHON) -m venv $(VENV)",
  ].join("\n");
  const disk = { Makefile: makefile, "check.sh": "git diff", "lib/Makefile": "all:\n\tgit fetch\n" };

  it.each([
    [
      "make",
      [
        "make -> mkdir -p build logs",
        "make -> gcc -o build/app src/main.c",
        "make -> ./check.sh /home/dev",
        "make -> ./check.sh -> git diff",
        "make -> echo done all",
      ],
    ],
    ["make clean OUT=out", ["make clean -> rm -rf out src/main.o src/util.o src/main.d src/util.d"]],
    ["make x.o", ["make x.o -> gcc -c x.c -o x.o"]],
    ["make ship", ["make ship -> git push --force"]],
    ["make sub", ["make sub -> make -C lib", "make sub -> make -> git fetch"]],
    ["make -f Makefile ship", ["make ship -> git push --force"]],
    ["make -n ship", []],
  ])("%s", (command, expected) => {
    expect(behind(command, disk)).toEqual(expected);
  });

  it("leave open what make computes", () => {
    const reading = readWith("make open", disk, undefined, () => false);
    expect(listed(reading)).toEqual(["task make open"]);
    expect(listed(readWith("make nothing", disk))).toEqual(["task make nothing"]);
  });

  it.each([
    ["a rule that needs itself", "a: b\n\tls\nb: a\n\tls\n"],
    ["a makefile that starts itself", "a:\n\tmake\n"],
    ["a variable that contains itself", "A = $(A) $(A)\na:\n\techo $(A)\n"],
    [
      "a variable that doubles",
      `${Array.from({ length: 40 }, (_, i) => `A${i + 1} = $(A${i})$(A${i})`).join("\n")}\nA0 = x\na:\n\techo $(A40)\n`,
    ],
    ["brackets without an end", "a:\n\techo $(A $(B\n"],
    ["an include of itself", "include Makefile\na:\n\tls\n"],
    ["many rules", Array.from({ length: 4000 }, (_, i) => `t${i}: t${i + 1}`).join("\n")],
  ])("end: %s", (_, text) => {
    const reading = readWith("make", { Makefile: text });
    expect(reading.unreadable).toEqual([]);
    expect(reading.calls.length).toBeLessThan(64);
  });

  it("takes both branches of a condition, and a value that differs in them is open", () => {
    const text = "ifeq ($(OS),Windows)\nX = del\nelse\nX = rm\nendif\na:\n\techo $(X)\n";
    const { codes } = makePlan(text, { goals: [], variables: new Map(), include: () => null });
    expect(codes).toEqual([`echo \${X}`]);
  });

  it("reads what it includes", () => {
    const text = "-include absent.mk\ninclude more.mk\na:\n\techo $(X)\n";
    expect(behind("make", { Makefile: text, "more.mk": "X = 1" })).toEqual(["make -> echo 1"]);
    expect(listed(readWith("make", { Makefile: text }))).toEqual(["task make"]);
  });
});

describe("recipes of a justfile", () => {
  const text = [
    'set shell := ["bash", "-uc"]',
    'out := "dist"',
    "alias b := build",
    "default: build",
    "# comment",
    'build mode="debug" *args: clean && note',
    "    @cargo build --{{mode}} {{args}}",
    "clean:",
    "    rm -rf {{ out }}",
    "note:",
    "    echo built",
    "ship:",
    "    #!/usr/bin/env bash",
    "    set -e",
    "    git push",
  ].join("\n");

  it.each([
    [[], ["rm -rf dist", "cargo build --debug ", "echo built"]],
    [
      ["b", "release", "-v"],
      ["rm -rf dist", "cargo build --release -v", "echo built"],
    ],
    [
      ["clean", "note"],
      ["rm -rf dist", "echo built"],
    ],
    [["ship"], ["#!/usr/bin/env bash\nset -e\ngit push"]],
  ])("just %j", (words, codes) => {
    expect(justPlan(text, words)).toEqual({ codes, isOpen: false });
  });

  it("are followed", () => {
    expect(behind("just ship", { justfile: text })).toEqual(["just ship -> set -e", "just ship -> git push"]);
  });

  it.each([
    ["a recipe that is not there", text, ["nothing"]],
    ["another file", "import 'x.just'\na:\n  ls", []],
    ["another shell", 'set shell := ["python3", "-c"]\na:\n  print(1)', []],
    ["another language", "a:\n  #!/usr/bin/env python3\n  print(1)", []],
  ])("leave open: %s", (_, file, words) => {
    expect(justPlan(file, words).isOpen).toBe(true);
  });

  it("end where recipes need each other", () => {
    expect(justPlan("a: b\n  ls\nb: a\n  pwd\n", []).codes).toEqual(["pwd", "ls"]);
  });
});
