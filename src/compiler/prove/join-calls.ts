// Two calls as one that does what both do, in every way that is likely to be one: a command line, or a patch of several files.

import type { Json } from "../../language/contract.ts";
import type { Event } from "./build-event.ts";
import type { Attempt } from "./find-setup.ts";

/** The event of both; the world and the events before are those of both as well. */
export function joinedCalls(one: Attempt, other: Attempt): readonly Attempt[] {
  if (one.event.tool !== other.event.tool) return [];
  return joinedInputs(inputOf(one.event), inputOf(other.event)).map((input) => ({
    ...inWorldOf(one, other),
    event: { ...one.event, input },
  }));
}

/** The first call in the world of both. */
export function inWorldOf(one: Attempt, other: Attempt): Attempt {
  const { given } = one;
  return {
    event: one.event,
    given: {
      ...given,
      facts: { ...other.given.facts, ...given.facts },
      filesGiven: given.filesGiven || other.given.filesGiven,
      time: given.time ?? other.given.time,
    },
    before: [...other.before, ...one.before],
  };
}

type Input = { readonly [field: string]: Json };

function inputOf({ input }: Event): Input {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? (input as Input) : {};
}

function joinedInputs(one: Input, other: Input): readonly Input[] {
  const [first, second] = [one.command, other.command];
  if (typeof first === "string" && typeof second === "string")
    return [...withOperand(first, second), `${first}; ${second}`, `${second}; ${first}`].map((command) => ({
      ...one,
      command,
    }));
  const parts = [...patchParts(one), ...patchParts(other)];
  return parts.length < 2 ? [] : [{ patch: ["*** Begin Patch", ...parts, "*** End Patch"].join("\n") }];
}

/** `cat a` and `cat b` are `cat a b`. */
function withOperand(first: string, second: string): readonly string[] {
  const [start, last] = cutLast(first);
  const [otherStart, otherLast] = cutLast(second);
  return start !== "" && start === otherStart && last !== otherLast ? [`${first} ${otherLast}`] : [];
}

function cutLast(command: string): readonly [string, string] {
  const at = command.lastIndexOf(" ");
  return [command.slice(0, Math.max(at, 0)), command.slice(at + 1)];
}

/** The sections of a patch; a single path is a section too. */
function patchParts({ patch, path }: Input): readonly string[] {
  if (typeof patch === "string") return patch.split("\n").slice(1, -1);
  return typeof path === "string" ? [`*** Update File: ${path}`, "@@", "-x", "+y"] : [];
}
