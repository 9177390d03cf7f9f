// Following a script gives what its text on the line gives, and a text that is unknown never gives less than one that is known.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { World } from "../../src/runtime/engine/event/environment.ts";
import type { Call, Reading } from "../../src/shell/syntax/model.ts";
import { readWith } from "./followed-disk.ts";
import { isStopped, labelled, openPolicy, type Packs, shellPacks } from "./packs.ts";

/** What a script has and a line has not: its own name and arguments. Aliases and history are of an interactive shell. */
const ofScripts = /\$[@*#\d!-]|\$\{[@*#\d!]|\bshift\b|\bgetopts\b|BASH_SOURCE|\bset --|\bfor \w+;|\bfc\b/;

const every = (step: number): readonly string[] => [
  ...new Set(
    labelled("corpus.jsonl")
      .map(({ command }) => command)
      .filter((command, i) => i % step === 0 && !ofScripts.test(command)),
  ),
];

/** A call as it is, whatever led to it and whatever its number is. */
const plain = ({ id, via, stdin, ...call }: Call, shift: number): object => ({
  ...call,
  id: id - shift,
  stdin: stdin.from === "calls" ? { ...stdin, calls: stdin.calls.map((one) => one - shift) } : stdin,
});

const called = (reading: Reading): readonly Call[] => reading.calls.filter(({ uncalled }) => uncalled !== true);

describe("a script on the disk", () => {
  it("runs what its text on the line runs", () => {
    let followed = 0;
    for (const command of every(9)) {
      const line = readWith(command, {});
      const script = readWith("bash run.sh", { "run.sh": command });
      expect(script.unreadable, command).toEqual([]);
      const isFollowed = script.external[0]?.followed === true;
      if (line.unreadable.length > 0) expect(isFollowed, command).toBe(false);
      if (!isFollowed) continue;
      followed++;
      expect(
        called(script)
          .slice(1)
          .map((call) => plain(call, 1)),
        command,
      ).toEqual(called(line).map((call) => plain(call, 0)));
      expect(
        script.external.slice(1).map(({ kind, name }) => [kind, name]),
        command,
      ).toEqual(line.external.map(({ kind, name }) => [kind, name]));
    }
    expect(followed).toBeGreaterThan(800);
  });
});

describe("decisions", () => {
  let packs: Packs;
  let unseen: Packs;
  let text: string | undefined;
  const world: World = (key) => {
    if (key.startsWith("realpath:")) return key.slice("realpath:".length);
    if (!key.startsWith("file:")) return undefined;
    return key.endsWith("/run.sh") ? text : null;
  };
  beforeAll(async () => {
    packs = await shellPacks(world);
    unseen = await openPolicy('use "std/unseen"', world);
  });
  afterAll(() => Promise.all([packs.close(), unseen.close()]));

  it("about a script that is followed are those about its text", () => {
    for (const command of every(67)) {
      text = command;
      // On the line, and in a script of this session.
      const session_id = command;
      packs.decideEvent({
        point: "before_tool_call",
        session_id,
        tool: "write",
        input: { path: "run.sh", content: "" },
      });
      const isFollowed = readWith("bash run.sh", { "run.sh": command }).external[0]?.followed === true;
      const byScript = packs.decideEvent({
        point: "before_tool_call",
        session_id,
        tool: "bash",
        input: { command: "bash run.sh" },
      });
      const byLine = packs.decide(command);
      if (isFollowed) expect(isStopped(byScript), command).toBe(isStopped(byLine));
    }
  });

  it("about a fresh script are never looser when its text is unknown", () => {
    const outcomeOf = (known: string | undefined, session_id: string): boolean => {
      text = known;
      const at = { point: "before_tool_call", session_id } as const;
      unseen.decideEvent({ ...at, tool: "write", input: { path: "run.sh", content: "" } });
      return isStopped(unseen.decideEvent({ ...at, tool: "bash", input: { command: "bash run.sh" } }));
    };
    every(301).forEach((command, i) => {
      const isStoppedKnown = outcomeOf(command, `known ${i}`);
      expect(outcomeOf(undefined, `unknown ${i}`) || !isStoppedKnown, command).toBe(true);
      expect(outcomeOf(undefined, `again ${i}`), command).toBe(true);
    });
  });
});
