// P1xx: syntax. Each usual slip has words of its own; P102 is for the rest.

import type { Entry } from "./entry.ts";

export const syntaxCodes = {
  P100: {
    slug: "file-too-large",
    severity: "error",
    message: "this file has {size} characters, more than the {limit} that are read",
    help: 'split it: `use "part.policy"` reads another file of the same scope',
    explain:
      "A file far beyond any real policy is refused before it is read, so that checking it cannot exhaust the machine.",
  },
  P101: {
    slug: "nested-too-deep",
    severity: "error",
    message: "this is nested more than {limit} levels deep",
    help: "name a part of it with `let` or `def`",
    explain:
      "Depth is limited so that no text can exhaust the compiler; a condition this deep cannot be reviewed either.",
    bad: `let deep = ((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((((1))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))))
`,
    good: `let flat = (1)
`,
  },
  P102: {
    slug: "unexpected-text",
    severity: "error",
    message: "unexpected {found}; expected {expected}",
    explain:
      "The text does not follow the grammar at this place. The rest of this declaration is skipped, all others are still checked.",
    bad: `scope = user
`,
    good: `scope user
`,
  },
  P103: {
    slug: "misspelt-word",
    severity: "error",
    message: "there is no `{found}` here; did you mean `{word}`",
    explain:
      "The word is close to one that fits at this place. Nothing unknown is ever ignored, because an ignored clause is a rule that does not fire.",
    bad: `rule keys
  on user_prompt_submit
  wehn prompt contains "key"
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P104: {
    slug: "foreign-word",
    severity: "error",
    message: "there is no `{found}`; write {word}",
    explain: "Other languages use this word; here the same thing has one name only.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  deny "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P105: {
    slug: "superfluous-word",
    severity: "error",
    message: "`{found}` has no place here",
    help: "leave it out",
    explain: "Clauses follow one another without joining words.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key" then
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P106: {
    slug: "unclosed-string",
    severity: "error",
    message: "this string is not closed on its line",
    help: 'add the closing `"`',
    explain: "A string ends on its line, so that a lost quote never swallows the rules below it.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys.
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P107: {
    slug: "missing-opening-quote",
    severity: "error",
    message: "the opening quote is missing before `{word}`",
    explain: "A quote that closes nothing would start a string that swallows the rest of the line.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains key"
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P108: {
    slug: "quote-inside-string",
    severity: "error",
    message: "the string ended at the quote before `{word}`",
    help: 'write `\\"` for a quote inside a string',
    explain: "A plain quote always ends the string.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No "keys" here."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No \\"keys\\" here."
  fires on "key"
`,
  },
  P109: {
    slug: "foreign-quotes",
    severity: "error",
    message: "strings take double quotes",
    explain: "One kind of quote means one kind of string: single and typographic quotes are not strings here.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains 'key'
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P110: {
    slug: "reserved-quotes",
    severity: "error",
    message: '`"""` is reserved for text of several lines, which is not available in this version',
    help: "write the text on one line; `\\n` is a line break",
    explain: "Reserved so that policies written today keep their meaning when such strings arrive.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block """No keys."""
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P111: {
    slug: "foreign-operator",
    severity: "error",
    message: "there is no `{found}`; write `{word}`",
    explain: "Operators are words, one for each meaning, so that a condition reads aloud.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key" && length(prompt) > 2
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key" and length(prompt) > 2
  block "No keys."
  fires on "key"
`,
  },
  P112: {
    slug: "assign-for-equal",
    severity: "error",
    message: "`=` sets a value, `==` compares",
    explain: "A condition never changes anything, so `=` in one is a slip of the pen.",
    bad: `rule keys
  on user_prompt_submit
  when prompt = "key"
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt == "key"
  block "No keys."
  fires on "key"
`,
  },
  P113: {
    slug: "equal-for-assign",
    severity: "error",
    message: "`==` compares, `=` sets a value",
    explain: "`let`, `param`, `def` and `set` give a value.",
    bad: `let limit == 3
`,
    good: `let limit = 3
`,
  },
  P114: {
    slug: "foreign-comment",
    severity: "error",
    message: "comments start with `#`",
    explain: "Other comment signs could be part of a pattern; `#` never is outside a string.",
    bad: `// keys
rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
    good: `# keys
rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P115: {
    slug: "semicolon",
    severity: "error",
    message: "a policy has no semicolons",
    help: "leave it out; in braces write a comma",
    explain: "Line ends and semicolons carry no meaning: every clause begins with its own word.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys.";
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P116: {
    slug: "odd-character",
    severity: "error",
    message: "this character means nothing here: {character}",
    explain: "Invisible or foreign characters outside strings hide what a policy says, so they are refused.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains ~ "key"
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P117: {
    slug: "bad-name",
    severity: "error",
    message: "`{word}` is not a valid name: letters, digits and `_`, joined by single `-`",
    explain: "Names are plain so that two names that look the same are the same.",
    bad: `let limit- = 3
`,
    good: `let limit = 3
`,
  },
  P118: {
    slug: "capital-keyword",
    severity: "error",
    message: "keywords are lower case: `{word}`",
    explain: "One spelling for each word.",
    bad: `rule keys
  on user_prompt_submit
  WHEN prompt contains "key"
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P119: {
    slug: "unclosed-regex",
    severity: "error",
    message: "this regex is not closed on its line",
    help: 'a regex ends with `/`; a path is a string: `"/etc"`',
    explain: "A regex ends on its line, so that a lost slash never swallows the rules below it.",
    bad: `rule keys
  on user_prompt_submit
  when prompt matches /key
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt matches /key/
  block "No keys."
  fires on "key"
`,
  },
  P120: {
    slug: "odd-regex-flags",
    severity: "error",
    message: "a regex cannot go on with `{flags}` after its closing `/`",
    help: 'flags are i, m, s, u; write `\\/` for a slash inside a regex; a path is a string: `"/etc"`',
    explain: "An unescaped slash ends the regex early, so that it matches something else than what was meant.",
    bad: `rule keys
  on user_prompt_submit
  when prompt matches /key/etc
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt matches /key\\/etc/
  block "No keys."
  fires on "key/etc"
`,
  },
  P121: {
    slug: "duration-unit",
    severity: "error",
    message: "`{found}` is not a duration",
    help: "a duration is a number and a unit: 500ms, 2s, 10m, 1h, 7d",
    explain: "A number without a unit would be read as seconds by one reader and as milliseconds by the next.",
    bad: `let window = 10min
`,
    good: `let window = 10m
`,
  },
  P122: {
    slug: "unknown-escape",
    severity: "error",
    message: "there is no escape `{escape}`",
    help: "write `\\\\` for a backslash; a backslash goes before a quote, a brace, n, r, t, or u and four hex digits",
    explain: "A backslash that silently vanished would change what a pattern matches.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "\\d"
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "\\\\d"
  block "No keys."
  fires on "\\\\d"
`,
  },
  P123: {
    slug: "unclosed-bracket",
    severity: "error",
    message: "`{bracket}` is not closed",
    explain: "The bracket is still open where the next clause or declaration begins.",
    bad: `rule keys
  on user_prompt_submit
  when prompt in ["key", "secret"
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt in ["key", "secret"]
  block "No keys."
  fires on "key"
`,
  },
  P124: {
    slug: "extra-bracket",
    severity: "error",
    message: "nothing is open that `{bracket}` could close",
    explain: "A bracket too many usually means that one was lost before it.",
    bad: `rule keys
  on user_prompt_submit
  when prompt in ["key"]]
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt in ["key"]
  block "No keys."
  fires on "key"
`,
  },
  P125: {
    slug: "missing-comma",
    severity: "error",
    message: "a comma is missing before {found}",
    explain: "Two items side by side could be one item cut in two.",
    bad: `rule keys
  on user_prompt_submit
  when prompt in ["key" "secret"]
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt in ["key", "secret"]
  block "No keys."
  fires on "key"
`,
  },
  P126: {
    slug: "lone-comma",
    severity: "error",
    message: "nothing stands next to this comma",
    help: "leave it out; one comma may end a list in brackets, none may end a list of names or examples",
    explain: "A missing item is more likely a lost one than one too many commas.",
    bad: `rule keys
  on user_prompt_submit
  when prompt in ["key",, "secret"]
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt in ["key", "secret",]
  block "No keys."
  fires on "key"
`,
  },
  P127: {
    slug: "comma-between-conditions",
    severity: "error",
    message: "conditions are joined by `and` or `or`, not by a comma",
    explain: "A comma does not say whether both conditions must hold or one of them.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key", length(prompt) > 2
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key" and length(prompt) > 2
  block "No keys."
  fires on "key"
`,
  },
  P128: {
    slug: "missing-on",
    severity: "error",
    message: "`on` is missing before `{word}`",
    explain: "`on` names the points at which the rule is asked.",
    bad: `rule keys
  user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P129: {
    slug: "rule-without-name",
    severity: "error",
    message: "`rule` needs a name",
    help: "write `rule some-name on ...`, or leave `rule` out",
    explain: "A name lets tests, reports and `without` speak of the rule.",
    bad: `rule
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P130: {
    slug: "bad-rule-name",
    severity: "error",
    message: "a name is one word without quotes",
    help: "write `{name}`",
    explain: "Names are used in other places of the language, where blanks and quotes would be ambiguous.",
    bad: `rule "keys"
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P131: {
    slug: "clause-order",
    severity: "error",
    message: "`{late}` stands before `{early}`",
    help: "the order is: annotations, `rule`, `on`, `when`, `unless`, effects, `if unknown`, examples",
    explain: "One order for all rules, so that every reader finds each clause at its place.",
    bad: `rule keys
  on user_prompt_submit
  block "No keys."
  when prompt contains "key"
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P132: {
    slug: "repeated-clause",
    severity: "error",
    message: "a rule has one `{word}`",
    help: "{advice}",
    explain: "Two clauses of a kind leave open how they combine.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  when length(prompt) > 2
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key" and length(prompt) > 2
  block "No keys."
  fires on "key"
`,
  },
  P133: {
    slug: "braces-in-rule",
    severity: "error",
    message: "a rule has no `{sign}`",
    help: "leave it out: every clause begins with its own word",
    explain: "Braces are for data: events, tools, tests.",
    bad: `rule keys {
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
}
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P134: {
    slug: "no-effect",
    severity: "error",
    message: "this rule does nothing: it has no effect",
    help: "add what it shall do: block, ask, warn, note, allow, stop, respond, set, mark, count or run",
    explain: "A rule without an effect is silent, and silence looks like protection.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P135: {
    slug: "no-message",
    severity: "error",
    message: "`{effect}` needs a message",
    help: 'write why, in a string: `{effect} "..."`',
    explain: "The person or the model that is stopped must learn why.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P136: {
    slug: "message-not-a-string",
    severity: "error",
    message: "a message is one string in double quotes",
    help: "name fields inside the string, in braces",
    explain: "One string keeps a message checkable; fields go into it as holes and are masked and shortened there.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys in " + prompt
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys in {prompt}"
  fires on "key"
`,
  },
  P137: {
    slug: "bare-run",
    severity: "error",
    message: "`run` takes a list of words, or `shell` and a string",
    help: "write `run {argv}`, or `run shell ...` when a shell is really wanted",
    explain: "A command line given to a shell is open to injection, so it must be asked for by name.",
    bad: `rule scan
  on user_prompt_submit
  run "scan it"
`,
    good: `rule scan
  on user_prompt_submit
  run ["scan", "it"]
`,
  },
  P138: {
    slug: "list-in-parentheses",
    severity: "error",
    message: "lists take square brackets",
    explain: "Parentheses only group.",
    bad: `rule keys
  on user_prompt_submit
  when prompt in ("key", "secret")
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt in ["key", "secret"]
  block "No keys."
  fires on "key"
`,
  },
  P139: {
    slug: "quantifier-in",
    severity: "error",
    message: "write `of`: `any x of xs where ...`",
    explain: "`in` compares; `of` names the list whose elements are tested.",
    bad: `rule reads
  on before_tool_call
  when tool == "read" and any p in reads where (p matches "**/.env")
  block "No."
  fires on { tool: "read", input: { path: ".env" } }
`,
    good: `rule reads
  on before_tool_call
  when tool == "read" and any p of reads where (p matches "**/.env")
  block "No."
  fires on { tool: "read", input: { path: ".env" } }
`,
  },
  P140: {
    slug: "chained-comparison",
    severity: "error",
    message: "comparisons do not chain",
    help: "write `a < b and b < c`",
    explain: "`a < b < c` compares the answer of the first comparison with `c` in most languages, which nobody means.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key" and 1 < length(prompt) < 9
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key" and 1 < length(prompt) and length(prompt) < 9
  block "No keys."
  fires on "key"
`,
  },
  P141: {
    slug: "mixed-and-or",
    severity: "error",
    message: "`{first}` and `{second}` are mixed without parentheses",
    help: "put the part that belongs together in parentheses",
    explain: "Which of the two binds tighter is remembered wrongly too often to decide about access.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key" or prompt contains "pin" and length(prompt) > 2
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key" or (prompt contains "pin" and length(prompt) > 2)
  block "No keys."
  fires on "key"
`,
  },
  P142: {
    slug: "loose-quantifier-body",
    severity: "error",
    message: "the condition after `where` needs parentheses here",
    help: "write `where (...)` around all that belongs to it",
    explain: "Without them nobody can tell whether what follows `and` or `or` is part of the test of each element.",
    bad: `rule reads
  on before_tool_call
  when any p of reads where p matches "**/.env" and tool == "read"
  block "No."
  fires on { tool: "read", input: { path: ".env" } }
`,
    good: `rule reads
  on before_tool_call
  when tool == "read" and any p of reads where (p matches "**/.env")
  block "No."
  fires on { tool: "read", input: { path: ".env" } }
`,
  },
  P143: {
    slug: "null-in-condition",
    severity: "error",
    message: "there is no `{found}` in conditions",
    help: "{advice}",
    explain: "A field that is absent has no value to compare with.",
    bad: `rule gate
  on before_completion_decision
  when last_message == null
  block "Say what was done."
  fires on {}
`,
    good: `rule gate
  on before_completion_decision
  when last_message is missing
  block "Say what was done."
  fires on {}
`,
  },
  P144: {
    slug: "method-call",
    severity: "error",
    message: "values have no methods: `{method}`",
    help: "{advice}",
    explain: "Tests are words of the language, so that every one of them can be checked and explained.",
    bad: `rule keys
  on user_prompt_submit
  when prompt.startsWith("key")
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt starts with "key"
  block "No keys."
  fires on "key"
`,
  },
  P145: {
    slug: "glued-signs",
    severity: "error",
    message: "put a blank between `>` and `=`",
    explain: "Written together they are one sign, greater or equal.",
    bad: `param names: list<string>= []
`,
    good: `param names: list<string> = []
`,
  },
  P146: {
    slug: "reserved-name",
    severity: "error",
    message: "`{word}` is a word of the language, so nothing could read a value of this name",
    help: "choose another name",
    explain: "Rules, labels and counters may have any name; a value must be readable in conditions.",
    bad: `let when = 3
`,
    good: `let start = 3
`,
  },
  P147: {
    slug: "number-range",
    severity: "error",
    message: "`{number}` is out of range",
    help: "whole numbers go up to 9007199254740991",
    explain: "Beyond it two different numbers would compare as equal.",
    bad: `let big = 99999999999999999999
`,
    good: `let big = 99999999999
`,
  },
  P148: {
    slug: "missing-connective",
    severity: "error",
    message: "`and` or `or` is missing before {found}",
    explain: "Two conditions side by side do not say whether both must hold or one of them.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key" length(prompt) > 2
  block "No keys."
  fires on "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key" and length(prompt) > 2
  block "No keys."
  fires on "key"
`,
  },
  P149: {
    slug: "example-words",
    severity: "error",
    message: "write `fires on ...` and `ignores ...`",
    explain: "An example says on what the rule fires, or what it ignores.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P150: {
    slug: "clause-outside-rule",
    severity: "error",
    message: "`{word}` stands outside a rule",
    help: "a rule begins with `on`, or with `rule NAME on`",
    explain: "The clause belongs to no rule, so nothing would ever test it.",
    bad: `when prompt contains "key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P151: {
    slug: "duplicate-key",
    severity: "error",
    message: "`{key}` is given twice",
    explain: "Only one of the two values could count.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on { prompt: "key", prompt: "keys" }
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on { prompt: "key" }
`,
  },
  P152: {
    slug: "quantifier-variable",
    severity: "error",
    message: "the name before `of` must be a single word",
    help: "write `any x of xs where ...`",
    explain: "It names the element that the condition speaks about.",
    bad: `rule reads
  on before_tool_call
  when tool == "read" and any p.q of reads where (p matches "**/.env")
  block "No."
  fires on { tool: "read", input: { path: ".env" } }
`,
    good: `rule reads
  on before_tool_call
  when tool == "read" and any p of reads where (p matches "**/.env")
  block "No."
  fires on { tool: "read", input: { path: ".env" } }
`,
  },
  P153: {
    slug: "reading-stopped",
    severity: "warning",
    message: "the rest of this file was not read, after {limit} declarations with mistakes",
    help: "mend those first, then check again",
    explain: "Past this many mistakes nobody reads on, and a file of nothing but mistakes must not stall the compiler.",
  },
} as const satisfies Record<string, Entry>;
