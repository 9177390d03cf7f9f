// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts

// Code where nobody looks for it: in prompts, pipes in option values, aliases, items of wrappers, constants of other languages.
// Each row must come to `rm x`, however sure.

import { describe, expect, it } from "vitest";
import { readCommand } from "../../src/shell/interp/read.ts";

const callsOf = (text: string) => readCommand(text, { home: "/home/dev", shell: "bash", programs: {} }).calls;
const shown = (text: string): readonly string[] =>
  callsOf(text).map(({ program, args }) =>
    [program, ...args].map((word) => (word.kind === "dynamic" ? `{${word.text}}` : word.text)).join(" "),
  );

describe("comes to `rm x`", () => {
  it.each([
    // Variables that the shell expands by itself.
    "PS4='$(rm x)'; set -x; true",
    "PS4='+ `rm x` '; set -x; true",
    "declare PS4='$(rm x)'; set -o xtrace; true",
    "export PS4='a \"b\" $(rm x)'; bash -x run.sh",
    "PROMPT_COMMAND='rm x'",
    "PROMPT_COMMAND=(date 'rm x')",
    "PS1='$(rm x) > '",
    "PS0='${HOME:+$(rm x)}'",
    // Values that are a file, or a pipe to a command.
    "strace -o '|rm x' ls",
    "strace -f -o '!rm x' ls",
    "psql -o '| rm x' -c 'select 1'",
    "fzf --bind 'enter:execute(rm x)'",
    "fzf --bind='ctrl-r:reload(rm x)+abort'",
    "fzf --bind 'enter:become:rm x'",
    "pip config --editor 'rm x' edit",
    "rpm --eval '%(rm x)'",
    "rpm -E '%{lua:1}%(rm x)'",
    "pdflatex -shell-escape '\\immediate\\write18{rm x}'",
    "pdflatex '\\input|\"rm x\"'",
    "sysctl -w 'kernel.core_pattern=|/bin/rm x'",
    "vi -c ':terminal rm x'",
    "vim -c 'term ++close rm x'",
    // Aliases of git, from options and variables.
    "git -c alias.z='!rm x' z",
    "git -c alias.z=y -c alias.y='!rm x' z",
    "C='!rm x' git --config-env=alias.z=C z",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=alias.z GIT_CONFIG_VALUE_0='!rm x' git z",
    "git config alias.z '!rm x' && git z",
    // Braces in the arguments of `declare` make several assignments.
    'declare T={echo,rm}; "$T" x',
    'export T=r{x,m}; "$T" x',
    'f() { local T={echo,rm}; "$T" x; }; f',
    'readonly T={rm,echo}; "$T" x',
    // Items of wrappers that are code.
    "parallel bash -c ::: 'rm x'",
    "parallel ::: 'rm x'",
    "parallel {} ::: 'rm x'",
    "parallel sh -c {} ::: 'rm x'",
    "parallel 'sh -c {}; true' ::: 'rm x'",
    "parallel 'rm {}' ::: x",
    "parallel rm {1} ::: x",
    "parallel '{1} {2}' ::: rm ::: x",
    "parallel {2} {1} ::: x ::: rm",
    // Constants of other languages.
    "awk 'BEGIN{c=\"rm x\"; system(c)}'",
    'awk \'BEGIN { c = "rm"; system(c " x") }\'',
    "awk -v c='rm x' 'BEGIN { system(c) }'",
    "awk 'BEGIN { system(\"rm\\x20x\") }'",
    "awk 'BEGIN { system(\"rm\\040x\") }'",
    'awk \'BEGIN { system(sprintf("%s %s", "rm", "x")) }\'',
    'awk \'BEGIN { c = sprintf("%s %s", "rm", "x"); system(c) }\'',
    "awk 'BEGIN { \"rm x\" | getline line }'",
    "awk 'BEGIN { c = \"rm x\"; c | getline }'",
    "awk 'BEGIN { print 1 | \"rm x\" }'",
    'php -r \'$h = popen("rm x", "r");\'',
    'php -r \'popen($c = "rm x", "w");\'',
    'ruby -e \'IO.popen("rm x", "r")\'',
    "octave --eval 'system(\"rm x\")'",
    "octave-cli --eval 'system(\"rm x\")'",
    "bpftrace --unsafe -e 'BEGIN { system(\"rm x\"); }'",
    "python3 -c \"import os; os.system('rm\\x20x')\"",
  ])("%s", (command) => {
    expect(shown(command).map((call) => call.replace("/bin/", ""))).toContain("rm x");
  });

  it("expands variables of the environment as the shell does that gets the text", () => {
    expect(shown('awk \'BEGIN { system("rm " ENVIRON["HOME"]) }\'')).toContain("rm /home/dev");
    expect(shown('python3 -c \'import os; os.system("rm " + os.environ["HOME"])\'')).toContain("rm /home/dev");
  });

  it("passes the options behind an alias on", () => {
    expect(shown("git -c alias.z=reset z --hard")).toContain("git -c alias.z=reset reset --hard");
    expect(shown("git -C app -c alias.z=clean z -fd .")).toContain("git -C app -c alias.z=clean clean -fd .");
  });
});

