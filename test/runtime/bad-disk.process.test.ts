// A project whose files are in the way: every decision comes back, bounded, and says what it could not look at.

import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { nodeWorld } from "../../src/runtime/machine/facts.ts";
import { temporaryFolder } from "./hand-made-bundle.ts";
import { makePipe } from "./named-pipe.ts";
import { policyOfText } from "./policy-of-text.ts";

const root = temporaryFolder();
const at = (name: string): string => join(root, name);
const script = (name: string, text: string): void => writeFileSync(at(name), text);

mkdirSync(at("circle/deep"), { recursive: true });
symlinkSync("..", at("circle/deep/up"));
symlinkSync("self", at("circle/self"));
symlinkSync("there", at("circle/here"));
symlinkSync("here", at("circle/there"));
mkdirSync(at("many"));
for (let one = 0; one < 60_000; one++) writeFileSync(at(`many/${one}`), "");
mkdirSync(at("dark"));
chmodSync(at("dark"), 0);
afterAll(() => chmodSync(at("dark"), 0o700));
makePipe(at("pipe.sh"));
makePipe(at("pipe.tar"));
mkdirSync(at("folder.sh"));
script("package.json", '{ "scripts": { "test": ');
script("itself.sh", ". ./itself.sh\nbash itself.sh\n");
script("ping.sh", "bash pong.sh\n");
script("pong.sh", "bash ping.sh\n");
script("grows.sh", 'bash grows.sh "$1" "$@"\n');
script("long.sh", "echo x\n".repeat(20_000));
writeFileSync(at("bytes.sh"), Buffer.from([0x65, 0x63, 0x00, 0xff, 0xfe]));
writeFileSync(at("half.tar"), Buffer.alloc(700, 0x41));
script("Makefile", "build: build\n\t$(shell $(shell\n");

const policy = `rule keep
  on before_tool_call
  when any deletes matches "**/.env" or any writes matches "**/.env"
  block "no"
rule unread
  on before_tool_call
  when any reads matches "**/.env"
  block "no"
rule pushes
  on before_tool_call
  when command runs "git push"
  block "no"
rule scripts
  on before_tool_call
  when any x of command.external where not x.followed
  ask "{command} was not read"
`;

/** Everything can be read by this user, whatever its rights. */
const isRoot = process.getuid?.() === 0;

test.each([
  ["rm -r circle", "pass", []],
  ["find -L circle -type f -delete", "pass", []],
  ["grep -R x circle", "pass", []],
  ["cp -rL circle /tmp/elsewhere", "pass", []],
  // Where a link in a circle leads is unknown.
  ["rm circle/*", "ask", ["keep"]],
  ["cat circle/self", "ask", ["unread"]],
  ["rm -r dark", isRoot ? "pass" : "ask", isRoot ? [] : ["keep"]],
  ["rm -r many", "ask", ["keep"]],
  ["rm many/.*", "ask", ["keep"]],
  ["grep -r x many", "pass", ["unread"]],
  ["bash pipe.sh", "ask", []],
  ["bash folder.sh", "ask", []],
  ["bash bytes.sh", "ask", []],
  ["bash long.sh", "ask", []],
  ["tar xf pipe.tar", "pass", ["keep"]],
  ["tar xf half.tar", "pass", ["keep"]],
  ["npm test", "ask", []],
  ["make build", "ask", []],
  ["bash itself.sh", "pass", []],
  ["bash ping.sh", "pass", []],
  ["bash grows.sh a", "ask", []],
])("%s", async (command, outcome, unclear) => {
  const decide = await policyOfText(policy, { world: nodeWorld, home: "/home/dev" });
  const decision = decide.decideSync({ point: "before_tool_call", workdir: root, tool: "bash", input: { command } });
  expect(decision.failures).toEqual([]);
  // The rules that protect policyc itself are there too.
  const doubts = decision.unclear.filter(({ rule }) => !rule.startsWith("self-"));
  expect([decision.outcome, doubts.map(({ rule }) => rule)]).toEqual([outcome, unclear]);
  for (const { missing } of doubts) expect(missing).not.toEqual([]);
  // What is recorded stays small, however much there is.
  expect(JSON.stringify(decision).length).toBeLessThan(16_384);
});
