// hook.cjs: rules, engine and host adapters as one minified file, for processes that live for one call.

import { linkParts } from "./link-parts.ts";

const ENTRY = 'export { createPolicy, program } from "policyc:policy"; import "policyc:core";';

/** Run by itself it answers for the bundle that holds it; otherwise whoever loads it asks. */
const FOOTER =
  "require.main===module&&policyc_core.lastResort(()=>module.exports.start(process.argv[1],(address)=>import(address)));\n";

/** The text for the generated code. */
export async function compileHook(policyTs: string): Promise<string> {
  const { parts, rules } = await linkParts({ policyTs, entry: ENTRY }, "hook");
  // In the order of their names.
  const [core, ...others] = parts.map(({ text }) => text);
  // What only rules need starts when they are asked, so that a failure there is answered with a refusal.
  const made = [...others, rules.trimEnd(), "return policyc_rules"].join("");
  // In parentheses it is compiled at once, instead of being read twice.
  const exported = `module.exports=policyc_core.programWith((function(){${made}}));\n`;
  return ['"use strict";', core, exported, FOOTER].join("");
}
