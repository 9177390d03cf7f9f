// Puts a finished bundle in its place, so that a build that fails or is killed leaves the old bundle loadable.
//
// A folder cannot replace a folder in one step, and a link would not survive copying, so there are three:
//   1. the new bundle is written, complete and synced, to `.NAME.next-…` beside the output;
//   2. the old bundle is renamed to `.NAME.last`;
//   3. the new one is renamed to NAME, then `.NAME.last` is removed.
// INVARIANT: at every moment NAME or, while NAME is absent, `.NAME.last` is a complete bundle. A kill between 2 and 3
// leaves the second case: the loader then reads `.NAME.last`, and the next build puts it back first.

import { randomBytes } from "node:crypto";
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolder } from "./make-folder.ts";

export type BundleFiles = ReadonlyMap<string, Uint8Array>;

/** Why the output folder cannot be used; null when it can. */
export type FolderRefusal = { readonly kind: "occupied"; readonly why: string } | null;

interface Places {
  readonly dir: string;
  readonly parent: string;
  readonly last: string;
  readonly nextPrefix: string;
}

function placesOf(outDir: string): Places {
  const given = resolve(outDir);
  // A link to a folder is followed, so that the link stays and its target is replaced.
  const dir = existsSync(given) ? realpathSync(given) : given;
  const parent = dirname(dir);
  const name = basename(dir);
  return { dir, parent, last: join(parent, `.${name}.last`), nextPrefix: `.${name}.next-` };
}

/** Refuses a folder that holds anything but a bundle: it will be replaced as a whole. */
export function refuseOutput(outDir: string): FolderRefusal {
  const { dir, parent } = placesOf(outDir);
  if (dir === parent) return { kind: "occupied", why: "it is the root folder" };
  if (!existsSync(dir)) return null;
  if (!lstatSync(dir).isDirectory()) return { kind: "occupied", why: "it is a file" };
  const names = readdirSync(dir);
  if (names.length === 0) return null;
  const listed = names.includes("manifest.json") ? listedFiles(join(dir, "manifest.json")) : null;
  if (listed === null) return { kind: "occupied", why: "it contains files but no manifest.json of policyc" };
  const stranger = filesBelow(dir).find((file) => !listed.has(file));
  return stranger === undefined
    ? null
    : { kind: "occupied", why: `it contains \`${stranger}\`, which is not part of a bundle` };
}

function listedFiles(manifestFile: string): ReadonlySet<string> | null {
  try {
    const manifest = JSON.parse(readFileSync(manifestFile, "utf8")) as { [key: string]: unknown } | null;
    const isOurs = typeof manifest?.format === "number" && typeof manifest.revision === "string";
    if (!isOurs || typeof manifest.files !== "object" || manifest.files === null) return null;
    return new Set([...Object.keys(manifest.files), "manifest.json", "signature.json"]);
  } catch {
    return null;
  }
}

function filesBelow(dir: string): readonly string[] {
  const found: string[] = [];
  const pending = [""];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    for (const entry of readdirSync(join(dir, at), { withFileTypes: true })) {
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory()) pending.push(path);
      else found.push(path);
    }
  }
  return found;
}

/** Writes the files and swaps them in. Throws on I/O trouble, with the old bundle in place. */
export function writeBundle(outDir: string, files: BundleFiles): void {
  const places = placesOf(outDir);
  makeFolder(places.parent);
  recover(places);
  const next = join(places.parent, `${places.nextPrefix}${process.pid}-${randomBytes(4).toString("hex")}`);
  try {
    writeAll(next, files);
    swap(places, next);
  } finally {
    rmSync(next, { recursive: true, force: true });
  }
}

/** Finishes what a killed build left: the old bundle goes back, half-written ones go away. */
function recover(places: Places): void {
  if (!existsSync(places.dir) && existsSync(places.last)) renameSync(places.last, places.dir);
  for (const name of readdirSync(places.parent)) {
    if (name.startsWith(places.nextPrefix) && !isAlive(name.slice(places.nextPrefix.length)))
      rmSync(join(places.parent, name), { recursive: true, force: true });
  }
}

/** Whether the build that owns `PID-random` still runs; if that cannot be determined, it counts as running. */
function isAlive(owner: string): boolean {
  const pid = Number(owner.split("-")[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return true;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (caught) {
    return (caught as NodeJS.ErrnoException).code !== "ESRCH";
  }
}

function writeAll(next: string, files: BundleFiles): void {
  const folders = new Set([next]);
  for (const [path, bytes] of files) {
    const file = join(next, path);
    makeFolder(dirname(file));
    for (let at = dirname(file); at.length > next.length; at = dirname(at)) folders.add(at);
    // A file that a hook names may be its program.
    const handle = openSync(file, "wx", path.startsWith("files/") ? 0o755 : 0o644);
    try {
      for (let done = 0; done < bytes.length; ) done += writeSync(handle, bytes, done);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  }
  for (const folder of folders) syncFolder(folder);
}

function swap(places: Places, next: string): void {
  if (existsSync(places.dir)) {
    rmSync(places.last, { recursive: true, force: true });
    renameSync(places.dir, places.last);
  }
  try {
    renameSync(next, places.dir);
  } catch (caught) {
    if (existsSync(places.last) && !existsSync(places.dir)) renameSync(places.last, places.dir);
    throw caught;
  }
  syncFolder(places.parent);
  rmSync(places.last, { recursive: true, force: true });
}

/** Makes renames last through a power cut; file systems that cannot do it for folders are left alone. */
function syncFolder(folder: string): void {
  let handle: number | null = null;
  try {
    handle = openSync(folder, "r");
    fsyncSync(handle);
  } catch {
    // Windows and some network file systems refuse this; the rename itself is still atomic there.
  } finally {
    if (handle !== null) closeSync(handle);
  }
}
