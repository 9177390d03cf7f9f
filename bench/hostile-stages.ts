// What reads text that others wrote, for timing how its cost grows.

export { unifiedDiff } from "../src/cli/show/line-diff.ts";
export { Session } from "../src/compiler/diagnostics/session.ts";
export { formatPolicy } from "../src/compiler/format/format.ts";
export { parsePolicy } from "../src/compiler/parse/parse.ts";
export { argumentsPreview } from "../src/hosts/neocode/preview.ts";
export { compileGlob, matchGlob } from "../src/language/glob.ts";
export { linearRegex } from "../src/language/linear.ts";
