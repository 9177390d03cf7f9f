// The folder that a user's resident process listens in, and what must hold there before either side trusts the other:
// it and all in it belong to this user alone, and nothing in it is a link.

import { lstatSync } from "node:fs";
import { join } from "node:path";
import { homeFolder } from "../home-folder.ts";
import { checkFolder, PrivateFileError, readOwnFile } from "../stores/private-files.ts";

export interface RunFiles {
  readonly folder: string;
  readonly socket: string;
  /** The key that both sides of the socket prove to have. */
  readonly key: string;
  /** Where the loopback port is and the token it wants. */
  readonly http: string;
  readonly lock: string;
}

export function defaultRunFolder(): string {
  return join(homeFolder(), ".policyc/run");
}

export function runFiles(folder: string): RunFiles {
  const file = (name: string): string => join(folder, name);
  return {
    folder,
    socket: file("serve.sock"),
    key: file("serve.key"),
    http: file("serve.http"),
    lock: file("serve.lock"),
  };
}

/** One look, because most machines have no resident process and every hook would pay for a second. Where none can be, none is. */
export function isResidentAt(folder: string): boolean {
  try {
    return lstatSync(runFiles(folder).socket, { throwIfNoEntry: false })?.isSocket() === true;
  } catch {
    return false;
  }
}

const KEY_TEXT = /^[0-9a-f]{64}$/;
const KEY_CAP = 1024;

/** The key of the process that listens there. Throws when anybody else could have put it, or the socket, there. */
export function readKey(folder: string): Buffer {
  const files = runFiles(folder);
  if (!checkFolder(folder, { create: false })) throw new PrivateFileError(`${folder} does not exist`);
  const found = lstatSync(files.socket);
  if (!found.isSocket()) throw new PrivateFileError(`${files.socket} is not a socket`);
  if (process.geteuid !== undefined && found.uid !== process.geteuid())
    throw new PrivateFileError(`${files.socket} belongs to another user`);
  const text = readOwnFile(files.key, KEY_CAP)?.bytes.toString("latin1").trim() ?? "";
  if (!KEY_TEXT.test(text)) throw new PrivateFileError(`${files.key} holds no key`);
  return Buffer.from(text, "hex");
}

/** What the system keeps of a socket's path, one byte for its end not counted. */
const LONGEST_PATH = process.platform === "linux" ? 107 : 103;

/** Why no socket can be made in the folder; null when it can. */
export function tooLongFor(folder: string): string | null {
  if (Buffer.byteLength(runFiles(folder).socket) <= LONGEST_PATH) return null;
  return "the path of its socket is longer than the system takes; name a shorter folder with `--run`";
}
