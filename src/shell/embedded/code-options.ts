// Options that make a harmless program run foreign code: `vim -c '!id'`, `bash --rcfile x`, `cmake -DCMAKE_C_COMPILER=x`.
// Rows are data, by the name of the program's table.

import { FALSE, TRUE, type Truth, UNKNOWN } from "../../language/truth.ts";
import type { OptionReading } from "../programs/table/options.ts";
import type { Word } from "../syntax/model.ts";
import { codeVariable } from "./code-variables.ts";
import { type CodeVariable, carriesCode, isOpenPlace } from "./values/foreign-code.ts";

/** What the value of an option is. */
type Holds =
  /** A program that the call starts. */
  | "command"
  /** A file of code or a library: foreign when it lies where anybody can write, or comes from the network. */
  | "file"
  /** A file of code that only this option names: foreign wherever it lies. */
  | "any-file"
  /** Text that the program obeys; some of it starts other programs. */
  | "text"
  /** `NAME=value` for the environment of what runs inside. */
  | "variable"
  /** `name=value` where the name says what the value is. */
  | "setting"
  /** More options of an interpreter. */
  | "options"
  /** Text of awk or sed. */
  | "shell";

interface CodeOption {
  /** One that ends with `=` or `:` has its value glued to it. */
  readonly flags: readonly string[];
  readonly holds: Holds;
}

const row = (flags: string, holds: Holds): CodeOption => ({ flags: flags.split(" "), holds });

const editor = [row("-c --cmd -S", "text"), row("-u -U -S -s", "file")];
const compiler = [
  row("-fplugin= -fplugin-arg -specs= --specs= -B -Xclang", "file"),
  row("-wrapper -fuse-ld=", "command"),
];
const node = [
  row("--script-shell --shell --editor --viewer --git --npm-path", "command"),
  row("--node-options", "options"),
  row("--userconfig --globalconfig", "file"),
];
const container = [row("-e --env", "variable")];
const loader = [row("--preload --audit", "any-file"), row("--library-path", "file")];

const options: { readonly [program: string]: readonly CodeOption[] } = {
  bash: [row("--rcfile --init-file", "any-file")],
  fish: [row("-C --init-command", "text")],
  vim: editor,
  view: editor,
  rview: editor,
  ex: editor,
  emacs: [row("--eval -eval --execute", "text"), row("-l --load -load", "file")],
  less: [row("-k --lesskey-file --lesskey-src --lesskey-content", "any-file")],
  nano: [row("-s --speller", "command"), row("-f --rcfile", "file")],
  gdb: [row("-ex -eval-command --eval-command -iex --init-eval-command", "text"), row("-x --command -ix", "file")],
  lldb: [row("-o -O --one-line --one-line-before-file", "text"), row("-s --source -S --source-before-file", "file")],
  node: [row("-r --require --import --loader --experimental-loader", "file")],
  perl: [row("-I -M -m", "file")],
  ruby: [row("-r -I --require", "file")],
  php: [row("-d --define", "setting"), row("-c --php-ini -z --zend-extension", "file")],
  lua: [row("-l", "file")],
  java: [
    row("-javaagent: -agentpath: -agentlib: -Xbootclasspath/a: -XX:Flags=", "any-file"),
    row("-XX:OnError= -XX:OnOutOfMemoryError=", "command"),
    row("-cp -classpath --class-path --module-path -p", "file"),
  ],
  gcc: compiler,
  "g++": compiler,
  cc: compiler,
  "c++": compiler,
  clang: compiler,
  "clang++": compiler,
  rustc: [row("-Clinker=", "command"), row("-C --codegen", "setting")],
  make: [row("--eval -E", "text")],
  npm: node,
  pnpm: node,
  yarn: node,
  npx: node,
  cargo: [row("--config", "setting")],
  cmake: [row("-D", "setting"), row("-C", "file")],
  mvn: [row("-D --define", "setting"), row("-s --settings -gs", "file")],
  mvnw: [row("-D --define", "setting")],
  gradle: [row("-D -P", "setting"), row("-I --init-script", "file")],
  gradlew: [row("-D -P", "setting"), row("-I --init-script", "file")],
  docker: container,
  "docker-compose": container,
  kubectl: [row("--env", "variable")],
  "systemd-run": [row("-E --setenv", "variable")],
  flatpak: [row("--env", "variable")],
  tmux: [row("-e", "variable"), row("-f", "file")],
  screen: [row("-c", "file")],
  ssh: [row("-F -I", "file")],
  scp: [row("-F", "file")],
  hg: [row("--config", "setting")],
  svn: [row("--editor-cmd --diff-cmd --diff3-cmd --merge-cmd", "command")],
  wget: [row("--use-askpass", "command")],
  helm: [row("--post-renderer", "command")],
  terraform: [row("-plugin-dir", "file")],
  nmap: [row("--script", "file")],
  tcpdump: [row("-z", "command")],
  eslint: [row("--rulesdir --parser --plugin --resolve-plugins-relative-to -c --config", "file")],
  openssl: [row("-engine -provider-path -provider_path", "file")],
  "ssh-keygen": [row("-D", "file")],
  sqlite3: [row("-cmd -init", "text")],
  psql: [row("-c --command", "text")],
  mysql: [row("-e --execute --init-command", "text")],
  curl: [row("--engine", "file")],
  "ld.so": loader,
  "ld-linux.so.2": loader,
  "ld-linux-x86-64.so.2": loader,
  "ld-linux-aarch64.so.1": loader,
  "ld-musl-x86_64.so.1": loader,
  ld: [row("-plugin --plugin", "file")],
  pip: [row("--python", "file")],
  ansible: [row("-e --extra-vars", "setting"), row("-M --module-path", "file")],
};

