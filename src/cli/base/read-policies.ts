// The texts of policy files, or of stdin, for verbs that work on text.

import { readFile, stat } from "node:fs/promises";
import { resolve } from "node:path";
import type { Source } from "../../compiler/diagnostics/source.ts";
import { type CliError, cliError, reasonOf } from "./cli-error.ts";
import { findPolicies } from "./find-policies.ts";
import { exit, type Io } from "./io.ts";

export type Texts =
  | { readonly sources: readonly Source[]; readonly cliError?: never }
  | { readonly sources?: never; readonly cliError: CliError };

/** Reads all files first, so that an error in one is reported before any other is changed. */
export async function readPolicies(paths: readonly string[], io: Io): Promise<Texts> {
  if (paths.includes("-")) {
    if (paths.length > 1) {
      return { cliError: { text: "error: `-` cannot be mixed with other paths\n", exit: exit.usage } };
    }
    return decoded([["<stdin>", await io.stdin.read()]]);
  }
  const found = await findPolicies(paths, io);
  if (found.cliError !== undefined) return found;
  const read: (readonly [string, Uint8Array])[] = [];
  for (const file of found.files) {
    try {
      const place = resolve(io.cwd, file);
      // A device or a pipe may never end.
      if (!(await stat(place)).isFile())
        return { cliError: cliError("P803", { path: file, why: "it is not a regular file" }) };
      read.push([file, await readFile(place)]);
    } catch (error) {
      return { cliError: cliError("P803", { path: file, why: reasonOf(error) }) };
    }
  }
  return decoded(read);
}

/** Text that is not UTF-8 cannot be written back unchanged, so it is rejected. */
function decoded(files: readonly (readonly [string, Uint8Array])[]): Texts {
  const sources: Source[] = [];
  for (const [file, bytes] of files) {
    try {
      sources.push({ file, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) });
    } catch {
      return { cliError: cliError("P803", { path: file, why: "it is not UTF-8 text" }) };
    }
  }
  return { sources };
}
