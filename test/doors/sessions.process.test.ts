// Whole sessions through the doors that are processes: the same replies, byte for byte, and the same session state as in process.

import { describe, it } from "vitest";
import { homesIn } from "../serve/residents.ts";
import { relay } from "./door.ts";
import { sessions } from "./payloads.ts";
import { hookAlone, residentDoors, worker, workerLines } from "./process-doors.ts";
import { expectSame } from "./same.ts";

const residents = residentDoors(homesIn(process.env.POLICYC_TEST_PARTS ?? ""));
const doors = [hookAlone, worker, workerLines, ...residents];
const short = sessions.filter(({ isShort }) => isShort);
const LIMIT_MS = 120_000;

describe.each(doors.map((kind) => ({ name: kind.name, kind })))("$name", ({ kind }) => {
  it("gives the same replies and leaves the same state", () => expectSame(kind, short.filter(kind.takes)), LIMIT_MS);
});

it(
  "doors in turn find what the others left",
  () => expectSame(relay("processes", [hookAlone, worker, ...residents.slice(-1)]), short),
  LIMIT_MS,
);

describe("a rebuilt bundle keeps its sessions", () => {
  /** After the mark is set. */
  const MARKED = 7;
  const commands = sessions.filter(({ name }) => name === "claude-code, commands");

  it.each([hookAlone, worker, ...residents.slice(-1)].map((kind) => ({ name: kind.name, kind })))(
    "$name",
    ({ kind }) => expectSame(kind, commands, MARKED),
    LIMIT_MS,
  );
});
