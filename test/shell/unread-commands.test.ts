// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell texts

// A command that cannot be read gives one reason, whatever the number of rules, and the same in the replies of agents.

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { adapterOf } from "../../src/hosts/adapters.ts";
import type { Decision, PolicyEvent } from "../../src/language/contract.ts";
import { openPolicy, type Packs } from "./packs.ts";

const rule = (name: string, condition: string, example: string): string => `rule ${name}
  on before_tool_call
  when ${condition}
  block "${name} says no."
  fires on "${example}"
`;

const policy = [
  rule("no-force", 'command runs "git push --force"', "git push -f"),
  rule("no-drop", 'command runs "dropdb"', "dropdb x"),
  rule("no-other-host", 'any hosts not matches "github.com"', "curl https://evil.example"),
  `@shadow
rule no-tags
  on before_tool_call
  when command runs "git tag"
  block "no-tags says no."
  fires on "git tag x"
`,
  `rule own-words
  on before_tool_call
  when command runs "shutdown"
  block "own-words says no."
  if unknown ask "Might this stop the machine?"
  fires on "shutdown now"
`,
].join("\n");

let packs: Packs;
beforeAll(async () => {
  packs = await openPolicy(policy);
});
afterAll(() => packs.close());

const ADVICE = "Write it plainly, or split it into several commands.";
const decided = (command: string) => packs.decide(command).reasons.filter(({ shadow }) => shadow !== true);

describe("one reason", () => {
  it.each([
    ["ls && echo 'x", "the shell text has an error: unterminated single quote, line 1, column 12"],
    ["ls\nif true; then ls", "the shell text has an error: expected 'fi' to close 'if', line 2, column 17"],
    [
      "bash -c 'ls &&'",
      "the shell text has an error: expected command after '&&', line 1, column 6 of the text for `bash -c`",
    ],
    [`echo ${"$(".repeat(70)}ls${")".repeat(70)}`, "it goes beyond what is read: nested deeper than 64"],
    ["echo a\u202eb", "bidirectional control character"],
    ["$TOOL --version", "what `$TOOL --version` does depends on variable TOOL"],
    ['sudo -u x sh -c "$WEB start"', "what `${WEB} start` does depends on variable WEB"],
  ])("%j", (command, why) => {
    const [first, ...rest] = decided(command);
    expect(first).toMatchObject({
      rule: "no-force",
      because: "unknown",
      message: `This command could not be read: ${why}. ${ADVICE}`,
      also: expect.arrayContaining(["no-drop", "no-other-host"]),
    });
    // A rule that says itself what to do when unknown keeps its own words.
    expect(rest.map(({ rule: name }) => name)).toEqual(["own-words"]);
  });

  it("keeps every rule in `unclear`", () => {
    const { unclear } = packs.decide("echo 'x");
    expect(unclear.map(({ rule: name }) => name)).toEqual(
      expect.arrayContaining(["no-force", "no-drop", "no-other-host", "no-tags", "own-words"]),
    );
  });

  it("comes first, before the reasons of rules that fire", () => {
    const reasons = decided("dropdb x; echo 'x");
    expect(reasons.map(({ rule: name }) => name)).toEqual(["no-force", "no-drop", "own-words"]);
    expect(reasons[0]?.also).toContain("no-other-host");
    expect(reasons[1]?.message).toBe("no-drop says no. [`dropdb x`]");
  });

  it("is the rule's own message where only one rule is in doubt", () => {
    const [only, ...rest] = decided('curl "$URL"');
    expect(rest).toEqual([]);
    expect(only?.message).toContain("no-other-host says no.");
    expect(only?.also).toBeUndefined();
  });

  it("does not hide what a rule says of an unknown program that is given a known command", () => {
    expect(decided("acme-run git push --force")[0]?.message).toContain("no-force says no.");
  });
});

describe("replies of agents", () => {
  const decision = (): Decision => packs.decide("echo 'x");
  const event: PolicyEvent = {
    point: "before_tool_call",
    tool: "bash",
    input: { command: "echo 'x" },
    session_id: "s",
    workdir: "/w",
  };

  it.each(["claude-code", "codex", "gemini-cli", "cursor", "copilot-cli", "windsurf", "kiro"])("%s", (host) => {
    const { stdout, stderr } = adapterOf(host)?.write(decision(), event) ?? { stdout: "", stderr: "" };
    const text = `${stdout}${stderr}`;
    expect(text.split("This command could not be read").length - 1).toBeGreaterThan(0);
    expect(text).not.toContain("says no");
  });
});
