// How long Claude Code waits for a hook.

export const TIME_LIMIT_S = 600;
