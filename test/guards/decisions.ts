// What every shipped pack decides about the labelled commands and the agents' samples, as one line for each set and pack: how
// often each outcome, and a hash of all decisions with their reasons.

import { readFileSync } from "node:fs";
import { adapterOf } from "../../src/hosts/adapters.ts";
import type { Decision, FactValue, PolicyEvent } from "../../src/language/contract.ts";
import type { World } from "../../src/runtime/engine/event/environment.ts";
import { type LoadedPolicy, loadPolicy } from "../../src/runtime/index.ts";
import { emptyDisk } from "../disk.ts";
import { readingsOf, sampledAgents } from "../hosts/read-samples.ts";
import type { BuiltPack } from "./built-packs.ts";
import { shortHash } from "./short-hash.ts";

const HOME = "/home/dev";
const PROJECT = `${HOME}/shop`;
const TIME = Date.UTC(2026, 0, 15, 12);

/** No fact of this machine may count, and its disk is empty. */
const facts: { readonly [fact: string]: FactValue } = { git_branch: "main", env: null };
const world: World = (key, at) => {
  const fact = key.split(":", 1)[0] ?? key;
  return Object.hasOwn(facts, fact) ? facts[fact] : emptyDisk(key, at);
};

interface EventSet {
  readonly name: string;
  readonly events: readonly PolicyEvent[];
}

/** Each command of a file in test/shell, in a session of its own. */
function commandsOf(file: string, column = "command"): readonly PolicyEvent[] {
  const lines = readFileSync(new URL(`../shell/${file}.jsonl`, import.meta.url), "utf8")
    .trim()
    .split("\n");
  return lines.map((line, at) => ({
    point: "before_tool_call",
    tool: "bash",
    input: { command: JSON.parse(line)[column] },
    session_id: `${file} ${at}`,
    workdir: PROJECT,
    cwd: PROJECT,
  }));
}

const samples = sampledAgents.flatMap((agent) =>
  Object.values(readingsOf(agent)).flatMap((read) => ("event" in read ? [{ agent, event: read.event }] : [])),
);
const agentOf = new Map(samples.map(({ agent, event }) => [event, agent]));

const sets: readonly EventSet[] = [
  { name: "corpus", events: commandsOf("corpus") },
  { name: "hard set", events: commandsOf("hardset", "source") },
  { name: "public table", events: commandsOf("public") },
  { name: "force pushes", events: commandsOf("force-push") },
  { name: "agents' samples", events: samples.map(({ event }) => event) },
];

/** Single packs decide a part of what is long, each another one. */
const MOST_EVENTS = 160;

function sampled(events: readonly PolicyEvent[], pack: number): readonly PolicyEvent[] {
  const step = Math.ceil(events.length / MOST_EVENTS);
  return pack === 0 ? events : events.filter((_, at) => (at + pack) % step === 0);
}

/** All of a decision that does not depend on other files of the bundle, and what the agent would be answered. */
function written(event: PolicyEvent, { revision: _, duration_us: __, ...decision }: Decision): string {
  const agent = agentOf.get(event);
  const adapter = agent === undefined ? undefined : adapterOf(agent);
  const reply = adapter?.write({ ...decision, revision: "" }, event);
  // Rules ask whether policyc's own places exist, and those are in folders of this run.
  const facts = Object.entries(decision.facts).filter(([key]) => !key.startsWith("file_exists:/"));
  return JSON.stringify([{ ...decision, facts: Object.fromEntries(facts) }, reply ?? null]);
}

function lineOf(policy: LoadedPolicy, events: readonly PolicyEvent[]): string {
  const outcomes = new Map<string, number>();
  const decisions = events.map((event) => {
    const decision = policy.decideSync(event);
    const outcome = decision.failures.length === 0 ? decision.outcome : `${decision.outcome} by failure`;
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    return written(event, decision);
  });
  const counts = [...outcomes].sort(([a], [b]) => (a < b ? -1 : 1)).map(([outcome, count]) => `${outcome} ${count}`);
  return [shortHash(decisions.join("\n")), String(events.length).padStart(6), counts.join(", ")].join("  ");
}

/** A line for each set; the first pack decides all of each. */
export async function decisionLines({ name, dir }: BuiltPack, at: number): Promise<readonly string[]> {
  const policy = await loadPolicy(dir, { home: HOME, workdir: PROJECT, world, now: () => TIME });
  const lines = sets.map((set) => `${lineOf(policy, sampled(set.events, at))}  ${set.name}: ${name}`);
  await policy.close();
  return lines;
}
