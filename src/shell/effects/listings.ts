// Programs that list names: what is known of each line they print, so that `grep -rl x src | xargs sed -i ...` is about files
// below `src`, and `git ls-files | xargs wc` about some file of the project, though nobody can tell which.

import type { Running } from "../interp/invoke.ts";
import { hasOption, type OptionReading } from "../programs/table/options.ts";
import type { Word } from "../syntax/model.ts";
import { isOpenName, starred } from "../syntax/open-words.ts";
import { type Text, unknown, unknownName } from "../syntax/text.ts";
import { withoutEnd } from "./draft/effect-draft.ts";
import { findTargets } from "./draft/find-targets.ts";

/** Some name: of a file of the project, a branch, a container, a process. */
const SOME = ["*"];

/** A name, or any name below a folder; null where the word itself is not known. */
function below(word: Word): string | null {
  if (word.kind === "dynamic") return isOpenName(word) ? starred(word.text) : null;
  if (word.kind === "glob" || /[^/.]\.\w+$/.test(word.text)) return word.text;
  return word.text === "." ? "*" : `${withoutEnd(word.text, "/")}/**`;
}

function allBelow(words: readonly Word[]): readonly string[] | null {
  const found = words.map(below);
  return found.includes(null) ? null : found.flatMap((name) => name ?? []);
}

/** Given in some spelling, or as a flag that the table does not know. */
const isGiven = (reading: OptionReading, flags: readonly string[]): boolean =>
  flags.some((flag) => hasOption(reading, flag) || reading.unlisted.includes(flag));

/** Other output than the names it found. */
const findActions = [
  "-printf",
  "-fprintf",
  "-exec",
  "-execdir",
  "-ok",
  "-okdir",
  "-ls",
  "-fls",
  "-delete",
  "-fprint",
  "-fprint0",
];

export const findsNames = (reading: OptionReading): boolean =>
  !reading.options.some(({ flag }) => findActions.includes(flag));

/** By the table of the program: the names it prints, or null. `operands` come after the pattern to look for. */
const listers: { readonly [table: string]: (reading: OptionReading) => readonly string[] | null } = {
  find: (reading) => (findsNames(reading) ? allBelow(findTargets(reading)) : null),
  fd: (reading) => (isGiven(reading, ["-x", "-X", "-H", "-u"]) ? null : allBelow(findTargets(reading))),
  grep: (reading) => (isGiven(reading, ["-l", "-L"]) ? searched(reading, ["-e", "-f"]) : null),
  rg: (reading) => {
    if (isGiven(reading, ["--hidden", "-u"])) return null;
    if (isGiven(reading, ["--files"])) return roots(reading.operands);
    return isGiven(reading, ["-l", "--files-without-match"]) ? searched(reading, ["-e", "-f"]) : null;
  },
  // Names that begin with a dot are listed only on request.
  ls: (reading) =>
    isGiven(reading, ["-a", "-A", "--all", "--almost-all", "-l", "-R", "-f"]) ? null : listed(reading.operands),
};

const roots = (words: readonly Word[]): readonly string[] | null => (words.length === 0 ? SOME : allBelow(words));

function searched(reading: OptionReading, patterns: readonly string[]): readonly string[] | null {
  return roots(isGiven(reading, patterns) ? reading.operands : reading.operands.slice(1));
}

/** `ls FOLDER` prints bare names, `ls FILE` and `ls *.log` those that fit. */
function listed(words: readonly Word[]): readonly string[] | null {
  if (words.some(({ kind }) => kind === "dynamic")) return null;
  return words.length === 0 ? SOME : words.flatMap(({ kind, text }) => (kind === "glob" ? [text] : [text, "*"]));
}

/** Subcommands that print names, and the flags without which they print something else, or with which they do. */
const gitListers: {
  readonly [path: string]: { readonly with?: readonly string[]; readonly without?: readonly string[] };
} = {
  "ls-files": { without: ["-o", "--others", "-i", "--ignored", "-s", "-u", "-k"] },
  "ls-tree": { with: ["--name-only", "--name-status"] },
  diff: { with: ["--name-only"] },
  show: { with: ["--name-only"] },
  "diff-tree": { with: ["--name-only"] },
  status: { with: ["--porcelain", "-s"] },
  grep: { with: ["-l"] },
  branch: {},
  tag: {},
  remote: {},
  "for-each-ref": {},
  "rev-list": {},
};

function gitListed(reading: OptionReading): readonly string[] | null {
  const [name = "", ...more] = reading.path;
  const row = Object.hasOwn(gitListers, name) && more.length === 0 ? gitListers[name] : undefined;
  if (row === undefined || isGiven(reading, row.without ?? [])) return null;
  if (row.with !== undefined && !isGiven(reading, row.with)) return null;
  return name === "ls-files" ? roots(reading.operands) : SOME;
}

/** `docker ps -q`, `kubectl get pods -o name`: what runs, by names that no file has. */
const isPlainList: { readonly [name: string]: (reading: OptionReading) => boolean } = {
  docker: (reading) => isGiven(reading, ["-q"]) && /(?:^| )(?:ps|ls|images)$/.test(reading.path.join(" ")),
  podman: (reading) => isGiven(reading, ["-q"]) && /(?:^| )(?:ps|ls|images)$/.test(reading.path.join(" ")),
  kubectl: ({ path }) => path[0] === "get",
};

/** Programs that print plain data: a number, a name, a field of a file. */
const numberPrinters = new Set("seq wc nproc pgrep pidof".split(" "));
const dataPrinters = new Set(
  "jq yq wc seq stat du nproc lsof pgrep pidof id dirname node npm pnpm yarn go cargo rustc python python3 xmllint semver sw_vers lsb_release brew".split(
    " ",
  ),
);

