// What a hook needs to ask the resident process, for machines that have one.

export { askResident } from "./ask-resident.ts";
export { readInput } from "./read-input.ts";
