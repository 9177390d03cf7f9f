// Work to do when the process ends while hooks still run: by itself, or by a signal that nobody handles.
// Hooks have process groups of their own, so the Ctrl-C that ends their host does not reach them.

import { onExit } from "signal-exit";

/** The one piece of state shared by all policies of a process, because its end is shared by them too. */
const tasks = new Set<() => void>();
let cancelSignals = (): void => {};

/** Runs the task when the process ends; the function returned takes it back. */
export function atExit(task: () => void): () => void {
  if (tasks.size === 0) {
    // One listener however many policies are loaded: Node warns its user after ten.
    process.on("exit", runAll);
    // A host that handles a signal itself is left to do so; otherwise the signal still ends it afterwards.
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
      // The next one still has to run, and there is nobody left to tell.
    }
  }
}
