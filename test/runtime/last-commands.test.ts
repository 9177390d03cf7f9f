// The memory of command lines: the same reading for the same text, bounded, and never for another shell.

import { expect, it } from "vitest";
import { lastCommands } from "../../src/runtime/engine/last-commands.ts";
import { type ShellEngine, shellEngine } from "../../src/shell/index.ts";
import type { Surround } from "../../src/shell/syntax/model.ts";

const surround: Surround = { home: "/home/dev", shell: "bash", programs: {} };

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
  expect(command("ls", surround)).toBe(command("ls", surround));
  command("ls", { ...surround, shell: "zsh" });
  command("sh ls", surround);
  expect(read).toEqual(["bash ls", "zsh ls", "bash sh ls"]);
});

it("keeps what was asked about last, and no more than a few", () => {
  const { engine, read } = counted();
  const command = lastCommands(engine);
  command("first", surround);
  command("second", surround);
  for (let i = 0; i < 63; i++) {
    command(`echo ${i}`, surround);
    command("first", surround);
  }
  const before = read.length;
  command("first", surround);
  expect(read).toHaveLength(before);
  command("second", surround);
  expect(read).toHaveLength(before + 1);
});

it("does not keep long texts", () => {
  const { engine, read } = counted();
  const command = lastCommands(engine);
  const long = `echo ${"a".repeat(5000)}`;
  command(long, surround);
  command(long, surround);
  expect(read).toHaveLength(2);
});
