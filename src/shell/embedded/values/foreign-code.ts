// Does a value make a program run foreign code? For variables, options and settings, by the kind of value.

import { FALSE, TRUE, type Truth, UNKNOWN, UNLIKELY } from "../../../language/truth.ts";
import type { CodeVariables } from "../../programs/table/program-table.ts";
import type { Word } from "../../syntax/model.ts";

export interface CodeVariable {
  readonly name: string;
  readonly holds: CodeVariables["holds"];
  /** The only programs that use it; omitted: any. */
  readonly of?: readonly string[];
}

/** Programs that only display, edit, compress, compile, connect or do nothing. */
const usualPrograms =
  "cat|less|more|most|bat|batcat|delta|head|tail|true|false|:|vim?|nvim|nano|pico|emacs|emacsclient|ed|micro|code|code-insiders|subl|hx|helix|kak|gcc|g\\+\\+|clang|clang\\+\\+|cc|c\\+\\+|ld|lld|mold|make|gmake|sccache|ccache|bash|sh|zsh|dash|fish|rustc|diff|difft|firefox|open|xdg-open|echo|none|col|gzip|pigz|bzip2|pbzip2|xz|pixz|zstd|zstdmt|lz4|lzip|lzop|brotli|gunzip|unxz|unzstd|bunzip2|rsh|openssl|store|cache|osxkeychain|manager|manager-core|libsecret|wincred|gpg2?|gpgsm|meld|vimdiff|kdiff3|kitty|tig|diff-so-fancy|ydiff|colordiff|w3m|lynx|links|nvimpager|moar|ov";
/** Cross compilers and compilers behind a cache: `arm-none-eabi-gcc`, `ccache clang`. */
const compilers =
  "(?:(?:ccache|sccache|distcc)\\s+)?(?:[\\w.]+-)*(?:gcc|g\\+\\+|clang|clang\\+\\+|cc|c\\+\\+|ld|ar|ranlib)|zig (?:cc|c\\+\\+)";
const usualProgram = new RegExp(
  `^(?:/(?:usr/|opt/homebrew/)?(?:local/)?bin/)?(?:${usualPrograms}|${compilers})(?:-\\d+(?:\\.\\d+)*)?(?:\\s+-[\\w=.,:+-]+|\\s+\\d+)*\\s*$`,
);
/** An ssh connection, with options that start no other program. */
const usualSsh =
  /^(?:\/usr\/bin\/)?ssh(?:\s+-(?:[1246AaCfGgKkMNnqTtVvXxYy]+|[bcDEeIiJlmOpQRWwL]\s*[^\s;|&$`()<>]+|F\s*\/dev\/null|o\s*(?!\w*[cC][oO][mM][mM][aA][nN][dD]|\w*[pP]rovider)\w+[= ][^\s;|&$`()<>]+))*\s*$/;

export const isUsual = (text: string): boolean => usualProgram.test(text) || usualSsh.test(text);

/** A node module by path or address; a module by name comes from the project's packages. */
const loadingModule = /(?:^|\s)(?:-r|--require|--import|--loader|--experimental-loader)[\s=]*["']?(?:[./~]|\w+:)/;
const loading =
  /(?:^|\s)(?:(?:-e|--eval|-toolexec|-exec|-vettool|--eval-file|-f|--file|--makefile)(?=[\s=]|$)|-javaagent|-agentlib|-agentpath|-XX:On(?:OutOfMemory)?Error|--to-command|--checkpoint-action|-I\s*\S|--use-compress-program|-C\s*linker|-Clinker|-Z\S*linker|-fplugin|-B\s*\S|--preload|-plugin-dir|--inspect-brk-node|--preview(?=[\s=])|--bind(?=[\s=]).*?execute)/;
/** Compiler flags: header and library folders are ordinary. */
const loadingCompiler = /(?:^|\s)(?:-fplugin|-wrapper|-specs=|-B\s*\/(?:tmp|var\/tmp|dev\/shm)|-fuse-ld=\/)/;
/** Perl and Ruby attach the name: `-Mmodule`, `-rlibrary`. */
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
      // The numbered variables are checked by name.
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

/** Files and folders that every user can write. */
export const isOpenPlace = (path: string): boolean => /^\/(?:tmp|var\/tmp|dev\/shm)(?:\/|$)/.test(path.trim());

/** Where modules of the project itself are found: `PYTHONPATH=. pytest` adds what most programs search anyway. */
const moduleFolders = /^(?:NODE_PATH|PYTHONPATH|PERL5LIB|RUBYLIB|CLASSPATH)$/;

/** Folders that every user can write, or none at all: `.`, `/tmp/x`, an empty entry. Project folders are trusted. */
function carriesFolders({ name }: CodeVariable, value: Word): Truth {
  const entries = value.text.split(":");
  const isOpen = entries.some(
    (entry) => isOpenPlace(entry) || ((entry === "." || entry === "..") && !moduleFolders.test(name)),
  );
  if (isOpen) return TRUE;
  // A whole entry that the line leaves open; `$HOME/bin` and the previous value do not count.
  const isUnknownEntry = value.kind === "dynamic" && entries.some((entry) => isWholeName(entry, name));
  return isUnknownEntry ? UNLIKELY : FALSE;
}

const isWholeName = (entry: string, name: string): boolean => {
  const found = /^\$(?:\{(\w+)\}|(\w+))$/.exec(entry);
  return found !== null && ![name, "PWD", "HOME", "OLDPWD"].includes(found[1] ?? found[2] ?? "");
};
