// Gemini CLI's policy engine with the policies that it ships, in its default mode.

import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import { answerCommands } from "./commands.mjs";

const main = createRequire(import.meta.url).resolve("@google/gemini-cli-core");
const part = (name) => import(new URL(`src/policy/${name}.js`, pathToFileURL(main)));
const { createPolicyEngineConfig, DEFAULT_CORE_POLICIES_DIR } = await part("config");
const { PolicyEngine } = await part("policy-engine");

// The engine reports each of its steps.
for (const level of ["log", "debug", "info", "warn", "error"]) console[level] = () => {};
const mode = "default";
const config = await createPolicyEngineConfig({}, mode, DEFAULT_CORE_POLICIES_DIR, true);
const engine = new PolicyEngine({ ...config, approvalMode: mode });
await answerCommands(async (command) => {
  const { decision } = await engine.check({ name: "run_shell_command", args: { command } }, undefined);
  return decision !== "allow";
});
