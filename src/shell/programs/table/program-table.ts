// The shape of a program's table: its options, subcommands, the roles of its operands, and whether it runs something else.
// Everything here is data; options.ts parses a command by it, effects.ts determines its effects, interp/wrappers.ts unwraps by it.

import type { TreeFilter } from "../../../language/listing.ts";
import { shapedOption, shapedTable } from "./program-shape.ts";

/** The role of an argument of a program. */
export type Role =
  /** A file whose content is read. */
  | "read"
  /** A file or folder that is created or changed. */
  | "write"
  | "delete"
  /** A file whose content is sent to another machine. */
  | "upload"
  /** An address, with or without a scheme. */
  | "url"
  /** `host`, `host:port` or `user@host`. */
  | "host"
  /** A repository: an address, `host:path`, a path, or a name that only the configuration defines. */
  | "repository"
  /** `curl -d`: text, or `@file` to send. */
  | "data"
  /** `curl -F`: `name=@file`, `name=<file`. */
  | "form"
  /** A file that contains more options, which cannot be seen. */
  | "options-file"
  /** A package: a name, an address, or a file. */
  | "package"
  /** The address of a package registry; the default one does not count as a host. */
  | "registry"
  /** An address if it has a scheme, otherwise irrelevant. */
  | "address"
  /** A file of the disk, unless it has a scheme. */
  | "file-or-url"
  /** `host:/folder` or `//host/share` in place of a device. */
  | "share"
  /** A database: a name, or an address that contains it. */
  | "database"
  /** A pattern for the names of files that are read: `grep -r --include`. */
  | "pattern"
  /** A file or an address that is read: `kubectl -f`. */
  | "manifest"
  /** A file if it is written as a path, otherwise an address. */
  | "page"
  /** A file if it is written as a path, otherwise a name that the program looks up. */
  | "topic"
  /** A container image, optionally with its registry. */
  | "image"
  /** A Go module: its name begins with a host. */
  | "module"
  /** Commands of sftp and ftp. */
  | "commands";

/** How an option's value runs something. */
export type CodeKind =
  /** Text that a shell runs: `su -c TEXT`. */
  | "shell"
  /** A file, or shell text after a bar or an exclamation mark: `strace -o '|TEXT'`. */
  | "pipe"
  /** A program, optionally with arguments: `rg --pre PROGRAM`. */
  | "command"
  /** The words after the option are a command, up to `;` or `+`: `find -exec`. */
  | "words"
  /** Text in the language of the program: `python -c TEXT`. */
  | "inline"
  /** A file in the language of the program: `awk -f FILE`. */
  | "script";

/** What an option changes about how the program walks folders. */
export type WalkOption =
  /** Its value is a pattern for what is left out, or for the only files that are taken. */
  | "exclude"
  | "include"
  /** Either of them: with a `!` in front it leaves out. */
  | "glob"
  /** Its value is a pattern for what is taken although another option leaves it out. */
  | "keep"
  /** Links to folders are followed. */
  | "follow"
  /** Its value is the number of levels. */
  | "depth"
  /** Names with a dot in front are taken too; files that git ignores; both. */
  | "hidden"
  | "ignored"
  | "unrestricted"
  /** Only what is named, nothing below it. */
  | "flat";

export interface OptionRow {
  readonly flags: readonly string[];
  /** `optional`: only attached or after `=`. `words`: all up to `;` or `+`. `digits`: only digits, and other flags may follow. */
  readonly value?: "required" | "optional" | "words" | "digits";
  /** `help`: the call only prints information about the program. `dry-run`: it only says what it would do. */
  readonly meaning?: "help" | "dry-run";
  /** The role of the value. */
  readonly is?: readonly Role[];
  /** The roles that the operands gain when the option is given, and those they lose. */
  readonly makes?: readonly Role[];
  readonly unmakes?: readonly Role[];
  readonly code?: CodeKind;
  /** Each line of the file contains more arguments of the program: `pip -r`. */
  readonly lines?: true;
  /** The value is a folder that the program changes to first: `make -C`. */
  readonly cwd?: true;
  /** It changes files that neither its value nor an operand names: `find -delete`. */
  readonly acts?: true;
  /** An unknown operand may be a whole system: `rm -r "$X"`. */
  readonly whole?: true;
  /** The operands stand for everything below them: `rm -r`, `grep -r`. */
  readonly tree?: true;
  readonly walk?: WalkOption;
  /** With these values the option means the opposite: `--dry-run=none`. */
  readonly offValues?: readonly string[];
  readonly doc: string;
}

