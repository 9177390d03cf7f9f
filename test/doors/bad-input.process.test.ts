// What is wrong with a question ends in the agent's own refusal, through every door that is a process, and the process ends.

import { beforeAll, describe, expect, it } from "vitest";
import { agentInstalls } from "../../src/hosts/install-agents.ts";
import type { Answer } from "../hook/claude-calls.ts";
import { sampled } from "../seeded.ts";
import { homesIn } from "../serve/residents.ts";
import { type BadInput, badInputs } from "./bad-input.ts";
import { shellCalls } from "./native.ts";
import { freshPlace, inPlace, type Place } from "./place.ts";
import { type Command, commands, hasNative, homeFor, start } from "./process-doors.ts";

/** Agents and the event of theirs that is refused. */
const agents = [
  { agent: "claude-code", event: "PreToolUse" },
  { agent: "cursor", event: "beforeShellExecution" },
  { agent: "gemini-cli", event: "BeforeTool" },
] as const;

type Caller = (typeof agents)[number];

interface ProcessDoor {
  readonly name: string;
  /** One of the commands. */
  readonly started: string;
  readonly options: readonly string[];
  readonly hasResident?: true;
}

const hook: ProcessDoor = { name: "policyc hook", started: "hook", options: ["--serve", "never"] };

const others: readonly ProcessDoor[] = [
  { name: "worker.mjs", started: "worker", options: [] },
  { name: "policyc hook and a resident", started: "hook", options: [], hasResident: true },
  ...(hasNative
    ? [
        { name: "the native client", started: "native", options: ["--serve", "never"] },
        { name: "the native client and a resident", started: "native", options: [], hasResident: true as const },
      ]
    : []),
];

function commandFor({ started, options }: ProcessDoor, bad: BadInput, agent: string, place: Place): Command {
  const given = [...(bad.options?.(place) ?? ["--deadline", "20000"]), ...options];
  const made = commands[started]?.(bad.agent ?? agent, bad.bundle?.(place) ?? place.bundle, given);
  if (made === undefined) throw new Error(`nothing is started by ${started}`);
  if (bad.redirected === undefined) return made;
  const { program = process.execPath, words } = made;
  return { program: "/bin/sh", words: ["-c", `exec "$@" ${bad.redirected}`, "sh", program, ...words] };
}

async function ask(door: ProcessDoor, bad: BadInput, { agent }: Caller, place: Place): Promise<Answer> {
  const call = shellCalls[agent]?.(bad.command ?? "true", "bad input", "c1") ?? {};
  const native = JSON.parse(inPlace(JSON.stringify(call), place));
  const payload = bad.payload?.(native) ?? JSON.stringify(native);
  const env = { ...place.environment, ...(bad.home && { HOME: bad.home(place) }) };
  return start(commandFor(door, bad, agent, place), payload, { cwd: place.project, ...bad.streams, env });
}

async function expectRefusal(door: ProcessDoor, bad: BadInput, caller: Caller, place: Place): Promise<void> {
  const answer = await ask(door, bad, caller, place);
  const { stdout, stderr, code } = answer;
  const isRefused = agentInstalls.get(caller.agent)?.denies(caller.event, { exit: code, stdout, stderr });
  expect({ agent: caller.agent, ...answer, isRefused }).toMatchObject({ isRefused: true });
}

const LIMIT_MS = 120_000;
const inputsFor = ({ started }: ProcessDoor): readonly BadInput[] =>
  badInputs.filter(({ isFor }) => isFor?.(started) ?? true);

describe.each(sampled(agents, agents.length))("policyc hook for $agent refuses", (caller) => {
  it.each(inputsFor(hook))("$what", async (bad) => expectRefusal(hook, bad, caller, await freshPlace()), LIMIT_MS);
});

/** One agent after the other. */
describe.each(others)("$name refuses", (door) => {
  const homeNamed = homesIn(process.env.POLICYC_TEST_PARTS ?? "");
  let place: Place;
  beforeAll(async () => {
    place = await freshPlace();
    if (door.hasResident) await homeFor(homeNamed, place).start(place.bundle);
  });
  const asked = inputsFor(door).map((bad, at) => ({ ...bad, caller: agents[at % agents.length] ?? agents[0] }));
  it.each(asked)("$what ($caller.agent)", ({ caller, ...bad }) => expectRefusal(door, bad, caller, place), LIMIT_MS);
});
