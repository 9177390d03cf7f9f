// V8 makes machine code of what is called a few times. That pays from the first second on, and a hook process is over long
// before: a tenth of its time went into such code. What is called thousands of times is still optimised.

import { nodeInternals } from "./node-internals.ts";

/**
 * Called by every hook before it runs code of a bundle, as compiled code is kept for the flags it was made with; and where nothing
 * is kept, not before it has hashed what it hashes, as Node's own libraries are compiled for other flags too and take longer to
 * load after this.
 */
export function interpretOnly(): void {
  // A process with this flag would end here.
  if (process.execArgv.some((flag) => flag.startsWith("--freeze-flags-after-init"))) return;
  // `node:v8` has the same function, and takes longer to load than this saves.
  const internals = nodeInternals("v8") as { setFlagsFromString?: (flags: string) => void } | null;
  internals?.setFlagsFromString?.("--no-sparkplug");
}
