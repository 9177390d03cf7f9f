// P85x to P88x: hook configurations of other hosts. Errors say why an entry is left out, warnings what will be different.
// Data only; the compiler's catalogue takes the table over. The wording is each host's own, so that it can be searched for.

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
    explain: "The configuration cannot be read at all, so nothing of it can be imported.",
  },
  P851: {
    slug: "config-unrecognised",
    severity: "error",
    message: "cannot tell whose hook configuration this is",
    explain:
      "NeoCode has `runtime.hooks` or `hooks.items`, ignis has lists below `hooks`, picoclaw has `hooks.processes`. Say which one it is with `--from`.",
  },
  P852: {
    slug: "config-empty",
    severity: "error",
    message: "{what}",
    explain: "A policy made of nothing would look like protection, so an empty configuration is an error.",
  },
  P853: {
    slug: "config-required",
    severity: "error",
    message: "{setting} is required",
    explain: "Without it the entry says nothing. It is left out of the policy until it is complete.",
  },
  P854: {
    slug: "config-duplicate",
    severity: "error",
    message: '{setting} duplicates "{id}"',
    explain: "Ids are compared without blanks at the ends and without case. The second entry is left out.",
  },
  P855: {
    slug: "config-not-supported",
    severity: "error",
    message: '{entry}: {what} "{word}" is not supported{where}',
    explain:
      "The host refuses the word, so the entry never worked. It is left out of the policy until it is put right.",
  },
  P856: {
    slug: "config-point-closed",
    severity: "error",
    message: '{entry}: point "{point}" does not allow {scope} hooks',
    explain: "The host asks only its own hooks here, so the entry never worked. It is left out of the policy.",
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
    explain:
      "What a failing hook means must be said in a word that the host knows: warn_only, fail_open or fail_closed.",
  },
  P859: {
    slug: "config-command",
    severity: "error",
    message: "{entry}: {why}",
    explain: "The entry does not say which program to start, or says it twice. It is left out of the policy.",
  },
  P860: {
    slug: "config-handler",
    severity: "error",
    message: "{entry}: {why}",
    explain: "A builtin handler lacks what it needs. NeoCode finds this only when it starts.",
  },
  P861: {
    slug: "config-matcher",
    severity: "error",
    message: "{entry}: {why}",
    explain:
      "A matcher that is not understood must not be dropped: the hook would run for every call, or for none. The entry is left out until it is put right.",
  },
  P862: {
    slug: "config-http",
    severity: "error",
    message: "{entry}: {why}",
    explain: "The host refuses this HTTP hook. HTTP hooks cannot be expressed in a policy either.",
  },
  P863: {
    slug: "config-variable",
    severity: "error",
    message: "{entry}: {why}",
    explain: "Names of environment variables are letters, digits and underscores, and do not start with a digit.",
  },
  P864: {
    slug: "config-unknown-key",
    severity: "error",
    message: '{entry}: unknown key "{key}"',
    explain: "A key that nobody reads is a setting that does not hold, so the host refuses the file.",
  },
  P865: {
    slug: "config-type",
    severity: "error",
    message: "{setting} must be {type}",
    explain: "The value has another type than the host expects, so the entry is left out of the policy.",
  },
  P866: {
    slug: "config-process",
    severity: "error",
    message: "{entry}: {why}",
    explain: "picoclaw refuses the entry, and with it all hooks: every request fails until it is put right.",
  },
  P870: {
    slug: "import-left-out",
    severity: "error",
    message: "{entry}: cannot be expressed in a policy: {why}",
    explain:
      "The entry works in its host and has no equivalent here. It is left out, and the policy names it in a comment, because a hook that vanishes in silence is a hole.",
  },
  P871: {
    slug: "import-differs",
    severity: "warning",
    message: "{entry}: {why}",
    explain: "The entry is imported and behaves differently in this respect. The policy names it in a comment.",
  },
  P872: {
    slug: "import-dropped",
    severity: "warning",
    message: "{entry}: {why}",
    explain: "Nothing is imported from this entry, as its host does nothing with it either.",
  },
  P880: {
    slug: "emit-refused",
    severity: "error",
    message: "{target} cannot take this bundle: {why}",
    explain:
      "A bundle is installed only where all of it holds. Declare the host with `target`, so that the compiler shows what it cannot do.",
  },
  P881: {
    slug: "no-rule-fits",
    severity: "error",
    message: "no rule fits into {file}: {why}",
    explain:
      "A native rule file says which calls are asked about or refused, and nothing else. Rules that say more stay with the hook, which `policyc install` sets up.",
  },
  P889: {
    slug: "server-not-started",
    severity: "error",
    message: "the MCP server `{command}` cannot be started: {why}",
    explain: "The proxy has nobody to speak for, and ends. Check the command behind `--`.",
  },
} as const satisfies Record<string, ConfigEntry>;

export type ConfigCode = keyof typeof configCodes;

type HoleNames<M extends string> = M extends `${string}{${infer Name}}${infer Rest}` ? Name | HoleNames<Rest> : never;

export type ConfigHoles<C extends ConfigCode> = {
  readonly [N in HoleNames<(typeof configCodes)[C]["message"]>]: string;
};