/** The roles of operands, by position. */
export interface OperandEffects {
  /** Roles of the first operands, in order; `[]` for one that is not a file. */
  readonly first?: readonly (readonly Role[])[];
  /** Flags that replace the first operand: `grep -e`. */
  readonly firstUnless?: readonly string[];
  /** Every operand that `first` and `last` do not cover. */
  readonly each?: readonly Role[];
  /** The last operand, if there are at least two. */
  readonly last?: readonly Role[];
  /** Flags that name the target instead of the last operand: `cp -t`. */
  readonly lastUnless?: readonly string[];
  /** An unknown one may be a whole system: `rimraf "$X"`. */
  readonly whole?: true;
  /** They stand for everything below them, walked like this: `mv`, `rg`. */
  readonly tree?: TreeFilter;
  /** Only some of what is below them, and nothing says which: `git clean`. */
  readonly someOfTree?: true;
  /** Without an operand it walks the folder it runs in, unless it gets text on standard input: `rg KEY`, `grep -r KEY`. */
  readonly here?: readonly Role[];
  /** The default without an operand: `ls`, `find`, `git clean` take the current folder. */
  readonly none?: { readonly text: string; readonly roles: readonly Role[] };
}

/** How the inner command of a wrapper is found. */
export interface WrapperRow {
  /** `operands`: the words from the first operand on. `options`: only options marked `code` contain it. */
  readonly inner: "operands" | "options";
  /** Operands before the command: `timeout DURATION`, `ssh HOST`, `flock FILE`. */
  readonly skip?: number;
  /** Without these options, one more operand comes before the command: `runuser USER`, but not with `-u`. */
  readonly skipUnless?: readonly string[];
  /** Options that take two values: `bwrap --bind FROM TO`. */
  readonly pairs?: readonly string[];
  /** A version may come before the command: `nvm exec 20 npm test`. */
  readonly version?: true;
  /** The arguments are those of this program: `hub push` is `git push`. */
  readonly program?: string;
  /** Options that name the program that these arguments belong to: `start-stop-daemon --exec git -- push`. */
  readonly programBy?: readonly string[];
  /** With one of these options a shell parses the words: `entr -s`. */
  readonly joinedBy?: readonly string[];
  /** The operands are a command only with one of these options: `gdb --args`. */
  readonly needs?: readonly string[];
  /** With one of these options the operands are something else: `screen -X`. */
  readonly notWith?: readonly string[];
  /** Each operand is separate shell text: `hyperfine`. */
  readonly each?: true;
  /** `NAME=value` words may come before the command. */
  readonly assignments?: true;
  /** The words are joined with blanks and parsed by a shell, as `ssh` and `watch` do. */
  readonly joined?: true;
  /** Words from standard input are appended, or replace `placeholder`. */
  readonly appends?: "stdin" | "operands";
  /** Options whose value is the placeholder for each item: `xargs -I`. */
  readonly placeholder?: readonly string[];
  /** The default placeholder for each item: `{}` of find and parallel. */
  readonly item?: string;
  /** The command runs on another machine or in a container: its paths are not local. */
  readonly elsewhere?: true;
  /** The word before the command is an image, which may provide the program itself: `docker run alpine/git push`. */
  readonly image?: true;
  /** A word that ends the wrapper's own arguments: `--` of `kubectl exec`. */
  readonly after?: string;
  /** The word is a package, whose program may have another name: `npx aws-cdk@2`. */
  readonly package?: true;
  /** The word is a nix package, whose program has the name at its end: `nix run nixpkgs#git -- push`. */
  readonly flake?: true;
  /** Only a word that names a program with a table is a command: `yarn rimraf`, but not `yarn lint-all`. */
  readonly known?: true;
  /** Without an inner command it starts a shell that reads standard input: `su`, `ssh host`, `sudo -s`. */
  readonly shell?: true;
}

