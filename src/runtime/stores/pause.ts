// Waits without giving up the thread, for code that must answer before it returns.

/** Waits about so many milliseconds. */
export function pause(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
