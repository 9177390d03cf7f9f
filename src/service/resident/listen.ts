// Creates the socket, the key and the port file. One process per folder: a new process first checks whether another one
// answers, and replaces only a socket without a listener.

import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { isSystemError } from "../../language/load-error.ts";
import { withLockAsync } from "../../runtime/stores/lock.ts";
import { checkFolder, writeNewFile } from "../../runtime/stores/private-files.ts";
import { sweep } from "../../runtime/stores/session-file.ts";
import { type RunFiles, tooLongFor } from "../client/run-folder.ts";

export class ServeError extends Error {
  override readonly name = "ServeError";
}

export interface Listening {
  readonly port: number | null;
  /** Whether the socket still exists; without it clients cannot find the process. */
  readonly isFound: () => boolean;
  /** Removes the files of this process unless another process has replaced them. */
  readonly remove: () => void;
}

export interface ListenOptions {
  readonly files: RunFiles;
  readonly socket: (key: Buffer) => Server;
  /** Null: no port. */
  readonly http: { readonly port: number; readonly server: (key: Buffer) => Server } | null;
}

const PATIENCE_MS = 5000;
const LOOK_MS = 1000;
/** Time spent on removing old files of killed processes. */
const SWEEP_MS = 50;
/** The end of the socket's temporary name. It is unique, because Node removes that name when the socket is closed. */
const DRAFT = /^[0-9a-f]{4}$/;

export async function listen(options: ListenOptions): Promise<Listening> {
  const { files } = options;
  const tooLong = tooLongFor(files);
  if (tooLong !== null) throw new ServeError(tooLong);
  checkFolder(files.folder, { create: true });
  return withLockAsync(files.lock, PATIENCE_MS, async () => {
    if (await isAnswered(files.socket)) throw new ServeError(`another process is already listening on ${files.socket}`);
    sweep(files.folder, SWEEP_MS);
    const port = options.http === null ? null : await openPort(options.http, files);
    if (port === null) rmSync(files.http, { force: true });
    return { port, ...(await openSocket(options.socket, files)) };
  });
}

/** Whether a process listens there. Throws when the path is not a socket, and leaves the file alone. */
async function isAnswered(path: string): Promise<boolean> {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found === undefined) return false;
  if (!found.isSocket()) throw new ServeError(`${path} already exists and is not a socket`);
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    const done = (isThere: boolean): void => {
      socket.destroy();
      resolve(isThere);
    };
    // A process that does not even accept the connection still exists.
    socket.setTimeout(LOOK_MS, () => done(true));
    socket.on("connect", () => done(true));
    socket.on("error", (caught) => {
      if (isSystemError(caught) && (caught.code === "ECONNREFUSED" || caught.code === "ENOENT")) done(false);
      else reject(new ServeError(`${path} cannot be checked: ${caught.message}`));
    });
  });
}

async function openSocket(serverFor: ListenOptions["socket"], files: RunFiles): Promise<Omit<Listening, "port">> {
  const key = randomBytes(32);
  const server = serverFor(key);
  // Under a temporary name first: the socket appears only together with its permissions and its key.
  const prefix = files.socket.slice(0, -"sock".length);
  for (const name of readdirSync(files.folder)) {
    const path = join(files.folder, name);
    if (path.startsWith(prefix) && DRAFT.test(path.slice(prefix.length))) rmSync(path, { force: true });
  }
  const draft = `${prefix}${randomBytes(2).toString("hex")}`;
  const before = process.umask(0o177);
  try {
    await started(server, (done) => server.listen({ path: draft, exclusive: true }, done));
  } finally {
    process.umask(before);
  }
  chmodSync(draft, 0o600);
  replaceFile(files.key, `${key.toString("hex")}\n`);
  const { ino } = lstatSync(draft);
  renameSync(draft, files.socket);
  const isFound = (): boolean => lstatSync(files.socket, { throwIfNoEntry: false })?.ino === ino;
  return {
    isFound,
    remove: () => {
      if (isFound()) for (const path of [files.socket, files.key, files.http]) rmSync(path, { force: true });
    },
  };
}

async function openPort(
  { port, server: serverFor }: NonNullable<ListenOptions["http"]>,
  files: RunFiles,
): Promise<number> {
  const key = randomBytes(32);
  const server = serverFor(key);
  try {
    await started(server, (done) => server.listen({ port, host: "127.0.0.1", exclusive: true }, done));
  } catch (caught) {
    const why =
      isSystemError(caught) && caught.code === "EADDRINUSE" ? "another process is listening on it" : String(caught);
    throw new ServeError(`the port ${port} cannot be opened: ${why}`);
  }
  const address = server.address();
  const opened = typeof address === "object" && address !== null ? address.port : port;
  replaceFile(files.http, `${JSON.stringify({ url: `http://127.0.0.1:${opened}`, token: key.toString("hex") })}\n`);
  return opened;
}

function started(server: Server, listen: (done: () => void) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    listen(() => {
      server.removeListener("error", reject);
      resolve();
    });
  });
}

function replaceFile(path: string, text: string): void {
  const next = `${path}.new`;
  rmSync(next, { force: true });
  writeNewFile(next, text, { sync: false });
  renameSync(next, path);
}
