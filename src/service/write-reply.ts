// Writes the reply of a process that answers one call: completely, within a time limit, before the process exits. Hosts treat
// a hook that crashes half-way as approval.

import { fstatSync, statSync, writeSync } from "node:fs";
import { basicsOf } from "../hosts/basics.ts";
import type { AgentReply } from "../hosts/shared/adapter.ts";
import { isSystemError } from "../language/load-error.ts";
import { uptimeMs } from "../runtime/machine/uptime.ts";
import { pause } from "../runtime/stores/pause.ts";

/** How many bytes of a reply the host reads. */
export function stdoutCapOf(host: string): number {
  return basicsOf(host)?.stdoutCapBytes ?? Number.POSITIVE_INFINITY;
}

const EXIT_BLOCK = 2;
const WRITE_MS = 1000;

/** Writes the whole reply and returns the exit code, which blocks when the reply could not be written. */
export function writeReply({ stdout, stderr, exitCode }: AgentReply): number {
  if (stderr !== "") writeAll(2, stderr);
  if (stdout === "" || (!isNowhere(1) && writeAll(1, stdout))) return exitCode;
  // Codex and Gemini CLI proceed when there is an exit code but no message.
  if (stderr === "") writeAll(2, "policyc: the answer could not be written\n");
  return EXIT_BLOCK;
}

/** Node replaces a closed stream with the null device, where writing succeeds although the host reads nothing. */
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
