// The table of verbs: its text in the list of `policyc --help`, and where its definition is. The list
// is shown without loading any verb, since most verbs need much code.

import type { DefineVerb } from "./verbs/verb.ts";

export interface Verb {
  readonly name: string;
  /** The text after the name in the list of verbs. */
  readonly words: string;
  readonly summary: string;
  readonly load: () => Promise<DefineVerb>;
}

export const verbs: readonly Verb[] = [
  {
    name: "setup",
    words: "[options]",
    summary: "protect your agents in one step",
    load: async () => (await import("./verbs/setup.ts")).defineSetup,
  },
  {
    name: "init",
    words: "[file]",
    summary: "write a starter policy",
    load: async () => (await import("./verbs/init.ts")).defineInit,
  },
  {
    name: "check",
    words: "[options] [paths...]",
    summary: "find mistakes in policies",
    load: async () => (await import("./verbs/check.ts")).defineCheck,
  },
  {
    name: "fmt",
    words: "[options] [paths...]",
    summary: "format policies",
    load: async () => (await import("./verbs/fmt.ts")).defineFmt,
  },
  {
    name: "test",
    words: "[options] [paths...]",
    summary: "run the tests in policies",
    load: async () => (await import("./verbs/test.ts")).defineTest,
  },
  {
    name: "build",
    words: "[options] [paths...]",
    summary: "compile policies into a bundle",
    load: async () => (await import("./verbs/build.ts")).defineBuild,
  },
  {
    name: "eval",
    words: "[options] <bundle> [event]",
    summary: "decide one event with a bundle",
    load: async () => (await import("./verbs/eval.ts")).defineEval,
  },
  {
    name: "ask",
    words: "[options] [command...]",
    summary: "say what the policy decides about a call",
    load: async () => (await import("./verbs/ask.ts")).defineAsk,
  },
  {
    name: "replay",
    words: "[options] <bundle> <log...>",
    summary: "run recorded events through a bundle",
    load: async () => (await import("./verbs/replay.ts")).defineReplay,
  },
  {
    name: "packs",
    words: "[options] [pack]",
    summary: "list the packs that ship with policyc",
    load: async () => (await import("./verbs/packs.ts")).definePacks,
  },
  {
    name: "explain",
    words: "[options] [code]",
    summary: "explain a diagnostic code",
    load: async () => (await import("./verbs/explain.ts")).defineExplain,
  },
  {
    name: "inspect",
    words: "[options] [paths...]",
    summary: "show rules as sentences",
    load: async () => (await import("./verbs/inspect.ts")).defineInspect,
  },
  {
    name: "diff",
    words: "[options] <old> [new]",
    summary: "compare what two policies decide",
    load: async () => (await import("./verbs/diff.ts")).defineDiff,
  },
  {
    name: "capabilities",
    words: "[options]",
    summary: "list what each agent can do",
    load: async () => (await import("./verbs/capabilities.ts")).defineCapabilities,
  },
  {
    name: "shell",
    words: "[options] <command>",
    summary: "show what a command line runs",
    load: async () => (await import("./verbs/shell.ts")).defineShell,
  },
  {
    name: "trust",
    words: "[options] <action> [workspace]",
    summary: "manage which repositories' bundles may run",
    load: async () => (await import("./verbs/trust.ts")).defineTrust,
  },
  {
    name: "hook",
    words: "[options]",
    summary: "answer one hook call of an agent",
    load: async () => (await import("./verbs/hook.ts")).defineHook,
  },
  {
    name: "serve",
    words: "[options] [bundles...]",
    summary: "decide agent calls in a resident process",
    load: async () => (await import("./verbs/serve.ts")).defineServe,
  },
  {
    name: "install",
    words: "[options] [agent]",
    summary: "install a bundle as the hook of an agent",
    load: async () => (await import("./verbs/install.ts")).defineInstall,
  },
  {
    name: "hook-test",
    words: "[options] <protocol> <command...>",
    summary: "try an external hook with sample events",
    load: async () => (await import("./verbs/hook-test.ts")).defineHookTest,
  },
  {
    name: "import",
    words: "[options] [files...]",
    summary: "turn an agent's permissions and hooks into a policy",
    load: async () => (await import("./verbs/import.ts")).defineImport,
  },
  {
    name: "emit",
    words: "[options] <what> [paths...]",
    summary: "write the configuration that installs a bundle in an agent",
    load: async () => (await import("./verbs/emit.ts")).defineEmit,
  },
  {
    name: "mcp-proxy",
    words: "[options] <server...>",
    summary: "check the tool calls to an MCP server",
    load: async () => (await import("./verbs/mcp-proxy.ts")).defineMcpProxy,
  },
  {
    name: "completion",
    words: "<shell>",
    summary: "print a completion script for a shell",
    load: async () => (await import("./verbs/completion.ts")).defineCompletion,
  },
];
