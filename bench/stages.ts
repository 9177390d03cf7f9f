// The stages of the compiler one by one, for timing; the public API only has them in a row.

export { analyse } from "../src/compiler/analyse/front.ts";
export { emitCode } from "../src/compiler/bundle/bundle.ts";
export { checks } from "../src/compiler/check/index.ts";
export { Session } from "../src/compiler/diagnostics/session.ts";
export { showRules } from "../src/compiler/prove/show-rules.ts";
export { sealEmitted } from "../src/compiler/trial/emitted-policy.ts";
