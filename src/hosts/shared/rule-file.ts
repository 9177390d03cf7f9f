// Native rule files of agents: the rules that such a file can express, and how the file is described.
// The file complements the hook and never replaces it: it sees calls as they are written, the hook sees what they do.

/** The subject of a rule that only depends on which call is made. */
export type PlainCall =
  /** A command line that begins with these words; each is given with all its spellings, the usual one first. */
  | { readonly kind: "command"; readonly words: readonly (readonly string[])[] }
  /** Any call of a policyc tool; `mcp` means the tools of all servers. */
  | { readonly kind: "tool"; readonly tool: string }
  /** A tool of a server; null for all its tools. */
  | { readonly kind: "server"; readonly server: string; readonly tool: string | null };

export interface PlainRule {
  readonly name: string;
  /** file:line of the rule. */
  readonly at: string;
  readonly outcome: "ask" | "block" | "stop";
  /** One line without placeholders. */
  readonly message: string;
  readonly calls: readonly PlainCall[];
}

/** A rule that only the hook enforces. */
export interface Unfit {
  readonly name: string;
  readonly at: string;
  readonly why: string;
}

export interface RuleFile {
  /** What people call it. */
  readonly name: string;
  readonly agent: string;
  /** What it adds to the hook. */
  readonly about: readonly string[];
  readonly next: readonly string[];
  /** Why the file cannot express a rule; null when it can. */
  readonly refuses: (rule: PlainRule) => string | null;
  readonly entries: (rule: PlainRule) => readonly string[];
}

export interface WrittenRules {
  readonly text: string;
  readonly included: readonly PlainRule[];
  readonly unfit: readonly Unfit[];
}

/** The whole file; both languages use `#` for comments. */
export function writeRuleFile(file: RuleFile, rules: readonly (PlainRule | Unfit)[]): WrittenRules {
  const included: PlainRule[] = [];
  const unfit: Unfit[] = [];
  for (const rule of rules) {
    const why = "why" in rule ? rule.why : file.refuses(rule);
    if (why !== null) unfit.push({ name: rule.name, at: rule.at, why });
    else if (!("why" in rule)) included.push(rule);
  }
  const left = unfit.map(({ name, at, why }) => `  ${name} (${at}): ${why}`);
  const head = [
    `${file.name}: written by \`policyc emit ${file.name}\`. To change it, change the policies and run the command again.`,
    ...file.about,
    ...(left.length === 0 ? [] : ["Need the hook:", ...left]),
  ];
  const bodies = included.map((rule) => [`# ${rule.name} (${rule.at})`, ...file.entries(rule)].join("\n"));
  return { text: `${[head.map((line) => `# ${line}`).join("\n"), ...bodies].join("\n\n")}\n`, included, unfit };
}
