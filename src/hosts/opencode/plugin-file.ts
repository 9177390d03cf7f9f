// The OpenCode plug-in as a file.

import { PROBE_SESSION } from "../install/probe.ts";
import { callable, memberOf, msSince, type PluginFile } from "../shared/plugin-file.ts";

export const opencodePluginFile: PluginFile = {
  artefact: "opencode-plugin",
  called: "plug-in",
  module: "opencode",
  platform: "node",
  pragma: [],
  // Exports only the plug-in, because OpenCode calls every export. It silently skips a module that fails to load, so the rules
  // are data: they cannot keep the module from loading, and it can still refuse.
  entry: (settings, { base64, sha256 }) => `import { opencodePlugin, verifiedPolicy } from "policyc:plugin";
const createPolicy = verifiedPolicy("${base64}", "${sha256}");
export const PolicycPlugin = opencodePlugin(createPolicy, ${settings}, import.meta.url);
`,
  places: [
    "put it into .opencode/plugins/ of the project or into ~/.config/opencode/plugins/, as a .js file",
    "restart OpenCode: it loads plug-ins when it starts",
  ],
  // In OpenCode, throwing an exception refuses.
  probe: async (module, call, { project }) => {
    const start = callable(memberOf(module, "PolicycPlugin"), "PolicycPlugin");
    const hooks = await start({ client: {}, directory: project, worktree: project });
    const hook = callable(memberOf(hooks, "tool.execute.before"), "tool.execute.before");
    const from = performance.now();
    const args = { filePath: call.path, ...(call.kind === "write" && { content: "" }) };
    try {
      await hook({ tool: call.kind, sessionID: PROBE_SESSION, callID: `${PROBE_SESSION}-${call.kind}` }, { args });
      return { isDenied: false, says: "it lets the call pass", ms: msSince(from) };
    } catch (error) {
      return { isDenied: true, says: error instanceof Error ? error.message : String(error), ms: msSince(from) };
    }
  },
};
