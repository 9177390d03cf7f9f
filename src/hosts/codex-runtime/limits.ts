// How long the Codex runtime waits for a hook.

export const TIME_LIMIT_S = 5;
