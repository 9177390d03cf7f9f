// How long policyc itself waits for a hook.

export const TIME_LIMIT_S = 5;
