// How long ignis waits for a hook, and how many characters of a reason it shows.

export const TIME_LIMIT_S = 10;
export const REASON_LIMIT = 200;
