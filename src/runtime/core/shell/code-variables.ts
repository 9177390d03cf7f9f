// Variables that make a harmless program run foreign code, and settings of git that do. Rows are data; names may end in `*`.

import { FALSE, TRUE, type Truth, UNKNOWN } from "../truth.ts";
import type { Call, Word } from "./model.ts";
import { optionValues, programName, readOptions, tableOf } from "./options.ts";

export interface CodeVariable {
  readonly name: string;
  /** What the value is: shell text, a file of code, a library, options that may load code, folders of programs or libraries. */
  readonly holds: "command" | "file" | "library" | "options" | "folders" | "settings";
  readonly doc: string;
}

const rows = (holds: CodeVariable["holds"], doc: string, names: string): readonly CodeVariable[] =>
  names.split(" ").map((name) => ({ name, holds, doc }));

const codeVariables: readonly CodeVariable[] = [
  ...rows("library", "the loader takes it into every program", "LD_PRELOAD LD_AUDIT DYLD_INSERT_LIBRARIES"),
  ...rows(
    "folders",
    "the loader looks for libraries there",
    "LD_LIBRARY_PATH DYLD_LIBRARY_PATH DYLD_FRAMEWORK_PATH DYLD_FALLBACK_LIBRARY_PATH",
  ),
  ...rows("file", "a shell runs it at start", "BASH_ENV ENV ZDOTDIR"),
  ...rows("command", "a shell runs it before prompts or traces", "PROMPT_COMMAND PS0 PS1 PS2 PS4"),
  ...rows("settings", "options of the shell, tracing among them", "SHELLOPTS BASHOPTS"),
  ...rows("settings", "a function handed to every bash", "BASH_FUNC_*"),
  ...rows(
    "command",
    "shows long output",
    "PAGER GIT_PAGER MANPAGER SYSTEMD_PAGER BAT_PAGER AWS_PAGER DELTA_PAGER GH_PAGER PSQL_PAGER",
  ),
  ...rows("command", "filters what less shows", "LESSOPEN LESSCLOSE"),
  ...rows(
    "command",
    "edits texts",
    "EDITOR VISUAL GIT_EDITOR GIT_SEQUENCE_EDITOR SUDO_EDITOR FCEDIT KUBE_EDITOR SVN_EDITOR HGEDITOR GH_EDITOR",
  ),
  ...rows("command", "opens addresses", "BROWSER GH_BROWSER"),
  ...rows(
    "command",
    "connects for git, rsync, svn",
    "GIT_SSH_COMMAND GIT_SSH RSYNC_RSH SVN_SSH CVS_RSH GIT_PROXY_COMMAND RSYNC_CONNECT_PROG",
  ),
  ...rows("command", "asks for passwords", "GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS"),
  ...rows("command", "compares files", "GIT_EXTERNAL_DIFF"),
  ...rows("folders", "programs, hooks or templates of git", "GIT_EXEC_PATH GIT_TEMPLATE_DIR"),
  ...rows(
    "settings",
    "settings of git; some run programs",
    "GIT_CONFIG_COUNT GIT_CONFIG_KEY_* GIT_CONFIG_VALUE_* GIT_CONFIG_PARAMETERS GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG",
  ),
  ...rows("options", "options of node", "NODE_OPTIONS BUN_OPTIONS"),
  ...rows(
    "folders",
    "modules are found there",
    "NODE_PATH PYTHONPATH PYTHONHOME PERL5LIB PERLLIB RUBYLIB GEM_PATH GEM_HOME CLASSPATH LUA_PATH LUA_CPATH R_LIBS AWKPATH",
  ),
  ...rows("file", "Python runs it", "PYTHONSTARTUP PYTHONBREAKPOINT"),
  ...rows(
    "options",
    "options of a language",
    "PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS SBT_OPTS PHP_INI_SCAN_DIR LUA_INIT ERL_AFLAGS ELIXIR_ERL_OPTIONS",
  ),
  ...rows("command", "Perl's debugger runs it", "PERL5DB"),
  ...rows(
    "command",
    "cargo and rustc run it",
    "RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC CARGO_BUILD_RUSTC_WRAPPER CARGO_TARGET_*",
  ),
  ...rows("options", "flags of make and compilers", "MAKEFLAGS MFLAGS GNUMAKEFLAGS GOFLAGS RUSTFLAGS"),
  ...rows("command", "make and configure run it", "MAKE CC CXX LD SHELL CONFIG_SHELL"),
  ...rows("options", "options of tar and archivers", "TAR_OPTIONS"),
  ...rows("command", "archivers run it", "ZIPOPT"),
  ...rows(
    "command",
    "npm runs scripts with it",
    "npm_config_script_shell npm_config_editor npm_config_node_options NPM_CONFIG_SCRIPT_SHELL",
  ),
  ...rows("command", "fzf and others run it", "FZF_DEFAULT_COMMAND FZF_DEFAULT_OPTS FZF_CTRL_T_COMMAND"),
  ...rows(
    "file",
    "configuration that may hold commands",
    "INPUTRC VIMINIT EXINIT NVIM_APPNAME SCREENRC WGETRC CURL_HOME OPENSSL_CONF OPENSSL_ENGINES PSQLRC",
  ),
  ...rows("folders", "programs are found there", "PATH"),
];

