// Errors of verbs: a coded line on stderr and the matching exit code.

import { type Code, catalogue, type Holes } from "../../compiler/diagnostics/catalogue.ts";
import { visible } from "../../compiler/diagnostics/report/visible.ts";
import { fillMessage } from "../../language/codes.ts";
import { type Exit, exit, type Io } from "./io.ts";

export interface CliError {
  readonly text: string;
  readonly exit: Exit;
}

/** Codes for errors of the environment; all others are errors of the command line. */
const OUTSIDE: ReadonlySet<string> = new Set(["P803", "P804", "P810", "P830", "P889", "P899"]);

export function cliError<C extends Code>(code: C, holes: Holes<C>): CliError {
  const text = `error[${code}]: ${visible(fillMessage(catalogue[code].message, holes))}\n`;
  return { text, exit: OUTSIDE.has(code) ? exit.cliError : exit.usage };
}

/** Prints the error and returns its exit code. */
export function failWith(found: CliError, io: Io): Exit {
  io.stderr.write(found.text);
  return found.exit;
}

const REASONS: ReadonlyMap<string, string> = new Map([
  ["ENOENT", "no such file or folder"],
  ["EACCES", "permission denied"],
  ["EPERM", "operation not permitted"],
  ["EISDIR", "it is a folder"],
  ["ENOTDIR", "a part of the path is not a folder"],
  ["ELOOP", "its symbolic links form a loop"],
  ["ENOSPC", "no space left on the device"],
  ["EROFS", "the file system is read-only"],
  ["EEXIST", "it already exists"],
  ["ENAMETOOLONG", "the name is too long"],
]);

/** The system's error code, or null when it is not a system error. */
export function systemCode(error: unknown): string | null {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return null;
  return typeof error.code === "string" ? error.code : null;
}

/** Why a file operation failed, in words and without local paths. Any other error is a bug and is rethrown. */
export function reasonOf(error: unknown): string {
  const code = systemCode(error);
  if (code === null) throw error;
  return REASONS.get(code) ?? code;
}
