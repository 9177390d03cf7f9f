// Rewrites a file completely or not at all: a new file with the same mode replaces it.

import { open, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/** If the path is a link, its target is replaced and the link stays. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const real = await realpath(path);
  const { mode } = await stat(real);
  const fresh = join(dirname(real), `.${basename(real)}.${process.pid}.new`);
  try {
    const handle = await open(fresh, "wx", mode & 0o777);
    try {
      await handle.writeFile(text);
      await handle.chmod(mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(fresh, real);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
