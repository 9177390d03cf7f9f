#!/usr/bin/env node
// The executable: gives `run` the real process, and sets the exit code.

import { exit, type Io, type Sink } from "./base/io.ts";
import { readLine } from "./base/read-line.ts";
import { internalError, run } from "./run.ts";

function sink(stream: NodeJS.WriteStream, fd: number): Sink {
  // A reader that goes away (`policyc check | head`) ends the output, not the work: the exit code stays true.
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE") process.exit(exit.cliError);
  });
  return { isTty: stream.isTTY === true, fd, write: (text) => void stream.write(text) };
}

async function readStdin(): Promise<Uint8Array> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const io: Io = {
  cwd: process.cwd(),
  env: process.env,
  stdout: sink(process.stdout, 1),
  stderr: sink(process.stderr, 2),
  stdin: { isTty: process.stdin.isTTY === true, read: readStdin, line: () => readLine(process.stdin) },
};

process.on("uncaughtException", (error) => void internalError(error, io).then((code) => process.exit(code)));
process.exitCode = await run(process.argv.slice(2), io);
