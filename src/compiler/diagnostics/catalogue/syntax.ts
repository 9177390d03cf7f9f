// P1xx: syntax. Each common mistake has a code of its own; P102 covers the rest.

import type { CatalogueEntry } from "./entry.ts";

export const syntaxCodes = {
  P100: {
    slug: "file-too-large",
    severity: "error",
    message: "this file has {size} characters; the limit is {limit}",
    help: 'split the file: `use "part.policy"` reads another file of the same scope',
    explain:
      "A file far larger than any real policy is refused before it is parsed, so that checking it cannot exhaust memory.",
  },
  P101: {
    slug: "nested-too-deep",
    severity: "error",
    message: "this is nested more than {limit} levels deep",
    help: "give a part of it a name with `let` or `def`",
    explain:
      "Nesting is limited so that no input can exhaust the compiler. Nobody can review a condition nested this deeply anyway.",
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
      "The text does not follow the grammar here. The rest of this declaration is skipped; all other declarations are still checked.",
    bad: `scope 1
`,
    good: `scope user
`,
  },
  P103: {
    slug: "misspelt-word",
    severity: "error",
    message: "unknown word `{found}`; did you mean `{word}`?",
    explain:
      "The word is close to one that is valid here. Unknown words are never ignored, because an ignored clause could be a rule that does not fire.",
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
    message: "`{found}` is not part of the language; write {word}",
    explain: "Other languages use this word. In a policy each thing has exactly one name.",
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
    message: "`{found}` is not needed here",
    help: "remove it",
    explain: "Clauses follow one another without connecting words.",
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
    message: "this string is not closed before the end of the line",
    help: 'add the closing `"`; a long message may be several strings: `"one part" "the next"`',
    explain:
      "A string must end on the line where it starts, so that a missing quote never swallows the rules below it.",
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
    explain: "A closing quote without an opening one would start a string that swallows the rest of the line.",
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
    explain: "An unescaped quote always ends the string.",
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
    message: "strings are written in double quotes",
    explain: "There is one kind of string. Single and typographic quotes do not delimit strings.",
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
    message: '`"""` is reserved for multi-line strings, which this version does not support',
    help: "write the text on one line; `\\n` is a line break",
    explain: "It is reserved so that policies written today keep their meaning when multi-line strings are added.",
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
    message: "`{found}` is not an operator; write `{word}`",
    explain: "Operators are words, one for each meaning, so that a condition can be read aloud.",
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
    explain: "A condition never changes anything, so `=` in a condition is a typing mistake.",
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
    explain: "`let`, `param`, `def` and `set` assign a value.",
    bad: `let limit == 3
`,
    good: `let limit = 3
`,
  },
  P114: {
    slug: "foreign-comment",
    severity: "error",
    message: "comments start with `#`",
    explain: "Other comment markers could be part of a pattern; outside strings, `#` never is.",
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
    message: "policies do not use semicolons",
    help: "remove it; inside braces, write a comma",
    explain: "Neither line ends nor semicolons separate clauses: every clause begins with its own keyword.",
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
    message: "unexpected character: {character}",
    explain: "Invisible or unexpected characters outside strings can hide what a policy says, so they are refused.",
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
    message: "`{word}` is not a valid name: use letters, digits and `_`, with single `-` between them",
    explain: "Names use few characters so that two names that look the same are the same.",
    bad: `let limit- = 3
`,
    good: `let limit = 3
`,
  },
  P118: {
    slug: "capital-keyword",
    severity: "error",
    message: "keywords are lower case: `{word}`",
    explain: "Each keyword has exactly one spelling.",
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
    message: "this regex is not closed before the end of the line",
    help: 'a regex ends with `/`; a path is a string: `"/etc"`',
    explain: "A regex must end on the line where it starts, so that a missing slash never swallows the rules below it.",
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
    message: "`{flags}` cannot follow the closing `/` of a regex",
    help: 'the flags are i, m, s and u; write `\\/` for a slash inside a regex; a path is a string: `"/etc"`',
    explain: "An unescaped slash ends the regex early, and what is left matches something else than intended.",
    bad: `rule keys
  on user_prompt_submit
  when prompt matches /key/gi
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
    explain: "One reader would take a number without a unit for seconds, the next one for milliseconds.",
    bad: `let window = 10min
`,
    good: `let window = 10m
`,
  },
  P122: {
    slug: "unknown-escape",
    severity: "error",
    message: "unknown escape sequence `{escape}`",
    help: "write `\\\\` for a backslash; the escapes are a backslash followed by a quote, a brace, n, r, t, or u and four hex digits",
    explain: "Silently dropping a backslash would change what a pattern matches.",
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
    message: "`{bracket}` has no matching opening bracket",
    explain: "An extra closing bracket usually means that an opening one is missing before it.",
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
    explain: "Two items without a comma between them could be one item split by mistake.",
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
    message: "there is no item next to this comma",
    help: "remove it; a list in brackets may end with one comma, a list of names or examples may not",
    explain: "An extra comma often means that an item was lost.",
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
    message: "conditions are joined with `and` or `or`, not with a comma",
    explain: "A comma does not say whether both conditions must be true or only one of them.",
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
    explain: "`on` names the points at which the rule is evaluated.",
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
    help: "write `rule some-name on ...`, or remove `rule`",
    explain: "Tests, reports and `without` refer to a rule by its name.",
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
    explain: "Names are used elsewhere in the language, where spaces and quotes would be ambiguous.",
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
    message: "`{late}` comes before `{early}`",
    help: "the order is: annotations, `rule`, `on`, `when`, `unless`, effects, `if unknown`, examples",
    explain: "All rules have the same order, so that a reader knows where to find each clause.",
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
    message: "a rule can have only one `{word}`",
    help: "{advice}",
    explain: "It would not be clear how two clauses of the same kind combine.",
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
    message: "rules are written without `{sign}`",
    help: "remove it: every clause begins with its own keyword",
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
    help: "add an effect: block, ask, warn, note, allow, stop, respond, set, mark, count or run",
    explain: "A rule without an effect never does anything, yet looks like protection.",
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
    help: 'say why in a string: `{effect} "..."`',
    explain: "The person or model that is stopped must be given the reason.",
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
    help: "put fields into the string, in braces",
    explain:
      "A single string can be checked. Fields are written in braces inside it, where they are masked and shortened.",
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
    help: "write `run {argv}`, or `run shell ...` if you really want a shell",
    explain: "A command line passed to a shell is open to injection, so a shell must be requested explicitly.",
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
    message: "lists are written in square brackets",
    explain: "Parentheses only group conditions.",
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
    explain:
      "`a < b < c` compares the result of the first comparison with `c` in most languages, which is never intended.",
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
    help: "put parentheses around the part that belongs together",
    explain: "Too many people misremember which of the two binds tighter for access to depend on it.",
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
    help: "write `where (...)` around everything that belongs to it",
    explain:
      "Without parentheses it is unclear whether what follows `and` or `or` is part of the test of each element.",
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
    message: "conditions cannot use `{found}`",
    help: "{advice}",
    explain: "An absent field has no value to compare with.",
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
    explain: "Tests are keywords of the language, so that each of them can be checked and explained.",
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
    message: "put a space between `>` and `=`",
    explain: "Without a space they are one operator, greater than or equal.",
    bad: `param names: list<string>= []
`,
    good: `param names: list<string> = []
`,
  },
  P146: {
    slug: "reserved-name",
    severity: "error",
    message: "`{word}` is a keyword, so a value with this name could never be read",
    help: "choose another name",
    explain: "Rules, labels and counters may have any name, but conditions must be able to read a value by its name.",
    bad: `let when = 3
`,
    good: `let start = 3
`,
  },
  P147: {
    slug: "number-range",
    severity: "error",
    message: "`{number}` is out of range",
    help: "the largest whole number is 9007199254740991",
    explain: "Beyond that, two different numbers could compare as equal.",
    bad: `let big = 99999999999999999999
`,
    good: `let big = 99999999999
`,
  },
  P148: {
    slug: "missing-connective",
    severity: "error",
    message: "`and` or `or` is missing before {found}",
    explain: "Two conditions side by side do not say whether both must be true or only one of them.",
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
    message: "examples are written `fires on ...` and `ignores ...`",
    explain: "An example is an event that the rule fires on, or one that it ignores.",
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
    message: "`{word}` is outside a rule",
    help: 'a rule begins with `on`, or with `rule NAME on`: `on before_tool_call when command runs "git push --force" block "Why."`',
    explain: "The clause belongs to no rule, so it would never be evaluated.",
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
    explain: "Only one of the two values could be used.",
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
    explain: "It names the element that the condition tests.",
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
    message: "the rest of this file was not read: {limit} declarations already have errors",
    help: "fix those first, then check again",
    explain: "Nobody reads further than this many errors, and a file full of errors must not stall the compiler.",
  },
  P154: {
    slug: "path-without-quotes",
    severity: "error",
    message: "paths and names of packs are written in double quotes",
    explain: "Without quotes the slash would start a regex.",
    bad: `use std/secrets
`,
    good: `use "std/secrets"
`,
  },
  P155: {
    slug: "other-format",
    severity: "error",
    message: "this is {format}, and a policy has a syntax of its own",
    help: 'a rule is written `rule NAME on POINT when CONDITION block "reason"`; `policyc init` writes an example',
    explain:
      "Policies have their own syntax. Configurations and policies of other tools are recognised as such; `policyc import` converts those of agents.",
    bad: `rules:
  name: no-keys
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P156: {
    slug: "quoted-name",
    severity: "error",
    message: "a name is written without quotes: `{name}`",
    explain: "Text is in quotes, names are not: of points, agents, rules, labels, counters and outcomes.",
    bad: `rule keys
  on "user_prompt_submit"
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
  P157: {
    slug: "missing-quotes",
    severity: "error",
    message: "text is written in double quotes",
    help: "write `{text}`",
    explain: "Without quotes a word is the name of a field or a constant. A command, a path or a file is text.",
    bad: `rule pushes
  on before_tool_call
  when command runs git push
  block "Pushing is for people."
`,
    good: `rule pushes
  on before_tool_call
  when command runs "git push"
  block "Pushing is for people."
`,
  },
  P158: {
    slug: "one-use-each",
    severity: "error",
    message: "each `use` names one file or pack",
    help: "write one `use` on each line",
    explain: "A `use` can have settings of its own, so each file or pack has its line.",
    bad: `use ["std/secrets", "std/egress"]
`,
    good: `use "std/secrets"
use "std/egress"
`,
  },
  P159: {
    slug: "wrong-sign",
    severity: "error",
    message: "here it is `{right}`, not `{found}`",
    help: "write `{right}`",
    explain:
      "`=` gives a name its value, `:` stands after a key or before a type, `==` compares, and `expect` says what a test must give.",
    bad: `let keys: ["key", "token"]

rule keys
  on user_prompt_submit
  when prompt in keys
  block "No keys."
  fires on "key"
`,
    good: `let keys = ["key", "token"]

rule keys
  on user_prompt_submit
  when prompt in keys
  block "No keys."
  fires on "key"
`,
  },
  P160: {
    slug: "settings-form",
    severity: "error",
    message: "the settings of a pack follow `with`, without brackets",
    help: "write `use PACK with NAME = VALUE, NAME = VALUE`",
    explain: "Settings are a list of names and values, separated by commas.",
    bad: `use "std/egress" with { allowed-hosts = ["github.com"] }
`,
    good: `use "std/egress" with allowed-hosts = ["github.com"]
`,
  },
  P161: {
    slug: "type-form",
    severity: "error",
    message: "a type is missing here, or written in another way",
    help: "write `param name: string = ...`, `def name(p: path) = ...`, `list<string>`",
    explain: "Parameters of packs and of named conditions have a type; constants have that of their value.",
    bad: `param keys = ["key"]

rule keys
  on user_prompt_submit
  when prompt in keys
  block "No keys."
  fires on "key"
`,
    good: `param keys: list<string> = ["key"]

rule keys
  on user_prompt_submit
  when prompt in keys
  block "No keys."
  fires on "key"
`,
  },
  P162: {
    slug: "spare-sign",
    severity: "error",
    message: "`{sign}` does not belong here: the names or examples follow directly",
    help: "remove it; several are separated by commas",
    explain: "`target`, `scope`, `language` and examples are followed by their names or values.",
    bad: `scope = user

rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
    good: `scope user

rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key"
`,
  },
  P163: {
    slug: "list-with-and",
    severity: "error",
    message: "the items of a list are separated by commas, not by `{found}`",
    help: "write `,`",
    explain: "`and` and `or` join conditions. Points, agents and examples are lists.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key" and "my key"
`,
    good: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  block "No keys."
  fires on "key", "my key"
`,
  },
  P164: {
    slug: "no-index",
    severity: "error",
    message: "`{name}` has no `[...]`",
    help: 'test the elements of a list with `any` or `all`: `any reads matches "**/.env"`',
    explain:
      'The order of a list says nothing, so no element has a number. A variable of the environment is `env("NAME")`.',
    bad: `rule pushes
  on before_tool_call
  when env["CI"] == "1"
  block "Pushing is for people."
  fires on "ls" given { env: { CI: "1" } }
`,
    good: `rule pushes
  on before_tool_call
  when env("CI") == "1"
  block "Pushing is for people."
  fires on "ls" given { env: { CI: "1" } }
`,
  },
  P165: {
    slug: "operator-as-function",
    severity: "error",
    message: "`{found}` is not a function; write `{meant}`",
    explain: "Operators are words between two values.",
    bad: `rule keys
  on user_prompt_submit
  when contains(prompt, "key")
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
  P166: {
    slug: "quantifier-form",
    severity: "error",
    message: "a test of several elements is written in another way",
    help: 'write `any reads matches "..."`, or `any x of reads where (x matches "...")`',
    explain: "The short form has no name for the element; the long form has `of` and `where`.",
    bad: `rule pushes
  on before_tool_call
  when any of reads matches "**/.env"
  block "Pushing is for people."
`,
    good: `rule pushes
  on before_tool_call
  when any reads matches "**/.env"
  block "Pushing is for people."
`,
  },
  P167: {
    slug: "nothing-tested",
    severity: "error",
    message: "nothing is before `{found}` that could be tested",
    help: 'say what is tested: `tool == "bash"`, `command runs "git push"`, `any reads matches "**/.env"`',
    explain: "A condition begins with the field or the view that it tests.",
    bad: `rule pushes
  on before_tool_call
  when runs "git push"
  block "Pushing is for people."
`,
    good: `rule pushes
  on before_tool_call
  when command runs "git push"
  block "Pushing is for people."
`,
  },
  P168: {
    slug: "negation-form",
    severity: "error",
    message: "`{found}` is no negation here",
    help: "write `not` before the condition",
    explain: "`not` stands before a condition, or before the operator word: `not command runs`, `command not runs`.",
    bad: `rule pushes
  on before_tool_call
  when any writes under "infra" and command does not run "make"
  block "Pushing is for people."
  fires on "touch infra/a"
`,
    good: `rule pushes
  on before_tool_call
  when any writes under "infra" and not command runs "make"
  block "Pushing is for people."
  fires on "touch infra/a"
`,
  },
  P169: {
    slug: "is-compares",
    severity: "error",
    message: "`is` asks for a property; text is compared with `{sign}`",
    help: "write `{sign} {text}`",
    explain: "`is` is followed by one of a few words: present, missing, root, home, project, system, policyc.",
    bad: `rule pushes
  on before_tool_call
  when tool is "bash"
  block "Pushing is for people."
`,
    good: `rule pushes
  on before_tool_call
  when tool == "bash"
  block "Pushing is for people."
`,
  },
  P170: {
    slug: "test-form",
    severity: "error",
    message: "a step of a test is written in another way",
    help: 'each step is an event and what must happen: `"git push" expect block`',
    explain: "A test has a name and steps in braces; each step is an event and what must happen.",
    bad: `rule pushes
  on before_tool_call
  when command runs "git push"
  block "Pushing is for people."

test "pushes" {
  "git push"
}
`,
    good: `rule pushes
  on before_tool_call
  when command runs "git push"
  block "Pushing is for people."

test "pushes" {
  "git push" expect block
}
`,
  },
  P171: {
    slug: "no-such-clause",
    severity: "error",
    message: "rules have no `{found}`",
    explain: "Other systems have such a clause. Here it has another form, or it is not needed.",
    bad: `rule keys
  on user_prompt_submit
  when prompt contains "key"
  priority 10
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
  P172: {
    slug: "counted-without-time",
    severity: "error",
    message: "`counted` needs the time that it looks back",
    help: "write `counted({name}, 10m)`",
    explain: "A counter counts events of a time span, from now back.",
    bad: `rule pushes
  on before_tool_call
  when counted(pushes) > 2
  block "Pushing is for people."
  fires on "ls" given { counted: { pushes: 3 } }

rule counting
  on before_tool_call
  when command runs "git push"
  count pushes
`,
    good: `rule pushes
  on before_tool_call
  when counted(pushes, 10m) > 2
  block "Pushing is for people."
  fires on "ls" given { counted: { pushes: 3 } }

rule counting
  on before_tool_call
  when command runs "git push"
  count pushes
`,
  },
} as const satisfies Record<string, CatalogueEntry>;
