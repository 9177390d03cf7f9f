// Commands inside code of other languages: they run, and the code around them gets what they print.

import { runSideCode } from "./code.ts";
import { withFolded } from "./folded-code.ts";
import { inlineCommands } from "./inline-commands.ts";
import { runsText } from "./inline-secrets.ts";
import type { Running } from "./invoke.ts";
import { libraryCommands } from "./library-commands.ts";
import { addFlow, type Frame, type Output } from "./reader.ts";
import { revealedCode } from "./revealed-code.ts";

export function runInline(code: string, label: string, { call }: Running, frame: Frame): readonly Output[] {
  const shown = withFolded(revealedCode(code));
  const commands = [...inlineCommands(shown), ...libraryCommands(shown)];
  if (commands.length === 0) return none;
  const into = runsText(code) ? "code" : "argument";
  return commands.map((text) => {
    const output = runSideCode(text, label, frame);
    for (const from of output.calls) addFlow(frame.reader, { from, to: call.id, by: "substitution", into });
    return output;
  });
}

const none: readonly Output[] = [];
