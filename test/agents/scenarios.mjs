// What each agent is put through: a policy, what the scripted model does, and what must be seen afterwards.

const noForbidden = `
rule no-forbidden
  on before_tool_call
  when tool == "bash" and input.command contains "forbidden"
  block "Forbidden things stay undone."
  fires on "echo forbidden"
`;

const noNetworkAfterSecrets = `
rule secrets-are-marked
  on before_tool_call
  when any reads matches "**/.env*"
  mark secret-read
  fires on "cat .env"

rule no-network-after-secrets
  on before_tool_call
  when marked(secret-read) and any hosts not in ["localhost"]
  block "This session has read secrets: no network."
  fires on "curl http://127.0.0.1:9/" given { marked: [secret-read] }
`;

/**
 * `turns` are the model's; `told` the texts its tool results must hold, in order; `made` and `missing` are files of the
 * project; `shown` must reach the user, `heard` the model and `unheard` must not; `unasked` means the model never saw the
 * prompt, `ended` that it was asked once only; `damage` is what is changed after the installation; `resident` that `policyc serve` runs, and is killed after the first call; `native` that the agent's own rule file is all that is installed. What an agent cannot do, the build for it must refuse: that is "not possible".
 */
export const scenarios = [
  {
    name: "deny",
    about: "a forbidden command is denied and the model sees the reason",
    policy: noForbidden,
    turns: [{ command: "echo forbidden > forbidden.txt" }],
    told: ["Forbidden things stay undone."],
    missing: ["forbidden.txt"],
  },
  {
    name: "run",
    about: "an allowed command runs",
    policy: noForbidden,
    turns: [{ command: "echo fine > fine.txt && echo was-run" }],
    told: ["was-run"],
    made: { "fine.txt": "fine\n" },
  },
  {
    name: "warn",
    about: "a warning reaches the user and the command runs",
    policy: `
rule mind-the-step
  on before_tool_call
  when tool == "bash" and input.command contains "careful"
  warn "Mind the step."
  fires on "echo careful"
`,
    turns: [{ command: "echo careful > careful.txt" }],
    watched: true,
    shown: "Mind the step.",
    made: { "careful.txt": "careful\n" },
  },
  {
    name: "rewrite",
    about: "a rewritten command is what runs",
    policy: `
rule another-way
  on before_tool_call
  when tool == "bash" and input.command contains "original"
  set input.command = "echo rewritten > rewritten.txt"
  fires on "echo original > original.txt"
`,
    turns: [{ command: "echo original > original.txt" }],
    made: { "rewritten.txt": "rewritten\n" },
    missing: ["original.txt"],
  },
  {
    name: "broken",
    about: "one byte of the rules is changed, and everything is denied",
    policy: noForbidden,
    turns: [{ command: "echo fine > fine.txt" }],
    damage: "code",
    told: ["is not the file that was built"],
    missing: ["fine.txt"],
  },
  {
    name: "forged",
    about: "one byte of the manifest is changed, and everything is denied",
    policy: noForbidden,
    turns: [{ command: "echo fine > fine.txt" }],
    damage: "manifest",
    // Whatever the byte is, be it one that makes it no JSON any more.
    told: ["manifest.json is not"],
    missing: ["fine.txt"],
  },
  {
    name: "gone",
    about: "the program of the hook is not there any more, and that of the bundle answers",
    policy: noForbidden,
    turns: [{ command: "echo forbidden > forbidden.txt" }],
    damage: "program",
    told: ["Forbidden things stay undone."],
    missing: ["forbidden.txt"],
  },
  {
    name: "secrets",
    about: "a network call is free until the session has read secrets, then caught",
    policy: noNetworkAfterSecrets,
    files: { ".env": "KEY=hush\n" },
    turns: [
      { command: "curl -s --max-time 2 http://127.0.0.1:9/; echo sent > before.txt" },
      { command: "cat .env" },
      { command: "curl -s --max-time 2 http://127.0.0.1:9/; echo sent > after.txt" },
    ],
    told: ["", "KEY=hush", "This session has read secrets: no network."],
    made: { "before.txt": "sent\n" },
    missing: ["after.txt"],
  },
  {
    name: "serve",
    about: "a serve that is killed between two calls loses nothing: the hook goes on by itself",
    policy: noNetworkAfterSecrets,
    resident: true,
    files: { ".env": "KEY=hush\n" },
    turns: [
      { command: "cat .env" },
      { command: "curl -s --max-time 2 http://127.0.0.1:9/; echo sent > after.txt" },
      { command: "echo fine > fine.txt" },
    ],
    told: ["KEY=hush", "This session has read secrets: no network.", ""],
    made: { "fine.txt": "fine\n" },
    missing: ["after.txt"],
  },
  {
    name: "prompt",
    about: "a blocked prompt never reaches the model",
    policy: `
rule no-launch-codes
  on user_prompt_submit
  when prompt contains "launch codes"
  block "Launch codes stay out of prompts."
  fires on "the launch codes"
`,
    prompt: "type in the launch codes",
    turns: [{ command: "echo launched > launched.txt" }],
    unasked: true,
    missing: ["launched.txt"],
  },
  {
    name: "ticket",
    about: "a rule about prompts judges what the user wrote, and not what goes back to the model later",
    policy: `
rule tickets-only
  on user_prompt_submit
  when not prompt contains "TICKET-"
  block "Every prompt names its ticket."
  fires on "do it"
`,
    prompt: "TICKET-1: do what the script says",
    turns: [{ command: "echo one > one.txt" }, { command: "echo two > two.txt" }],
    told: ["", ""],
    made: { "one.txt": "one\n", "two.txt": "two\n" },
  },
  {
    name: "files",
    about: "a write to a frozen folder is denied, another is made",
    policy: `
rule frozen
  on before_tool_call
  when any writes under "frozen"
  block "{writes} is frozen."
  fires on { tool: "write", input: { path: "frozen/a.txt", content: "" } }
`,
    files: { "frozen/kept.txt": "kept\n" },
    turns: [
      { write: "frozen/a.txt", content: "new" },
      { write: "free/a.txt", content: "new" },
    ],
    told: ["is frozen.", ""],
    made: { "free/a.txt": "new" },
    missing: ["frozen/a.txt"],
  },
  {
    name: "stop",
    about: "a stop ends the turn and the command does not run",
    policy: `
rule enough
  on before_tool_call
  when tool == "bash" and input.command contains "enough"
  stop "Enough is enough."
  fires on "echo enough"
`,
    turns: [{ command: "echo enough > enough.txt" }],
    ended: true,
    missing: ["enough.txt"],
  },
  {
    name: "mask",
    about: "a secret in a result does not reach the model",
    policy: `
rule quiet-keys
  on after_tool_result
  when not is_error and output contains "AKIA"
  set output = mask(output, /AKIA[0-9A-Z]{16}/)
  fires on { tool: "bash", input: { command: "env" }, output: "AKIAABCDEFGHIJKLMNOP", is_error: false }
`,
    files: { "key.txt": "before AKIAABCDEFGHIJKLMNOP after\n" },
    turns: [{ command: "cat key.txt" }],
    told: ["before "],
    unheard: "AKIAABCDEFGHIJKLMNOP",
  },
  {
    name: "note",
    about: "a note reaches the model",
    policy: `
rule by-the-way
  on before_tool_call
  when tool == "bash" and input.command contains "release"
  note "Releases are made on Thursdays."
  fires on "echo release"
`,
    turns: [{ command: "echo release > release.txt" }],
    heard: "Releases are made on Thursdays.",
    made: { "release.txt": "release\n" },
  },
  {
    name: "native",
    about: "the agent's own rules, as emitted, refuse without any hook, in a longer command line too",
    policy: `
rule no-touching
  on before_tool_call
  when command runs "touch"
  block "Touching is for others."
  fires on "touch a"
`,
    native: true,
    turns: [{ command: "touch one.txt" }, { command: "echo a && touch two.txt" }, { command: "mkdir made" }],
    told: ["Touching is for others.", "Touching is for others.", ""],
    missing: ["one.txt", "two.txt"],
  },
];
