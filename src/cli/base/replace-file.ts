// Rewrites files completely or not at all: a new file with the same mode replaces each, and several are replaced together.

import { open, readFile, realpath, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

interface StagedFile {
  readonly real: string;
  readonly fresh: string;
}

/** If the path is a link, its target is replaced and the link stays. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const { real, fresh } = await stage(path, Buffer.from(text));
  try {
    await rename(fresh, real);
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}

export interface Replacement {
  readonly path: string;
  /** What must be on disk now. */
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

export interface ReplaceFailure {
  readonly path: string;
  readonly error: unknown;
}

/** A file that must not be replaced, though its folder would let us. */
export class ReadOnlyFile extends Error {}
/** A file that is not what it was when it was read. */
export class ChangedMeanwhile extends Error {}

/** Replaces all of the files, or none: new ones are written beside all of them first, and a late failure puts back what was there. */
export async function replaceFiles(files: readonly Replacement[]): Promise<ReplaceFailure | null> {
  const staged: (StagedFile & Replacement)[] = [];
  const done: (StagedFile & Replacement)[] = [];
  let path = "";
  try {
    for (const file of files) {
      path = file.path;
      if (((await stat(path)).mode & 0o222) === 0) throw new ReadOnlyFile();
      if (!Buffer.from(file.before).equals(await readFile(path))) throw new ChangedMeanwhile();
      staged.push({ ...file, ...(await stage(path, file.after)) });
    }
    for (const file of staged) {
      path = file.path;
      await rename(file.fresh, file.real);
      done.push(file);
    }
    return null;
  } catch (error) {
    for (const { fresh } of staged) await rm(fresh, { force: true });
    for (const { real, before } of done) {
      const back = await stage(real, before);
      await rename(back.fresh, back.real);
    }
    return { path, error };
  }
}

/** Writes the new content beside the file it will replace. */
async function stage(path: string, content: Uint8Array): Promise<StagedFile> {
  const real = await realpath(path);
  const { mode } = await stat(real);
  const fresh = join(dirname(real), `.${basename(real)}.${process.pid}.new`);
  try {
    const handle = await open(fresh, "wx", mode & 0o777);
    try {
      await handle.writeFile(content);
      await handle.chmod(mode & 0o7777);
      await handle.sync();
    } finally {
      await handle.close();
    }
    return { real, fresh };
  } catch (error) {
    await rm(fresh, { force: true });
    throw error;
  }
}
