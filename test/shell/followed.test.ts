// Scripts on the disk are read as if their text stood on the line.

import { describe, expect, it } from "vitest";
import { type Disk, listed as followed, lines, readWith } from "./followed-disk.ts";

describe("a shell script", () => {
  it.each([
    ["bash run.sh", ["bash run.sh", "bash run.sh -> git push"]],
    ["sh -e run.sh", ["sh -e run.sh", "sh run.sh -> git push"]],
    ["./run.sh", ["./run.sh", "./run.sh -> git push"]],
    ["source run.sh", ["source run.sh", "source run.sh -> git push"]],
    [". ./run.sh", [". ./run.sh", "source ./run.sh -> git push"]],
    ["bash < run.sh", ["bash", "bash -> git push"]],
    ["chmod +x run.sh && ./run.sh", ["chmod +x run.sh", "./run.sh", "./run.sh -> git push"]],
    ["mv run.sh go && ./go", ["mv run.sh go", "./go", "./go -> git push"]],
    ["sudo ./run.sh", ["sudo ./run.sh", "sudo -> ./run.sh", "sudo -> ./run.sh -> git push"]],
  ])("is read: %s", (command, expected) => {
    const reading = readWith(command, { "run.sh": "#!/bin/sh\ngit push\n" });
    expect(lines(reading)).toEqual(expected);
    expect(reading.external.every((one) => one.followed === true)).toBe(true);
  });

  it("gets its arguments, its name and its folder", () => {
    const reading = readWith("bash tools/run.sh dist --now", {
      "tools/run.sh": 'cd "$(dirname "$0")" && rm -rf "$1" "$2"; cat "$BASH_SOURCE"; echo $#',
    });
    expect(lines(reading).slice(1)).toEqual([
      "bash tools/run.sh -> dirname tools/run.sh",
      "bash tools/run.sh -> cd tools",
      "bash tools/run.sh -> rm -rf dist --now",
      "bash tools/run.sh -> cat tools/run.sh",
      "bash tools/run.sh -> echo 2",
    ]);
    expect(reading.calls[3]?.cwd?.text).toBe("tools");
  });

  it("is found where the line has gone", () => {
    expect(followed(readWith("cd sub && ./run.sh", { "sub/run.sh": "ls" }))).toEqual(["script ./run.sh followed"]);
    // The `cd` may fail, and another script of the name would run.
    expect(followed(readWith("cd sub; ./run.sh", { "sub/run.sh": "ls", "run.sh": "git push" }))).toEqual([
      "script ./run.sh",
    ]);
    expect(followed(readWith('cd "$D" && ./run.sh', { "run.sh": "ls" }))).toEqual(["script ./run.sh"]);
  });

  it("leads to others", () => {
    const reading = readWith("./a.sh", { "a.sh": ". lib.sh; greet", "lib.sh": "greet() { git push; }" });
    expect(lines(reading).at(-1)).toBe("./a.sh -> function greet -> git push");
    expect(followed(reading)).toEqual(["script ./a.sh followed", "script lib.sh followed"]);
  });

  it("keeps functions that nobody calls to itself, unless it is sourced", () => {
    const disk = { "lib.sh": "clean() { rm -rf build; }" };
    expect(lines(readWith("bash lib.sh", disk))).toEqual(["bash lib.sh"]);
    expect(readWith("source lib.sh", disk).calls.at(-1)).toMatchObject({ uncalled: true });
  });

  it("of another language goes to the program of its first line", () => {
    const reading = readWith("./tool --fast", { tool: "#!/usr/bin/env python3\nimport os\nos.system('git push')\n" });
    expect(lines(reading)[1]).toBe("./tool -> python3 ./tool --fast");
    expect(lines(reading).at(-1)).toMatch(/git push$/);
    expect(reading.external).toEqual([{ kind: "script", name: "./tool", call: 1, sources: ["tool"] }]);
  });
});

describe("a script that is not followed", () => {
  it.each([
    ["is not there", "bash run.sh", {}],
    ["cannot be read", "bash run.sh", { "run.sh": undefined }],
    ["is binary", "./run", { run: "\u007fELF\0\0" }],
    ["is in another encoding", "bash run.sh", { "run.sh": "l\ufffds" }],
    ["is too long", "bash run.sh", { "run.sh": `#${"x".repeat(64 * 1024)}` }],
    ["cannot be parsed", "bash run.sh", { "run.sh": "if then fi ((" }],
    ["exceeds a limit", "bash run.sh", { "run.sh": "ls\n".repeat(1000) }],
    ["is changed by the line", "sed -i s/a/b/ run.sh; bash run.sh", { "run.sh": "ls" }],
    ["is in a folder that the line fills", "tar -xf x.tar -C . && bash ./run.sh", { "run.sh": "ls" }],
  ])("leaves the line readable: it %s", (_, command, disk) => {
    const reading = readWith(command, disk as Disk);
    expect(reading.unreadable).toEqual([]);
    expect(reading.external).toHaveLength(1);
    expect(reading.external[0]).not.toHaveProperty("followed");
    expect(reading.calls.every(({ program }) => program.kind === "literal")).toBe(true);
  });

  it("that was there before leaves the line known, where it starts something open", () => {
    const disk = { "run.sh": 'A="$B" git push --force "$C"; exec "$JAVACMD" "$@"' };
    const old = readWith("bash run.sh", disk, undefined, () => false);
    expect(followed(old)).toEqual(["script run.sh"]);
    expect(old.calls.slice(1).every(({ faint, program }) => faint === true && program.kind === "literal")).toBe(true);
    expect(old.calls[1]).toMatchObject({ program: { text: "git" }, env: {} });
    // On the line it would be unknown, and so it is in a script of this session.
    const fresh = readWith("bash run.sh", disk);
    expect(fresh.calls.at(-1)?.program.kind).toBe("dynamic");
  });

  it("leaves nothing behind", () => {
    const broken = readWith("source run.sh; echo $A", { "run.sh": "A=1; export B=2; cd /; alias ls=rm; if" });
    const absent = readWith("source run.sh; echo $A", {});
    expect(broken).toEqual(absent);
  });
});

