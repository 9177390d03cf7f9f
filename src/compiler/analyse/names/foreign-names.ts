// Names that other systems have for what a policy calls otherwise, and what to write here. Data, with one question asked of it.

import type { Detail } from "../../diagnostics/session.ts";

const paths =
  'write `any reads matches "**/.env"` for what a call reads, or `any writes under "src"` for what it writes, in a command too; for one tool: `tool == "read" and input.path matches "**/.env"`';
const hosts = 'write `any hosts matches "*.example.com"`: the hosts that a call contacts, in a command too';
const input =
  'the arguments of a call are in `input`; test the tool first: `tool == "bash" and input.command ...`, `tool == "read" and input.path ...`';
const bare = "fields have no prefix: write `tool`, `command`, `reads`, `writes`, `hosts` or `prompt`";
const who = "the fields `agent`, `agent_type` and `session_id` say who acts; a policy does not know the user";
const clock = 'write `hour("UTC") >= 18`, or `weekday("UTC") in ["sat", "sun"]`';
const branch: Detail = { help: 'write `git_branch() == "main"`', fix: "git_branch()" };
const command: Detail = {
  help: 'the command line is `command`: `command runs "git push --force"` tests it, `{command}` shows it in a message',
  fix: "command",
};
const content =
  'test the tool first: `tool == "write" and input.content contains "..."`; what a tool gave back is `output`, `on after_tool_result`';
const output = "what a tool gave back is `output`, in a rule `on after_tool_result`";

const at = (help: string, words: string): readonly (readonly [string, Detail])[] =>
  words.split(" ").map((word) => [word, { help }]);

/** At points about a tool call. */
const atTools: ReadonlyMap<string, Detail> = new Map([
  ...at(paths, "path file files paths filename filepath file_path folder directory dir"),
  ...at(hosts, "url urls host domain domains hostname address ip"),
  ...at(input, "tool_input toolInput args arguments params parameters options"),
  ...at(content, "content text new_string old_string"),
  ...at(output, "result stdout stderr response exit_code tool_response"),
  ...["cmd", "script", "cmdline", "commandline", "command_line", "bash_command", "shell_command", "commands"].map(
    (word) => [word, command] as const,
  ),
]);

const anywhere: ReadonlyMap<string, Detail> = new Map([
  ...at(bare, "event ctx context request principal resource action payload data this self"),
  ...at(who, "user username uid email caller whoami"),
  ...at(clock, "now date today day clock hour weekday"),
  ...at('write `env("CI") == "1"`', "env environ environment"),
  ...at("a rule without `when` fires on every event of its point: leave `when` out", "always everything"),
  ...["branch", "git_branch", "current_branch"].map((word) => [word, branch] as const),
  ["toolName", { help: "write `tool_name`", fix: "tool_name" }],
]);

/** What agents call the fields of their tools. */
export const fieldAliases: ReadonlyMap<string, string> = new Map([
  ...["file_path", "filePath", "filename", "file", "notebook_path"].map((word) => [word, "path"] as const),
  ...["cmd", "script", "commandline"].map((word) => [word, "command"] as const),
  ["old_string", "old"],
  ["new_string", "new"],
  ["text", "content"],
]);

/** What to write for a name of another system; null where it is none. */
export function foreignName(name: string, isToolPoint: boolean): Detail | null {
  return (isToolPoint ? atTools.get(name) : undefined) ?? anywhere.get(name) ?? null;
}
