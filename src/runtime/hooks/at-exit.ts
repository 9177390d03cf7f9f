// Work to do when the process ends while hooks still run. One listener however many policies are loaded:
// Node warns its user after ten.

/** The one piece of state shared by all policies of a process, because its end is shared by them too. */
const tasks = new Set<() => void>();

/** Runs the task when the process exits; the function returned takes it back. */
export function atExit(task: () => void): () => void {
  if (tasks.size === 0) process.on("exit", runAll);
  tasks.add(task);
  return () => {
    tasks.delete(task);
    if (tasks.size === 0) process.off("exit", runAll);
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
