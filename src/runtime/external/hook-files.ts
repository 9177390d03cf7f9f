// The files that `file()` put into the bundle, copied to where hooks can open them by path.
//
// They are copied, from the bytes that were verified, into a private folder when the policy is loaded. A path into the
// bundle itself would not do: a build swaps the whole folder, and a policy that keeps its last good bundle must keep its
// hook files too; and files in a bundle carry no permission to execute. Every start checks the copy again. As long as the
// bundle's folder is the one that was loaded, its original is checked too, so tampering is told and not merely survived.
// Between check and start a process of the same user could still swap the copy; no file permission can prevent that, so
// the folder is read-protected, unguessable, and counted among policyc's own (std/self guards it).

import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  constants,
  fstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PolicyLoadError, whyOf } from "../../language/load-error.ts";
import { atExit } from "./at-exit.ts";

export interface CarriedFiles {
  /** The bundle's real folder. */
  readonly folder: string;
  /** Verified content by name in the bundle. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

interface Carried {
  readonly path: string;
  readonly original: string;
  readonly sha256: string;
  readonly size: number;
}

/** Owns the private folder until `close`. */
export class HookFiles {
  readonly #carried = new Map<string, Carried>();
  readonly #bundle: string;
  readonly #identity: string | null;
  readonly #cancelExit: () => void;
  /** Null when the bundle carries no files. */
  readonly folder: string | null;

  /** Copies the files that hooks are given; throws a PolicyLoadError when that is not possible. */
  constructor(bundle: CarriedFiles, tempDir: string = tmpdir()) {
    this.#bundle = bundle.folder;
    this.#identity = identityOf(bundle.folder);
    const names = [...bundle.files.keys()].filter((name) => name.startsWith("files/"));
    if (names.length === 0) {
      this.folder = null;
      this.#cancelExit = () => {};
      return;
    }
    let folder: string | null = null;
    try {
      folder = mkdtempSync(join(realpathSync(tempDir), "policyc-hooks-"));
      for (const name of names) this.#copy(folder, name, bundle.files.get(name) ?? new Uint8Array());
    } catch (caught) {
      if (folder !== null) remove(folder);
      throw new PolicyLoadError("P632", { why: whyOf(caught) });
    }
    const made = folder;
    this.folder = made;
    this.#cancelExit = atExit(() => remove(made));
  }

  /** The absolute path of a carried file; null when the bundle has no such file. */
  pathOf(name: string): string | null {
    return this.#carried.get(name)?.path ?? null;
  }

  /** Whether a file is unchanged since the build. To be checked right before every start. */
  isIntact(name: string): boolean {
    const file = this.#carried.get(name);
    if (file === undefined) return false;
    if (!hasContent(file.path, file)) return false;
    const isSameBundle = this.#identity !== null && identityOf(this.#bundle) === this.#identity;
    return !isSameBundle || hasContent(file.original, file);
  }

  close(): void {
    this.#cancelExit();
    this.#carried.clear();
    if (this.folder !== null) remove(this.folder);
  }

  #copy(folder: string, name: string, bytes: Uint8Array): void {
    const path = join(folder, name);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    // `wx`: the folder is new and ours, so a file that is already there is somebody else's.
    writeFileSync(path, bytes, { flag: "wx", mode: 0o500 });
    chmodSync(path, 0o500);
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    this.#carried.set(name, { path, original: join(this.#bundle, name), sha256, size: bytes.length });
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // The copy is in the system's temporary folder, readable by this user only.
  }
}

/** A folder that was swapped for another has another identity; null when there is none. */
function identityOf(folder: string): string | null {
  try {
    const { dev, ino } = statSync(folder, { bigint: true });
    return `${dev} ${ino}`;
  } catch {
    return null;
  }
}

/** Reads without following a link and without waiting (a named pipe would block), and compares. */
function hasContent(path: string, wanted: { readonly sha256: string; readonly size: number }): boolean {
  let file: number;
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return false;
  }
  try {
    const found = fstatSync(file);
    if (!found.isFile() || found.size !== wanted.size) return false;
    return sha256Of(file, wanted.size) === wanted.sha256;
  } catch {
    return false;
  } finally {
    closeSync(file);
  }
}

function sha256Of(file: number, size: number): string {
  const hash = createHash("sha256");
  // One byte more than expected: a file that grows meanwhile differs and is not read further.
  const bytes = Buffer.allocUnsafe(size + 1);
  let total = 0;
  for (let read = -1; read !== 0 && total <= size; total += read)
    read = readSync(file, bytes, total, size + 1 - total, null);
  return hash.update(bytes.subarray(0, total)).digest("hex");
}
