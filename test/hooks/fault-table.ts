// Every way a hook of fakes/ misbehaves, and what becomes of it. Whatever runs hooks is held to this table.

import type { HookFailureKind } from "../../src/language/hook-result.ts";

export interface Fault {
  readonly fake: string;
  readonly expect: HookFailureKind | { readonly outcome: string; readonly message?: string };
  /** For those that only the deadline ends. */
  readonly timeoutMs?: number;
  readonly stderr?: RegExp;
  /** A payload larger than any pipe. */
  readonly isBig?: true;
}

const HANG_MS = 600;

export const faults: readonly Fault[] = [
  { fake: "slow.sh", expect: "timeout", timeoutMs: HANG_MS },
  { fake: "silent.sh", expect: { outcome: "pass" } },
  { fake: "noisy.sh", expect: "malformed", stderr: /stderr line 0/ },
  { fake: "huge.sh", expect: "oversize" },
  { fake: "huge-stderr.sh", expect: { outcome: "pass" } },
  { fake: "wrong-json.sh", expect: "malformed" },
  { fake: "wrong-shape.sh", expect: "shape" },
  { fake: "crash.sh", expect: "signal", stderr: /about to crash/ },
  { fake: "exit-three.sh", expect: "exit", stderr: /no configuration/ },
  { fake: "ignore-signals.sh", expect: "timeout", timeoutMs: HANG_MS },
  { fake: "fork-and-hide.sh", expect: { outcome: "pass" } },
  { fake: "hide-and-hang.sh", expect: "timeout", timeoutMs: HANG_MS },
  { fake: "closes-stdin.sh", expect: { outcome: "block", message: "not read, still blocked" }, isBig: true },
  { fake: "exits-before-reading.sh", expect: { outcome: "pass" }, isBig: true },
  { fake: "never-reads.sh", expect: "timeout", timeoutMs: HANG_MS, isBig: true },
  { fake: "holds-stdout.sh", expect: { outcome: "block", message: "said before leaving" } },
  { fake: "holds-stdout-hidden.sh", expect: { outcome: "pass" } },
  { fake: "prints-after-kill.sh", expect: "timeout", timeoutMs: HANG_MS },
  { fake: "endless.sh", expect: "timeout", timeoutMs: HANG_MS },
  { fake: "stops-itself.sh", expect: "timeout", timeoutMs: HANG_MS },
  { fake: "closes-stdout.sh", expect: "timeout", timeoutMs: HANG_MS },
  { fake: "partial-utf8.sh", expect: "malformed" },
  { fake: "byte-by-byte.mjs", expect: { outcome: "block", message: "é€😀" } },
];