/** What follows a `+` is typed into them. */
const typed: ReadonlySet<string> = new Set(["less", "vi", "vim", "nvim", "view", "ex", "emacs"]);
/** Programs with anything of the kind. */
const looked: ReadonlySet<string> = new Set([...Object.keys(options), ...typed, "awk", "sed"]);
const none: readonly { readonly name: string; readonly value: Word; readonly truth: Truth }[] = [];

/** Options of a call, and operands of the same effect, with a value that is foreign code. */
export function codeOptions(
  program: string,
  args: readonly Word[],
  reading: OptionReading,
): readonly { readonly name: string; readonly value: Word; readonly truth: Truth }[] {
  if (!looked.has(program)) return none;
  const rows = Object.hasOwn(options, program) ? options[program] : undefined;
  const found: { readonly name: string; readonly value: Word; readonly truth: Truth }[] = [];
  const add = (name: string, value: Word | undefined, holds: Holds): void => {
    const truth = value === undefined || value.text === "" ? FALSE : truthOf(holds, value);
    if (value !== undefined && truth !== FALSE) found.push({ name, value, truth });
  };
  // Behind the first operand stand words of the script, or of the command inside.
  const end = reading.table.style === "posix" ? (reading.places[0] ?? args.length) : args.length;
  for (let i = 0; i < end; i++) {
    const word = args[i];
    if (word === undefined || !word.text.startsWith("-")) continue;
    for (const { flags, holds } of rows ?? [])
      for (const flag of flags) {
        const from = valueAt(word.text, flag);
        if (from !== null) add(flag, from === -1 ? args[i + 1] : { ...word, text: word.text.slice(from) }, holds);
      }
  }
  if (program === "awk" || program === "sed") for (const word of scripts(reading)) add("script", word, "shell");
  if (program === "make") for (const word of args) addMakeVariable(word, add);
  // `npm config set script-shell x`
  if (rows === node && /^(?:config|set)$/.test(reading.path[0] ?? ""))
    for (const { name, value } of settingsIn(reading.operands))
      add(name, value, /^(?:script-shell|shell|editor|git)$/.test(name) ? "command" : "options");
  if (typed.has(program))
    for (const word of reading.operands) if (/^\+./.test(word.text)) add("+!", rest(word, 1), "text");
  return found;
}

/** The text of awk and sed, wherever it stands. */
const scripts = ({ options, operands }: OptionReading): readonly (Word | undefined)[] => {
  const given = options.flatMap(({ row: { code }, value }) => (code === "inline" && value !== null ? [value] : []));
  return given.length > 0 ? given : [operands[0]];
};

