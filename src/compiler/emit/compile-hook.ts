// hook.cjs: rules, engine and host dialects as one minified file that starts fast.

import { linkParts, type Shape } from "./link-parts.ts";
import { hookFiles } from "./part-files.ts";

const shape: Shape = { format: "cjs", platform: "node", target: "node20", minify: true };

const ENTRY = `
  import { createPolicy, program } from "policyc:policy";
  import { hookOf } from "policyc:core";
  export const { answer, serves, start } = hookOf({ createPolicy, program });
`;

/** Run by itself it answers for the bundle it lies in; otherwise whoever loads it asks. */
const FOOTER = "require.main===module&&module.exports.start(__filename,(address)=>import(address));\n";

/** The text of hook.cjs for the generated code. */
export async function compileHook(policyTs: string): Promise<string> {
  return `${await linkParts({ shape, files: hookFiles(), policyTs, entry: ENTRY })}${FOOTER}`;
}
