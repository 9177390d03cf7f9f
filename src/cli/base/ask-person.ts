// Questions to the person at the terminal. The end of the input is an empty answer.

import type { Io } from "./io.ts";

export async function answerTo(question: string, io: Io): Promise<string> {
  io.stdout.write(question);
  const text = io.stdin.line === undefined ? new TextDecoder().decode(await io.stdin.read()) : await io.stdin.line();
  return (text.split("\n", 1)[0] ?? "").trim();
}

/** Anything but yes is no. */
export async function isConfirmed(question: string, io: Io): Promise<boolean> {
  return /^y(es)?$/i.test(await answerTo(`${question} [y/N] `, io));
}
