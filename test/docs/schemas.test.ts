// The JSON Schemas say what the runtime does: events that agents send are valid, the schema refuses an event exactly when
// the engine does, and decisions of every kind are valid.

import { join } from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { buildBundle } from "../../src/compiler/index.ts";
import type { Json } from "../../src/language/contract.ts";
import { loadPolicy } from "../../src/runtime/index.ts";
import { readingsOf, sampledAgents } from "../hosts/read-samples.ts";
import { decisionSchema, eventSchema } from "./generated/schemas.ts";
import { scratchPolicy } from "./workspace.ts";

type Event = { readonly [field: string]: Json };

const ajv = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false, allErrors: false });
const isEvent = ajv.compile(eventSchema);
const isDecision = ajv.compile(decisionSchema);

const samples: readonly Event[] = sampledAgents.flatMap((agent) =>
  Object.values(readingsOf(agent)).flatMap((reading) =>
    "event" in reading ? [reading.event as unknown as Event] : [],
  ),
);

const policy = `
rule no-env-files on before_tool_call when any reads matches "**/.env" block "no"
rule search-is-answered on before_tool_call when tool == "web_search" respond "none"
rule force-is-asked on before_tool_call when command runs "git push --force" ask "sure?"
rule keys-are-masked on user_prompt_submit when prompt contains "key" set prompt = mask(prompt, /key/)
rule hello on user_prompt_submit when prompt contains "hello" note "be polite"
rule loud on before_tool_call when tool == "fetch" warn "fetching"
rule docs-are-free on before_tool_call when tool == "read" and all reads under "docs" allow
@shadow rule tried-out on before_tool_call when tool == "read" block "later"
rule branch on before_completion_decision when git_branch() == "main" block "not on main"
`;

async function withPolicy(use: (decide: (event: Event) => Promise<unknown>) => Promise<void>): Promise<void> {
  const { cwd, packsDir } = scratchPolicy(policy);
  const outDir = join(cwd, "bundle");
  const built = await buildBundle(["example.policy"], { cwd, packsDir, outDir });
  expect(built.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  const loaded = await loadPolicy(outDir);
  try {
    await use((event) => loaded.decide(event as Parameters<typeof loaded.decide>[0]));
  } finally {
    await loaded.close();
  }
}

it("events of all agents are valid", () => {
  expect(samples.length).toBeGreaterThan(100);
  const invalid = samples.filter((event) => !isEvent(event));
  expect(invalid).toEqual([]);
});

/** The event with one thing changed: a member left out, null, or of another type; the same inside `input`. */
function variants(event: Event): readonly Event[] {
  const values: readonly Json[] = [null, 7, "text", true, ["text"], { a: 1 }];
  const changed = (object: Event): readonly Event[] =>
    Object.keys(object).flatMap((name) => {
      const { [name]: _, ...rest } = object;
      return [rest, ...values.map((value) => ({ ...object, [name]: value }))];
    });
  const input = event.input as Event | undefined;
  return [
    ...changed(event),
    ...(input === undefined ? [] : changed(input).map((inner) => ({ ...event, input: inner }))),
  ];
}

/** `time` and `unknown` have rules beyond what a schema can say. */
const isBeyondSchema = (event: Event): boolean =>
  typeof event.time === "string" || (Array.isArray(event.unknown) && event.unknown.length > 0) || event.tool === "";

it("the schema refuses an event exactly when the engine does", async () => {
  await withPolicy(async (decide) => {
    const one = new Map(samples.map((event) => [`${event.point} ${event.tool ?? ""}`, event]));
    const disagreements: unknown[] = [];
    let refused = 0;
    for (const event of [...one.values()].flatMap(variants)) {
      if (isBeyondSchema(event)) continue;
      const { failures } = (await decide(event)) as { readonly failures: readonly { readonly code: string }[] };
      const isRefused = failures.some(({ code }) => code === "P701" || code === "P702");
      if (isRefused) refused++;
      if (isRefused === isEvent(event)) disagreements.push(event);
    }
    expect(disagreements).toEqual([]);
    expect(refused).toBeGreaterThan(200);
  });
});

const asked: readonly (readonly [string, Event])[] = [
  ["block", { point: "before_tool_call", tool: "read", input: { path: "app/.env" } }],
  ["respond", { point: "before_tool_call", tool: "web_search", input: { query: "x" } }],
  ["ask", { point: "before_tool_call", tool: "bash", input: { command: "git push -f" } }],
  ["ask", { point: "before_tool_call", tool: "bash", input: { command: "git push $FLAGS" } }],
  ["allow", { point: "before_tool_call", tool: "read", input: { path: "docs/a.md" } }],
  ["pass", { point: "before_tool_call", tool: "fetch", input: { url: "https://example.org" } }],
  ["pass", { point: "user_prompt_submit", prompt: "hello, my key" }],
  ["block", { point: "before_tool_call", tool: "bash", input: {} }],
  // The branch is unknown there.
  ["block", { point: "before_completion_decision", workdir: "/nowhere", cwd: "/nowhere" }],
];

it("decisions of every kind are valid", async () => {
  await withPolicy(async (decide) => {
    for (const [outcome, event] of asked) {
      const decision: unknown = JSON.parse(JSON.stringify(await decide(event)));
      expect(decision).toMatchObject({ outcome });
      expect([isDecision(decision), isDecision.errors]).toEqual([true, null]);
    }
  });
});

it("what is no decision is refused", () => {
  expect(isDecision({ proceed: true, outcome: "pass" })).toBe(false);
});
