// One bit for each kind of thing that a call can do at all, so that one look tells which of them it does.

export const deedBits = {
  reads: 1,
  writes: 2,
  deletes: 4,
  uploads: 8,
  hosts: 16,
  /** The ends of flows. */
  sends: 32,
  downloads: 64,
  /** Other rights than those of the user. */
  elevated: 128,
  /** Parts that most calls lack. */
  mode: 256,
  injected: 512,
  settings: 1024,
} as const;

/** An effect of a kind, the end of a flow, a right, or a part. */
export type CallDeed = keyof typeof deedBits;

export type DeedBit = (typeof deedBits)[CallDeed];

/** Parts that are asked for one by one; all others are told by the effects of a call. */
export type PartBit = typeof deedBits.mode | typeof deedBits.injected | typeof deedBits.settings;

export const isPart = (deed: DeedBit): deed is PartBit =>
  deed === deedBits.mode || deed === deedBits.injected || deed === deedBits.settings;
