// Variables that make a harmless program run foreign code. Rows are data; names may hold a `*`.

import { FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../language/truth.ts";
import type { Word } from "../syntax/model.ts";

export interface CodeVariable {
  readonly name: string;
  /**
   * What the value is: shell text, a file of code, a library, options that may load code, folders
   * of programs, places (files or folders) of code that belong to the project unless anybody can write there.
   */
  readonly holds: "command" | "file" | "library" | "options" | "folders" | "places" | "settings";
  readonly doc: string;
  /** The only programs that obey it; left out: any. */
  readonly of?: readonly string[];
}

const rows = (holds: CodeVariable["holds"], doc: string, names: string, of?: string): readonly CodeVariable[] =>
  names.split(" ").map((name) => ({ name, holds, doc, ...(of !== undefined && { of: of.split(" ") }) }));

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
  ...rows(
    "command",
    "edits texts",
    "SYSTEMD_EDITOR BUNDLER_EDITOR PSQL_EDITOR JJ_EDITOR LESSEDIT CVSEDITOR P4EDITOR TIG_EDITOR HGMERGE DIFFPROG",
  ),
  ...rows("command", "opens addresses", "BROWSER GH_BROWSER"),
  ...rows(
    "command",
    "connects for git, rsync, svn",
    "GIT_SSH_COMMAND GIT_SSH RSYNC_RSH SVN_SSH CVS_RSH GIT_PROXY_COMMAND RSYNC_CONNECT_PROG",
  ),
  ...rows("command", "asks for passwords", "GIT_ASKPASS SSH_ASKPASS SUDO_ASKPASS"),
  ...rows("command", "compares files", "GIT_EXTERNAL_DIFF KUBECTL_EXTERNAL_DIFF"),
  ...rows("folders", "parts of compilers", "GCC_EXEC_PREFIX COMPILER_PATH"),
  ...rows("folders", "programs, hooks or templates of git", "GIT_EXEC_PATH GIT_TEMPLATE_DIR"),
  ...rows(
    "settings",
    "settings of git; some run programs",
    "GIT_CONFIG_COUNT GIT_CONFIG_KEY_* GIT_CONFIG_VALUE_* GIT_CONFIG_PARAMETERS GIT_CONFIG_GLOBAL GIT_CONFIG_SYSTEM GIT_CONFIG",
  ),
  ...rows("settings", "transports of git; one of them runs programs", "GIT_ALLOW_PROTOCOL"),
  ...rows("options", "options of node", "NODE_OPTIONS BUN_OPTIONS"),
  ...rows(
    "places",
    "modules are found there",
    "NODE_PATH PYTHONPATH PYTHONHOME PYTHONUSERBASE PERL5LIB PERLLIB RUBYLIB GEM_PATH GEM_HOME CLASSPATH LUA_PATH LUA_CPATH R_LIBS R_LIBS_USER AWKPATH AWKLIBPATH JULIA_LOAD_PATH JULIA_DEPOT_PATH OCAMLPATH ERL_LIBS TCLLIBPATH EMACSLOADPATH VIMRUNTIME FPATH BASH_LOADABLES_PATH",
  ),
  ...rows(
    "places",
    "plugins and converters are found there",
    "GCONV_PATH GTK_PATH GTK_MODULES QT_PLUGIN_PATH GST_PLUGIN_PATH GIO_MODULE_DIR GIO_EXTRA_MODULES HELM_PLUGINS TF_PLUGIN_CACHE_DIR ANSIBLE_LIBRARY ANSIBLE_*_PLUGINS JAVA_HOME GOROOT PHPRC PHP_INI_SCAN_DIR",
  ),
  ...rows(
    "places",
    "settings that may name programs",
    "GIT_DIR RIPGREP_CONFIG_PATH CMAKE_TOOLCHAIN_FILE BUNDLE_GEMFILE npm_config_userconfig npm_config_globalconfig NPM_CONFIG_USERCONFIG PIP_CONFIG_FILE TF_CLI_CONFIG_FILE AWS_CONFIG_FILE ANSIBLE_CONFIG R_PROFILE R_PROFILE_USER R_ENVIRON R_ENVIRON_USER DOCKER_CONFIG HGRCPATH MAILCAPS STARSHIP_CONFIG MAKEFILES YARN_RC_FILENAME COVERAGE_PROCESS_START UV_PYTHON UV_CONFIG_FILE MISE_CONFIG_FILE MISE_GLOBAL_CONFIG_FILE JUST_JUSTFILE TASKFILE GH_CONFIG_DIR MYSQL_HOME DENO_DIR KUBECONFIG SQLITE_CONFIG CARGO_HOME RUSTUP_HOME GOPATH PNPM_HOME NVM_DIR PYENV_ROOT ASDF_DIR DIRENV_CONFIG ZPLUG_HOME ELECTRON_OVERRIDE_DIST_PATH",
  ),
  ...rows("places", "settings of these programs lie there", "HOME XDG_CONFIG_HOME", "git bash zsh vim nvim less tmux"),
  ...rows("file", "Python runs it", "PYTHONSTARTUP PYTHONBREAKPOINT PYTEST_PLUGINS PYTHONEXECUTABLE"),
  ...rows("file", "Lua runs it", "LUA_INIT LUA_INIT_*"),
  ...rows(
    "library",
    ".NET takes it into every program",
    "DOTNET_STARTUP_HOOKS CORECLR_PROFILER_PATH CORECLR_PROFILER_PATH_* COR_PROFILER_PATH DOTNET_ADDITIONAL_DEPS",
  ),
  ...rows(
    "options",
    "options of a language",
    "PERL5OPT RUBYOPT JAVA_TOOL_OPTIONS _JAVA_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS GRADLE_OPTS MAVEN_ARGS SBT_OPTS ANT_OPTS JAVA_OPTS JVM_OPTS LEIN_JVM_OPTS CATALINA_OPTS ERL_AFLAGS ELIXIR_ERL_OPTIONS TF_CLI_ARGS TF_CLI_ARGS_* PYTEST_ADDOPTS",
  ),
  ...rows("command", "Perl's debugger runs it", "PERL5DB"),
  ...rows(
    "command",
    "cargo and rustc run it",
    "RUSTC_WRAPPER RUSTC_WORKSPACE_WRAPPER RUSTC CARGO_BUILD_RUSTC CARGO_BUILD_RUSTC_WRAPPER CARGO_TARGET_*_LINKER CARGO_TARGET_*_RUNNER",
  ),
  ...rows("options", "flags of make and compilers", "MAKEFLAGS MFLAGS GNUMAKEFLAGS GOFLAGS RUSTFLAGS"),
  ...rows("options", "flags of compilers", "CFLAGS CXXFLAGS CPPFLAGS LDFLAGS CGO_CFLAGS CGO_LDFLAGS"),
  ...rows("options", "options of less", "LESS"),
  ...rows("command", "make and configure run it", "MAKE CC CXX LD AR SHELL CONFIG_SHELL"),
  ...rows("command", "cmake runs it", "CMAKE_*_COMPILER_LAUNCHER CMAKE_*_LINKER_LAUNCHER"),
  ...rows("options", "options of tar and archivers", "TAR_OPTIONS"),
  ...rows("command", "archivers run it", "ZIPOPT"),
  ...rows(
    "command",
    "npm runs scripts with it",
    "npm_config_script_shell npm_config_shell npm_config_editor npm_config_node_options NPM_CONFIG_SCRIPT_SHELL",
  ),
  ...rows("command", "fzf and others run it", "FZF_DEFAULT_COMMAND FZF_CTRL_T_COMMAND FZF_ALT_C_COMMAND"),
  ...rows("options", "options of fzf; previews and bindings run", "FZF_DEFAULT_OPTS FZF_CTRL_T_OPTS"),
  ...rows(
    "file",
    "configuration that may hold commands",
    "INPUTRC VIMINIT GVIMINIT EXINIT NVIM_APPNAME SCREENRC WGETRC CURL_HOME OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES PSQLRC LESSKEY LESSKEYIN LESSKEY_CONTENT LYNX_CFG",
  ),
  ...rows("folders", "programs are found there", "PATH"),
];

