// Named pipes, which only a program of the system makes.

import { execFileSync } from "node:child_process";

/** A named pipe: opening it for reading waits for a writer that never comes. */
export function makePipe(path: string): void {
  execFileSync("/usr/bin/env", ["mkfifo", path]);
}
