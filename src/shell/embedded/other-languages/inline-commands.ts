// Shell text inside code of other languages: `os.system("...")`, `system("...")`, `execSync("...")`. Only the text is scanned:
// what is found may run; the code remains external for what is not found.

import { inlineModes } from "./inline-modes.ts";

/** Longer code is not searched for commands, so none of its calls counts as seen. */
export const LONGEST_CODE = 8192;

const MOST = 16;

/** Not the end of a path in quotes: `import "os/exec"`. */
const calls =
  /(?<!["'][\w./]{0,40}\/)\b(?:system|popen|cmd|Command|commandLine|ProcessBuilder|callCommand|Sys\.command|callProcess|readProcess|run-program|shell|sh|exec[lvpe]*|execSync|execFile(?:Sync)?|spawn(?:Sync|[lvpe]+)?|run|call|check_output|check_call|Popen|getoutput|getstatusoutput|shell_exec|passthru|proc_open|pcntl_exec|do shell script|execute|shell-command(?:-to-string)?|async-shell-command|call-process(?:-shell-command)?|start-process)\s*[("'`[{]*\s*(?:\$\w+\s*=\s*)?(?:"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'|`((?:\\.|[^`\\])*)`)((?:(?:\s*,\s*(?:\{\s*args\s*:\s*)?\[?\s*|\s+)(?:"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'))*)/g;
/** Rust and others add the words one call after the other: `Command::new("git").arg("push").args(["-f"])`. */
const chained =
  /\bCommand::new\s*\(\s*"((?:\\.|[^"\\])*)"\s*\)((?:\s*\.\s*args?\s*\(\s*&?\s*(?:vec!)?\s*\[?(?:\s*"(?:\\.|[^"\\])*"\s*,?)+\s*\]?\s*\))*)/g;
const backquoted = /`((?:\\.|[^`\\])+)`|\bqx\s*[{(/|]([^})/|]+)[})/|]|%x[{(]([^})]+)[})]/g;
const awkPipe = /"((?:\\.|[^"\\])+)"\s*\|\s*getline|\|&?\s*"((?:\\.|[^"\\])+)"/g;

/** Perl opens a pipe if the name contains a bar: `open(F, "git log|")`. */
const piped = /\bopen\b[^;\n"']*(?:"((?:\\.|[^"\\])+)\|\s*"|["']-\|["']\s*,\s*["']([^"']+)["'])/g;
/** Groovy and Scala run a text by one of its methods, m4 by a macro. */
const called =
  /"((?:\\.|[^"\\])+)"\s*\.\s*(?:execute\s*\(|!{1,2}(?!\w|=)|lazyLines\b)|\be?syscmd\(\s*[`'"]*([^)'"`]+)/g;
/** Editors and clients run a line that begins with `!`; vim also has `:terminal`. */
const banged = /^\s*[:\\]?(?:silent!?\s+)?(?:!|ter(?:m(?:inal)?)?!?\s+(?:\+\+\w+\s+)*)\s*([^\n]+)$/gm;
/** Macros of rpm: `%(TEXT)`. */
const macro = /%\(([^)]+)\)/g;
/** Expect and Tcl start programs by bare words, sqlite by a dot command, MySQL and debuggers by a command without a dot. */
const bare = /(?:^|[;\n{[])\s*(?:spawn|exec|\.?shell|\.?system)\s+(?:-\w+\s+)*([\w./~][^;\n}\]]*)/g;

/** Database clients pipe their output, or read the output of a command: `\\o |sh`, `.once |sh`, `copy t from program 'sh'`. */
const clientPipe =
  /(?:\\(?:o|out|g|gx|w|write)\b[^\n|]*|^\s*\.(?:output|once|import|read)\s+["']?)\|\s*([^\n"'|]+)|\b(?:from|to)\s+program\s+'([^']+)'/gim;
/** Lines on which a database client runs a command. */
const clientLine = /^\s*(?:\\!|\.(?:shell|system)\b|(?:system|shell)\s)\s*([^\n]+)$/gm;

/** The commands that the input lines of a database client run. */
export function clientCommands(code: string): readonly string[] {
  if (code.length > LONGEST_CODE) return [];
  const found = [...code.matchAll(clientLine), ...code.matchAll(clientPipe)].map((match) => match[1] ?? match[2] ?? "");
  return found.filter((text) => /^\s*[\w./~"'$-]/.test(text)).slice(0, MOST);
}

/** Texts in JavaScript backquotes run only when tagged with a function named `$`: `await $`git push``. */
const dollarQuoted = /\$`((?:\\.|[^`\\])+)`/g;

/** Languages in which a backquote starts no command: what stands in one is text for something else. */
const noBackquotes: ReadonlySet<string> = new Set(["python", "lua", "awk", "sed"]);

/** A list of words in Perl, which ends with the counterpart of the character that it begins with. */
const wordList = /\bqw\s*(?:\(([^)]*)\)|\{([^}]*)\}|\[([^\]]*)\]|<([^>]*)>|\/([^/]*)\/)/g;

/** The texts in some code that look like commands passed to a shell. */
export function inlineCommands(text: string, language: string): readonly string[] {
  if (text.length > LONGEST_CODE) return [];
  // `exec qw(git push)` is a list of texts.
  const code = text.replace(wordList, (_, ...found: readonly (string | undefined)[]) =>
    (found.slice(0, 5).find((words) => words !== undefined) ?? "").trim().split(/\s+/).map(quote).join(", "),
  );
  const found: string[] = [];
  for (const match of code.matchAll(calls)) {
    const first = plain(match[1] ?? match[2] ?? match[3] ?? "");
    const words = [...(match[4] ?? "").matchAll(/"((?:\\.|[^"\\])*)"|'((?:\\.|[^'\\])*)'/g)];
    const rest = words.map((one) => plain(one[1] ?? one[2] ?? ""));
    // Python joins adjacent texts.
    if (first.includes(" ") && /^\s+["']/.test(match[4] ?? "")) found.push([first, ...rest].join(""));
    // `execvp("git", ["git", "push"])`: the program name appears twice.
    // `popen("ls", "r")`: the second text is the mode.
    else if (rest.length === 1 && /^popen/.test(match[0]) && /^[rw][bte+]*$/.test(rest[0] ?? "")) found.push(first);
    else if (rest[0] === first && /^(?:exec|spawn)[lvpe]+/.test(match[0])) found.push(rest.map(quote).join(" "));
    else found.push([rest.length > 0 ? quote(first) : first, ...rest.map(quote)].join(" "));
  }
  for (const [, first = "", more = ""] of code.matchAll(chained)) {
    const words = [...more.matchAll(/"((?:\\.|[^"\\])*)"/g)].map(([, word = ""]) => plain(word));
    found.push([plain(first), ...words].map(quote).join(" "));
  }
  const quotes = language === "javascript" ? dollarQuoted : noBackquotes.has(language) ? null : backquoted;
  if (quotes !== null)
    for (const match of code.matchAll(quotes)) found.push(plain(match[1] ?? match[2] ?? match[3] ?? ""));
  if (language === "other") for (const match of code.matchAll(macro)) found.push(match[1] ?? "");
  for (const match of code.matchAll(piped)) found.push(plain(match[1] ?? match[2] ?? ""));
  for (const match of code.matchAll(called)) found.push(plain(match[1] ?? match[2] ?? ""));
  for (const match of code.matchAll(banged)) found.push(match[1] ?? "");
  for (const match of code.matchAll(clientPipe)) found.push(match[1] ?? match[2] ?? "");
  for (const match of code.matchAll(bare)) found.push(match[1] ?? "");
  found.push(...inlineModes(code));
  for (const match of code.matchAll(awkPipe)) found.push(plain(match[1] ?? match[2] ?? ""));
  return found.filter((text) => /^\s*[\w./~"'$-]/.test(text)).slice(0, MOST);
}

const plain = (text: string): string => text.replace(/\\(["'`\\])/g, "$1").replace(/\\n/g, "\n");
/** A variable of the environment stays one: `process.env.HOME` was folded to `$HOME`. */
const quote = (text: string): string =>
  /^\$[A-Z_]\w*(?:\/[\w./-]*)?$/.test(text) ? `"${text}"` : `'${text.replaceAll("'", "'\\''")}'`;
