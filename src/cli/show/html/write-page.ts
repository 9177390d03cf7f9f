// Writes a report whole or not at all. It shows what agents did, so only its owner may read it.

import { open, rename, rm } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { type CliError, cliError, reasonOf } from "../../base/cli-error.ts";
import type { Io } from "../../base/io.ts";

/** Null when it is written; a report that was there before is replaced. */
export async function writePage(path: string, page: string, io: Io): Promise<CliError | null> {
  const place = resolve(io.cwd, path);
  const fresh = join(dirname(place), `.${basename(place)}.${process.pid}.new`);
  try {
    const handle = await open(fresh, "wx", 0o600);
    try {
      await handle.writeFile(page);
    } finally {
      await handle.close();
    }
    await rename(fresh, place);
    return null;
  } catch (error) {
    await rm(fresh, { force: true });
    return cliError("P804", { path, why: reasonOf(error) });
  }
}