describe("runs nothing", () => {
  it.each([
    "PS1='\\u@\\h:\\w$ '",
    "PS4='+ ${BASH_SOURCE}:${LINENO}: '; set -x; true",
    // Braces of an assignment without a builtin are text.
    'T={echo,rm}; "$T" x',
    "strace -o trace.txt ls",
    "parallel --dry-run rm ::: x",
    "fzf --bind='ctrl-p:put(rm x)'",
    "tshark -r a.pcap -q -z rm,x",
    // Template literals of another language in Python text.
    "python3 - <<'PY'\ns = \"const d = `rm x`;\"\nprint(s)\nPY",
    "python3 -c 'print(\"`rm x`\")'",
    "lua -e 'print(\"`rm x`\")'",
  ])("%j", (command) => {
    expect(shown(command)).not.toContain("rm x");
  });
});

describe("a program without a table", () => {
  const perhaps = (command: string): readonly string[] =>
    callsOf(command).flatMap(({ program, args, uncalled }) =>
      uncalled === true ? [[program, ...args].map(({ text }) => text).join(" ")] : [],
    );

  it.each([
    ["acme-run rm -rf x", ["rm -rf x"]],
    ["acme-run 2020-01-01 rm -rf x", ["rm -rf x"]],
    ["acme-run -t 3 rm /etc/passwd", ["rm /etc/passwd"]],
    ["acme-run sudo rm -rf /", ["sudo rm -rf /", "rm -rf /"]],
    ["acme-run bash -c 'rm x'", ["bash -c rm x", "rm x"]],
    ["acme-run --pty bash -c 'rm x'", ["bash -c rm x", "rm x"]],
    ["./with-env.sh dd if=/dev/zero of=/dev/sda", ["dd if=/dev/zero of=/dev/sda"]],
  ])("perhaps runs its arguments: %s", (command, expected) => {
    expect(perhaps(command)).toEqual(expected);
  });

  it.each([
    "mycli-x rm file",
    "mycli-x rm",
    "task-x build rm",
    "npx create-x git",
    "mycli-x env list",
    "mycli-x ssh console -a app",
    "lint-x -s bash /tmp/x.sh",
    "mycli-x git",
  ])("has subcommands of its own: %s", (command) => {
    expect(perhaps(command)).toEqual([]);
  });

  it.each([
    ["grc rm x", "rm x"],
    ["faketime '2020-01-01' rm x", "rm x"],
    ["run-one rm x", "rm x"],
    ["mpirun -np 4 --hostfile h rm x", "rm x"],
    ["srun -N 2 --pty rm x", "rm x"],
    ["retry -t 3 rm x", "rm x"],
    ["setarch -3 rm x", "rm x"],
    ["setarch x86_64 -R rm x", "rm x"],
    ["rtk rm x", "rm x"],
  ])("certainly, where it is known for that: %s", (command, expected) => {
    expect(shown(command)).toContain(expected);
    expect(perhaps(command)).toEqual([]);
  });
});
