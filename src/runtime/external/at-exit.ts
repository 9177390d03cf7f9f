// Work to do when the process ends while hooks still run: by itself, or by an unhandled signal.
// Hooks have process groups of their own, so the Ctrl-C that ends their host does not reach them.

import { onExit } from "signal-exit";

/** The only state shared by all policies of a process, because they share its end. */
const tasks = new Set<() => void>();
let cancelSignals = (): void => {};

/** Runs the task when the process ends; the returned function cancels it. */
export function atExit(task: () => void): () => void {
  if (tasks.size === 0) {
    // One listener for all policies: Node warns after ten.
    process.on("exit", runAll);
    // A host that handles a signal itself keeps doing so; otherwise the signal still ends it afterwards.
    cancelSignals = onExit(runAll);
  }
  tasks.add(task);
  return () => {
    if (!tasks.delete(task) || tasks.size > 0) return;
    process.off("exit", runAll);
    cancelSignals();
  };
}

function runAll(): void {
  for (const task of tasks) {
    try {
      task();
    } catch {
      // The remaining tasks must still run, and the error cannot be reported any more.
    }
  }
}