/** A shell of its own, or a file that anybody can write: no text needs that. */
const startsShell =
  /(?:\b(?:system|exec)\s*\(?\s*["']?|(?:^|[;{}\n\d$/])\s*e\s+(?:exec\s+)?|\|&?\s*")(?:\/(?:usr\/)?bin\/)?(?:(?:ba|da|z|k)?sh(?:\s+-[ip]+)?(?:\s+\d?[<>].*)?\s*(?:["'\n;)]|$)|(?:(?:ba|da|z|k)?sh\s+)?\/(?:var\/)?tmp\/)/;

const rest = (word: Word, from: number): Word => ({ ...word, text: word.text.slice(from) });

/** Where the value of a flag begins in a word: -1 in the next one, null when the word is another. */
function valueAt(text: string, flag: string): number | null {
  if (text === flag) return /[=:]$/.test(flag) ? null : -1;
  if (!text.startsWith(flag)) return null;
  if (/[=:]$/.test(flag)) return flag.length;
  if (text[flag.length] === "=") return flag.length + 1;
  return flag.length === 2 ? flag.length : null;
}

/** `make CC=x`, `make SHELL=x`: the programs it runs. */
function addMakeVariable(word: Word, add: (name: string, value: Word, holds: Holds) => void): void {
  const found = /^([A-Za-z_]\w*)[:+?]?=/.exec(word.text);
  if (found !== null && codeVariable(found[1] ?? "")?.holds === "command")
    add(found[1] ?? "", rest(word, found[0].length), "command");
}

function settingsIn(operands: readonly Word[]): readonly { readonly name: string; readonly value: Word | undefined }[] {
  const [first, second] = operands;
  if (first === undefined) return [];
  const equals = first.text.indexOf("=");
  const name = equals === -1 ? first.text : first.text.slice(0, equals);
  if (!/^(?:script-shell|shell|editor|git|node-options)$/.test(name)) return [];
  return [{ name, value: equals === -1 ? second : rest(first, equals + 1) }];
}

const commandRow: CodeVariable = { name: "option", holds: "command", doc: "an option" };
const optionsRow: CodeVariable = { name: "NODE_OPTIONS", holds: "options", doc: "an option" };

function truthOf(holds: Holds, value: Word): Truth {
  switch (holds) {
    case "command":
      return carriesCode(commandRow, value);
    case "options":
      return carriesCode(optionsRow, value);
    case "file":
      return isForeignFile(value.text) ? TRUE : FALSE;
    case "any-file":
      if (/^(?:\/dev\/null|~\/\.\w+|\/etc\/.+|\/home\/\w+\/\.\w+)$/.test(value.text)) return FALSE;
      return value.kind === "literal" ? TRUE : UNKNOWN;
    case "shell":
      return startsShell.test(value.text) ? TRUE : FALSE;
    case "text":
      return startsPrograms.test(value.text) ? TRUE : FALSE;
    case "variable":
    case "setting":
      return namedTruth(value);
  }
}

/** Where anybody can write, a descriptor, or the network. */
const isForeignFile = (text: string): boolean =>
  isOpenPlace(text.replace(/^[@=]/, "")) || /^(?:\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+|(?:https?|data):)/.test(text);

/** What starts a program in the languages of editors, debuggers, database clients and make. */
const startsPrograms =
  /(?:^|[\s:|;>])!\s*[\w./~"'$(]|^\s*(?:sh|shell|pipe|python|py|pi|source|platform shell|script|terminal|\.shell|\.system)\b|\\!|\bsystem\s*\(?["'\s]|\$\(shell\b|\b(?:shell-command|call-process|start-process|async-shell-command|make-process|job_start|termopen|os\.execute|jobstart)\b/;

/** Settings whose value is a program, and those whose value is a file of code. */
const commandSetting =
  /^(?:CMAKE_(?:\w+_)?(?:COMPILER|COMPILER_LAUNCHER|LINKER_LAUNCHER|LINKER|MAKE_PROGRAM|AR|RANLIB|EMULATOR)|(?:build|target\.[^=]+|env)\.(?:rustc|rustc-wrapper|rustc-workspace-wrapper|rustdoc|runner|linker)|linker|exec\.executable|jvm|credential\S*|alias\.\S+|hooks\.\S+|ui\.(?:ssh|editor|merge)|merge-tools\.\S+|pager\.pager|ansible_(?:python|shell|\w+)_(?:interpreter|executable)|http\.proxy-?[Cc]ommand)$/;
const fileSetting =
  /^(?:CMAKE_(?:TOOLCHAIN_FILE|MODULE_PATH|PROJECT_\w*INCLUDE\w*|PREFIX_PATH)|auto_(?:prepend|append)_file|(?:zend_)?extension|extension_dir|include_path|ffi\.preload|maven\.ext\.class\.path|extensions\.\S+|org\.gradle\.jvmargs)$/;

function namedTruth(value: Word): Truth {
  const found = /^"?((?:[\w.@-]|'[^']*')+)(?::\w+)?"?\s*=\s*/.exec(value.text);
  if (found === null) return FALSE;
  const [whole, name = ""] = found;
  const inner = { ...value, text: value.text.slice(whole.length).replace(/^(["'])(.*)\1$/, "$2") };
  const variable = codeVariable(name);
  if (variable !== undefined) return carriesCode(variable, inner);
  if (commandSetting.test(name)) return carriesCode(commandRow, inner);
  return fileSetting.test(name) && (isForeignFile(inner.text) || /-javaagent|^auto_/.test(value.text)) ? TRUE : FALSE;
}
