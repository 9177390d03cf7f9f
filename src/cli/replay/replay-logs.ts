// Replays every line of every log in order, with the candidate and, in a comparison, with the other bundle. One pass, one
// line at a time; only the tally and the state of sessions stay in memory.

import { type CliError, cliError, reasonOf } from "../base/cli-error.ts";
import type { Candidate, Replayed } from "./candidate.ts";
import type { LogFile } from "./find-logs.ts";
import { lineReader } from "./read-line.ts";
import { BrokenArchive, readLog } from "./read-log.ts";
import type { RecordedEvent } from "./recorded.ts";
import type { LogLine } from "./split-lines.ts";
import { Tally } from "./tally.ts";

/** Called after every batch of lines. */
export type ReportProgress = (bytes: number, events: number) => void;

export interface Bundles {
  readonly candidate: Candidate;
  readonly other: Candidate | null;
}

export async function replayLogs(
  logs: readonly LogFile[],
  bundles: Bundles,
  progress: ReportProgress,
): Promise<Tally | CliError> {
  const tally = new Tally();
  let bytes = 0;
  for (const log of logs) {
    const readLine = lineReader();
    try {
      const batches = readLog(log.place, (more) => {
        bytes += more;
      });
      for await (const batch of batches) {
        for (const line of batch) {
          const waiting = replayLine(line, log.name, readLine, bundles, tally);
          if (waiting !== undefined) await waiting;
        }
        progress(bytes, tally.events);
      }
    } catch (error) {
      if (!(error instanceof BrokenArchive)) return cliError("P803", { path: log.name, why: reasonOf(error) });
      tally.skip("archive", log.name);
    }
  }
  return tally;
}

/** Decides the events of a line synchronously, unless a rule has a hook. */
function replayLine(
  line: LogLine,
  log: string,
  read: ReturnType<typeof lineReader>,
  bundles: Bundles,
  tally: Tally,
): Promise<void> | undefined {
  tally.lines++;
  if (line.problem !== undefined) return void tally.skip(line.problem, `${log}:${line.line}`);
  let value: unknown;
  try {
    value = JSON.parse(line.text);
  } catch {
    return void tally.skip(line.open === true ? "half-written" : "broken", `${log}:${line.line}`);
  }
  const { format, parts } = read(value, line.text.length);
  if (format !== null) tally.formats.set(format, (tally.formats.get(format) ?? 0) + 1);
  let waiting: Promise<void> | undefined;
  for (const part of parts) {
    if ("skipped" in part) tally.skip(part.skipped, `${log}:${line.line}`);
    else if ("nothing" in part) tally.pass(part.nothing);
    else if (waiting !== undefined) waiting = waiting.then(() => replayEvent(part, log, line.line, bundles, tally));
    else waiting = replayEvent(part, log, line.line, bundles, tally);
  }
  return waiting;
}

function replayEvent(
  record: RecordedEvent,
  log: string,
  line: number,
  { candidate, other }: Bundles,
  tally: Tally,
): Promise<void> | undefined {
  const replayed = candidate.decide(record);
  const compared = other === null ? null : other.decide(record);
  if (replayed instanceof Promise || compared instanceof Promise)
    return addLater(record, log, line, replayed, compared, tally);
  tally.add(record, log, line, replayed, compared);
  return undefined;
}

async function addLater(
  record: RecordedEvent,
  log: string,
  line: number,
  replayed: Replayed | Promise<Replayed>,
  compared: Replayed | Promise<Replayed> | null,
  tally: Tally,
): Promise<void> {
  tally.add(record, log, line, await replayed, await compared);
}
