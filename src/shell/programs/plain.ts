// Programs and builtins whose arguments are only data: they run none of them, and they touch no file.
// Being listed here keeps `echo rm -rf /` from being treated as an unknown wrapper.

import { alike, codeVariables, flags, opt, type ProgramTable, program } from "./table/program-table.ts";

export const plain: readonly ProgramTable[] = [
  ...alike("echo printf print yes", "prints its words", { style: "none", echoes: true }),
  ...alike(
    "true false : seq expr let sleep usleep cal ncal pwd cd pushd popd dirs exit return break continue shift umask ulimit getopts hash type which whereis whatis apropos help history fc bind complete compopt shopt enable suspend times logout read readarray mapfile alias unalias caller wait zmodload autoload setopt unsetopt bindkey zstyle compdef whence where rehash vared",
    "builtin",
    { style: "none" },
    { seq: { prints: "number", printsUnless: "^(?:-f|--format)" } },
  ),
  ...alike("wall figlet toilet cowsay banner", "prints its words", { partial: true, echoes: true }),
  ...alike(
    "notify-send terminal-notifier say write mesg dialog whiptail zenity clear reset tput stty setterm resize xclip xsel pbcopy pbpaste wl-copy wl-paste nproc uuidgen pwgen mcookie jot primes units info tldr cheat hostid timedatectl localectl",
    "prints or shows",
    { partial: true, operands: { each: [] } },
    { uuidgen: { outputShape: "[a-zA-Z0-9]*" } },
  ),
  program("logger", "writes to the log, also of another machine", {
    partial: true,
    options: [
      opt("-f --file=", "file logged", { is: ["upload"] }),
      opt("-n --server=", "host", { is: ["host"] }),
      ...flags("-t --tag=, -p --priority=, -i --id?, -s --stderr, -P --port=, -T --tcp, -d --udp, -e --skip-empty"),
    ],
  }),
  program("fzf", "chooses a line", {
    codeVariables: [
      codeVariables("command", "FZF_DEFAULT_COMMAND FZF_CTRL_T_COMMAND FZF_ALT_C_COMMAND"),
      codeVariables("options", "FZF_DEFAULT_OPTS FZF_CTRL_T_OPTS"),
    ],
    partial: true,
    options: [
      opt("--preview=", "shell text", { code: "shell" }),
      opt("--bind=", "shell text in some actions", { code: "shell" }),
      ...flags("-m --multi, -q --query=, -f --filter=, -1, -0, -e --exact, --height=, --reverse"),
    ],
  }),
  program("policyc", "this product", {
    partial: true,
    style: "gnu",
    subcommands: Object.fromEntries(
      [
        "init",
        "check",
        "fmt",
        "test",
        "build",
        "eval",
        "explain",
        "inspect",
        "capabilities",
        "shell",
        "diff",
        "replay",
        "hook",
        "hook-test",
        "install",
        "serve",
        "trust",
        "import",
        "emit",
        "lsp",
        "studio",
      ].map((name) => [name, program(name, `policyc ${name}`, { partial: true })]),
    ),
  }),
];
