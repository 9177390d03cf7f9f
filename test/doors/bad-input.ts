// What a hook process may be given that is wrong, about a call that waits for its answer. Each must end in the agent's refusal.

import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Streams } from "../hook/processes.ts";
import type { Payload } from "./native.ts";
import type { Place } from "./place.ts";

export interface BadInput {
  readonly what: string;
  /** The command of the call; the rules let it pass unless it says otherwise. */
  readonly command?: string;
  readonly payload?: (call: Payload) => string | Buffer;
  readonly streams?: Streams;
  /** A redirection of the shell that starts the hook. */
  readonly redirected?: string;
  /** Instead of the place's own; undefined: the variable is not set. */
  readonly home?: (place: Place) => string | undefined;
  readonly bundle?: (place: Place) => string;
  readonly agent?: string;
  readonly options?: (place: Place) => readonly string[];
  /** Where it can happen at all, by how the hook is started. */
  readonly isFor?: (started: string) => boolean;
}

/** The rules refuse it, whatever the session has done. */
const REFUSED = "git push --force";
/** The rules let it pass and remember it. */
const REMEMBERED = "cat .env";

const text = (call: Payload): string => JSON.stringify(call);

function linked({ home }: Place, target: string): string {
  const link = join(mkdtempSync(join(home, "links-")), "bundle");
  symlinkSync(target, link);
  return link;
}

/** The session's state has nowhere to go. */
const closedHomes: readonly BadInput[] = [
  { what: "HOME in which nothing can be made", command: REMEMBERED, home: () => "/proc" },
  { what: "HOME that is not there and cannot be made", command: REMEMBERED, home: () => "/proc/none" },
  {
    what: "HOME that is a file",
    command: REMEMBERED,
    home(place) {
      const file = join(place.home, "a-file");
      writeFileSync(file, "");
      return file;
    },
  },
];

export const badInputs: readonly BadInput[] = [
  { what: "payload cut off", payload: (call) => text(call).slice(0, -10) },
  { what: "payload empty", payload: () => "" },
  { what: "payload of 50 MB", payload: (call) => text({ ...call, more: "x".repeat(50_000_000) }) },
  { what: "two documents", payload: (call) => `${text(call)}\n${text(call)}\n` },
  { what: "payload that is not UTF-8", payload: (call) => Buffer.from(text({ ...call, more: "\u00ff" }), "latin1") },
  { what: "stdin that is empty", streams: { stdin: "ignore" } },
  { what: "stdin closed", redirected: "<&-" },
  { what: "stdin that stays open", streams: { leaveOpen: true }, options: () => ["--deadline", "1500"] },
  { what: "stdout closed", command: REFUSED, redirected: ">&-" },
  { what: "stdout closed early", command: REFUSED, streams: { closeStdout: true } },
  ...closedHomes,
  {
    what: "HOME that is not there",
    command: REFUSED,
    home: ({ home }) => join(home, "none"),
  },
  {
    what: "HOME not set",
    command: REFUSED,
    home: () => undefined,
    options: ({ home }) => ["--state", join(home, "state")],
  },
  { what: "an agent that nobody knows", agent: "no-such-agent" },
  // The last part of a bundle's path may be a link that leads to one build after another.
  { what: "a bundle that is a link", bundle: (place) => linked(place, place.bundle), command: REFUSED },
  {
    what: "a bundle that is a link to nothing",
    bundle: (place) => linked(place, "/proc/none"),
    isFor: (started) => started !== "worker",
  },
  {
    what: "a bundle that is missing",
    bundle: ({ home }) => join(home, "no-bundle"),
    // worker.mjs is missing with it.
    isFor: (started) => started !== "worker",
  },
];
