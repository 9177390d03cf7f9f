// What is known at one place of a condition: which tools are possible and which optional values are there.
// Tests before it in an `and`, the other branch of an `or`, and `unless` all add to it.

/** `names` are the only tools possible, or, with `except`, the only ones that are not. */
export interface ToolSet {
  readonly names: ReadonlySet<string>;
  readonly except: boolean;
}

export interface Known {
  readonly tools: ToolSet;
  /** Keys of values that are present: `model`, `input.path`, `metadata.a`, `git_branch()`. */
  readonly present: ReadonlySet<string>;
  /** A test of the tool was wrong; what depends on it is not reported again. */
  readonly isBroken: boolean;
}

export const nothingKnown: Known = {
  tools: { names: new Set(), except: true },
  present: new Set(),
  isBroken: false,
};

/** Past this many guards in one rule no more are remembered, so that long conditions stay linear. */
const MOST_PRESENT = 256;

export function withPresent(known: Known, key: string): Known {
  if (known.present.has(key) || known.present.size >= MOST_PRESENT) return known;
  return { ...known, present: new Set([...known.present, key]) };
}

/** A name that is bound anew says nothing about what it stood for before. */
export function withoutOwner(known: Known, owner: string): Known {
  const present = new Set([...known.present].filter((key) => !key.startsWith(`${owner}.`)));
  return present.size === known.present.size ? known : { ...known, present };
}

/** Among the keys of what is present: the command was found to run nothing but what a rule lists. */
export const ONLY_RUNS = "command only runs";

const bash: ToolSet = { names: new Set(["bash"]), except: false };

/** Only a shell command runs anything. */
export const withShell = (known: Known): Known => withTools(known, bash);

export const withTools = (known: Known, tools: ToolSet): Known => ({ ...known, tools: both(known.tools, tools) });

export const broken = (known: Known): Known => ({ ...known, isBroken: true });

/** What holds whichever of the two is the case. */
export function either(a: Known, b: Known): Known {
  if (a === b) return a;
  const present = a.present === b.present ? a.present : new Set([...a.present].filter((key) => b.present.has(key)));
  return { tools: someOf(a.tools, b.tools), present, isBroken: a.isBroken || b.isBroken };
}

export const mayBe = (tools: ToolSet, tool: string): boolean => tools.names.has(tool) !== tools.except;

export const complement = (tools: ToolSet): ToolSet => ({ names: tools.names, except: !tools.except });

const minus = (a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...a].filter((name) => !b.has(name)));

function both(a: ToolSet, b: ToolSet): ToolSet {
  if (a.except && b.except) return { names: new Set([...a.names, ...b.names]), except: true };
  if (a.except) return { names: minus(b.names, a.names), except: false };
  if (b.except) return { names: minus(a.names, b.names), except: false };
  return { names: new Set([...a.names].filter((name) => b.names.has(name))), except: false };
}

function someOf(a: ToolSet, b: ToolSet): ToolSet {
  if (a === b) return a;
  return complement(both(complement(a), complement(b)));
}
