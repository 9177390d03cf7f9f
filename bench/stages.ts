// The stages of the compiler one by one, for timing; the public API only has them in a row.

export { analyse } from "../src/compiler/analyse/front.ts";
export { checks } from "../src/compiler/checks/index.ts";
export { emitCode } from "../src/compiler/emit/bundle.ts";
export { sealEmitted } from "../src/compiler/emitted-policy.ts";
export { Session } from "../src/compiler/session.ts";
export { showRules } from "../src/compiler/witness/show-rules.ts";
