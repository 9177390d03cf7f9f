// The folder in which a user's resident processes listen. Either side trusts it only if the folder and everything in it belong
// to this user alone and nothing in it is a link. Every program has its own resident process.

import { createHash } from "node:crypto";
import { lstatSync, readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { homeFolder } from "../../runtime/machine/home-folder.ts";
import { checkFolder, PrivateFileError, readOwnFile } from "../../runtime/stores/private-files.ts";

export interface RunFiles {
  readonly folder: string;
  readonly socket: string;
  /** The key that both sides of the socket prove they have. */
  readonly key: string;
  /** Holds the address of the loopback port and its token. */
  readonly http: string;
  readonly lock: string;
  /** Created by the call that starts a resident process, removed by that process once it listens. */
  readonly starting: string;
}

export const defaultRunFolder = (): string => join(homeFolder(), ".policyc", "run");

const ID_DIGITS = 16;

/**
 * A program is identified by its path and its content: a project's own copy never answers for another project, and a new
 * version never uses the process of an old one.
 */
export function programId(program: string): string {
  const sha256 = (bytes: string | Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
  const path = realpathSync.native(program);
  return sha256(`${path}\n${sha256(readFileSync(path))}`).slice(0, ID_DIGITS);
}

export function runFiles(folder: string, id: string): RunFiles {
  const file = (kind: string): string => join(folder, `${id}.${kind}`);
  return {
    folder,
    socket: file("sock"),
    key: file("key"),
    http: file("http"),
    lock: file("lock"),
    starting: file("start"),
  };
}

/** Whether the socket exists; false as well when that cannot be checked. */
export function hasSocket({ socket }: RunFiles): boolean {
  try {
    return lstatSync(socket, { throwIfNoEntry: false })?.isSocket() === true;
  } catch {
    return false;
  }
}

const KEY_TEXT = /^[0-9a-f]{64}$/;
const KEY_CAP = 1024;

/** The key of the listening process. Throws when another user could have created the key or the socket. */
export function readKey(files: RunFiles): Buffer {
  if (!checkFolder(files.folder, { create: false })) throw new PrivateFileError(`${files.folder} does not exist`);
  const found = lstatSync(files.socket);
  if (!found.isSocket()) throw new PrivateFileError(`${files.socket} is not a socket`);
  if (process.geteuid !== undefined && found.uid !== process.geteuid())
    throw new PrivateFileError(`${files.socket} belongs to another user`);
  const text = readOwnFile(files.key, KEY_CAP)?.bytes.toString("latin1").trim() ?? "";
  if (!KEY_TEXT.test(text)) throw new PrivateFileError(`${files.key} contains no key`);
  return Buffer.from(text, "hex");
}

/** The longest socket path of the system, without the terminating byte. */
const LONGEST_PATH = process.platform === "linux" ? 107 : 103;

/** Why no socket can be created in the folder; null when it can. */
export function tooLongFor({ socket }: RunFiles): string | null {
  if (Buffer.byteLength(socket) <= LONGEST_PATH) return null;
  return "the path of its socket is too long for the system; choose a shorter folder with `--run`";
}
