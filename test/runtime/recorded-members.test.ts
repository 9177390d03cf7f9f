// Of a long listing only the files that decided are recorded: with them alone, a replay decides the same.

import { expect, test } from "vitest";
import type { World } from "../../src/runtime/engine/event/environment.ts";
import { diskOf } from "../disk.ts";
import { policyOfText } from "./policy-of-text.ts";

const PROJECT = "/home/dev/shop";
const many = Array.from({ length: 200 }, (_, at) => `${PROJECT}/app/src/${at}.ts`);
const disk = diskOf([...many, `${PROJECT}/app/keys/a.pem`]);

const bash = (command: string) => ({ tool: "bash", input: { command } });

test.each([
  ["any deletes matches", 'any deletes matches "**/*.pem"', bash("rm -r app")],
  ["any deletes not", 'any deletes not matches ["app", "app/**/*.ts", "app/src"]', bash("rm -r app")],
  ["not all deletes", 'not all deletes matches ["app", "app/src/**"]', bash("rm -r app")],
  [
    "not all of one call",
    'any c of command.calls where (not all c.deletes matches ["app", "app/src/**"])',
    bash("rm -r app"),
  ],
  ["not all of a pattern", 'not all deletes matches "**/?*.ts"', bash("shopt -s globstar; rm app/**")],
  ["any reads of a search", 'any reads matches "**/*.pem"', { tool: "search", input: { pattern: "x", path: "app" } }],
  [
    "not all reads of a search",
    'not all reads matches ["app", "app/src/**"]',
    { tool: "search", input: { pattern: "x", path: "app" } },
  ],
])("%s", async (_, when, call) => {
  const event = { point: "before_tool_call", workdir: PROJECT, ...call };
  const rule = `rule r\n  on before_tool_call\n  when ${when}\n  block "no"\n  if unknown ask "perhaps"\n`;
  const first = (await policyOfText(rule, { world: disk, home: "/home/dev" })).decideSync(event);
  expect(first.outcome).toBe("block");
  const recorded = new Map(
    Object.entries(first.facts).flatMap(([key, value]) => (typeof value === "string" ? [[key, value] as const] : [])),
  );
  expect([...recorded.values()].map((record) => record.split("\0")[0])).toContain("cut");
  const world: World = (key) => (key.startsWith("realpath:") ? key.slice("realpath:".length) : recorded.get(key));
  const again = (await policyOfText(rule, { world, home: "/home/dev" })).decideSync(event);
  expect(again.outcome).toBe("block");
});
