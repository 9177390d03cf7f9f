// hook.cjs and hook.txt: rules, engine and host dialects, minified, for processes that live for one call. What nearly every
// call needs is in the first; it compiles the rest, which is in the second, chunk by chunk when it is needed.

import { readFileSync } from "node:fs";
import { transform } from "esbuild";
import { linkedPart, linkRules, moduleText, type PartName, type Shape } from "./link-parts.ts";
import { hookFiles } from "./part-files.ts";
import { type SplitPart, splitPart } from "./split-part.ts";

const shape: Shape = { format: "iife", platform: "node", target: "node20", minify: true };

const ENTRY = 'export { createPolicy, program } from "policyc:policy"; import "policyc:core";';

/** The rules are made when they are asked, so that a failure of theirs is answered; in parentheses, they are compiled at once. */
const moduleWith = (rules: string): string =>
  `module.exports=policyc_core.hookOf((function(){${rules.trimEnd()}return policyc_rules}));\n`;

/** Run by itself it answers for the bundle it lies in; otherwise whoever loads it asks. */
const FOOTER =
  "require.main===module&&policyc_opener.lastResort(()=>module.exports.start(__filename,(address)=>import(address))&&process.exit());\n";

export interface HookTexts {
  readonly hookCjs: string;
  readonly hookTxt: string;
}

/** The two texts for the generated code. */
export async function compileHook(policyTs: string): Promise<HookTexts> {
  const { rules, used } = await linkRules({ shape: { ...shape, globalName: "policyc_rules" }, policyTs, entry: ENTRY });
  const at: { [part: string]: number } = {};
  const codes: string[] = [];
  let hookTxt = "";
  for (const name of used) {
    const { code, rest } = await splitOnce(name);
    at[name] = hookTxt.length;
    hookTxt += rest;
    codes.push(code);
  }
  const opener = await linkedPart("opener", hookFiles().opener, shape);
  const given = "{folder:__dirname,rest:module.rest,piece:module.piece,run:module.run,require}";
  const open = `var policyc_at=${JSON.stringify(at)},policyc_open=policyc_opener.partOpener(${given});\n`;
  return { hookCjs: [opener.text, open, ...codes, moduleWith(rules), FOOTER].join(""), hookTxt };
}

const splitOnce: (name: PartName) => Promise<SplitPart> = (() => {
  const made = new Map<PartName, Promise<SplitPart>>();
  return (name) => {
    const part = made.get(name) ?? splitOf(name);
    made.set(name, part);
    return part;
  };
})();

/** As the package was built with it, or made in the same way in a checkout. */
async function splitOf(name: PartName): Promise<SplitPart> {
  const { profile, ...files } = hookFiles();
  const file = files[name];
  if (file.endsWith(".json")) return JSON.parse(readFileSync(file, "utf8"));
  // The pure parts are made for any platform, the process for Node.
  const text = await moduleText(file, name === "core" ? shape : { platform: "neutral" });
  return splitPart({ name, text, profile: readFileSync(profile, "utf8"), transform });
}