const exact = new Map(codeVariables.filter(({ name }) => !name.includes("*")).map((row) => [row.name, row]));
const starred = codeVariables.flatMap((row) => {
  const [begin, end] = row.name.split("*");
  return begin === undefined || end === undefined ? [] : [{ row, begin, end }];
});

/** The row of a variable that can carry code. */
export function codeVariable(name: string): CodeVariable | undefined {
  const known = exact.get(name);
  if (known !== undefined) return known;
  for (const { row, begin, end } of starred)
    if (name.startsWith(begin) && name.endsWith(end) && name.length > begin.length + end.length) return row;
  return undefined;
}

/** Programs that only show, edit, compress, compile, connect or do nothing. */
const usualPrograms =
  "cat|less|more|most|bat|batcat|delta|head|tail|true|false|:|vim?|nvim|nano|pico|emacs|emacsclient|ed|micro|code|code-insiders|subl|hx|helix|kak|gcc|g\\+\\+|clang|clang\\+\\+|cc|c\\+\\+|ld|lld|mold|make|gmake|sccache|ccache|bash|sh|zsh|dash|fish|rustc|diff|difft|firefox|open|xdg-open|echo|none|col|gzip|pigz|bzip2|pbzip2|xz|pixz|zstd|zstdmt|lz4|lzip|lzop|brotli|gunzip|unxz|unzstd|bunzip2|rsh|openssl|store|cache|osxkeychain|manager|manager-core|libsecret|wincred|gpg2?|gpgsm|meld|vimdiff|kdiff3|kitty|tig|diff-so-fancy|ydiff|colordiff|w3m|lynx|links|nvimpager|moar|ov";
