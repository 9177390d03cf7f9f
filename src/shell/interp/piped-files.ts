// Files that reach a shell through a pipe: `cat run.sh | bash`, `base64 -d run.b64 | sh`.

import { placed } from "../effects/draft/effect-draft.ts";
import { effectsOf } from "../effects/effects.ts";
import type { Frame } from "../expand/reader.ts";
import { programName } from "../programs/table/program-name.ts";
import type { Call } from "../syntax/model.ts";
import { diskTextAt } from "./disk-files.ts";
import { decoded } from "./output.ts";

/** Stages of a pipe that are looked back at. */
const LONGEST = 8;

/** The files that these calls, and those whose output they get, read: paths as in effects. */
export function pipedFiles(ids: readonly number[], { reader }: Frame): readonly string[] {
  const files = new Set<string>();
  const seen = new Set<number>();
  const queue = [...ids];
  for (let id = queue.pop(); id !== undefined && seen.size < LONGEST * LONGEST; id = queue.pop()) {
    const call = reader.calls[id];
    if (call === undefined || seen.has(id)) continue;
    seen.add(id);
    const { reads } = effectsOf(call, reader.environment.programs);
    for (const word of reads.items) if (word.kind === "literal") files.add(word.text);
    if (call.stdin.from === "calls") queue.push(...call.stdin.calls);
  }
  return [...files];
}

/** What the calls print of files on the disk; null when that is not known. */
export function pipedText(ids: readonly number[], frame: Frame, depth = 0): string | null {
  if (ids.length === 0 || depth >= LONGEST) return null;
  let whole = "";
  for (const id of ids) {
    const call = frame.reader.calls[id];
    const text = call === undefined ? null : printedBy(call, frame, depth);
    if (text === null) return null;
    whole += text;
  }
  return whole;
}

function printedBy(call: Call, frame: Frame, depth: number): string | null {
  const name = programName(call);
  if (name === null || call.elsewhere !== undefined || call.args.some(({ kind }) => kind !== "literal")) return null;
  const words = call.args.map(({ text }) => text);
  const flags = words.filter((word) => /^-./.test(word));
  const files = name === "tr" || name === "tee" || name === "openssl" ? [] : words.filter((word) => !/^-./.test(word));
  const input =
    files.length === 0
      ? inputOf(call, frame, depth)
      : joined(files.map((file) => (file === "-" ? inputOf(call, frame, depth) : fileText(file, call, frame))));
  if (input === null) return null;
  frame.reader.budget.spend(input.length >> 6);
  if (name === "tee" || (name === "cat" && flags.every((flag) => flag === "-u"))) return input;
  return decoded(name, flags, words, input);
}

const fileText = (text: string, { cwd }: Call, frame: Frame): string | null | undefined => {
  const path = placed({ kind: "literal", text }, cwd);
  return path.kind === "literal" ? diskTextAt(path.text, frame) : null;
};

function joined(texts: readonly (string | null | undefined)[]): string | null {
  return texts.every((text) => typeof text === "string") ? texts.join("") : null;
}

function inputOf({ stdin, cwd }: Call, frame: Frame, depth: number): string | null {
  switch (stdin.from) {
    case "calls":
      return stdin.text?.kind === "literal" ? stdin.text.text : pipedText(stdin.calls, frame, depth + 1);
    case "text":
      return stdin.text.kind === "literal" ? stdin.text.text : null;
    case "file": {
      const path = placed(stdin.file, cwd);
      return path.kind === "literal" ? (diskTextAt(path.text, frame) ?? null) : null;
    }
    case "inherit":
      return null;
  }
}
