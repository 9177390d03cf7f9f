// How long hosts wait for a hook, where that is short or fixed, in milliseconds. Light, because every call reads it.

export const timeLimits = {
  neocode: 2000,
  "codex-runtime": 5000,
  picoclaw: 5000,
  policyc: 5000,
  ignis: 10_000,
  "claude-code": 600_000,
} as const;
