// Command lines that were read a moment ago. Hosts ask about one call several times, before it, for its permission and
// after it, and what a text means depends on nothing but the text and the policy.

import type { ShellCommand } from "./shell/command.ts";
import type { ShellEngine } from "./shell/index.ts";
import type { Surround } from "./shell/model.ts";

const MOST_KEPT = 64;
/** A long text may have a large reading, and is seldom sent again. */
const LONGEST_KEPT = 4096;

export type ReadText = (text: string, surround: Surround) => ShellCommand;

/** Reads as the engine does, always in the same home and with the same programs. */
export function lastCommands(engine: ShellEngine): ReadText {
  const kept = new Map<string, ShellCommand>();
  return (text, surround) => {
    if (text.length > LONGEST_KEPT) return engine.read(text, surround);
    const key = `${surround.shell} ${text}`;
    const found = kept.get(key);
    const command = found ?? engine.read(text, surround);
    if (found === undefined && kept.size >= MOST_KEPT) {
      const [oldest] = kept.keys();
      if (oldest !== undefined) kept.delete(oldest);
    } else if (found !== undefined) kept.delete(key);
    kept.set(key, command);
    return command;
  };
}
