// `policyc completion`: a script for the shell, generated from the definitions that the parser uses.

import { Argument, type Command } from "commander";
import { exit } from "../base/io.ts";
import { bashScript, fishScript, type VerbShape, zshScript } from "./completion-scripts.ts";
import type { DefineVerb } from "./verb.ts";

const scripts: ReadonlyMap<string, (verbs: readonly VerbShape[]) => string> = new Map([
  ["bash", bashScript],
  ["zsh", zshScript],
  ["fish", fishScript],
]);

export const defineCompletion: DefineVerb = (command, io, finish) => {
  command
    .description("Prints a completion script, for example: policyc completion bash > ~/.policyc-completion.bash")
    .addArgument(new Argument("<shell>", "the shell").choices([...scripts.keys()]))
    .action((shell: string) => {
      io.stdout.write(scripts.get(shell)?.(command.parent === null ? [] : shapesOf(command.parent)) ?? "");
      finish(exit.clean);
    });
};

function shapesOf(program: Command): readonly VerbShape[] {
  const help = program.createHelp();
  return help
    .visibleCommands(program)
    .filter((command) => command.name() !== "help")
    .map((command) => ({
      name: command.name(),
      summary: command.summary() || command.description(),
      words: command.registeredArguments.flatMap((argument) => argument.argChoices ?? []),
      options: [
        ...help.visibleOptions(command),
        ...program.options.filter((option) => option.long === "--no-color"),
      ].map((option) => ({
        flags: [option.long, option.short].filter((flag) => flag !== undefined && flag !== null),
        summary: option.description,
        takesValue: option.required,
        choices: option.argChoices ?? [],
      })),
    }));
}
