// How long NeoCode waits for a hook.

export const TIME_LIMIT_S = 2;
