// All verbs together. Each verb's file defines its own arguments and options; this one says how mistakes are answered.

import { Command } from "commander";
import { compilerVersion } from "../compiler/bundle/package-files.ts";
import { visibleLines } from "../compiler/diagnostics/report/visible.ts";
import { didYouMean } from "../compiler/diagnostics/suggest.ts";
import type { Exit, Io } from "./base/io.ts";
import { addBuild } from "./verbs/build.ts";
import { addCapabilities } from "./verbs/capabilities.ts";
import { addCheck } from "./verbs/check.ts";
import { addCompletion } from "./verbs/completion.ts";
import { addDiff } from "./verbs/diff.ts";
import { addEmit } from "./verbs/emit.ts";
import { addEval } from "./verbs/eval.ts";
import { addExplain } from "./verbs/explain.ts";
import { addFmt } from "./verbs/fmt.ts";
import { addHook } from "./verbs/hook.ts";
import { addHookTest } from "./verbs/hook-test.ts";
import { addImport } from "./verbs/import.ts";
import { addInit } from "./verbs/init.ts";
import { addInspect } from "./verbs/inspect.ts";
import { addInstall } from "./verbs/install.ts";
import { addMcpProxy } from "./verbs/mcp-proxy.ts";
import { addReplay } from "./verbs/replay.ts";
import { addServe } from "./verbs/serve.ts";
import { addShell } from "./verbs/shell.ts";
import { addTest } from "./verbs/test.ts";
import { addTrust } from "./verbs/trust.ts";
import type { AddVerb } from "./verbs/verb.ts";

const verbs: readonly AddVerb[] = [
  addInit,
  addCheck,
  addFmt,
  addTest,
  addBuild,
  addEval,
  addReplay,
  addExplain,
  addInspect,
  addDiff,
  addCapabilities,
  addShell,
  addTrust,
  addHook,
  addServe,
  addInstall,
  addHookTest,
  addImport,
  addEmit,
  addMcpProxy,
  addCompletion,
];

/** Names that are taken for verbs to come: saying so is better than guessing at a typo. */
const later: ReadonlySet<string> = new Set(["lsp", "studio"]);

const EXITS = `
Exit codes: 0 no findings, 1 findings or failed tests, 2 usage error, 3 internal or I/O error.`;

export function createProgram(io: Io, finish: (exit: Exit) => void): Command {
  const program = new Command("policyc")
    .description("Compiles policies for AI agents and shows what they decide.")
    .version(compilerVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [verb]", "print help on a verb")
    .option("--no-color", "never use colour (NO_COLOR does the same)")
    .configureHelp({ showGlobalOptions: true })
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
  for (const add of verbs) add(program, io, finish);
  return program;
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
