// Native rule files of agents: what a rule must come down to so that such a file can hold it, and how a file is told of.
// A file stands beside the hook and never in its place: it sees calls as they are written, the hook sees what they do.

/** What a rule is about when it is about nothing but which call is made. */
export type PlainCall =
  /** A command line that begins with these words. */
  | { readonly kind: "command"; readonly words: readonly string[] }
  /** Any call of a tool of ours; `mcp` stands for the tools of all servers. */
  | { readonly kind: "tool"; readonly tool: string }
  /** A tool of a server; null: all tools of it. */
  | { readonly kind: "server"; readonly server: string; readonly tool: string | null };

export interface PlainRule {
  readonly name: string;
  /** file:line of the rule. */
  readonly at: string;
  readonly outcome: "ask" | "block" | "stop";
  /** One line, nothing to fill in. */
  readonly message: string;
  readonly calls: readonly PlainCall[];
}

/** A rule that stays with the hook alone. */
export interface Unfit {
  readonly name: string;
  readonly at: string;
  readonly why: string;
}

export interface RuleFile {
  /** What people call it. */
  readonly name: string;
  readonly agent: string;
  /** What it is good for, beside the hook. */
  readonly about: readonly string[];
  readonly next: readonly string[];
  /** Why the file cannot hold a rule; null when it can. */
  readonly refuses: (rule: PlainRule) => string | null;
  readonly entries: (rule: PlainRule) => readonly string[];
}

export interface WrittenRules {
  readonly text: string;
  readonly held: readonly PlainRule[];
  readonly unfit: readonly Unfit[];
}

/** The whole file: both languages take `#` for a comment. */
export function writeRuleFile(file: RuleFile, rules: readonly (PlainRule | Unfit)[]): WrittenRules {
  const held: PlainRule[] = [];
  const unfit: Unfit[] = [];
  for (const rule of rules) {
    const why = "why" in rule ? rule.why : file.refuses(rule);
    if (why !== null) unfit.push({ name: rule.name, at: rule.at, why });
    else if (!("why" in rule)) held.push(rule);
  }
  const left = unfit.map(({ name, at, why }) => `  ${name} (${at}): ${why}`);
  const head = [
    `${file.name}: written by \`policyc emit ${file.name}\`. To change it, change the policies and run the command again.`,
    ...file.about,
    ...(left.length === 0 ? [] : ["Need the hook:", ...left]),
  ];
  const bodies = held.map((rule) => [`# ${rule.name} (${rule.at})`, ...file.entries(rule)].join("\n"));
  return { text: `${[head.map((line) => `# ${line}`).join("\n"), ...bodies].join("\n\n")}\n`, held, unfit };
}
