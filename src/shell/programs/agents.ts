// Other agents: what is started by them runs in a session of its own, which knows nothing of what this one has seen. So starting
// one is external code of the kind `agent`, contacts the host `agent:NAME`, and gets its standard input.

import { alike, byName, type Columns, flags, help, opt, type ProgramTable, program } from "./table/program-table.ts";

/** A call that starts a session. */
const session = { partial: true, external: "agent", sends: true, operands: { each: [] } } as const satisfies Columns;

type Subcommands = NonNullable<ProgramTable["subcommands"]>;

const about = [help("-h --help"), help("-v -V --version")] as const;
const prompt = flags(
  "-p --print --prompt?, -m --model=, -c --continue, -r --resume?, -o --output-format=, -y --yolo, --add-dir=, --allowedTools=, --permission-mode=, --dangerously-skip-permissions",
);

/** Subcommands that start no session. */
const ownCommands = (names: string): Subcommands =>
  byName(alike(names, "settings of the agent", { partial: true, operands: { each: [] } }));

/** Programs of which only some subcommands are about an agent. */
const withSessions = (sessions: string): Subcommands =>
  byName(
    alike(sessions, "starts a session", { ...session, options: about }),
    program("help", "about the program", { partial: true }),
  );

export const agents: readonly ProgramTable[] = [
  program("claude", "Claude Code", {
    ...session,
    packages: ["@anthropic-ai/claude-code"],
    options: [...prompt, ...about, opt("--mcp-config --settings=", "configuration", { is: ["read"] })],
    subcommands: ownCommands("mcp config doctor update install migrate-installer setup-token plugin auth help"),
  }),
  program("codex", "Codex", {
    ...session,
    packages: ["@openai/codex"],
    options: [
      ...flags("-m --model=, -s --sandbox=, -a --ask-for-approval=, -C --cd=, -p --profile=, --full-auto"),
      opt("-i --image=", "image sent", { is: ["upload"] }),
      ...about,
    ],
    subcommands: byName(
      alike("exec e resume fork review", "starts a session", { ...session, options: about }),
      alike("login logout mcp completion features help debug sandbox apply a", "settings of the agent", {
        partial: true,
      }),
    ),
  }),
  ...alike("gemini qwen iflow", "terminal agent", {
    ...session,
    options: [...prompt, ...about],
    subcommands: ownCommands("mcp extensions hooks skills help"),
  }),
  ...alike("cursor-agent auggie cline kilocode kimi vibe", "terminal agent", {
    ...session,
    options: [...prompt, ...about],
    subcommands: ownCommands("login logout status update upgrade mcp config about help"),
  }),
  program("opencode", "OpenCode", {
    ...session,
    packages: ["opencode-ai"],
    options: about,
    subcommands: byName(
      alike("run attach serve web acp", "starts a session", { ...session, options: about }),
      alike("auth models upgrade mcp stats export import session agent uninstall debug", "settings of the agent", {
        partial: true,
      }),
    ),
  }),
  program("aider", "Aider", {
    ...session,
    options: [
      ...flags("-m --message --msg=, --model=, --yes --yes-always, --no-auto-commits, --architect, -s --sonnet"),
      opt("-f --message-file --file --read=", "file sent", { is: ["upload"] }),
      ...about,
    ],
    operands: { each: ["upload"] },
  }),
  ...alike("crush amp droid", "terminal agent", {
    ...session,
    options: [...flags("-x --execute?, -q --quiet, -m --model=, -c --cwd=, -y --yolo, -f --file="), ...about],
    subcommands: byName(
      alike("run exec", "starts a session", { ...session, options: about }),
      alike(
        "login logout update mcp models logs dirs projects schema tools permissions usage",
        "settings of the agent",
        {
          partial: true,
        },
      ),
    ),
  }),
  // Programs of the same name: migrations of databases, and the deployment tool of a cloud.
  program("goose", "terminal agent", { partial: true, options: about, subcommands: withSessions("run session web") }),
  program("copilot", "terminal agent", {
    ...session,
    options: [...prompt, ...about],
    subcommands: ownCommands("app env svc job task pipeline deploy init secret storage run version help login"),
  }),
  ...alike("q kiro-cli", "terminal agent", { partial: true, options: about, subcommands: withSessions("chat") }),
  ...alike("gptme openhands plandex codebuff interpreter open-interpreter", "terminal agent", {
    ...session,
    options: about,
  }),
];
