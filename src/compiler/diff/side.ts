// One of the two policies of a diff: its IR, a factory of sealed policies built by this emitter, and events about it.

import { emitCode } from "../bundle/bundle.ts";
import type { Ir } from "../ir/ir.ts";
import type { Given } from "../ir/model.ts";
import type { Event } from "../prove/build-event.ts";
import { type MakeSealed, sealEmitted } from "../trial/emitted-policy.ts";

/** Events of one session; the decision on the last one is compared. */
export interface Trace {
  readonly event: Event;
  readonly given: Given;
  readonly before: readonly { readonly event: Event; readonly given: Given; readonly times: number }[];
}

/** What is compared. */
export interface Compared {
  readonly ir: Ir;
  /** Its own examples and tests. */
  readonly traces: readonly Trace[];
  /** sha256 of what `file()` names, by path in the bundle. */
  readonly hookFiles: { readonly [path: string]: string };
  /** The version of policyc that made it. */
  readonly compiler: string;
}

export interface Side extends Compared {
  readonly makeSealed: MakeSealed;
}

/** Code is always emitted again from the IR: the code of a bundle is never run. */
export async function emitSealed(ir: Ir, target: string): Promise<MakeSealed> {
  const { linked } = await emitCode(ir);
  return sealEmitted(linked, target);
}