/** With these words they print what the line gives them, or start another program, which may print anything. */
const ownWords: { readonly [name: string]: RegExp } = {
  jq: /^(?:-\w*n\w*|--null-input|--arg|--args|--argjson)$/,
  yq: /^(?:-\w*n\w*|--null-input)$/,
  seq: /^(?:-f|--format)/,
  stat: /^(?:-c|-f|--format|--printf)/,
  npm: /^(?:run|run-script|rum|urn|exec|x|start|test|t|explore|init|create)$/,
  pnpm: /^(?!root$|bin$|config$|get$|list$|ls$|store$|path$|-)/,
  yarn: /^(?!bin$|config$|get$|dir$|cache$|-)/,
  go: /^(?:run|tool|generate|test|-exec)$/,
  cargo: /^(?:run|r|test|t|bench|b|xtask)$/,
  node: /^[\w./@-]+\.[cm]?[jt]s$|^-r|^--(?:require|import)/,
  python: /^[\w./@-]+\.py$|^-m$/,
  python3: /^[\w./@-]+\.py$|^-m$/,
};

/** A text inside a program that is a flag, or a name such as rules are about: `print(".env")`, `jq '"-f"'`. */
const tellingText = /["'`](?:[-+:~/]|\.\w)|\/\.\w|\\[xu0-7]|chr\(|fromCharCode|implode|@base64d|b64decode|atob/;

function printsData(name: string, words: readonly Word[]): boolean {
  if (!dataPrinters.has(name)) return false;
  const own = Object.hasOwn(ownWords, name) ? ownWords[name] : undefined;
  return !words.some(({ text }) => own?.test(text) === true || tellingText.test(text));
}

/** Programs that leave out or reorder lines, and change none. */
const filters = new Set("sort uniq head tail tac cat tee shuf".split(" "));

/** `awk '{print $2}'`: a part of each line. */
const printsColumn = /^\s*\{\s*print\s+\$(?:\d+|NF)\s*;?\s*\}\s*$/;

/** Programs that print code for the shell that starts them: `eval "$(ssh-agent -s)"`. */
const codePrinters = new Set(
  "ssh-agent gpg-agent keychain direnv pyenv rbenv nodenv jenv goenv plenv brew fnm mise asdf rtx starship zoxide opam conda mamba micromamba dircolors minikube docker-machine lesspipe luarocks register-python-argcomplete".split(
    " ",
  ),
);
const CODE = "code of ";
export const isProgramCode = ({ why }: Text): boolean => why?.startsWith(CODE) === true;

/** What is known of the lines a program prints; null when nothing is. */
export function printedNames(running: Running): Text | null {
  const { name, reading, invocation } = running;
  if (codePrinters.has(name)) return unknown("*", `${CODE}${name}`);
  const names = namesOf(running, invocation.feed.text?.names);
  if (names === null || names.length === 0 || names.length > MOST) return null;
  if (reading?.help === true) return null;
  const from = invocation.feed.text?.from ?? [];
  const open = dataPrinters.has(name) && !numberPrinters.has(name) ? unknown : unknownName;
  return { ...open(names.length === 1 ? (names[0] ?? "*") : "*", `output of ${name}`, from), names };
}

/** Roots beyond which they are no longer told apart. */
const MOST = 16;

function namesOf({ name, reading, invocation }: Running, fed: readonly string[] | undefined): readonly string[] | null {
  if (reading === null) return null;
  const table = reading.table.name;
  const lister = Object.hasOwn(listers, table) && reading.path.length === 0 ? listers[table] : undefined;
  if (fed !== undefined && invocation.feed.calls.length > 0) {
    if (filters.has(name) && reading.operands.every(({ kind, text }) => kind === "literal" && /^[-+]?\d+$/.test(text)))
      return fed;
    if (table === "grep") return filtered(reading, fed);
    if (name === "cut" || (table === "awk" && printsColumn.test(reading.operands[0]?.text ?? ""))) return SOME;
  }
  if (name === "git") return gitListed(reading);
  const words = invocation.fields.slice(1).map(({ word }) => word);
  if (name === "basename") return words[0] === undefined ? null : [lastName(words[0])];
  if (lister !== undefined) return lister(reading);
  const isPlain = Object.hasOwn(isPlainList, name) ? isPlainList[name]?.(reading) : printsData(name, words);
  return isPlain === true ? SOME : null;
}

/** The name at the end of a path, with stars for what is not known. */
const lastName = (word: Word): string => starred(word.text).split("/").at(-1) || "*";

/** `grep -v x` leaves names out; `grep '\.ts$'` says how the rest ends; any other pattern may pick out just one bare name. */
function filtered(reading: OptionReading, fed: readonly string[]): readonly string[] | null {
  if (isGiven(reading, ["-o", "-c", "-n", "-A", "-B", "-C", "-f"])) return null;
  if (hasOption(reading, "-v") || fed.every((glob) => glob !== "*")) return fed;
  const pattern = reading.operands.length === 1 ? reading.operands[0] : undefined;
  const beginning = pattern?.kind === "literal" ? /^\^([\w/-]*\w[/-]?)$/.exec(pattern.text)?.[1] : undefined;
  if (beginning !== undefined) return [`${beginning}*`, `${beginning}*/**`];
  const ending = pattern?.kind === "literal" ? /\\\.\(?([\w|]+)\)?\$$/.exec(pattern.text)?.[1] : undefined;
  return ending === undefined ? null : ending.split("|").flatMap((kind) => [`*.${kind}`, `.${kind}`]);
}
