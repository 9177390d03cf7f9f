// A fact that is read from files: its value, or why it cannot be determined.

export type FactFound = { readonly value: string } | { readonly why: string };

export const found = (value: string): FactFound => ({ value });
export const undetermined = (why: string): FactFound => ({ why });
