// Text scripts for the command line: files, command lines, and what each must print and exit with.
//
//   -- file a.policy --      a file, up to the next `--` or `$` line
//   $ policyc check a.policy a command line; `tty` before it makes the streams terminals, NAME=value sets the environment,
//                            `< file` gives stdin. Beside policyc: cat, ls, mkdir, chmod, mode, ln, link.
//   ? 1                      its exit code, when it is not 0
//   > text                   a line of stdout
//   ! text                   a line of stderr
//
// UPDATE=1 rewrites the expectations.

import { chmod, lstat, mkdir, readdir, readFile, readlink, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Io } from "../../src/cli/base/io.ts";

export type Item =
  | { readonly kind: "text"; readonly line: string }
  | { readonly kind: "file"; readonly name: string; readonly lines: readonly string[] }
  | { readonly kind: "command"; readonly line: string; readonly expected: readonly string[] };

export type Run = (argv: readonly string[], io: Io) => Promise<number>;

export function parseScript(text: string): readonly Item[] {
  const items: Item[] = [];
  const lines = text.replace(/\n$/, "").split("\n");
  for (let at = 0; at < lines.length; ) {
    const line = lines[at++] ?? "";
    const file = /^-- file (.+) --$/.exec(line)?.[1];
    const taken = (isMore: (next: string) => boolean): string[] => {
      const start = at;
      while (at < lines.length && isMore(lines[at] ?? "")) at++;
      return lines.slice(start, at);
    };
    if (file !== undefined) items.push({ kind: "file", name: file, lines: taken((next) => !/^(-- |\$ )/.test(next)) });
    else if (line.startsWith("$ ")) {
      items.push({ kind: "command", line: line.slice(2), expected: taken((next) => /^[?>!]( |$)/.test(next)) });
    } else items.push({ kind: "text", line });
  }
  return items;
}

export function renderScript(items: readonly Item[]): string {
  const lines = items.flatMap((item) => {
    if (item.kind === "text") return [item.line];
    if (item.kind === "file") return [`-- file ${item.name} --`, ...item.lines];
    return [`$ ${item.line}`, ...item.expected];
  });
  return `${lines.join("\n")}\n`;
}

/** Runs a script in an empty folder; gives it back with what really happened. */
export async function runScript(items: readonly Item[], folder: string, run: Run): Promise<readonly Item[]> {
  const done: Item[] = [];
  for (const item of items) {
    if (item.kind === "file") {
      const place = join(folder, item.name);
      await mkdir(dirname(place), { recursive: true });
      await writeFile(place, `${item.lines.join("\n").trimEnd()}\n`);
    }
    done.push(item.kind === "command" ? { ...item, expected: await runLine(item.line, folder, run) } : item);
  }
  return done;
}

async function runLine(line: string, folder: string, run: Run): Promise<readonly string[]> {
  const words = [...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((word) => word[1] ?? word[2] ?? word[3] ?? "");
  const env: { [name: string]: string } = {};
  let isTty = false;
  while (words[0] === "tty" || /^[A-Z_]+=/.test(words[0] ?? "")) {
    const word = words.shift() ?? "";
    if (word === "tty") isTty = true;
    else env[word.slice(0, word.indexOf("="))] = word.slice(word.indexOf("=") + 1);
  }
  const from = words.indexOf("<");
  const [stdin] = from === -1 ? [] : words.splice(from, 2).slice(1);
  const out: string[] = [];
  const err: string[] = [];
  const io: Io = {
    cwd: folder,
    env,
    stdout: { isTty, write: (text) => void out.push(text) },
    stderr: { isTty, write: (text) => void err.push(text) },
    stdin: { isTty, read: async () => (stdin === undefined ? new Uint8Array() : readFile(join(folder, stdin))) },
  };
  const [name = "", ...args] = words;
  const exit = name === "policyc" ? await run(args, io) : await helper(name, args, io);
  return [
    ...(exit === 0 ? [] : [`? ${exit}`]),
    ...prefixed(">", out.join(""), folder),
    ...prefixed("!", err.join(""), folder),
  ];
}

/** What changes with every build or with the shipped packs; what matters is that it is there. */
const volatile: readonly (readonly [RegExp, string])[] = [
  [/\b[0-9a-f]{64}\b/g, "<revision>"],
  [/\([0-9a-f]{12}\)/g, "(<revision>)"],
  [/\b(revision +)[0-9a-f]{12}\b/g, "$1<revision>"],
  [/(?<=^never fired:.*)(?:, | )self-[\w-]+/gm, ""],
  [/\b[0-9a-f]{12} {2}\d{4}-\d\d-\d\d\b/g, "<revision>  <day>"],
  [/\b\d+ of packs/g, "<n> of packs"],
  [/^(of packs: ).*/gm, "$1 <n>"],
  [/^(rules per point:.*before_tool_call) \d+/gm, "$1 <n>"],
  [/^(most tests for one event:.*before_tool_call) [\d,]*\d/gm, "$1 <n>"],
  [/(selected by one value has) \d+/g, "$1 <n>"],
  [/^self-[\w-]+ \(std\/self.*\n(?: {2}.*\n)*\n/gm, ""],
  [/^\w+ +self-[\w-]+ \(std\/self.*\n(?: {8}.*\n)*/gm, ""],
  [/\x1b/g, "<ESC>"],
  [/\r/g, "<CR>"],
];

function prefixed(sign: string, text: string, folder: string): readonly string[] {
  if (text === "") return [];
  const shown = volatile.reduce((seen, [what, by]) => seen.replace(what, by), text.replaceAll(folder, "<folder>"));
  const lines = shown.split("\n");
  if (lines.at(-1) === "") lines.pop();
  else lines.push("<no line end>");
  return lines.map((line) => (line === "" ? sign : `${sign} ${line}`));
}

async function helper(name: string, args: readonly string[], io: Io): Promise<number> {
  const [first = "", second = ""] = args;
  const place = (path: string): string => join(io.cwd, path);
  if (name === "cat") io.stdout.write(await readFile(place(first), "utf8"));
  else if (name === "ls")
    io.stdout.write(
      (await readdir(place(first)))
        .sort()
        .map((entry) => `${entry}\n`)
        .join(""),
    );
  else if (name === "mkdir") await mkdir(place(first), { recursive: true });
  else if (name === "chmod") await chmod(place(second), Number.parseInt(first, 8));
  else if (name === "mode") io.stdout.write(`${((await lstat(place(first))).mode & 0o7777).toString(8)}\n`);
  else if (name === "link") io.stdout.write(`${await readlink(place(first))}\n`);
  else if (name === "ln") await symlink(first, place(second));
  else throw new Error(`unknown helper ${name}`);
  return 0;
}
