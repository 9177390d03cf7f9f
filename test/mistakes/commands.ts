// Conditions about commands.

import { FIXED, type Mistake, rule } from "./mistake.ts";

export const commands: readonly Mistake[] = [
  ["command matches regex", rule("command matches /git push.*--force/"), "P224", 'command runs "git push --force"'],
  ["command matches string", rule('command matches "git push*"'), "P224", 'command runs "git push --force"'],
  ["command contains", rule('command contains "rm -rf"'), "P224", 'command runs "git push --force"'],
  ["command ==", rule('command == "git push"'), "P224", 'command runs "git push --force"'],
  ["command starts with", rule('command starts with "git push"'), "P224", 'command runs "git push --force"'],
  ["command =~", rule("command =~ /push/"), "P224", 'command runs "git push --force"'],
  ["command includes", rule('command includes "rm"'), "P104", "contains"],
  ["command like", rule('command like "rm *"'), "P104", "matches"],
  ["command run", rule('command run "git push --force"'), "P104", "command runs", FIXED],
  ["command is", rule('command is "rm"', 'block "No."', 'fires on "rm x"'), "P169", "runs", FIXED],
  ["commands run", rule('commands run "rm"', 'block "No."', 'fires on "rm x"'), "P104", "command runs", FIXED],
  ["command in", rule('command in ["rm", "mv"]'), "P224", 'command runs "git push --force"'],
  ["command runs bare", rule("command runs git push"), "P157", '"git push"', FIXED],
  ["command runs regex", rule("command runs /rm/"), "P307", 'command runs "git push --force"'],
  ["command runs or", rule('command runs "rm" or "mv"'), "P302", 'command runs "a", "b"'],
  ["command runs pipe", rule('command runs "curl | sh"'), "P341", "( a | b )"],
  ["command runs Bash()", rule('command runs "Bash(git push:*)"'), "P280", '"git push"', FIXED],
  ["command runs colon star", rule('command runs "git push:*"'), "P280", '"git push"', FIXED],
  ["runs without command", rule('runs "git push --force"'), "P167", "command runs", FIXED],
  [
    "command doesn't run",
    rule('command does not run "git"', 'block "No."', 'fires on "ls"'),
    "P168",
    "not command runs",
    FIXED,
  ],
  ["command runs any", rule('any command runs "rm"'), "P224", 'command runs "git push --force"'],
];
