// The programs: how each is started headless against a scripted model, with a home and a project of its own.

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { anthropic } from "./models/anthropic.mjs";
import { chat } from "./models/chat.mjs";
import { gemini } from "./models/gemini.mjs";
import { responses } from "./models/responses.mjs";

const modules = fileURLToPath(new URL("node_modules/", import.meta.url));
const node24 = join(modules, "node24/bin/node");
const json = (value) => JSON.stringify(value, null, 2);

const codex = join(modules, "@openai/codex/bin/codex.js");
const opencode = join(modules, ".bin/opencode");
/** The folder of the plug-in that a mod comes in. */
const mod = ".policyc/mod";
const beside = (name) => fileURLToPath(new URL(name, import.meta.url));

const claude = {
  name: "claude-code",
  decides: ".policyc/bundle/hook.cjs",
  settings: ".claude/settings.json",
  package: "@anthropic-ai/claude-code",
  format: anthropic,
  start: (prompt) => [
    join(modules, ".bin/claude"),
    [
      "-p",
      prompt,
      "--model",
      "claude-sonnet-4-5",
      "--dangerously-skip-permissions",
      "--output-format",
      "stream-json",
      "--verbose",
    ],
  ],
  env: ({ url }) => ({
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: "scripted",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_TELEMETRY: "1",
    IS_SANDBOX: "1",
  }),
  files: () => ({}),
};

/**
 * Each agent: the policyc name, its npm package, the wire format of its model, how to start it on a prompt,
 * its environment, and the files its home needs before it will start without asking anything.
 * `decides` is the file of the project that its hook runs, `settings` the one its hook is installed in, `plugin` that this is all there is, `emits` the kind of plug-in that `emit` writes it as and `around` what it needs beside it, `ruleFile` its native rules. `watch` starts it the way a person uses it where the headless command shows less than that.
 */
export const agents = [
  claude,
  {
    ...claude,
    name: "claude-code-mod",
    decides: `${mod}/hooks/register.js`,
    settings: undefined,
    plugin: true,
    emits: "claude-mod",
    // A plug-in is a folder around the module.
    around: {
      [`${mod}/.claude-plugin/plugin.json`]: json({ name: "policyc", version: "0.0.0", description: "a policy" }),
      [`${mod}/hooks/hooks.json`]: json({ modules: ["./register.js"] }),
    },
    start: (prompt) => {
      const [program, args] = claude.start(prompt);
      return [program, [...args, "--plugin-dir", mod]];
    },
  },
  {
    name: "codex",
    decides: ".policyc/bundle/hook.cjs",
    settings: ".codex/hooks.json",
    package: "@openai/codex",
    ruleFile: { name: "codex-rules", file: ".codex/rules/policyc.rules" },
    format: responses,
    start: (prompt) => [
      node24,
      [
        codex,
        "exec",
        "--json",
        "--skip-git-repo-check",
        "--dangerously-bypass-hook-trust",
        "--dangerously-bypass-approvals-and-sandbox",
        prompt,
      ],
    ],
    watch: (prompt) => [node24, [beside("codex-front-end.mjs"), codex, prompt]],
    env: ({ home }) => ({ CODEX_HOME: join(home, ".codex") }),
    files: ({ url, project }) => ({
      ".codex/config.toml": [
        'model = "scripted"',
        'model_provider = "loopback"',
        "[model_providers.loopback]",
        'name = "loopback"',
        `base_url = "${url}/v1"`,
        'wire_api = "responses"',
        "[features]",
        "hooks = true",
        `[projects.${JSON.stringify(project)}]`,
        'trust_level = "trusted"',
        "",
      ].join("\n"),
    }),
  },
  {
    name: "gemini-cli",
    decides: ".policyc/bundle/hook.cjs",
    settings: ".gemini/settings.json",
    package: "@google/gemini-cli",
    ruleFile: { name: "gemini-policy", file: ".gemini/policies/policyc.toml" },
    format: gemini,
    start: (prompt) => [
      node24,
      [
        join(modules, "@google/gemini-cli/bundle/gemini.js"),
        "--yolo",
        "--model",
        "gemini-2.5-pro",
        "--output-format",
        "stream-json",
        "-p",
        prompt,
      ],
    ],
    env: ({ url }) => ({
      GEMINI_API_KEY: "scripted",
      GOOGLE_GEMINI_BASE_URL: url,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
    }),
    files: () => ({
      ".gemini/settings.json": json({
        security: { auth: { selectedType: "gemini-api-key" } },
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
    }),
  },
  {
    name: "opencode",
    decides: ".opencode/plugins/policyc.js",
    plugin: true,
    package: "opencode-ai",
    format: chat,
    start: (prompt) => [opencode, ["run", "--format", "json", "--auto", "--model", "loopback/scripted", prompt]],
    watch: (prompt) => [node24, [beside("opencode-front-end.mjs"), opencode, "loopback/scripted", prompt]],
    env: () => ({
      OPENCODE_DISABLE_AUTOUPDATE: "1",
      OPENCODE_DISABLE_MODELS_FETCH: "1",
      OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
      OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    }),
    files: ({ url }) => ({
      ".config/opencode/opencode.json": json({
        provider: {
          loopback: {
            npm: "@ai-sdk/openai-compatible",
            name: "loopback",
            options: { baseURL: `${url}/v1`, apiKey: "scripted" },
            models: { scripted: { name: "scripted" } },
          },
        },
      }),
    }),
  },
  {
    name: "qwen-code",
    decides: ".policyc/bundle/hook.cjs",
    settings: ".qwen/settings.json",
    package: "@qwen-code/qwen-code",
    format: chat,
    start: (prompt) => [
      node24,
      [
        join(modules, "@qwen-code/qwen-code/cli-entry.js"),
        "--approval-mode",
        "yolo",
        "--auth-type",
        "openai",
        "--output-format",
        "stream-json",
        prompt,
      ],
    ],
    env: ({ url }) => ({ OPENAI_API_KEY: "scripted", OPENAI_BASE_URL: `${url}/v1`, OPENAI_MODEL: "scripted" }),
    files: () => ({
      ".qwen/settings.json": json({
        security: { auth: { selectedType: "openai" } },
        telemetry: { enabled: false },
        privacy: { usageStatisticsEnabled: false },
        general: { enableAutoUpdate: false },
      }),
    }),
  },
];