/** How a program that runs code finds the code. */
export interface InterpreterRow {
  readonly language:
    | "shell"
    | "python"
    | "javascript"
    | "perl"
    | "ruby"
    | "php"
    | "lua"
    | "awk"
    | "sed"
    | "sql"
    | "other";
  /** Options whose value is code; the operands are then arguments, and standard input is data. */
  readonly code?: readonly string[];
  /** Options whose value names a module or a file that runs. */
  readonly module?: readonly string[];
  /** The first operand is code (`awk`, `sed`), a file of code, or not code at all. */
  readonly operand: "script" | "code" | "none";
  /** Without code and script, standard input is code. `never`: it is always data. */
  readonly stdin: "code" | "never";
  /** Options that force standard input to be code: `bash -s`. */
  readonly forceStdin?: readonly string[];
  /** Options with which nothing runs: `bash -n`. */
  readonly inert?: readonly string[];
}

/** The kind of value of an option that can make a harmless program run foreign code. */
export type CodeHolds =
  /** A program that the call starts. */
  | "command"
  /** A file of code or a library: foreign if every user can write it, or if it comes from the network. */
  | "file"
  /** A file of code that only this option names: foreign wherever it is. */
  | "any-file"
  /** Text that the program executes; some of it starts other programs. */
  | "text"
  /** `NAME=value` for the environment of the inner command. */
  | "variable"
  /** `name=value` where the name determines the kind of the value. */
  | "setting"
  /** More options of an interpreter. */
  | "options"
  /** Text of awk or sed. */
  | "shell";

/** An option that makes a harmless program run foreign code: `vim -c '!id'`, `bash --rcfile x`. */
export interface CodeOption {
  /** If it ends with `=` or `:`, its value is attached. */
  readonly spellings: readonly string[];
  readonly holds: CodeHolds;
}

/** Variables that make a harmless program run foreign code. */
export interface CodeVariables {
  /**
   * The kind of value: shell text, a file of code, a library, options that may load code, folders
   * of programs, places (files or folders) of code that belong to the project unless every user can write there.
   */
  readonly holds: "command" | "file" | "library" | "options" | "folders" | "places" | "settings";
  /** A name may contain a `*`. */
  readonly names: readonly string[];
}

/** File names that a program prints, one per line. */
export interface Listing {
  /**
   * `any`: any name of the project, a branch, a container. `operands`: names below the operands. `searched`: the same after
   * the pattern. `found`: names that match the tests of find. `bare`: the operands, or bare names inside them.
   */
  readonly names: "any" | "operands" | "searched" | "found" | "bare";
  /** The subcommands that print them, as a pattern; omitted: the program without a subcommand. */
  readonly by?: string;
  /** It prints names only with one of these options. */
  readonly with?: readonly string[];
  /** With one of these options it prints something else, or additional names. */
  readonly without?: readonly string[];
}

/** How options are spelled. */
export type OptionStyle =
  /** Bundles of letters, `--long`, abbreviations, options after operands. */
  | "gnu"
  /** The same, but the first operand ends the options. */
  | "posix"
  /** Long options with one dash, no bundles: `find -delete`, `terraform -auto-approve`. */
  | "words"
  /** The first word may be a bundle without a dash: `tar xzf`. */
  | "old"
  /** No options: every word is an operand. */
  | "none";

export type ExternalKind = "script" | "task" | "image" | "remote" | "agent";

