// Files that programs write, where a later command of the line may run or read them: `tee x`, `curl -o x`, `cp a b`.

import { handOver } from "../expand/reader.ts";
import { descriptorPath, fileAt, fill, pathKey } from "../expand/record.ts";
import { opened } from "../expand/scope.ts";
import type { Running } from "../interp/invoke.ts";
import type { Text } from "../syntax/text.ts";
import { effectsOf } from "./effects.ts";

/** Records what a call writes, with the text if the call only passes on known text. */
export function noteWritten(running: Running): void {
  if (running.reading?.table.fills === undefined) return;
  const { reader } = running.frame;
  reader.budget.spend(4);
  if (reader.waiting !== null) tellWaiting(running);
  reader.writing ??= [];
  reader.writing.push(() => fillWritten(running));
}

/** `tee >(bash)`, `tee /dev/fd/3` */
function tellWaiting(running: Running): void {
  const { call, invocation, frame } = running;
  for (const { word } of invocation.fields) {
    const fd = descriptorPath.exec(word.text)?.[1];
    if (fd === undefined) continue;
    const path = opened(frame.scope, Number(fd))?.target.text ?? `/dev/fd/${fd}`;
    const pipe = fileAt(frame, path);
    if (pipe !== undefined) handOver(frame.reader, pipe, { text: passedOn(running), calls: [call.id] });
  }
}

function fillWritten(running: Running): void {
  const { call, frame } = running;
  const { writes } = effectsOf(call, frame.reader.environment.programs);
  for (const word of writes.items) {
    if (word.kind !== "literal") continue;
    // Effects are relative to where the whole command runs, like the keys.
    const path = pathKey(word.text.startsWith("/") ? word.text : `./${word.text}`, {
      ...frame,
      scope: { ...frame.scope, entries: null, parent: null },
    });
    fill(frame, path, {
      text: passedOn(running),
      writers: [call.id],
      readers: [],
      by: "file",
    });
  }
}

/** The content of the files it writes, if the line determines it. */
function passedOn({ reading, invocation, frame }: Running): Text | null {
  const fills = reading?.table.fills;
  if (fills === "input") return invocation.feed.text;
  if (fills !== "source") return null;
  const sources = invocation.fields.slice(1, -1).filter(({ text }) => !text.text.startsWith("-"));
  const only = sources.length === 1 ? sources[0] : undefined;
  return only?.text.why === null ? (fileAt(frame, pathKey(only.text.text, frame))?.text ?? null) : null;
}
