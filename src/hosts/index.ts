// What hosts can do: the capability matrix and its table for people.

export { capabilities, type Restriction } from "./host.ts";
export { type Cell, capabilityOf, hostOf, pointOf, targets } from "./matrix.ts";
export { renderMatrix } from "./render-matrix.ts";
