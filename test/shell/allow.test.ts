// An approval covers what was approved and nothing beside it: no dangerous command rides along with one that `allow` names.

import { afterAll, beforeAll, expect, it } from "vitest";
import { labelled, openPolicy, type Packs } from "./packs.ts";

const examples = ["git status", "git diff", "ls src", "npm test"];

const policy = `rule routine-commands-are-approved
  on before_tool_call
  when tool == "bash"
    and command only runs "git ( status | diff )", "ls", "npm test"
  allow
  fires on "git status", "ls src"
  ignores "git push"
`;

let approving: Packs;
beforeAll(async () => {
  approving = await openPolicy(policy);
});
afterAll(() => approving.close());

/** Ways to put another command beside the one that is approved. */
const rides: readonly ((approved: string, other: string) => string)[] = [
  (approved, other) => `${approved}; ${other}`,
  (approved, other) => `${approved} && ${other}`,
  (approved, other) => `${approved} || ${other}`,
  (approved, other) => `${approved} | ${other}`,
  (approved, other) => `${approved} & ${other}`,
  (approved, other) => `${approved}\n${other}`,
  (approved, other) => `${approved} $(${other}\n)`,
  (approved, other) => `${approved} <(${other}\n)`,
  (approved, other) => `${approved} "\${x:-$(${other}\n)}"`,
  (approved) => `${approved} > ~/.bashrc`,
  (approved) => `${approved} >> ~/.bashrc`,
  (approved) => `LD_PRELOAD=./x.so ${approved}`,
  (approved) => `sudo ${approved}`,
];

it("approves what it names", () => {
  const approved = examples.filter((command) => approving.decide(command).outcome === "allow");
  // What a task runs is not on the line, so nobody has said that it is harmless.
  expect(approved).toEqual(["git status", "git diff", "ls src"]);
});

it("approves no dangerous command beside it", () => {
  const dangerous = labelled("public.jsonl").filter(({ label }) => label === "dangerous");
  const open = dangerous.flatMap(({ command }) =>
    examples.flatMap((approved) =>
      rides.map((ride) => ride(approved, command)).filter((line) => approving.decide(line).outcome === "allow"),
    ),
  );
  expect(open).toEqual([]);
});

it("approves no option that changes files, and nothing that is only faintly in doubt", async () => {
  const looking = await openPolicy(`rule looking-is-approved
  on before_tool_call
  when command only runs "find", "cat", "git push !--force", "echo", "read"
  allow
  fires on "find src -name x"
  ignores "rm x"
`);
  const approved = [
    "find . -name x",
    "git push origin main",
    "find . -delete",
    "find . -fprint x",
    'git push origin "$B"',
    'B=main; git push origin "$B"',
    'read -r B; git push origin "$B"',
    'cat "$F"',
    'git push origin "$(echo main)"',
  ].filter((command) => looking.decide(command).outcome === "allow");
  await looking.close();
  expect(approved).toEqual([
    "find . -name x",
    "git push origin main",
    'B=main; git push origin "$B"',
    'git push origin "$(echo main)"',
  ]);
});
