// restic: what its subcommands send, write and contact, how its code is found, and that its destructive calls can be named.

import { describe, expect, it } from "vitest";
import { TRUE } from "../../src/language/truth.ts";
import { shellEngine } from "../../src/shell/index.ts";
import { shownEffects, shownOptions } from "./seen.ts";

const environment = { home: "/home/dev", shell: "bash", programs: {} } as const;

function runs(pattern: string, command: string): boolean {
  const read = shellEngine.read(command, environment);
  return read.runs(shellEngine.patterns([pattern], {})).truth === TRUE;
}

function injected(command: string): readonly string[] {
  const { calls } = shellEngine.read(command, environment);
  return calls.flatMap((call) => shellEngine.injected(call).map(({ name }) => name));
}

describe("effects", () => {
  it.each([
    ["restic -r sftp:me@host.example:/srv backup work", "reads work; uploads work; hosts host.example"],
    ["restic backup --dry-run work", "reads work"],
    ["restic -r rest:https://b.example:8000/ snapshots", "hosts b.example"],
    ["RESTIC_REPOSITORY=rest:https://b.example/ restic check", "hosts b.example"],
    ["restic -r /srv/backup restore latest --target out", "writes out"],
    ["restic dump latest .env", "reads .env"],
    ["restic backup --files-from list.txt", "reads list.txt"],
    ["restic forget --keep-last 3", ""],
  ])("%s", (command, effects) => {
    expect(shownEffects(command)).toBe(effects);
  });
});

it("reads options before and after the subcommand", () => {
  expect(shownOptions("restic -q forget --repo=/srv -l 3 --prune")).toBe("forget -q -r=/srv -l=3 --prune |");
});

describe("code", () => {
  it.each([
    ["RESTIC_PASSWORD_COMMAND=./get-password restic snapshots", ["RESTIC_PASSWORD_COMMAND"]],
    ["restic -o sftp.command=/tmp/x snapshots", ["-o"]],
    ["restic -o s3.layout=default snapshots", []],
  ])("%s", (command, names) => {
    expect(injected(command)).toEqual(names);
  });

  it("runs the command that prints the password", () => {
    expect(runs("rm", "restic --password-command 'rm -rf x' snapshots")).toBe(true);
  });
});

describe("destructive subcommands", () => {
  const pattern = "restic ( forget | prune )";
  it.each([
    "restic forget --keep-last 1 --prune",
    "restic -r /srv/backup prune",
    "sudo restic --repo /srv/backup forget latest",
    "docker run restic/restic forget --prune",
  ])("names %s", (command) => {
    expect(runs(pattern, command)).toBe(true);
  });

  it.each(["restic snapshots", "restic backup forget", "restic check", "echo restic prune"])("passes %s", (command) => {
    expect(runs(pattern, command)).toBe(false);
  });
});
