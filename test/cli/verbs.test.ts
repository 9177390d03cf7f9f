// The table of verbs says what the definitions of the verbs say.

import { expect, test } from "vitest";
import type { Io } from "../../src/cli/base/io.ts";
import { createProgram } from "../../src/cli/program.ts";
import { verbs } from "../../src/cli/verbs.ts";

const sink = { isTty: false, write: () => undefined };
const stdin = { isTty: false, read: async () => new Uint8Array() };
const io: Io = { cwd: "/", env: {}, stdout: sink, stderr: sink, stdin };

test("what the list of verbs shows of each is what commander would show", async () => {
  const program = await createProgram(io, () => undefined);
  const words = program.commands.map((command) => {
    const taken = command.registeredArguments.map((argument) => {
      const { required, variadic } = argument;
      const shown = `${argument.name()}${variadic ? "..." : ""}`;
      return required ? `<${shown}>` : `[${shown}]`;
    });
    return [command.name(), ...(command.options.length > 0 ? ["[options]"] : []), ...taken].join(" ");
  });
  expect(verbs.map(({ name, words }) => `${name} ${words}`)).toEqual(words);
});

test("only the verbs that are named are loaded", async () => {
  const program = await createProgram(io, () => undefined, ["--no-color", "check", "policies"]);
  const loaded = program.commands.filter((command) => command.options.length > 0).map((command) => command.name());
  expect(loaded).toEqual(["check"]);
});
