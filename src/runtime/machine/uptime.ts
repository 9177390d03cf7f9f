// The clock that deadlines are kept by. `performance.now()` tells the same, but its first call loads a module, which takes a
// hook process longer than most of what it does.

/** Milliseconds since this process started. */
export const uptimeMs = (): number => process.uptime() * 1000;
