// The Amp plug-in as a file.

import { PROBE_SESSION } from "../install/probe.ts";
import { callable, memberOf, msSince, type PluginFile } from "../shared/plugin-file.ts";

export const ampPluginFile: PluginFile = {
  artefact: "amp-plugin",
  called: "plug-in",
  module: "amp",
  platform: "node",
  pragma: ["// @i-know-the-amp-plugin-api-is-wip-and-very-experimental-right-now"],
  entry: (settings) => `import { createPolicy } from "policyc:policy";
import { ampPlugin } from "policyc:plugin";
export default ampPlugin(createPolicy, ${settings}, import.meta.url);
`,
  places: [
    "put it into .amp/plugins/ of the project or into ~/.config/amp/plugins/, as a .ts or .js file",
    "Amp's plug-in interface is new: try a forbidden command before you rely on it",
  ],
  probe: async (module, call, { project }) => {
    const handlers = new Map<string, ReturnType<typeof callable>>();
    const on = (event: string, handler: unknown): void => void handlers.set(event, callable(handler, event));
    const start = callable(memberOf(module, "default"), "function to start with");
    await start({ on, helpers: {}, logger: { log: () => undefined } });
    const hook = callable(handlers.get("tool.call"), "tool.call");
    const from = performance.now();
    const event = {
      tool: call.kind === "write" ? "create_file" : "Read",
      input: { path: call.path, ...(call.kind === "write" && { content: "" }) },
      toolUseID: `${PROBE_SESSION}-${call.kind}`,
      thread: { id: PROBE_SESSION },
    };
    const answer = await hook(event, { ui: {}, thread: { id: PROBE_SESSION }, cwd: project });
    const action = memberOf(answer, "action");
    const isDenied = action === "reject-and-continue" || action === "error" || action === "synthesize";
    return { isDenied, says: JSON.stringify(answer) ?? "no answer", ms: msSince(from) };
  },
};
