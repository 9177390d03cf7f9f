// How long ignis waits for a hook.

export const TIME_LIMIT_S = 10;
