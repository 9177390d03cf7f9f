// One bit for each kind of effect that a call may have, so that one number represents all of them.

export const effectBits = {
  reads: 1,
  writes: 2,
  deletes: 4,
  uploads: 8,
  hosts: 16,
  /** The ends of flows. */
  sends: 32,
  downloads: 64,
  /** Privileges beyond those of the user. */
  elevated: 128,
  /** Parts that most calls lack. */
  mode: 256,
  injected: 512,
  settings: 1024,
  /** What the call does beyond files and hosts (call-kinds.ts). */
  kinds: 2048,
} as const;

/** An effect of a kind, the end of a flow, a privilege, or a part. */
export type EffectKind = keyof typeof effectBits;

export type EffectBit = (typeof effectBits)[EffectKind];

/** Several bits in one number. */
export type EffectMask = number;

/** Parts that are detected one by one; all others follow from the effects of a call. */
export type PartBit =
  | typeof effectBits.mode
  | typeof effectBits.injected
  | typeof effectBits.settings
  | typeof effectBits.kinds;

const PARTS = effectBits.mode | effectBits.injected | effectBits.settings | effectBits.kinds;

export const isPart = (bit: EffectBit): bit is PartBit => (bit & PARTS) !== 0;
