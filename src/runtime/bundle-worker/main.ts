// worker.mjs, part of every bundle: answers for the bundle it lies in, as a hook of several hosts or to anybody in
// JSON-RPC. stdout belongs to the answers; everything else that there is to say goes to stderr.

import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { hookDialect } from "../../hosts/dialects.ts";
import { answerLines } from "./answer-lines.ts";
import { answerOnce } from "./answer-once.ts";
import { readArguments, usage } from "./arguments.ts";

export { openHooks } from "./open-hooks.ts";

async function start(folder: string): Promise<void> {
  const { mode, options } = readArguments(process.argv.slice(2));
  const dialect = mode === null ? undefined : hookDialect(mode);
  if (mode === null) {
    process.stderr.write(`${usage}\n`);
    // Exit code 2 refuses in most hosts; any other would agree.
    process.exitCode = 2;
  } else if (dialect === undefined) {
    await answerLines(folder, mode, options);
    process.exit();
  } else {
    answerOnce(folder, dialect, options);
  }
}

// hook.cjs runs the verified bytes, which have no place on disk, for `openHooks` alone.
if (import.meta.url.startsWith("file:")) await start(dirname(fileURLToPath(import.meta.url)));