/** Compilers for other machines and behind a cache: `arm-none-eabi-gcc`, `ccache clang`. */
const compilers =
  "(?:(?:ccache|sccache|distcc)\\s+)?(?:[\\w.]+-)*(?:gcc|g\\+\\+|clang|clang\\+\\+|cc|c\\+\\+|ld|ar|ranlib)|zig (?:cc|c\\+\\+)";
const usualProgram = new RegExp(
  `^(?:/(?:usr/|opt/homebrew/)?(?:local/)?bin/)?(?:${usualPrograms}|${compilers})(?:-\\d+(?:\\.\\d+)*)?(?:\\s+-[\\w=.,:+-]+|\\s+\\d+)*\\s*$`,
);
/** A connection by ssh, with options that start no program of their own. */
const usualSsh =
  /^(?:\/usr\/bin\/)?ssh(?:\s+-(?:[1246AaCfGgKkMNnqTtVvXxYy]+|[bcDEeIiJlmOpQRWwL]\s*[^\s;|&$`()<>]+|F\s*\/dev\/null|o\s*(?!\w*[cC][oO][mM][mM][aA][nN][dD]|\w*[pP]rovider)\w+[= ][^\s;|&$`()<>]+))*\s*$/;

export const isUsual = (text: string): boolean => usualProgram.test(text) || usualSsh.test(text);

