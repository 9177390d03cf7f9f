// P85x to P88x: hook configurations of agents. Errors say why an entry is left out, warnings say what will be different.
// Data only; the compiler's catalogue includes the table. Messages use the wording of each agent, so that it can be searched for.

interface ConfigEntry {
  readonly slug: string;
  readonly severity: "error" | "warning";
  readonly message: string;
  readonly explain: string;
}

export const configCodes = {
  P850: {
    slug: "config-malformed",
    severity: "error",
    message: "{what}: {why}",
    explain: "The configuration cannot be parsed, so nothing can be imported from it.",
  },
  P851: {
    slug: "config-unrecognised",
    severity: "error",
    message: "cannot determine which agent this hook configuration belongs to",
    explain:
      "NeoCode has `runtime.hooks` or `hooks.items`, ignis has lists below `hooks`, picoclaw has `hooks.processes`. Name the agent with `--from`.",
  },
  P852: {
    slug: "config-empty",
    severity: "error",
    message: "{what}",
    explain: "A policy without rules would look like protection, so an empty configuration is an error.",
  },
  P853: {
    slug: "config-required",
    severity: "error",
    message: "{setting} is required",
    explain: "Without it the entry has no meaning. It is left out of the policy until it is complete.",
  },
  P854: {
    slug: "config-duplicate",
    severity: "error",
    message: '{setting} duplicates "{id}"',
    explain: "Ids are compared without regard to case and to spaces at either end. The second entry is left out.",
  },
  P855: {
    slug: "config-not-supported",
    severity: "error",
    message: '{entry}: {what} "{word}" is not supported{where}',
    explain:
      "The agent refuses this word, so the entry never worked. It is left out of the policy until it is corrected.",
  },
  P856: {
    slug: "config-point-closed",
    severity: "error",
    message: '{entry}: point "{point}" does not allow {scope} hooks',
    explain:
      "The agent runs only its own hooks at this point, so the entry never worked. It is left out of the policy.",
  },
  P857: {
    slug: "config-positive",
    severity: "error",
    message: "{setting} must be greater than 0",
    explain: "A hook that gets no time never answers.",
  },
  P858: {
    slug: "config-failure-policy",
    severity: "error",
    message: "{entry}: {why}",
    explain: "The failure policy must be one that the agent knows: warn_only, fail_open or fail_closed.",
  },
  P859: {
    slug: "config-command",
    severity: "error",
    message: "{entry}: {why}",
    explain: "The entry names no program to start, or names two. It is left out of the policy.",
  },
  P860: {
    slug: "config-handler",
    severity: "error",
    message: "{entry}: {why}",
    explain: "A built-in handler lacks something it needs. NeoCode notices this only when it starts.",
  },
  P861: {
    slug: "config-matcher",
    severity: "error",
    message: "{entry}: {why}",
    explain:
      "A matcher that is not understood cannot be ignored: the hook would run for every call, or for none. The entry is left out until it is corrected.",
  },
  P862: {
    slug: "config-http",
    severity: "error",
    message: "{entry}: {why}",
    explain: "The agent refuses this HTTP hook. A policy cannot express HTTP hooks either.",
  },
  P863: {
    slug: "config-variable",
    severity: "error",
    message: "{entry}: {why}",
    explain:
      "Names of environment variables consist of letters, digits and underscores, and do not start with a digit.",
  },
  P864: {
    slug: "config-unknown-key",
    severity: "error",
    message: '{entry}: unknown key "{key}"',
    explain: "A setting with an unknown key would have no effect, so the agent refuses the file.",
  },
  P865: {
    slug: "config-type",
    severity: "error",
    message: "{setting} must be {type}",
    explain: "The value does not have the type that the agent expects, so the entry is left out of the policy.",
  },
  P866: {
    slug: "config-process",
    severity: "error",
    message: "{entry}: {why}",
    explain: "picoclaw refuses the entry, and with it all hooks: every request fails until it is corrected.",
  },
  P870: {
    slug: "import-left-out",
    severity: "error",
    message: "{entry}: cannot be expressed in a policy: {why}",
    explain:
      "The entry works in its agent and has no equivalent in a policy. It is left out, and a comment in the policy names it, so that no hook disappears unnoticed.",
  },
  P871: {
    slug: "import-differs",
    severity: "warning",
    message: "{entry}: {why}",
    explain: "The entry is imported but behaves differently in this respect. A comment in the policy says so.",
  },
  P872: {
    slug: "import-dropped",
    severity: "warning",
    message: "{entry}: {why}",
    explain: "Nothing is imported from this entry, because its agent does nothing with it either.",
  },
  P873: {
    slug: "import-not-approved",
    severity: "warning",
    message: "{entry}: the policy does not approve it: {why}",
    explain:
      "The agent runs these calls without a question, and the policy has no opinion about them, so the agent's own settings decide as before. A rule that approves more than it can read completely would be unsafe. A comment in the policy names the entry.",
  },
  P874: {
    slug: "import-stays",
    severity: "warning",
    message: "{entry}: stays a setting of the agent: {why}",
    explain:
      "The setting is not about single calls, so a policy neither needs it nor replaces it. A comment in the policy names it.",
  },
  P880: {
    slug: "emit-refused",
    severity: "error",
    message: "{target} cannot use this bundle: {why}",
    explain:
      "A bundle is installed only where all of its rules can be enforced. Declare the agent with `target`; the compiler then shows what it cannot do.",
  },
  P881: {
    slug: "no-rule-fits",
    severity: "error",
    message: "no rule can be expressed in {file}: {why}",
    explain:
      "An agent's own rule file can only say which calls need confirmation or are refused. All other rules need the hook that `policyc install` sets up.",
  },
  P889: {
    slug: "server-not-started",
    severity: "error",
    message: "the MCP server `{command}` cannot be started: {why}",
    explain: "Without its server the proxy has nothing to do, so it exits. Check the command after `--`.",
  },
} as const satisfies Record<string, ConfigEntry>;

export type ConfigCode = keyof typeof configCodes;

type HoleNames<M extends string> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | HoleNames<Rest> : never;

export type ConfigHoles<C extends ConfigCode> = {
  readonly [N in HoleNames<(typeof configCodes)[C]["message"]>]: string;
};
