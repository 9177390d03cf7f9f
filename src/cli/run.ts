// The command line as a function: arguments and an Io in, exit code out. It never throws and never ends the process.

import { CommanderError } from "commander";
import { visibleLines } from "../compiler/diagnostics/report/visible.ts";
import { type Exit, exit, type Io } from "./base/io.ts";
import { createProgram } from "./program.ts";

export async function run(argv: readonly string[], io: Io): Promise<Exit> {
  try {
    let result: Exit = exit.clean;
    const note = (code: Exit): void => {
      result = code;
    };
    const program = await createProgram(io, note, argv);
    await program.parseAsync([...argv], { from: "user" });
    return result;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exit.clean : exit.usage;
    return internalError(error, io);
  }
}

/** One line with a code; the stack only on request. The catalogue of codes is loaded on demand. */
export async function internalError(error: unknown, io: Io): Promise<Exit> {
  const { failWith, cliError } = await import("./base/cli-error.ts");
  if (io.env.POLICYC_DEBUG) io.stderr.write(visibleLines(`${error instanceof Error ? error.stack : String(error)}\n`));
  const why = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return failWith(cliError("P899", { why: why.split("\n", 1)[0] ?? "" }), io);
}
