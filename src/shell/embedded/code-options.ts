// Options that make a harmless program run foreign code: `vim -c '!id'`, `bash --rcfile x`, `cmake -DCMAKE_C_COMPILER=x`.
// The row of the program lists these options.

import { FALSE, TRUE, type Truth, UNKNOWN } from "../../language/truth.ts";
import type { OptionReading } from "../programs/table/options.ts";
import type { CodeHolds, ProgramTable } from "../programs/table/program-table.ts";
import type { Word } from "../syntax/model.ts";
import { codeVariable } from "./code-variables.ts";
import { type CodeVariable, carriesCode, isOpenPlace } from "./values/foreign-code.ts";

const none: readonly { readonly name: string; readonly value: Word; readonly truth: Truth }[] = [];

/** Options of a call, and operands with the same effect, whose value is foreign code. */
export function codeOptions(
  table: ProgramTable,
  args: readonly Word[],
  reading: OptionReading,
): readonly { readonly name: string; readonly value: Word; readonly truth: Truth }[] {
  const { codeOptions: rows, typesPlus, scriptRuns, assignsPrograms, configuresCode } = table;
  if (rows === undefined && typesPlus === undefined && scriptRuns === undefined) return none;
  const found: { readonly name: string; readonly value: Word; readonly truth: Truth }[] = [];
  const add = (name: string, value: Word | undefined, holds: CodeHolds): void => {
    const truth = value === undefined || value.text === "" ? FALSE : truthOf(holds, value);
    if (value !== undefined && truth !== FALSE) found.push({ name, value, truth });
  };
  // The first operand is followed by arguments of the script, or of the inner command.
  const end = reading.table.style === "posix" ? (reading.places[0] ?? args.length) : args.length;
  for (let i = 0; i < end; i++) {
    const word = args[i];
    if (word === undefined || !word.text.startsWith("-")) continue;
    for (const { spellings, holds } of rows ?? [])
      for (const flag of spellings) {
        const from = valueAt(word.text, flag);
        if (from !== null) add(flag, from === -1 ? args[i + 1] : { ...word, text: word.text.slice(from) }, holds);
      }
  }
  if (scriptRuns === true) for (const word of scripts(reading)) add("script", word, "shell");
  if (assignsPrograms === true) for (const word of args) addMakeVariable(word, add);
  // `npm config set script-shell x`
  if (configuresCode === true && /^(?:config|set)$/.test(reading.path[0] ?? ""))
    for (const { name, value } of settingsIn(reading.operands))
      add(name, value, /^(?:script-shell|shell|editor|git)$/.test(name) ? "command" : "options");
  if (typesPlus === true)
    for (const word of reading.operands) if (/^\+./.test(word.text)) add("+!", rest(word, 1), "text");
  return found;
}

/** The awk or sed script, in any position. */
const scripts = ({ options, operands }: OptionReading): readonly (Word | undefined)[] => {
  const given = options.flatMap(({ row: { code }, value }) => (code === "inline" && value !== null ? [value] : []));
  return given.length > 0 ? given : [operands[0]];
};

/** Starting a shell, or using a file that every user can write: no ordinary text does that. */
const startsShell =
  /(?:\b(?:system|exec)\s*\(?\s*["']?|(?:^|[;{}\n\d$/])\s*e\s+(?:exec\s+)?|\|&?\s*")(?:\/(?:usr\/)?bin\/)?(?:(?:ba|da|z|k)?sh(?:\s+-[ip]+)?(?:\s+\d?[<>].*)?\s*(?:["'\n;)]|$)|(?:(?:ba|da|z|k)?sh\s+)?\/(?:var\/)?tmp\/)/;

const rest = (word: Word, from: number): Word => ({ ...word, text: word.text.slice(from) });

/** Where the value of a flag begins in a word: -1 if it is the next word, null if the word is another option. */
function valueAt(text: string, flag: string): number | null {
  if (text === flag) return /[=:]$/.test(flag) ? null : -1;
  if (!text.startsWith(flag)) return null;
  if (/[=:]$/.test(flag)) return flag.length;
  if (text[flag.length] === "=") return flag.length + 1;
  return flag.length === 2 ? flag.length : null;
}

/** `make CC=x`, `make SHELL=x`: the programs it runs. */
function addMakeVariable(word: Word, add: (name: string, value: Word, holds: CodeHolds) => void): void {
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

const commandRow: CodeVariable = { name: "option", holds: "command" };
const optionsRow: CodeVariable = { name: "NODE_OPTIONS", holds: "options" };

function truthOf(holds: CodeHolds, value: Word): Truth {
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

/** A file that every user can write, a descriptor, or the network. */
const isForeignFile = (text: string): boolean =>
  isOpenPlace(text.replace(/^[@=]/, "")) || /^(?:\/dev\/fd\/\d+|\/proc\/self\/fd\/\d+|(?:https?|data):)/.test(text);

/** What starts a program in the languages of editors, debuggers, database clients and make. */
const startsPrograms =
  /(?:^|[\s:|;>])!\s*[\w./~"'$(]|^\s*(?:sh|shell|pipe|python|py|pi|source|platform shell|script|terminal|\.shell|\.system)\b|\\!|\bsystem\s*\(?["'\s]|\$\(shell\b|\b(?:shell-command|call-process|start-process|async-shell-command|make-process|job_start|termopen|os\.execute|jobstart)\b/;

/** Settings whose value is a program, and those whose value is a file of code. */
const commandSetting =
  /^(?:CMAKE_(?:\w+_)?(?:COMPILER|COMPILER_LAUNCHER|LINKER_LAUNCHER|LINKER|MAKE_PROGRAM|AR|RANLIB|EMULATOR)|(?:build|target\.[^=]+|env)\.(?:rustc|rustc-wrapper|rustc-workspace-wrapper|rustdoc|runner|linker)|linker|exec\.executable|jvm|credential\S*|alias\.\S+|hooks\.\S+|ui\.(?:ssh|editor|merge)|merge-tools\.\S+|pager\.pager|ansible_(?:python|shell|\w+)_(?:interpreter|executable)|http\.proxy-?[Cc]ommand|sftp\.command|rclone\.program)$/;
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
