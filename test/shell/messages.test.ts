// What a message says of the command that a rule is about: the command itself, and the chain that led to it.

import { afterAll, beforeAll, expect, it } from "vitest";
import { openPolicy, type Packs } from "./packs.ts";

const policy = `rule no-force
  on before_tool_call
  when command runs "git push --force", "rm --recursive"
  block "No."
  fires on "git push -f"
  ignores "git push"
`;

let bundle: Packs;
beforeAll(async () => {
  bundle = await openPolicy(policy);
});
afterAll(() => bundle.close());

const said: readonly (readonly [command: string, message: string])[] = [
  ["git push -f", "No."],
  ["sudo bash -c 'git push -f'", "No. [`git push -f` (sudo -> bash -c -> git push)]"],
  ["cd app && git push -f", "No. [`git push -f`]"],
  ["docker run alpine/git push -f", "No. [`git push -f` (docker run -> git push)]"],
  ["find . -exec rm -r {} +", "No. [`rm -r .` (find -exec -> rm)]"],
];

it.each(said)("%s", (command, message) => {
  const { reasons } = bundle.decide(command);
  expect(reasons.filter(({ rule }) => rule === "no-force").map((reason) => reason.message)).toEqual([message]);
});
