// Commands inside code of other languages: they run, and the surrounding code gets their output.

import { decodeConstants } from "../embedded/other-languages/decode-constants.ts";
import { foldConstants } from "../embedded/other-languages/fold-constants.ts";
import { inlineCommands } from "../embedded/other-languages/inline-commands.ts";
import { runsText } from "../embedded/other-languages/inline-secrets.ts";
import { libraryCommands } from "../embedded/other-languages/library-commands.ts";
import { addFlow, type Frame, type Output } from "../expand/reader.ts";
import { parseShell } from "../syntax/parse.ts";
import { runSideCode } from "./code.ts";
import type { Running } from "./invoke.ts";

export function runInline(code: string, label: string, { call, reading }: Running, frame: Frame): readonly Output[] {
  const shown = foldConstants(decodeConstants(code));
  const language = reading?.table.interpreter?.language ?? "other";
  const commands = [...inlineCommands(shown, language), ...libraryCommands(shown)].filter(isCommand);
  if (commands.length === 0) return none;
  const into = runsText(code) ? "code" : "argument";
  return commands.map((text) => {
    const output = runSideCode(text, label, frame);
    for (const from of output.calls) addFlow(frame.reader, { from, to: call.id, by: "substitution", into });
    return output;
  });
}

/** `execute("select 1")` is not shell text: a single line that does not parse runs nothing. */
const isCommand = (text: string): boolean =>
  text.includes("\n") || parseShell(text).error?.startsWith("syntax:") !== true;

const none: readonly Output[] = [];
