// The clock for deadlines. `performance.now()` gives the same time, but its first call loads a module, which takes a
// hook process longer than most of its other work.

/** Milliseconds since this process started. */
export const uptimeMs = (): number => process.uptime() * 1000;