export interface ProgramTable {
  readonly name: string;
  readonly doc: string;
  readonly aliases?: readonly string[];
  readonly style?: OptionStyle;
  readonly options: readonly OptionRow[];
  /** Options before the subcommand; with `globalsAnywhere` also after it. */
  readonly globals?: readonly OptionRow[];
  readonly globalsAnywhere?: true;
  readonly subcommands?: { readonly [name: string]: ProgramTable };
  /** Long options cannot be abbreviated, here and in subcommands: `uv sync --extra` is not `--extra-index-url`. */
  readonly exactOptions?: true;
  /** A prefix of a subcommand is enough if no other one begins with it: `npm publ`. */
  readonly abbreviates?: true;
  /** The list of subcommands is complete: another word is a typo. */
  readonly closed?: true;
  /** Options that are not listed exist; a pattern may name them. */
  readonly partial?: true;
  readonly operands?: OperandEffects;
  /** The name of a special function in special-effects.ts, if positions are not enough. */
  readonly special?: Special;
  readonly wrapper?: WrapperRow;
  readonly interpreter?: InterpreterRow;
  readonly elevates?: true;
  /** Runs code that is not on the line: package scripts, make targets, images. */
  readonly external?: ExternalKind;
  /** A host that every call contacts; a subcommand may name another. */
  readonly contacts?: string;
  /** A first argument `+NAME` selects the toolchain: `cargo +nightly build`. */
  readonly toolchain?: true;
  /** A last argument that asks for help on those before it: `aws rds delete-db-instance help`. */
  readonly helpWord?: string;
  /** Variables with the effect of its dry run option: `npm_config_dry_run=true`. */
  readonly dryRunVariables?: readonly string[];
  /** Operands are compared case-insensitively: git configuration names, SQL. */
  readonly foldOperands?: true;
  /** Fetches from the network: what it prints or writes comes from there. */
  readonly downloads?: true;
  /** Standard input goes to another machine. */
  readonly sends?: true;
  /** Prints its own arguments. */
  readonly echoes?: true;
  /** Prints the process environment. */
  readonly printsEnvironment?: true;
  /** What it writes is built from the sources it reads: `gcc -o app main.c`. */
  readonly builds?: true;
  /** It prints what it reads only with one of these options. */
  readonly silentUnless?: readonly string[];
  /** Its output does not contain what it reads: counts, digests, tests. */
  readonly digests?: true;
  /** Options that make it run foreign code. */
  readonly codeOptions?: readonly CodeOption[];
  /** Variables that make it, or a program that starts it, run foreign code. */
  readonly codeVariables?: readonly CodeVariables[];
  /** What follows a `+` among its operands is typed into it: `less +!id`. */
  readonly typesPlus?: true;
  /** Operands `NAME=value` name programs that it runs: `make CC=x`. */
  readonly assignsPrograms?: true;
  /** `config set NAME VALUE` can name a program that it runs: `npm config set script-shell x`. */
  readonly configuresCode?: true;
  /** Its script can start a shell: awk and sed. */
  readonly scriptRuns?: true;
  /** Options with code replace a program that it would start by default: `rsync -e`, `tar -I`. */
  readonly replacesHelpers?: true;
  /** Code inside its operands or standard input, by the name of a function in code-from-operands.ts. */
  readonly operandCode?: OperandCode;
  /** Variables that determine where packages come from, and those that name a server. A name may contain a `*`. */
  readonly registryVariables?: readonly string[];
  readonly serverVariables?: readonly string[];
  /** It connects, although none of its arguments names a host: `git fetch`. */
  readonly connects?: true;
  /** `lines`: its input without some lines or in another order. `code`: code for the shell that starts it: `ssh-agent -s`. */
  readonly prints?: "number" | "data" | "lines" | "column" | "code";
  /** With an argument of this pattern it prints text from the line, or starts another program. */
  readonly printsUnless?: string;
  readonly lists?: readonly Listing[];
  /** A glob that all of its output matches. */
  readonly outputShape?: string;
  /** It can print the names of variables without their values, by the name of a function in names-only.ts. */
  readonly namesOnly?: "cut" | "awk" | "sed" | "grep";
  /** Where the file mode is: the first operand, or the option `-m`. */
  readonly setsMode?: "operand" | "option";
  /** The content of the files it writes, if a later command of the line may run or read them. */
  readonly fills?: "input" | "source" | "unknown";
  /** What it writes keeps its content: only rights, owners or times change. */
  readonly keepsContent?: true;
  /** It gives files other names. */
  readonly links?: true;
  /** Subcommands that take a secret on standard input and store it; an empty text: every call does. */
  readonly keepsInput?: readonly string[];
  /** Images that run this program, by the last part of their name: `docker run alpine/git push`; after `=` the alias. */
  readonly images?: readonly string[];
  /** Packages that provide this program under another name: `npx aws-cdk@2`. */
  readonly packages?: readonly string[];
}

