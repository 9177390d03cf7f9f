// stdin, stdout and the end of a process that answers once. Hosts take a hook that dies half-way for one that agrees, so
// everything here is bounded, and an answer is out before the process is.

import { fstatSync, statSync, writeSync } from "node:fs";
import type { HookReply } from "../../hosts/answer-as.ts";
import { isSystemError } from "../load-error.ts";
import { pause } from "../stores/pause.ts";
import { uptimeMs } from "../uptime.ts";

/** Twice what an event may hold. */
const STDIN_CAP_BYTES = 16 * 1024 * 1024;

/** All of stdin, as text. What is too large is read to its end all the same: a host that cannot write fails open. */
export async function readStdin(): Promise<{ readonly text: string } | { readonly error: string }> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    // A stream waits for a writer that is late; reading file 0 at once fails on a pipe that does not block.
    for await (const chunk of process.stdin) {
      size += chunk.length;
      if (size <= STDIN_CAP_BYTES) chunks.push(chunk);
      else chunks.length = 0;
    }
  } catch {
    return { error: "the payload cannot be read: stdin broke off" };
  }
  if (size > STDIN_CAP_BYTES) return { error: `the payload is larger than ${STDIN_CAP_BYTES} bytes` };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks)) };
  } catch {
    return { error: "the payload cannot be read: it is not UTF-8 text" };
  }
}

/** Hosts that cut off or drop a longer answer and then go on without it. */
const stdoutCaps: { readonly [dialect: string]: number } = { neocode: 1_048_576, ignis: 1_048_576 };

/** How many bytes of an answer a host reads. */
export function stdoutCapOf(dialect: string): number {
  return Object.hasOwn(stdoutCaps, dialect) ? (stdoutCaps[dialect] ?? 0) : Number.POSITIVE_INFINITY;
}

const EXIT_BLOCK = 2;
const WRITE_MS = 1000;

/** Writes the whole reply; gives the exit code, which blocks when the answer could not be written. */
export function writeReply({ stdout, stderr, exitCode }: HookReply): number {
  if (stderr !== "") writeAll(2, stderr);
  if (stdout === "" || (!isNowhere(1) && writeAll(1, stdout))) return exitCode;
  // Codex and Gemini CLI go on after the code alone.
  if (stderr === "") writeAll(2, "policyc: the answer could not be written\n");
  return EXIT_BLOCK;
}

/** Node puts the null device in the place of a stream that was closed: writing succeeds, and nobody reads it. */
function isNowhere(file: number): boolean {
  try {
    const found = fstatSync(file);
    return found.isCharacterDevice() && found.rdev === statSync("/dev/null").rdev;
  } catch {
    return false;
  }
}

function writeAll(file: number, text: string): boolean {
  const bytes = Buffer.from(text);
  const end = uptimeMs() + WRITE_MS;
  for (let done = 0; done < bytes.length; ) {
    try {
      done += writeSync(file, bytes, done);
    } catch (caught) {
      const isFull = isSystemError(caught) && caught.code === "EAGAIN";
      if (!isFull || uptimeMs() > end) return false;
      pause(2);
    }
  }
  return true;
}
