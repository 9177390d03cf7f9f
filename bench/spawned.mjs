// A process from its start to its end, as an agent waits for it: its answer, the time on the clock and that of the processor.

import { spawnSync } from "node:child_process";

/** `words`: the program and its arguments. */
export function run({ words: [file, ...words], env, input }) {
  const { status, stdout, stderr, error } = spawnSync(file, words, { env, input, encoding: "utf8" });
  // What reads nothing may have ended before all was written.
  if (error !== undefined && error.code !== "EPIPE") throw error;
  return { status, stdout, stderr };
}

/** Milliseconds of a call that must pass without a word. */
export function wallMs(command) {
  const start = process.hrtime.bigint();
  const { status, stdout, stderr } = run(command);
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  if (status !== 0 || stdout + stderr !== "") throw new Error(`exit code ${status}: ${stdout}${stderr}`);
  return ms;
}

/** Node does not say what a child took. The shell does, and of the native client's children too. */
const TIMED = `TIMEFORMAT="%U %S"; input=$1; calls=$2; shift 2
time for ((i = 0; i < calls; i++)); do "$@" <<< "$input" || exit; done`;

/** The same in time of the processor, per call of so many in a row. */
export function cpuMs({ words, env, input }, calls) {
  const shell = ["bash", "-c", TIMED, "bash", input, String(calls), ...words];
  const { status, stdout, stderr } = run({ words: shell, env, input: "" });
  const [, user, system] = /^(\d+\.\d+) (\d+\.\d+)\n$/.exec(stderr) ?? [];
  if (status !== 0 || stdout !== "" || system === undefined) throw new Error(`exit code ${status}: ${stdout}${stderr}`);
  return ((Number(user) + Number(system)) * 1000) / calls;
}
