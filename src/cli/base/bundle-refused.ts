// A bundle that cannot be loaded, on the command line: its coded line and the exit code.

import { resolve } from "node:path";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { PolicyLoadError } from "../../language/load-error.ts";
import { type Exit, exit, type Io } from "./io.ts";

/** A bundle that cannot be read is an error; one that was modified is a finding. */
export function refused(error: unknown, bundle: string, io: Io): Exit {
  if (!(error instanceof PolicyLoadError)) throw error;
  const message = error.message.replaceAll(resolve(io.cwd, bundle), bundle);
  io.stderr.write(`error[${error.code}]: ${visible(message)}\n`);
  return error.code === "P601" ? exit.cliError : exit.findings;
}