const exact = new Map(codeVariables.filter(({ name }) => !name.endsWith("*")).map((row) => [row.name, row]));
const begins = codeVariables.filter(({ name }) => name.endsWith("*"));

/** The row of a variable that can carry code. */
export function codeVariable(name: string): CodeVariable | undefined {
  return exact.get(name) ?? begins.find((row) => name.startsWith(row.name.slice(0, -1)));
}

/** A program that only shows, edits or does nothing, with its options: `less -R`, `vim`, `cat`. */
const usualProgram =
  /^(?:\/(?:usr\/)?(?:local\/)?bin\/)?(?:cat|less|more|most|bat|delta|head|tail|true|false|:|vim?|nvim|nano|pico|emacs|ed|micro|code|subl|hx|gcc|g\+\+|clang|clang\+\+|cc|c\+\+|ld|lld|mold|make|gmake|sccache|ccache|bash|sh|zsh|dash|ssh|rustc|diff|firefox|open|xdg-open|echo|none|col)(?:\s+-[\w=.,-]+)*\s*$/;
const loading =
  /(?:^|\s)(?:(?:-r|--require|--import|--loader|--experimental-loader|-e|--eval|-toolexec|-exec)(?=[\s=]|$)|-javaagent|-agentlib|-agentpath|-XX:OnError|--to-command|--checkpoint-action|-C\s*linker)/;
/** Perl and Ruby glue the name: `-Mmodule`, `-rlibrary`. */
const loadingGlued = /(?:^|\s)-[MmdIr]\S/;

/** Does the value make a program run foreign code? */
export function carriesCode(row: CodeVariable, value: Word): Truth {
  if (value.text === "") return FALSE;
  switch (row.holds) {
    case "command":
      if (/^PS\d$/.test(row.name)) return /\$\(|`/.test(value.text) ? TRUE : FALSE;
      if (value.kind !== "literal") return UNKNOWN;
      return usualProgram.test(value.text) ? FALSE : TRUE;
    case "options":
      if (/^(?:PERL5OPT|RUBYOPT)$/.test(row.name) && loadingGlued.test(value.text)) return TRUE;
      return loading.test(value.text) ? TRUE : value.kind === "literal" ? FALSE : UNKNOWN;
    case "folders":
      return carriesFolders(value);
    case "settings":
      return value.text === "0" || value.text === "/dev/null" ? FALSE : TRUE;
    case "file":
    case "library":
      return value.text === "/dev/null" ? FALSE : value.kind === "literal" ? TRUE : UNKNOWN;
  }
}

/** Folders that anybody can write, or none at all: `.`, `/tmp/x`, an empty entry. Those of the project are its own. */
function carriesFolders(value: Word): Truth {
  const entries = value.text.split(":");
  const isOpen = entries.some(
    (entry) => /^\/(?:tmp|var\/tmp|dev\/shm)(?:\/|$)/.test(entry) || entry === "." || entry === "..",
  );
  return isOpen ? TRUE : FALSE;
}

export interface InjectedCode {
  readonly name: string;
  readonly value: Word;
  readonly truth: Truth;
}

/** Variables of a call that carry code, or may. */
export function injectedCode(call: Call): readonly InjectedCode[] {
  const found: InjectedCode[] = [];
  for (const [name, value] of Object.entries(call.env)) {
    const row = codeVariable(name);
    const truth = row === undefined ? FALSE : carriesCode(row, value);
    if (truth !== FALSE) found.push({ name, value, truth });
  }
  return found;
}

/** Settings of git in force for one call: `-c name=value` and `GIT_CONFIG_*`. Names in lower case. */
export function gitSettings(call: Call): readonly { readonly name: string; readonly value: Word }[] {
  if (programName(call) !== "git") return [];
  const table = tableOf(call);
  if (table === undefined) return [];
  const found: { readonly name: string; readonly value: Word }[] = [];
  for (const word of optionValues(readOptions(call, table), "-c")) {
    const equals = word.text.indexOf("=");
    const name = equals === -1 ? word.text : word.text.slice(0, equals);
    found.push({
      name: name.toLowerCase(),
      value: equals === -1 ? { kind: "literal", text: "true" } : { ...word, text: word.text.slice(equals + 1) },
    });
  }
  for (const [variable, key] of Object.entries(call.env)) {
    const number = /^GIT_CONFIG_KEY_(\d+)$/.exec(variable)?.[1];
    const value = number === undefined ? undefined : call.env[`GIT_CONFIG_VALUE_${number}`];
    if (value !== undefined) found.push({ name: key.text.toLowerCase(), value });
  }
  return found;
}
