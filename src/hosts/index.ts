// What hosts can do: the capability matrix and its table for people.

export { answeredAt, type Cell, canAskOnce, capabilityOf, hostOf, lackingAt, pointOf, targets } from "./matrix.ts";
export { renderMatrix, sentFields } from "./render-matrix.ts";
export { capabilities, type Restriction } from "./shared/host.ts";