/** A module of node by a path or an address; one by its name comes from the project's packages. */
const loadingModule = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)[\s=]*["']?(?:[./~]|\w+:)/;
const loading =
  /(?:^|\s)(?:(?:-e|--eval|-toolexec|-exec|-vettool|--eval-file|-f|--file|--makefile)(?=[\s=]|$)|-javaagent|-agentlib|-agentpath|-XX:On(?:OutOfMemory)?Error|--to-command|--checkpoint-action|-I\s*\S|--use-compress-program|-C\s*linker|-Clinker|-Z\S*linker|-fplugin|-B\s*\S|--preload|-plugin-dir|--inspect-brk-node|--preview(?=[\s=])|--bind(?=[\s=]).*?execute)/;
/** Flags of compilers: places of headers and libraries are their daily work. */
const loadingCompiler = /(?:^|\s)(?:-fplugin|-wrapper|-specs=|-B\s*\/(?:tmp|var\/tmp|dev\/shm)|-fuse-ld=\/)/;
/** Perl and Ruby glue the name: `-Mmodule`, `-rlibrary`. */
const loadingGlued = /(?:^|\s)-[MmdIr]\S/;

/** Does the value make a program run foreign code? */
export function carriesCode(row: CodeVariable, value: Word): Truth {
  if (value.text === "") return FALSE;
  switch (row.holds) {
    case "command":
      if (/^PS\d$/.test(row.name)) return /\$\(|`/.test(value.text) ? TRUE : FALSE;
      if (value.kind !== "literal") return UNKNOWN;
      return isUsual(value.text) ? FALSE : TRUE;
    case "options":
      return loads(row.name, value.text) ? TRUE : value.kind === "literal" ? FALSE : UNKNOWN;
    case "folders":
      return carriesFolders(row, value);
    case "places":
      return value.text.split(/[:;,]/).some(isOpenPlace) ? TRUE : FALSE;
    case "settings":
      // What the numbered ones set is looked at by name.
      if (/^GIT_CONFIG_(?:COUNT|KEY_|VALUE_)/.test(row.name)) return FALSE;
      if (/^(?:SHELLOPTS|BASHOPTS)$/.test(row.name)) return /xtrace|extdebug/.test(value.text) ? TRUE : FALSE;
      if (row.name === "GIT_ALLOW_PROTOCOL") return /(?:^|:)ext(?:$|:)/.test(value.text) ? TRUE : FALSE;
      return value.text === "0" || value.text === "/dev/null" ? FALSE : TRUE;
    case "file":
    case "library":
      return value.text === "/dev/null" ? FALSE : value.kind === "literal" ? TRUE : UNKNOWN;
  }
}

function loads(name: string, text: string): boolean {
  if (/^(?:C|CXX|CPP|LD|CGO_C|CGO_LD)FLAGS$/.test(name)) return loadingCompiler.test(text);
  if (name === "LESS") return /\+!/.test(text);
  if (name === "PYTEST_ADDOPTS") return /(?:^|\s)-p[\s=]*(?!no:)\w/.test(text);
  if (/MAKEFLAGS$/.test(name) && /(?:^|\s)(?:SHELL|CC|CXX|MAKE)=/.test(text)) return true;
  if (/^(?:PERL5OPT|RUBYOPT)$/.test(name) && loadingGlued.test(text)) return true;
  if (name === "JDK_JAVA_OPTIONS" && /(?:^|\s)@/.test(text)) return true;
  return loading.test(text) || loadingModule.test(text);
}

/** Files and folders where anybody can write. */
export const isOpenPlace = (path: string): boolean => /^\/(?:tmp|var\/tmp|dev\/shm)(?:\/|$)/.test(path.trim());

/** Where modules of the project itself are looked for: `PYTHONPATH=. pytest` adds what most programs look at anyway. */
const moduleFolders = /^(?:NODE_PATH|PYTHONPATH|PERL5LIB|RUBYLIB|CLASSPATH)$/;

/** Folders that anybody can write, or none at all: `.`, `/tmp/x`, an empty entry. Those of the project are its own. */
function carriesFolders({ name }: CodeVariable, value: Word): Truth {
  const entries = value.text.split(":");
  const isOpen = entries.some(
    (entry) => isOpenPlace(entry) || ((entry === "." || entry === "..") && !moduleFolders.test(name)),
  );
  if (isOpen) return TRUE;
  // A whole entry that the line leaves open; `$HOME/bin` and the value that was there before are not.
  const isUnsaid = value.kind === "dynamic" && entries.some((entry) => isWholeName(entry, name));
  return isUnsaid ? UNLIKELY : FALSE;
}

const isWholeName = (entry: string, name: string): boolean => {
  const found = /^\$(?:\{(\w+)\}|(\w+))$/.exec(entry);
  return found !== null && ![name, "PWD", "HOME", "OLDPWD"].includes(found[1] ?? found[2] ?? "");
};
