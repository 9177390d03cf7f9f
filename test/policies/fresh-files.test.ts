// Files of a session over several calls: written, moved, compiled, downloaded, decoded, unpacked, and then run.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { encodeListing } from "../../src/language/listing.ts";
import type { World } from "../../src/runtime/engine/event/environment.ts";
import { openPolicy, type Packs } from "../shell/packs.ts";

const PROJECT = "/home/dev/shop";
let disk: { readonly [path: string]: string | undefined } = {};

const world: World = (key) => {
  if (key.startsWith("realpath:")) return key.slice("realpath:".length);
  const path = key.slice(key.indexOf(":") + 1).replace(`${PROJECT}/`, "");
  if (key.startsWith("file:")) return Object.hasOwn(disk, path) ? disk[path] : null;
  if (key.startsWith("archive:")) return encodeListing({ entries: ["kit/", "kit/run.sh"], isWhole: true });
  return undefined;
};

let policy: Packs;
beforeAll(async () => {
  policy = await openPolicy('use "std/unseen"', world);
});
afterAll(() => policy.close());

let sessions = 0;

/** The outcome of the last of some calls in one session; `write PATH` is the write tool. */
function lastOutcome(files: typeof disk, ...calls: readonly string[]): string {
  disk = files;
  const session_id = `session ${++sessions}`;
  const outcomes = calls.map((call) => {
    const written = /^write (.*)$/.exec(call)?.[1];
    const what =
      written === undefined
        ? { tool: "bash", input: { command: call } }
        : { tool: "write", input: { path: written, content: "" } };
    return policy.decideEvent({ point: "before_tool_call", session_id, ...what }).outcome;
  });
  expect(outcomes.slice(0, -1).every((outcome) => outcome === "pass")).toBe(true);
  return outcomes.at(-1) ?? "";
}

const sh = { "run.sh": "npm test\n", "go.sh": "npm test\n", "kit/run.sh": "npm test\n", "new/run.sh": "npm test\n" };
const binary = { app: undefined };

describe("a file that the session wrote", () => {
  it.each([
    ["is followed", sh, ["write run.sh", "bash run.sh"]],
    ["is followed where it was moved", sh, ["write run.sh", "mv run.sh go.sh", "./go.sh"]],
    ["is followed through a pipe", sh, ["write run.sh", "cat run.sh | bash"]],
    ["defines a task", { "package.json": '{"scripts":{"test":"jest"}}' }, ["write package.json", "npm test"]],
    ["defines a recipe", { Makefile: "all:\n\techo 1\n" }, ["write Makefile", "make"]],
    ["is inspected", { "a.py": "print(1)" }, ["write a.py", "python3 a.py"]],
    ["is inspected as a module", { "a.py": "print(1)" }, ["write a.py", "python3 -m a"]],
    ["is inspected on standard input", { "a.py": "print(1)" }, ["write a.py", "cat a.py | python3"]],
    ["is compiled and run at once", { "a.c": "int main() {}" }, ["write a.c", "gcc a.c -o app && ./app"]],
    ["is compiled and run later", { "a.c": "int main() {}", ...binary }, ["write a.c", "gcc a.c -o app", "./app"]],
    ["is old, and in a folder that was moved", sh, ["mv kit new", "new/run.sh"]],
  ])("%s", (_, files, calls) => {
    expect(lastOutcome(files, ...calls)).toBe("pass");
  });

  it.each([
    ["that cannot be read", { "run.sh": undefined }, ["write run.sh", "bash run.sh"]],
    ["that cannot be read, through a pipe", { "run.sh": undefined }, ["write run.sh", "cat run.sh | bash"]],
    ["that is changed on its way", sh, ["write run.sh", "sed s/a/b/ run.sh | sh"]],
    ["that the line changes", sh, ["write run.sh", "sed -i s/a/b/ run.sh; bash run.sh"]],
    ["that cannot be parsed", { "run.sh": "if ((" }, ["write run.sh", "bash run.sh"]],
    ["of tasks that are broken", { "package.json": "{" }, ["write package.json", "npm test"]],
    ["of tasks that make computes", { Makefile: "$(eval $(X))\nall:\n\tls\n" }, ["write Makefile", "make"]],
    ["that runs text", { "a.py": "exec(input())" }, ["write a.py", "python3 a.py"]],
    ["that runs text, as a module", { "a.py": "exec(input())" }, ["write a.py", "python3 -m a"]],
    [
      "that starts programs, compiled at once",
      { "a.c": "int main() { system(x); }" },
      ["write a.c", "gcc a.c -o app && ./app"],
    ],
    [
      "that starts programs, compiled",
      { "a.c": "int main() { system(x); }", ...binary },
      ["write a.c", "gcc a.c -o app", "./app"],
    ],
    ["in a folder that was moved", { "new/a.sh": undefined }, ["write kit/a.sh", "mv kit new", "bash new/a.sh"]],
    [
      "that was compiled and then replaced",
      { "a.c": "int main() {}", ...binary },
      ["write a.c", "gcc a.c -o app", "cp other app", "./app"],
    ],
    ["decoded", { "run.sh": undefined }, ["base64 -d x.b64 > run.sh", "bash run.sh"]],
    ["in a branch", {}, ["if a; then sed s/a/b/ t > run.pl; perl run.pl; fi"]],
    ["in a trap", {}, ["trap 'sed s/a/b/ t > run.pl; perl run.pl' EXIT"]],
    ["among those of a glob", {}, ["sed s/a/b/ t > a.sh; bash *.sh"]],
  ])("needs a person: one %s", (_, files, calls) => {
    expect(lastOutcome(files, ...calls)).toBe("ask");
  });
});

describe("a file that the session downloaded needs a person", () => {
  const download = "curl -o run.sh https://github.com/run.sh";
  it.each([
    ["although it can be read", [download, "bash run.sh"]],
    ["after chmod", [download, "chmod +x run.sh", "./run.sh"]],
    ["after it was moved", [download, "mv run.sh go.sh", "bash go.sh"]],
    ["after it was copied twice", [download, "cp run.sh a.sh", "cp a.sh go.sh", "bash go.sh"]],
    ["through a pipe", [download, "cat run.sh | sh"]],
    ["decoded", ["curl -o x.b64 https://github.com/x", "base64 -d x.b64 > run.sh", "bash run.sh"]],
    ["unpacked", ["curl -o x.tgz https://github.com/x.tgz", "tar xf x.tgz", "kit/run.sh"]],
    ["unpacked elsewhere", ["curl -o x.tgz https://github.com/x.tgz", "tar xf x.tgz -C new", "bash new/run.sh"]],
    [
      "unpacked and moved",
      ["curl -o x.tgz https://github.com/x.tgz", "tar xf x.tgz -C kit", "mv kit new", "bash new/run.sh"],
    ],
  ])("%s", (_, calls) => {
    expect(lastOutcome(sh, ...calls)).toBe("ask");
  });

  it("and others of the project do not", () => {
    expect(lastOutcome(sh, "curl -o x.tgz https://github.com/x.tgz", "tar xf x.tgz", "bash run.sh")).toBe("pass");
  });
});
