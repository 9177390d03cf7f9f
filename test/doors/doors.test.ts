// The same payloads through every door that needs no process: the same replies, byte for byte, and the same session state
// afterwards. UPDATE=1 writes down what the replies are.

import { describe, expect, it } from "vitest";
import { hookHosts } from "../../src/hosts/adapters.ts";
import { expectText } from "../harness.ts";
import { relay } from "./door.ts";
import { http, inProcess, oneShot, resident, socket } from "./doors.ts";
import { sessions } from "./payloads.ts";
import { expectSame, reference } from "./same.ts";

describe("the steps", () => {
  const steps = sessions.flatMap((session) => session.steps);

  it("are of every agent", () => {
    expect(steps.length).toBeGreaterThan(60);
    expect([...new Set(steps.map(({ agent }) => agent))].sort()).toEqual([...hookHosts].sort());
  });

  it("are answered as written down, and leave what is written down", async () => {
    const { replies, state } = await reference(sessions);
    const lines = [...replies].map(([name, { reply }]) => `${name}: ${JSON.stringify(reply)}`);
    const left = state.map(({ calls, ...rest }) => JSON.stringify({ ...rest, calls: calls.length })).sort();
    expectText("doors/expected-replies.txt", `${[...lines, "", ...left].join("\n")}\n`);
  });
});

describe.each(inProcess.map((kind) => ({ name: kind.name, kind })))("$name", ({ kind }) => {
  it("gives the same replies and leaves the same state", () => expectSame(kind, sessions.filter(kind.takes)));
});

describe("doors in turn", () => {
  const hooks = relay("hooks", [oneShot, resident, socket]);
  const withHttp = relay("hooks and HTTP", [oneShot, http]);

  it("find what the others left", () => expectSame(hooks, sessions));
  it("find it over HTTP", () => expectSame(withHttp, sessions.filter(http.takes)));
});

describe("a rebuilt bundle", () => {
  /** After the mark is set. */
  const MARKED = 7;
  const commands = sessions.filter(({ name }) => name === "claude-code, commands");

  it.each([oneShot, resident, socket].map((kind) => ({ name: kind.name, kind })))(
    "keeps its sessions: $name",
    ({ kind }) => expectSame(kind, commands, MARKED),
  );
});
