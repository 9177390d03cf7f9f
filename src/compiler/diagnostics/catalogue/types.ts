// P3xx: types.

import type { Entry } from "./entry.ts";

export const typeCodes = {
  P301: {
    slug: "type-mismatch",
    severity: "error",
    message: "`{left}` and `{right}` cannot be compared",
    help: "compare values of one type",
    explain: "Values of different types are never equal, so the test would be decided for good.",
    bad: `rule example
  on after_tool_result
  when duration_ms is present and duration_ms > "1000"
  warn "slow"
`,
    good: `rule example
  on after_tool_result
  when duration_ms is present and duration_ms > 1000
  warn "slow"
  fires on { tool: "bash", input: { command: "make" }, duration_ms: 2000 }
`,
  },
  P302: {
    slug: "not-a-condition",
    severity: "error",
    message: "a value of type `{type}` is not a condition",
    help: 'compare it with something: `x == "..."`',
    explain: "A condition is true or false: compare the value with something.",
    bad: `rule example
  on before_tool_call
  when tool_name
  block "no"
  fires on "ls"
`,
    good: `rule example
  on before_tool_call
  when tool_name == "bash"
  block "no"
  fires on "ls"
`,
  },
  P303: {
    slug: "condition-as-value",
    severity: "error",
    message: "a condition is not a value and cannot be compared or joined",
    help: "join conditions with `and`, `or` and `not`",
    explain: "Join conditions with `and`, `or` and `not`.",
    bad: `rule example
  on before_tool_call
  when (tool == "bash") == true
  block "no"
  fires on "ls"
`,
    good: `rule example
  on before_tool_call
  when tool == "bash"
  block "no"
  fires on "ls"
`,
  },
  P304: {
    slug: "unguarded",
    severity: "error",
    message: "`{name}` may be missing here",
    explain:
      "Reading a field that is not there is an error when the event is decided, so the rule must say what it means by that.",
    bad: `rule example
  on accept_gate
  when todo_open > 0
  block "no"
  fires on { todo_open: 1 }
`,
    good: `rule example
  on accept_gate
  when todo_open is present and todo_open > 0
  block "no"
  fires on { todo_open: 1 }
`,
  },
  P305: {
    slug: "list-needs-quantifier",
    severity: "error",
    message: "`{name}` is a list, and `{test}` tests one value",
    explain: "A list is not one value: say whether one element must fit or all of them.",
    bad: `rule example
  on before_tool_call
  when tool == "write" and writes under "src"
  block "no"
  fires on { tool: "write", input: { path: "src/a.ts", content: "" } }
`,
    good: `rule example
  on before_tool_call
  when tool == "write" and any writes under "src"
  block "no"
  fires on { tool: "write", input: { path: "src/a.ts", content: "" } }
`,
  },
  P306: {
    slug: "not-a-list",
    severity: "error",
    message: "`{quantifier}` needs a list, and this is of type `{type}`",
    help: "test the value itself, without a quantifier",
    explain: "Quantifiers go over views, fields with lists and lists in JSON.",
    bad: `rule example
  on before_tool_call
  when any tool_name == "bash"
  block "no"
  fires on "ls"
`,
    good: `rule example
  on before_tool_call
  when tool_name == "bash"
  block "no"
  fires on "ls"
`,
  },
  P307: {
    slug: "wrong-type",
    severity: "error",
    message: "`{test}` does not work on `{type}`; it takes {works}",
    help: "test a value of that type",
    explain: "Each test works on certain types, so that it always means something.",
    bad: `rule example
  on after_tool_result
  when duration_ms is present and duration_ms contains "1"
  warn "slow"
`,
    good: `rule example
  on after_tool_result
  when output contains "1"
  warn "slow"
  fires on { tool: "bash", input: { command: "ls" }, output: "1" }
`,
  },
  P308: {
    slug: "bad-regex",
    severity: "error",
    message: "this regex is not valid: {why}",
    help: "put the regex right",
    explain: "A regex that does not compile matches nothing.",
    bad: `rule example
  on user_prompt_submit
  when prompt matches /a(b/
  block "no"
  fires on "a"
`,
    good: `rule example
  on user_prompt_submit
  when prompt matches /a(b)/
  block "no"
  fires on "ab"
`,
  },
  P310: {
    slug: "exponential-regex",
    severity: "error",
    message: "this regex can be made to run for ever: {attack}",
    help: "remove the repetition inside a repetition",
    explain: "The text shown takes time that doubles with every character, so one call could stall every decision.",
    bad: `rule example
  on user_prompt_submit
  when prompt matches /^(a+)+$/
  block "no"
  fires on "aaa"
`,
    good: `rule example
  on user_prompt_submit
  when prompt matches /^a+$/
  block "no"
  fires on "aaa"
`,
  },
  P311: {
    slug: "unsupported-regex",
    severity: "error",
    message: "this regex cannot be run safely: {why}",
    help: "write it without back references and look-around",
    explain:
      "Regexes that could be slow run on an engine with linear time, which lacks back references and look-around.",
    bad: `rule example
  on user_prompt_submit
  when prompt matches /a.*b.*(?=c)/
  block "no"
  fires on "abc"
`,
    good: `rule example
  on user_prompt_submit
  when prompt matches /a.*b.*c/
  block "no"
  fires on "abc"
`,
  },
  P312: {
    slug: "bad-glob",
    severity: "error",
    message: "{why}",
    explain: "A pattern that means something else than it seems would match the wrong files.",
    bad: `rule example
  on before_tool_call
  when tool == "write" and any writes matches "^src/.*"
  block "no"
  fires on { tool: "write", input: { path: "src/a.ts", content: "" } }
`,
    good: `rule example
  on before_tool_call
  when tool == "write" and any writes matches "src/**"
  block "no"
  fires on { tool: "write", input: { path: "src/a.ts", content: "" } }
`,
  },
  P313: {
    slug: "glob-on-text",
    severity: "error",
    message: "globs match paths, hosts and names, and this is {type}",
    help: "write a regex: `matches /.../`",
    explain: "In prose a `*` or a dot means nothing special.",
    bad: `rule example
  on user_prompt_submit
  when prompt matches "*key*"
  block "no"
  fires on "key"
`,
    good: `rule example
  on user_prompt_submit
  when prompt matches /key/
  block "no"
  fires on "key"
`,
  },
  P314: {
    slug: "glob-in-equality",
    severity: "error",
    message: "`{text}` holds a wildcard, and `{test}` compares the whole text",
    explain: "Compared as it stands it would match nothing.",
    bad: `rule example
  on before_completion_decision
  when (git_branch() ?? "") in ["main", "release/*"]
  block "no"
  fires on {} given { git_branch: "main" }
`,
    good: `rule example
  on before_completion_decision
  when (git_branch() ?? "") matches ["main", "release/*"]
  block "no"
  fires on {} given { git_branch: "main" }
`,
  },
  P315: {
    slug: "text-test-on-path",
    severity: "error",
    message: "`{test}` looks at text, and a {type} can be written in many ways",
    explain: "`./a/../.env` and `.env` are one file. Globs and `under` compare what the text stands for.",
    bad: `rule example
  on before_tool_call
  when tool == "write" and any writes ends with ".ts"
  block "no"
  fires on { tool: "write", input: { path: "src/a.ts", content: "" } }
`,
    good: `rule example
  on before_tool_call
  when tool == "write" and any writes matches "**/*.ts"
  block "no"
  fires on { tool: "write", input: { path: "src/a.ts", content: "" } }
`,
  },
  P317: {
    slug: "text-test-on-command",
    severity: "warning",
    message: "`{test}` on the text of a command line is easy to slip past",
    help: 'say what the command does: `command runs "..."`, `any writes ...`, `command flows ...`',
    explain:
      "`git push --force`, `git push -f` and `g=push; git $g -f` do the same, and `echo git push --force` does nothing of the kind. `command runs` reads the command as the shell would.",
    bad: `rule example
  on before_tool_call
  when tool == "bash" and command contains "rm -rf"
  block "no"
  fires on "rm -rf /"
`,
    good: `rule example
  on before_tool_call
  when command runs "rm -rf"
  block "no"
  fires on "rm -rf /", "rm -fr /"
`,
  },
  P318: {
    slug: "json-in-message",
    severity: "error",
    message: "`{name}` is not text that a message could show",
    help: "show a field that is text",
    explain: "JSON can hold anything, secrets too, and has no short form.",
    bad: `rule example
  on before_tool_call
  when tool == "mcp"
  warn "with {input.args}"
  fires on { tool: "mcp", input: { server: "a", tool: "b", args: {} } }
`,
    good: `rule example
  on before_tool_call
  when tool == "mcp"
  warn "to {mcp.server}"
  fires on { tool: "mcp", input: { server: "a", tool: "b", args: {} } }
`,
  },
  P320: {
    slug: "long-message",
    severity: "error",
    message: "this message has {found} characters; at most {limit} are shown",
    help: "say it shorter",
    explain: "Messages go to people and models, and hosts cut long ones.",
  },
  P321: {
    slug: "hole-outside-message",
    severity: "warning",
    message: "`{name}` in braces is not replaced here",
    help: 'write `"..." + {name} + "..."`, or `\\\\{` for a brace',
    explain: "Only the string right after an effect word is a message. In `set` and `respond` text is joined with `+`.",
    bad: `rule example
  on before_tool_call
  when tool == "fetch"
  respond "no {tool}"
  fires on { tool: "fetch", input: { url: "https://a.example" } }
`,
    good: `rule example
  on before_tool_call
  when tool == "fetch"
  respond "no " + tool
  fires on { tool: "fetch", input: { url: "https://a.example" } }
`,
  },
  P322: {
    slug: "not-constant",
    severity: "error",
    message: "this must be known when the policy is compiled",
    help: "write the value itself, or the name of a `let`",
    explain:
      "Constants, lists, patterns and the names of facts are fixed text, so that they can be checked before anything runs.",
    bad: `let shell = tol
rule example
  on before_tool_call
  when tool == "bash"
  block "no"
  fires on "ls"
`,
    good: `let shell = "bash"
rule example
  on before_tool_call
  when tool == shell
  block "no"
  fires on "ls"
`,
  },
  P323: {
    slug: "wrong-argument",
    severity: "error",
    message: "`{name}` is of type `{wanted}`, and this is of type `{found}`",
    help: "give a value of that type",
    explain: "Parameters have types, so that a value of another kind is found where it is given.",
    bad: `use "std/rates" with fetches-per-10m = "60"
`,
    good: `use "std/rates" with fetches-per-10m = 60
`,
  },
  P324: {
    slug: "list-element",
    severity: "error",
    message: "a list cannot hold {what}",
    help: "write the elements one by one",
    explain: "Lists hold text, numbers, booleans or durations.",
    bad: `let a = [["x"]]
rule example
  on before_tool_call
  when tool == "bash"
  block "no"
  fires on "ls"
`,
    good: `let shells = ["bash"]
rule example
  on before_tool_call
  when tool in shells
  block "no"
  fires on "ls"
`,
  },
  P325: {
    slug: "mixed-list",
    severity: "error",
    message: "this list starts with type `{first}`, and this is of type `{found}`",
    help: "keep elements of one type",
    explain: "The elements of a list have one type.",
    bad: `rule example
  on before_tool_call
  when tool in ["bash", 3]
  block "no"
  fires on "ls"
`,
    good: `rule example
  on before_tool_call
  when tool in ["bash", "read"]
  block "no"
  fires on "ls"
`,
  },
  P326: {
    slug: "wrong-value",
    severity: "error",
    message: "`{name}` takes type `{wanted}`, and this is of type `{found}`",
    help: "give a value of that type",
    explain: "A rewrite with a value of another type would break the call.",
    bad: `rule example
  on user_prompt_submit
  when prompt contains "x"
  set prompt = 3
  fires on "x"
`,
    good: `rule example
  on user_prompt_submit
  when prompt contains "x"
  set prompt = "y"
  fires on "x"
`,
  },
  P327: {
    slug: "wrong-literal",
    severity: "error",
    message: "`{name}` is of type `{wanted}`, and this is of type `{found}`",
    help: "write a value of that type",
    explain: "The runtime refuses events with values of the wrong type, so an example with one shows nothing.",
    bad: `rule example
  on before_tool_call
  when tool == "bash"
  block "no"
  fires on { tool: "bash", input: { command: 3 } }
`,
    good: `rule example
  on before_tool_call
  when tool == "bash"
  block "no"
  fires on { tool: "bash", input: { command: "ls" } }
`,
  },
  P328: {
    slug: "wrong-arguments",
    severity: "error",
    message: "`{name}` is written `{shape}`",
    help: "give it these arguments",
    explain: "A call with other arguments has no meaning.",
    bad: `rule example
  on before_tool_call
  when length() > 3
  block "no"
  fires on "ls"
`,
    good: `rule example
  on before_tool_call
  when length(tool_name) > 3
  block "no"
  fires on "ls"
`,
  },
  P329: {
    slug: "bad-variable-name",
    severity: "error",
    message: "`{name}` cannot be the name of an environment variable",
    help: "use letters, digits and `_`",
    explain: "Names have letters, digits and `_`.",
    bad: `rule example
  on before_tool_call
  when tool == "bash" and env("a b") is missing
  block "no"
`,
    good: `rule example
  on before_tool_call
  when tool == "bash" and env("CI") is missing
  block "no"
  fires on "ls" given { env: { CI: null } }
`,
  },
  P330: {
    slug: "unknown-zone",
    severity: "error",
    message: "`{zone}` is not a time zone",
    help: "zones have names such as `UTC` and `Europe/Berlin`",
    explain: "Time zones have names such as `UTC` and `Europe/Berlin`.",
    bad: `rule example
  on before_tool_call
  when hour("Europe/Berln") > 20
  block "no"
`,
    good: `rule example
  on before_tool_call
  when hour("Europe/Berlin") > 20
  block "no"
  fires on "ls" given { time: "2026-01-05T20:00:00Z" }
`,
  },
  P331: {
    slug: "loosening-fact",
    severity: "warning",
    message: "the agent itself can change what `{fact}` says, and here that loosens the rule",
    help: "mark a label at after_tool_result, or leave the exception out",
    explain: "A file or a branch can be made by the very agent the rule is about.",
    bad: `rule example
  on before_tool_call
  when tool == "bash"
  unless file_exists("OK")
  block "no"
  fires on "ls" given { file_exists: [] }
`,
    good: `rule example
  on before_tool_call
  when tool == "bash" and file_exists("FROZEN")
  block "no"
  fires on "ls" given { file_exists: ["FROZEN"] }
`,
  },
  P332: {
    slug: "environment-shown",
    severity: "error",
    message: "a value of the environment cannot be written anywhere",
    help: "compare it in the condition instead",
    explain: "Variables often hold secrets. They may be compared and tested for presence.",
    bad: `rule example
  on user_prompt_submit
  when prompt contains "x"
  set prompt = env("HOME") ?? ""
`,
    good: `rule example
  on user_prompt_submit
  when prompt contains "x" and env("CI") is missing
  set prompt = "y"
  fires on "x" given { env: { CI: null } }
`,
  },
  P333: {
    slug: "constant-too-long",
    severity: "error",
    message: "this text is longer than {limit} characters",
    help: "join less",
    explain: "Constants are joined when the policy is compiled, and these grow too large.",
  },
  P334: {
    slug: "control-character",
    severity: "warning",
    message: "this pattern holds a control character",
    help: "write `\\\\` for a backslash, or `/` between folders",
    explain: '`\\t` in a string is a tab: `"C:\\temp"` is not a folder.',
    bad: `rule example
  on before_tool_call
  when tool == "read" and any reads under "/a\\tb"
  block "no"
  fires on { tool: "read", input: { path: "/a\\tb/c" } }
`,
    good: `rule example
  on before_tool_call
  when tool == "read" and any reads under "/a/b"
  block "no"
  fires on { tool: "read", input: { path: "/a/b/c" } }
`,
  },
  P335: {
    slug: "never-missing",
    severity: "error",
    message: "this is always there, so `is {word}` says nothing",
    help: "leave the test out",
    explain: "Only fields that may be absent can be tested for it.",
    bad: `rule example
  on before_tool_call
  when tool is present
  block "no"
  fires on "ls"
`,
    good: `rule example
  on before_tool_call
  when tool == "bash"
  block "no"
  fires on "ls"
`,
  },
  P336: {
    slug: "untyped-comparison",
    severity: "error",
    message: "both sides are JSON, so nothing tells their type",
    help: "compare it with text, a number or a boolean",
    explain: "A JSON value gets its type from what it is compared with.",
    bad: `rule example
  on before_tool_call
  when metadata.a is present and metadata.b is present and metadata.a == metadata.b
  block "no"
`,
    good: `rule example
  on before_tool_call
  when metadata.a is present and metadata.a == "b"
  block "no"
  fires on { tool: "bash", input: { command: "ls" }, metadata: { a: "b" } }
`,
  },
  P337: {
    slug: "path-with-path",
    severity: "error",
    message: "a path can be compared with constant text only",
    help: 'use `under "dir"` or `matches "glob"`',
    explain:
      "Two paths of an event are written in unlike ways; what they stand for is compared with patterns of the rule.",
    bad: `rule example
  on before_tool_call
  when cwd == workdir
  block "no"
  fires on "ls"
`,
    good: `rule example
  on before_tool_call
  when cwd under "."
  block "no"
  fires on "ls"
`,
  },
  P338: {
    slug: "bad-folder",
    severity: "error",
    message: "{why}",
    explain: "`under` compares with a folder and everything below it.",
    bad: `rule example
  on before_tool_call
  when tool == "write" and any writes under "src/*"
  block "no"
  fires on { tool: "write", input: { path: "src/a.ts", content: "" } }
`,
    good: `rule example
  on before_tool_call
  when tool == "write" and any writes under "src"
  block "no"
  fires on { tool: "write", input: { path: "src/a.ts", content: "" } }
`,
  },
  P339: {
    slug: "bad-time",
    severity: "error",
    message: "this is not a time",
    help: 'write `"2026-01-05T03:00:00Z"`',
    explain: "Times are written as in RFC 3339, with a zone.",
    bad: `rule example
  on before_tool_call
  when tool == "bash"
  block "no"
  fires on "ls" given { time: "noon" }
`,
    good: `rule example
  on before_tool_call
  when tool == "bash" and hour("UTC") == 12
  block "no"
  fires on "ls" given { time: "2026-01-05T12:00:00Z" }
`,
  },
  P340: {
    slug: "never-fits",
    severity: "error",
    message: "`{text}` never fits: {why}",
    explain:
      "Paths, hosts and branches are compared in one plain form, whatever the call wrote. Text in another form would match nothing, and the rule would never fire. A test of words never finds text without any.",
    bad: `rule example
  on before_tool_call
  when tool == "fetch" and any hosts in ["https://example.org"]
  block "no"
`,
    good: `rule example
  on before_tool_call
  when tool == "fetch" and any hosts in ["example.org"]
  block "no"
  fires on { tool: "fetch", input: { url: "https://example.org/a" } }
`,
  },
  P341: {
    slug: "bad-pattern",
    severity: "error",
    message: "this pattern cannot fit a command: {why}",
    explain:
      "A pattern names a program, its subcommand, flags and operands. It is checked against the tables of programs, because a flag that does not exist would never be found.",
    bad: `rule example
  on before_tool_call
  when command runs "git push --forse"
  block "no"
  fires on "git push --force"
`,
    good: `rule example
  on before_tool_call
  when command runs "git push --force"
  block "no"
  fires on "git push --force", "git push -f"
`,
  },
} as const satisfies Record<string, Entry>;
