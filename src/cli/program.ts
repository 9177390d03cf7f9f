// Builds the program for a command line: the verbs it may mean in full, all others only in the list. Each verb's file defines
// its arguments and options; this file defines how mistakes are reported.

import { Command } from "commander";
import { compilerVersion } from "../compiler/bundle/package-files.ts";
import { visibleLines } from "../compiler/diagnostics/report/visible.ts";
import { didYouMean } from "../compiler/diagnostics/suggest.ts";
import type { Exit, Io } from "./base/io.ts";
import { type Verb, verbs } from "./verbs.ts";

/** Names reserved for planned verbs: saying so is better than guessing at a typo. */
const later: ReadonlySet<string> = new Set(["lsp", "studio"]);

const EXITS = `
Exit codes: 0 no findings, 1 findings or failed tests, 2 usage error, 3 internal or I/O error.`;

/** A program that can parse these arguments; without arguments, one with every verb in full. */
export async function createProgram(io: Io, finish: (exit: Exit) => void, argv?: readonly string[]): Promise<Command> {
  const program = new Command("policyc")
    .description("Compiles policies for AI agents and shows what they decide.")
    .version(compilerVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [verb]", "print help on a verb")
    .option("--no-color", "never use colour (NO_COLOR does the same)")
    .configureHelp({ showGlobalOptions: true, subcommandTerm })
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(visibleLines(text)),
      getOutHasColors: () => false,
      getErrHasColors: () => false,
      getOutHelpWidth: () => 100,
      getErrHelpWidth: () => 100,
    })
    .addHelpText("after", EXITS)
    .exitOverride();
  program.on("command:*", ([word = ""]: readonly string[]) => unknownVerb(program, word));
  for (const verb of verbs) {
    const command = program.command(verb.name).summary(verb.summary);
    if (argv === undefined || mayMean(argv, verb)) (await verb.load())(command, io, finish);
  }
  return program;
}

/** A verb is relevant only if its name is among the arguments. Completion scripts need all verbs. */
const mayMean = (argv: readonly string[], { name }: Verb): boolean =>
  argv.includes(name) || argv.includes("completion");

function subcommandTerm(command: Command): string {
  const words = verbs.find(({ name }) => name === command.name())?.words ?? command.usage();
  return `${command.name()} ${words}`;
}

function unknownVerb(program: Command, word: string): never {
  if (later.has(word)) return program.error(`error: \`policyc ${word}\` is not available in this version`);
  const near = didYouMean(
    word,
    program.commands.map((command) => command.name()),
  );
  const hint = near === null ? "see `policyc --help`" : `did you mean \`${near}\`?`;
  return program.error(`error: unknown verb \`${word}\`; ${hint}`);
}
