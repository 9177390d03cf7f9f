// Files that a call runs without following them: they get the same look as text on the line.

import { describe, expect, it } from "vitest";
import { effectsOf } from "../../src/shell/effects/effects.ts";
import { settingValues } from "../../src/shell/tasks/run-files.ts";
import { type Disk, lines, listed, readWith } from "./followed-disk.ts";

const PUSH = "git push --force";

describe("a file that a program runs by itself", () => {
  it.each<readonly [command: string, disk: Disk]>([
    ["task ship", { "Taskfile.yml": `tasks:\n  ship:\n    cmds:\n      - ${PUSH}\n` }],
    ["task ship", { "Taskfile.yml": `tasks:\n  ship: "${PUSH}"\n` }],
    ["rake", { Rakefile: `task(:default) { sh '${PUSH}' }\n` }],
    ["pytest -q", { "tests/conftest.py": `import os\nos.system("${PUSH}")\n` }],
    ["python3 -m pytest", { "conftest.py": `import os\nos.system("${PUSH}")\n` }],
    ["tox", { "tox.ini": `[testenv]\ncommands = ${PUSH}\n` }],
    ["nox", { "noxfile.py": `def t(session):\n    session.run("git", "push", "--force")\n` }],
    ["pip install -e ./lib", { "lib/setup.py": `import os\nos.system("${PUSH}")\n` }],
    ["cargo build", { "build.rs": `fn main() { Command::new("git").arg("push").args(["--force"]).status(); }\n` }],
    ["cargo test", { "build.rs": `fn main() { Command::new("git").args(&["push", "--force"]).status(); }\n` }],
    ["./gradlew build && gradle build", { "build.gradle": `exec { commandLine 'git', 'push', '--force' }\n` }],
    ["cmake .", { "CMakeLists.txt": `execute_process(\n  COMMAND ${PUSH}\n)\n` }],
    ["direnv allow .", { ".envrc": `${PUSH}\n` }],
    ["python3 -m tools", { "tools/__main__.py": `import os\nos.system("${PUSH}")\n` }],
    ["go run m.go", { "m.go": `import ("os/exec")\nfunc main() { exec.Command("git", "push", "--force").Run() }\n` }],
    ["java A.java", { "A.java": `class A { void x() { new ProcessBuilder("git", "push", "--force").start(); } }\n` }],
    ["gcc m.c && ./a.out", { "m.c": `int main() { return system("${PUSH}"); }\n` }],
    ["gcc -o app m.c && ./app", { "m.c": `int main() { return system("${PUSH}"); }\n` }],
    ["make app && ./app", { "app.c": `int main() { return system("${PUSH}"); }\n` }],
    ["make app && ./app", { Makefile: "all:\n\tls\n", "app.c": `int main() { return system("${PUSH}"); }\n` }],
    ["awk -f x.awk data", { "x.awk": `BEGIN { system("${PUSH}") }\n` }],
    ["sed -f x.sed data", { "x.sed": `1e ${PUSH}\n` }],
    ["psql -f q.sql", { "q.sql": `\\! ${PUSH}\n` }],
    ['eval "$(cat a.sh)"', { "a.sh": `${PUSH}\n` }],
    ["cp -r t u && zsh u/x.sh", { "t/x.sh": `${PUSH}\n` }],
    ["make -f - <<< '$(shell git push --force)'", {}],
    ["make", { Makefile: `ifeq ($(shell ${PUSH}),)\nendif\nall:\n\tls\n` }],
    ["git fetch 'ext::sh -c git% push% --force'", {}],
    ["perl -e 'exec qw(git push --force)'", {}],
    [`echo '{"scripts":{"preinstall":"${PUSH}"}}' > package.json; npm i`, {}],
  ])("%s", (command, disk) => {
    expect(lines(readWith(command, disk)).map((line) => line.split(" -> ").at(-1))).toContain(PUSH);
  });

  it("is not looked at where it was there before", () => {
    const disk = { Rakefile: `sh '${PUSH}'\n` };
    const reading = readWith("rake", disk, undefined, () => false);
    expect(lines(reading)).toEqual(["rake"]);
    expect(reading.external).toEqual([{ kind: "task", name: "rake", call: 0, sources: ["Rakefile"] }]);
  });

  it("is listed where it cannot be read", () => {
    expect(readWith("rake", { Rakefile: undefined }).external).toEqual([
      { kind: "task", name: "rake", call: 0, files: ["Rakefile"] },
    ]);
  });

  it("counts only for the calls that run it", () => {
    const disk = { "build.rs": `Command::new("git").arg("push")`, "setup.py": `os.system("${PUSH}")` };
    for (const command of ["cargo fmt", "cargo build --help", "pip install requests", "pip list"])
      expect(lines(readWith(command, disk))).toEqual([command]);
  });
});

it.each([
  ["perl -e 'exec qw(rm -r /srv/x)'", "rm -r /srv/x"],
  ["perl -e 'system qw<rm -r /srv/x>'", "rm -r /srv/x"],
  [`node -e "execFileSync('rm', ['-r', process.env.HOME])"`, "rm -r /home/dev"],
])("words of another language: %s", (command, expected) => {
  expect(lines(readWith(command, {})).map((line) => line.split(" -> ").at(-1))).toContain(expected);
});

it.each([
  ["gzip x.sh", "x.sh.gz"],
  ["gunzip x.sh.gz", "x.sh"],
  ["xz -d x.sh.xz", "x.sh"],
  ["gcc m.c", "a.out"],
  ["gcc -c src/m.c", "m.o"],
  ["rustc m.rs", "m"],
  ["go build cmd/m.go", "m"],
])("the output is named after the input: %s", (command, expected) => {
  const [call] = readWith(command, {}).calls;
  expect(call === undefined ? [] : effectsOf(call).writes.items.map(({ text }) => text)).toContain(expected);
});

describe("a copied folder", () => {
  it("is not the one that was there", () => {
    const both = { "t/x.sh": "ls", "u/x.sh": "git push" };
    expect(listed(readWith("cp -r t u && sh u/x.sh", both))).toEqual(["script u/x.sh"]);
    expect(listed(readWith("cp -r t u; sed -i s/a/b/ u/x.sh; sh u/x.sh", { "t/x.sh": "ls" }))).toEqual([
      "script u/x.sh",
    ]);
  });
});

it("values of settings are what may be a command", () => {
  expect(settingValues("a:\n  - ls -l\n  - cmd: 'rm x'\n# no\nweb: npm start\n  COMMAND git gc\n")).toEqual([
    "a:",
    "ls -l",
    "rm x",
    "npm start",
    "git gc",
  ]);
});
