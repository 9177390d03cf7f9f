// Globs as authors write them: braces become several patterns, and what was meant as a regex is refused with the fix.

export type ExpandedGlob = { readonly globs: readonly string[] } | { readonly error: string; readonly help: string };

const MOST_GLOBS = 64;
const LONGEST_PATTERN = 1000;

/** Signs of a regex in a glob, each with what to write instead. */
const regexSigns: readonly { readonly sign: RegExp; readonly help: string }[] = [
  { sign: /^\^/, help: "a glob always matches the whole text, so remove the `^` (a literal one is `\\^`)" },
  { sign: /(?<!\\)\$$/, help: "a glob always matches the whole text, so remove the `$` (a literal one is `\\$`)" },
  {
    sign: /\\[a-zA-Z.]/,
    help: "in a glob a dot is just a dot, and there are no classes like `\\d`; for a regex, write `matches /.../`",
  },
  { sign: /\.\+/, help: "`*` matches any characters; for a regex, write `matches /.../`" },
  {
    sign: /\.\*\.\*|^\.\*[^/.]|\/\.\*[a-z]+\$|\)\*|\)\+|\]\+/,
    help: "`*` alone matches any characters; for a regex, write `matches /.../`",
  },
  { sign: /\[\^?\/\]/, help: "`*` never matches a slash; `**` does" },
  { sign: /\(\?[:=!<]/, help: "for a regex, write `matches /.../`" },
  { sign: /\([^()]*\|[^()]*\)/, help: "write alternatives in braces: `{a,b}`" },
];

/** The patterns a glob stands for once its braces are expanded, or what is wrong with it. */
export function expandGlob(pattern: string): ExpandedGlob {
  if (pattern === "") return { error: "the pattern is empty and matches nothing", help: "`**` matches everything" };
  if (pattern.length > LONGEST_PATTERN)
    return {
      error: "the pattern is too long",
      help: `use a list of patterns of at most ${LONGEST_PATTERN} characters each`,
    };
  if (pattern.startsWith("!"))
    return { error: "a pattern cannot be negated with `!`", help: "write `not matches` (a literal `!` is `\\!`)" };
  for (const { sign, help } of regexSigns) {
    if (sign.test(pattern)) return { error: "the pattern looks like a regex, but it is a glob", help };
  }
  const open = unclosedBracket(pattern);
  if (open)
    return { error: "`[` is never closed", help: "close the class with `]`, or write `\\[` for the character itself" };
  return expandBraces(pattern);
}

function unclosedBracket(pattern: string): boolean {
  for (let at = 0; at < pattern.length; at++) {
    if (pattern[at] === "\\") at++;
    else if (pattern[at] === "[") {
      let end = at + (pattern[at + 1] === "!" || pattern[at + 1] === "^" ? 2 : 1);
      const first = end;
      while (end < pattern.length && pattern[end] !== "/" && (pattern[end] !== "]" || end === first))
        end += pattern[end] === "\\" ? 2 : 1;
      if (pattern[end] !== "]") return true;
      at = end;
    }
  }
  return false;
}

/** Expands one brace group at a time, leftmost first, until none is left. */
function expandBraces(pattern: string): ExpandedGlob {
  const done: string[] = [];
  const waiting = [pattern];
  while (waiting.length > 0) {
    const next = waiting.pop() ?? "";
    const group = findGroup(next);
    if (group === "unbalanced")
      return { error: "a brace is never closed", help: "close `{a,b}`, or write `\\{` for the character itself" };
    if (group === null) done.push(next);
    else if (group.choices.length < 2) {
      return {
        error: "braces need at least two alternatives",
        help: "write `{a,b}`, list all values of a range, or write `\\{` for the character itself",
      };
    } else {
      const before = next.slice(0, group.start);
      const after = next.slice(group.end);
      for (const choice of group.choices.toReversed()) waiting.push(before + choice + after);
    }
    if (done.length + waiting.length > MOST_GLOBS) {
      return {
        error: `the braces expand to more than ${MOST_GLOBS} patterns`,
        help: "use a list of patterns, or a broader pattern",
      };
    }
  }
  return { globs: [...new Set(done)] };
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly choices: readonly string[];
}

/** The first brace group that is not inside a class; choices may hold further groups. */
function findGroup(pattern: string): Group | "unbalanced" | null {
  let depth = 0;
  let start = -1;
  let from = 0;
  const choices: string[] = [];
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === "\\") at++;
    else if (char === "[") at = closingBracket(pattern, at);
    else if (char === "{") {
      if (depth++ === 0) {
        start = at;
        from = at + 1;
      }
    } else if (char === "," && depth === 1) {
      choices.push(pattern.slice(from, at));
      from = at + 1;
    } else if (char === "}") {
      if (depth === 0) return "unbalanced";
      if (--depth === 0) return { start, end: at + 1, choices: [...choices, pattern.slice(from, at)] };
    }
  }
  return depth > 0 ? "unbalanced" : null;
}

/** The place of the `]`, or of the `[` itself when there is none (expansion can cut a class apart). */
function closingBracket(pattern: string, open: number): number {
  const negated = pattern[open + 1] === "!" || pattern[open + 1] === "^";
  const end = pattern.indexOf("]", open + (negated ? 3 : 2));
  return end === -1 ? open : end;
}