export type OperandCode =
  | "make"
  | "socat"
  | "plus"
  | "crontab"
  | "project"
  | "stuff"
  | "client"
  | "patch"
  | "tex"
  | "core";

/** What a row contains besides the name, the description and the options. */
export type Columns = Omit<ProgramTable, "name" | "doc" | "options"> & { readonly options?: readonly OptionRow[] };

/** Columns for one of several similar programs, by its name. */
export interface OwnColumns {
  readonly [name: string]: Columns;
}

export type Special =
  | "dd"
  | "find"
  | "tar"
  | "copy"
  | "copy-remote"
  | "rsync"
  | "git"
  | "git-show"
  | "curl"
  | "wget"
  | "ssh"
  | "netcat"
  | "socat"
  | "bucket"
  | "rclone"
  | "openssl"
  | "archive"
  | "container-copy"
  | "sed"
  | "sql"
  | "patch"
  | "mode"
  | "sftp"
  | "truncate"
  | "variables"
  | "interpreter"
  | "compress"
  | "compile";

type Extra = Omit<OptionRow, "flags" | "value" | "doc">;

/** One option: `opt("-o --output=", "file written")`; `=` a value follows, `?` it may be attached, `#` digits may be, `;` words up to `;`. */
export function opt(spelling: string, doc: string, extra: Extra = {}): OptionRow {
  const last = spelling.at(-1);
  const flags = (last === "=" || last === "?" || last === ";" || last === "#" ? spelling.slice(0, -1) : spelling).split(
    " ",
  );
  if (last === "=") return shapedOption({ flags, value: "required", doc, ...extra });
  if (last === "?") return shapedOption({ flags, value: "optional", doc, ...extra });
  if (last === "#") return shapedOption({ flags, value: "digits", doc, ...extra });
  if (last === ";") return shapedOption({ flags, value: "words", doc, ...extra });
  return shapedOption({ flags, doc, ...extra });
}

/** Options that have no effect on rules, several in one text: `flags("-v --verbose, -q --quiet, --color?")`. */
export function flags(text: string): readonly OptionRow[] {
  return text.split(",").map((spelling) => opt(spelling.trim(), ""));
}

export const help = (spelling: string): OptionRow => opt(spelling, "prints about the program", { meaning: "help" });
export const dryRun = (spelling: string): OptionRow =>
  opt(spelling, "only prints what would be done", {
    meaning: "dry-run",
    offValues: ["false", "no", "0", "none", "off"],
  });
export const gnuHelp: readonly OptionRow[] = [help("--help"), help("--version")];

/** A table; omitted columns are empty. */
export function program(name: string, doc: string, rest: Columns = {}): ProgramTable {
  return shapedTable({ name, doc, ...rest, options: rest.options ?? [] });
}

/** Several programs that differ only in the name, and in the columns that `own` lists for some of them. */
export function alike(names: string, doc: string, rest: Columns = {}, own: OwnColumns = {}): readonly ProgramTable[] {
  return names.split(" ").map((name) => program(name, doc, { ...rest, ...(Object.hasOwn(own, name) && own[name]) }));
}

/** `codeOption("-c --cmd", "text")` */
export const codeOption = (spellings: string, holds: CodeHolds): CodeOption => ({
  spellings: words(spellings),
  holds,
});

/** `codeVariables("command", "GIT_PAGER GIT_EDITOR")` */
export const codeVariables = (holds: CodeVariables["holds"], names: string): CodeVariables => ({
  holds,
  names: words(names),
});

export const words = (text: string): readonly string[] => text.split(" ");

/** Tables by name, for `subcommands`. */
export function byName(...tables: readonly (ProgramTable | readonly ProgramTable[])[]): {
  readonly [name: string]: ProgramTable;
} {
  const found: { [name: string]: ProgramTable } = Object.create(null);
  for (const table of tables.flat()) for (const name of [table.name, ...(table.aliases ?? [])]) found[name] = table;
  return found;
}
