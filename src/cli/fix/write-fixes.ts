// Writes what `check --fix` changed: every file or none. A byte order mark and the line ends stay as they are.

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { FixResult } from "../../compiler/index.ts";
import { type CliError, cliError, reasonOf } from "../base/cli-error.ts";
import type { Io } from "../base/io.ts";
import { ChangedMeanwhile, ReadOnlyFile, type Replacement, replaceFiles } from "../base/replace-file.ts";

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/** Writes the changed files, or says why none was written. */
export async function writeFixes({ changed }: FixResult, io: Io): Promise<CliError | null> {
  const files: Replacement[] = [];
  for (const [file, { before, after }] of changed) {
    const path = resolve(io.cwd, file);
    let bytes: Buffer;
    try {
      bytes = await readFile(path);
    } catch (error) {
      return refusal(file, reasonOf(error));
    }
    const mark = bytes.subarray(0, 3).equals(MARK) ? MARK : Buffer.alloc(0);
    const encode = (text: string): Buffer => Buffer.concat([mark, Buffer.from(text)]);
    // What was checked must be what is replaced.
    files.push({ path, before: encode(before), after: encode(after) });
  }
  const failure = await replaceFiles(files);
  if (failure === null) return null;
  const at = files.findIndex(({ path }) => path === failure.path);
  return refusal([...changed.keys()][at] ?? failure.path, whyNot(failure.error));
}

function whyNot(error: unknown): string {
  if (error instanceof ReadOnlyFile) return "the file is read-only";
  return error instanceof ChangedMeanwhile ? "the file changed while it was checked" : reasonOf(error);
}

const refusal = (file: string, why: string): CliError => cliError("P804", { path: file, why });
