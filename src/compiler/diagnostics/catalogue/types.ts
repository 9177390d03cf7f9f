// P3xx: types.

import type { CatalogueEntry } from "./entry.ts";

export const typeCodes = {
  P301: {
    slug: "type-mismatch",
    severity: "error",
    message: "`{left}` and `{right}` cannot be compared",
    help: "compare values of the same type",
    explain: "Values of different types are never equal, so the test would always have the same result.",
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
    explain: "A condition is true or false; this value is neither.",
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
    message: "a condition is not a value and cannot be compared or concatenated",
    help: "combine conditions with `and`, `or` and `not`",
    explain: "Conditions are combined with `and`, `or` and `not`; only values are compared.",
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
      "Reading a missing field is an error while an event is decided, so the rule must say what should happen then.",
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
    message: "`{name}` is a list, but `{test}` tests a single value",
    explain: "Say whether one element of the list must match, or all of them.",
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
    message: "`{quantifier}` needs a list, but this has type `{type}`",
    help: "test the value itself, without a quantifier",
    explain: "`any` and `all` work on views, on fields that hold lists and on lists in JSON.",
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
    explain: "Each test is defined for certain types only.",
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
    help: "correct the regex",
    explain: "An invalid regex would match nothing.",
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
    message: "this regex can take exponential time: {attack}",
    help: "remove the repetition inside a repetition",
    explain: "On the text shown, the time doubles with every character, so one call could stall all decisions.",
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
      "Regexes that could be slow run on an engine that takes linear time, which has no back references and no look-around.",
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
    explain: "A pattern that does not mean what it seems to mean would match the wrong files.",
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
    message: "globs match paths, hosts and names, but this is {type}",
    help: "write a regex: `matches /.../`",
    explain: "In ordinary text a `*` or a dot has no special meaning.",
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
    message: "`{text}` contains a wildcard, but `{test}` compares literal text",
    explain: "Compared literally, it would match nothing.",
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
    message: "`{test}` compares text, but the same {type} can be written in many ways",
    explain: "`./a/../.env` and `.env` are the same file. Globs and `under` compare what the text refers to.",
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
    message: "`{test}` on the text of a command line is easy to evade",
    help: 'test what the command does: `command runs "..."`, `any writes ...`, `command flows ...`',
    explain:
      "`git push --force`, `git push -f` and `g=push; git $g -f` do the same, while `echo git push --force` pushes nothing. `command runs` reads the command the way the shell does.",
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
    message: "`{name}` is not text and cannot be shown in a message",
    help: "show a field that is text",
    explain: "A JSON value can contain anything, including secrets, and has no short form.",
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
    message: "this message has {found} characters; the limit is {limit}",
    help: "shorten the message",
    explain: "People and models read messages, and agents truncate long ones.",
  },
  P321: {
    slug: "hole-outside-message",
    severity: "warning",
    message: "`{name}` in braces is not replaced here",
    help: 'write `"..." + {name} + "..."`, or `\\\\{` for a brace',
    explain:
      "Only the string directly after an effect is a message. In `set` and `respond`, text is concatenated with `+`.",
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
    help: "write the value itself, or the name of a constant defined with `let`",
    explain:
      "Constants, lists, patterns and the arguments of facts are fixed, so that they can be checked before anything runs.",
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
    message: "`{name}` has type `{wanted}`, but this has type `{found}`",
    help: "give a value of that type",
    explain: "Parameters have types, so that a value of the wrong type is reported where it is given.",
    bad: `use "std/rates" with fetches-per-10m = "60"
`,
    good: `use "std/rates" with fetches-per-10m = 60
`,
  },
  P324: {
    slug: "list-element",
    severity: "error",
    message: "a list cannot hold {what}",
    help: "list the elements one by one",
    explain: "A list contains strings, numbers, booleans or durations.",
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
    message: "the first element of this list has type `{first}`, but this one has type `{found}`",
    help: "use elements of one type",
    explain: "All elements of a list have the same type.",
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
    message: "`{name}` takes a value of type `{wanted}`, but this has type `{found}`",
    help: "give a value of that type",
    explain: "Setting a field to a value of another type would break the call.",
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
    message: "`{name}` has type `{wanted}`, but this has type `{found}`",
    help: "write a value of that type",
    explain: "The runtime refuses events with values of the wrong type, so such an example proves nothing.",
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
    help: "call it with these arguments",
    explain: "A call with other arguments is not defined.",
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
    explain: "The names of environment variables consist of letters, digits and `_`.",
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
    help: "use a name such as `UTC` or `Europe/Berlin`",
    explain: "Time zones are named as in the IANA time zone database.",
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
    message: "the agent can change `{fact}` itself, and here that makes the rule less strict",
    help: "mark a label at `after_tool_result` instead, or remove the exception",
    explain: "The agent that the rule restricts can create the file or the branch.",
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
    message: "the value of an environment variable cannot be written anywhere",
    help: "compare it in the condition instead",
    explain: "Environment variables often hold secrets. They can be compared and tested for presence, but not shown.",
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
    help: "concatenate less text",
    explain: "Constants are concatenated when the policy is compiled, and this one grows too large.",
  },
  P334: {
    slug: "control-character",
    severity: "warning",
    message: "this pattern contains a control character",
    help: "write `\\\\` for a backslash, or `/` between folders",
    explain: '`\\t` in a string is a tab, so `"C:\\temp"` is not the path of a folder.',
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
    message: "this is always present, so `is {word}` tests nothing",
    help: "remove the test",
    explain: "Only optional fields can be tested with `is present` and `is missing`.",
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
    message: "both sides are JSON, so their type is unknown",
    help: "compare it with text, a number or a boolean",
    explain: "The type of a JSON value is that of the value it is compared with.",
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
      "Two paths of an event can name the same file in different ways, so paths are compared only with patterns of the rule.",
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
    explain: "`under` matches a folder and everything below it.",
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
    message: "this is not a valid time",
    help: 'write `"2026-01-05T03:00:00Z"`',
    explain: "Times are written as in RFC 3339, with a time zone.",
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
    message: "`{text}` never matches: {why}",
    explain:
      "Paths, hosts and branches are normalised before they are compared, however the call wrote them. Text in any other form would match nothing, and the rule would never fire. A test of words never finds text without any.",
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
    message: "this pattern cannot match any command: {why}",
    explain:
      "A pattern names a program, its subcommand, flags and operands. It is checked against the tables of known programs, because a pattern with a flag that does not exist would never match.",
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
  P342: {
    slug: "no-file-of-example",
    severity: "error",
    message: "`{path}` cannot be a file of the example: {why}",
    help: "write the path of a file, relative to the project, below `~/` or absolute",
    explain: "Examples run on a disk that is empty except for these files. A path that cannot be a file is not on it.",
    bad: `rule example
  on before_tool_call
  when tool == "bash" and file_exists("app/.env")
  block "no"
  fires on "ls" given { files: { "app": "text", "app/.env": "text" } }
`,
    good: `rule example
  on before_tool_call
  when tool == "bash" and file_exists("app/.env")
  block "no"
  fires on "ls" given { files: { "app/.env": "text" } }
`,
  },
  P343: {
    slug: "misspelt-command",
    severity: "warning",
    message: "`{found}` is not a known {what}; `{meant}` is",
    help: "write `{meant}`; if `{found}` is right, write `# allow P343: reason` above it",
    explain:
      "A pattern with a misspelt program, subcommand or option fits no command that anybody runs, so the rule would never fire.",
    bad: `rule example
  on before_tool_call
  when command runs "kubctl delete"
  block "no"
`,
    good: `rule example
  on before_tool_call
  when command runs "kubectl delete"
  block "no"
  fires on "kubectl delete pod x"
`,
  },
  P344: {
    slug: "unknown-program",
    severity: "hint",
    message: "policyc does not know the program `{name}`, so this pattern compares words as they are written",
    help: 'check the spelling; if it is right, say which options it has with a declaration: `program "{name}"`, as `policyc explain P344` shows',
    explain:
      "policyc has tables of programs with their options and subcommands. A program without a table may well exist, and the pattern works, but policyc cannot notice a misspelt name or option, and cannot tell the value of an option from an operand. A declaration says which options take a value, and ends the hint.",
    bad: `rule example
  on before_tool_call
  when command runs "acme-deploy production"
  block "no"
  fires on "acme-deploy production"
`,
    good: `program "acme-deploy" { flag "--quiet" }

rule example
  on before_tool_call
  when command runs "acme-deploy production"
  block "no"
  fires on "acme-deploy --quiet production"
`,
  },
} as const satisfies Record<string, CatalogueEntry>;
