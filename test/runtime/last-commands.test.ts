// The memory of command lines: the same reading for the same text, bounded, and never for another shell.

import { expect, it } from "vitest";
import { lastCommands, type NotingEnvironment } from "../../src/runtime/engine/event/last-commands.ts";
import { type ShellEngine, shellEngine } from "../../src/shell/index.ts";

const environment: NotingEnvironment = {
  home: "/home/dev",
  shell: "bash",
  programs: {},
  isRunning: false,
  asked: null,
  isPassing: false,
};

function counted(): { readonly engine: ShellEngine; readonly read: string[] } {
  const read: string[] = [];
  const engine: ShellEngine = {
    ...shellEngine,
    read(text, around) {
      read.push(`${around.shell} ${text}`);
      return shellEngine.read(text, around);
    },
  };
  return { engine, read };
}

it("reads a text once, and apart for every shell", () => {
  const { engine, read } = counted();
  const command = lastCommands(engine);
  expect(command("ls", environment)).toBe(command("ls", environment));
  command("ls", { ...environment, shell: "zsh" });
  command("sh ls", environment);
  expect(read).toEqual(["bash ls", "zsh ls", "bash sh ls"]);
});

it("keeps what was asked about last, and no more than a few", () => {
  const { engine, read } = counted();
  const command = lastCommands(engine);
  command("first", environment);
  command("second", environment);
  for (let i = 0; i < 63; i++) {
    command(`echo ${i}`, environment);
    command("first", environment);
  }
  const before = read.length;
  command("first", environment);
  expect(read).toHaveLength(before);
  command("second", environment);
  expect(read).toHaveLength(before + 1);
});

it("does not keep long texts", () => {
  const { engine, read } = counted();
  const command = lastCommands(engine);
  const long = `echo ${"a".repeat(5000)}`;
  command(long, environment);
  command(long, environment);
  expect(read).toHaveLength(2);
});

it("reads again when a file that the line runs has changed, or when more than files was asked", () => {
  const { engine, read } = counted();
  const command = lastCommands(engine);
  const withFile = (text: string, isPassing = false): NotingEnvironment => ({
    ...environment,
    files: () => text,
    asked: new Map([["run.sh", text]]),
    isPassing,
  });
  command("sh run.sh", withFile("ls"));
  command("sh run.sh", withFile("ls"));
  expect(read).toHaveLength(1);
  command("sh run.sh", withFile("rm -rf /"));
  expect(read).toHaveLength(2);
  command("sh *.sh", withFile("ls", true));
  command("sh *.sh", withFile("ls", true));
  expect(read).toHaveLength(4);
});