describe("scripts that include each other", () => {
  it("end", () => {
    const reading = readWith("./a.sh", { "a.sh": ". ./b.sh; git push", "b.sh": ". ./a.sh; git fetch" });
    expect(reading.unreadable).toEqual([]);
    expect(lines(reading)).toContain("./a.sh -> git push");
    expect(followed(reading).every((one) => one.endsWith("followed"))).toBe(true);
  });

  it("end where each gives the next another argument", () => {
    const reading = readWith("./a.sh 1", { "a.sh": './a.sh "$1$1"; git push' });
    expect(lines(reading)).toContain("./a.sh -> git push");
    expect(followed(reading)).toEqual(["script ./a.sh followed", "script ./a.sh"]);
  });

  it("are followed four deep, and sixteen in all", () => {
    const chain: { [path: string]: string } = {};
    for (let i = 0; i < 6; i++) chain[`${i}.sh`] = `bash ${i + 1}.sh`;
    expect(followed(readWith("bash 0.sh", chain)).filter((one) => one.endsWith("followed"))).toHaveLength(4);
    const many: { [path: string]: string } = {};
    for (let i = 0; i < 40; i++) many[`${i}.sh`] = "ls";
    const all = Object.keys(many).map((name) => `bash ${name}`);
    expect(followed(readWith(all.join("; "), many)).filter((one) => one.endsWith("followed"))).toHaveLength(16);
  });

  it("cost no more than a bounded number of readings", () => {
    const disk = {
      "a.sh": "for i in 1 2 3 4 5 6 7 8; do ./b.sh $i; done",
      "b.sh": "for i in 1 2 3 4 5 6 7 8; do ./a.sh $i$1; done",
    };
    expect(readWith("./a.sh", disk).calls.length).toBeLessThan(512);
  });
});

describe("files that reach a shell otherwise", () => {
  const disk = {
    "run.sh": "git push\n",
    "run.b64": btoa("git push\n"),
    "tool.py": "print(1)",
    "app.c": "int main() {}",
  };
  const matches = (glob: string): readonly string[] => (glob.includes("sh") ? ["run.sh"] : []);
  const last = (command: string): string | undefined => lines(readWith(command, disk, matches)).at(-1);

  it.each([
    ["cat run.sh | bash", "bash -> git push"],
    ["cat run.sh | tee log | sh", "sh -> git push"],
    ["base64 -d run.b64 | sh", "sh -> git push"],
    ["base64 -d < run.b64 | sh", "sh -> git push"],
    ["bash *.sh", "bash run.sh -> git push"],
    ["find . -name run.sh -exec bash {} \\;", "find -exec -> bash run.sh -> git push"],
    ["find . -name '*.sh' | xargs bash", "xargs -> bash run.sh -> git push"],
  ])("%s", (command, expected) => {
    expect(last(command)).toBe(expected);
    const { external } = readWith(command, disk, matches);
    expect(external.every((one) => one.followed === true)).toBe(true);
  });

  it.each([
    ["sed s/a/b/ run.sh | sh", { files: ["run.sh"] }],
    ["sudo cat run.sh | bash", { files: ["run.sh"] }],
    ["cat tool.py | python3", { sources: ["tool.py"] }],
    ["python3 < tool.py", { sources: ["tool.py"] }],
    ["python3 -m tool", { sources: ["tool.py"] }],
    ["gcc app.c -o app && ./app", { sources: ["app.c"] }],
  ])("names the files that it comes from: %s", (command, expected) => {
    const [only] = readWith(command, disk, matches).external;
    expect(only).toMatchObject(expected);
    expect(only).not.toHaveProperty("followed");
  });

  it("is as certain in a branch as the branch is", () => {
    const within = readWith("if a; then echo 'git push' > x.sh; bash x.sh; fi", {});
    expect([lines(within).at(-1), within.external]).toEqual(["bash x.sh -> git push", []]);
    expect(readWith("if a; then echo ls > x.sh; fi; bash x.sh", {}).external).toHaveLength(1);
    expect(readWith("trap 'echo ls > x.sh' EXIT; bash x.sh", {}).external).toHaveLength(1);
  });
});
