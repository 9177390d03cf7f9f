// One measurement in a process of its own: `parse N`, `compile N`, `load FOLDER`, `bare`. Prints JSON.

import { fileURLToPath, pathToFileURL } from "node:url";
import { loadBundle, withBundle } from "./build-policy.mjs";
import { mixedRules } from "./policy-text.mjs";

const [what, argument] = process.argv.slice(2);
const start = performance.now();
const result = {};

switch (what) {
  case "bare":
    break;
  case "parse": {
    const compiler = await import(pathToFileURL(fileURLToPath(new URL("../dist/compiler.mjs", import.meta.url))).href);
    const session = new compiler.Session();
    const file = compiler.parsePolicy({ file: "bench.policy", text: mixedRules(Number(argument)) }, session);
    if (file.decls.length !== Number(argument) || session.size > 0)
      throw new Error(`${file.decls.length} rules parsed`);
    break;
  }
  case "compile":
    await withBundle(mixedRules(Number(argument)), async () => {});
    break;
  case "load": {
    const policy = await loadBundle(argument);
    const decision = policy.decideSync({ point: "before_tool_call", tool: "other", tool_name: "x", input: {} });
    if (decision.outcome !== "pass") throw new Error(JSON.stringify(decision));
    globalThis.gc?.();
    break;
  }
  default:
    throw new Error(`unknown measurement ${what}`);
}

result.ms = performance.now() - start;
result.rssMb = (what === "parse" ? process.resourceUsage().maxRSS * 1024 : process.memoryUsage().rss) / 1e6;
console.log(JSON.stringify(result));
