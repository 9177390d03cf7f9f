// Texts made to be slow to read. Run with a name it reads that text once, or decides it over a bundle, and prints what the
// processor spent on it. Run with `all` it reads usual commands first, as a process that stays has, and then each of them.

import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { loadShellEngine } from "./shell-engine.mjs";

const LENGTH = 64 * 1024;
const full = (text, before = "", after = "") => {
  const times = Math.floor((LENGTH - before.length - after.length) / text.length);
  return before + text.repeat(times) + after;
};

const texts = {
  everyday: () => full("git status --short && npm test -- --run src/a.test.ts | tail -20; ").slice(0, 4096),
  "nested substitutions": () => "$(".repeat(20_000),
  "nested quotes": () => full('"$('),
  "here-documents": () => full("<<a ", "cat "),
  "open braces": () => full("{a,"),
  "brace words": () => full("{a,b} ", "echo "),
  "a brace bomb": () => full(" ", "echo {1..1000000}"),
  "a fork bomb": () => full(" ", ":(){ :|:& };:"),
  "doubling functions": () => full(" ", doubling()),
  "doubling values": () => full("X=$X$X;", "X=aaaaaaaa;"),
  commands: () => full("a;"),
  pipes: () => full("a|", "", "a"),
  chains: () => full("a&&", "", "a"),
  substitutions: () => full("$(a)"),
  expansions: () => full("$x ", 'echo "', '"'),
  folders: () => full("cd a;"),
  links: () => full("ln -s a b;"),
  downloads: () => full("curl -o a b;"),
  descriptors: () => full("a>&3;", "exec 3>f;"),
  aliases: () => full("a;", "alias a=b;"),
  evals: () => full("eval ", "", "a"),
  wrappers: () => full("sudo ", "", "a"),
  "commands of find": () => full("-exec rm {} \\; ", "find . "),
  "long lists": () => full("echo $X;", `X='${"a ".repeat(15_000)}';`),
  arrays: () => full(`echo \${a[@]};`, `a=(${"b ".repeat(2_000)});`),
  filters: () => full("|tr a b", `echo ${"a".repeat(30_000)}`),
  patterns: () => full(`echo \${X#*b};`, `X=${"a".repeat(100)};`),
  options: () => full("--abc ", "git push "),
  bundles: () => full("x", "tar -"),
  tildes: () => full("~ "),
  quotes: () => full('""'),
  stars: () => full("*", "echo "),
  lines: () => full("\n"),
  words: () => full("b ", "a "),
  "one word": () => full("a"),
  base64: () => full("QUFB", "echo ", " | base64 -d | bash"),
  "layers of base64": () => layers("git push --force", 12),
  "inline code": () => full('system("', "python3 -c '", "'"),
  globs: () => full("src/*/[a-z]?.t? ", "rm "),
  "globs of secrets": () => full("~/.s?h/id_* ", "cat "),
  assignments: () => full("a=b "),
  "assignments and uses": () => numbered((i) => `v${i}=$v${i - 1}x;`),
  redirections: () => full("<a >b ", "cat "),
  "here-strings": () => full("<<<a ", "cat "),
  "a long here-document": () => full("git push --force\n", "bash <<EOF\n", "EOF\n"),
  "arms of case": () => full("a) b;; ", "case $x in ", "esac"),
  "other aliases": () => numbered((i) => `alias a${i}='b${i} c';a${i};`),
  functions: () => numbered((i) => `f${i}(){ git push; };`),
  "functions that call": () => numbered((i) => `f${i}(){ f${i - 1}; };`, "f0(){ a; };", "f9"),
  "deep arithmetic": () => `echo $((${"(".repeat(30_000)}1${")".repeat(30_000)}))`,
  "long arithmetic": () => full("1+", "echo $((", "1))"),
  "long arrays": () => full("a ", "x=(", '); echo "$x"'),
  "keys of arrays": () => numbered((i) => `x[${i}]=a;`, "", 'echo "$x"'),
  "other folders": () => numbered((i) => `cd d${i};cat f;`),
  "settings of git": () => full("-c a.b=c ", "git ", "push"),
  "calls of git": () => full("git push;"),
  "calls of git with settings": () => full("git -c a.b=c status;"),
  "calls that nobody knows": () => full("$a;"),
  "words of a strange program": () => numbered((i) => `w${i} `, "strange ", "git push --force"),
  "programs behind a strange one": () => full("git ", "strange "),
  "chains of find": () => full("find . -exec ", "", "rm {} +"),
  "chains of xargs": () => full("xargs ", "", "rm"),
  "shells in shells": () => nested("git push --force", 12),
  "products of braces": () => full("{a,b}{c,d} ", "echo "),
  "one product of braces": () => full("{a,b}", "echo "),
  IFS: () => full("a,b,", "IFS=,;x=", ";git $x"),
  paths: () => full("a/", "cat "),
  "paths up": () => full("../", "cat "),
  "many files": () => numbered((i) => `f${i} `, "cat "),
  "many files written": () => numbered((i) => `a>f${i};cat f${i};`),
  "many links": () => numbered((i) => `ln -s f${i} g${i};cat g${i};`),
  "many variables": () => numbered((i) => `export V${i}=a;b;`),
  hosts: () => numbered((i) => `http://h${i}.example/ `, "curl "),
  uploads: () => numbered((i) => `-F x=@f${i} `, "curl http://h/ "),
  statements: () => full("drop table a;", "psql -c '", "'"),
  backslashes: () => full("\\"),
  dollars: () => full("$"),
  "strange characters": () => full("\u202e\u0000\ud800\r"),
  comments: () => full("# a\n"),
};

/** Pieces that differ, as many as fit. */
function numbered(piece, before = "", after = "") {
  let text = before;
  for (let i = 1; text.length + piece(i).length + after.length <= LENGTH; i++) text += piece(i);
  return text + after;
}

/** `echo ... | base64 -d | bash`, around itself. */
function layers(text, times) {
  let inner = text;
  for (let i = 0; i < times; i++) {
    const next = `echo ${Buffer.from(inner).toString("base64")} | base64 -d | bash`;
    if (next.length > LENGTH) break;
    inner = next;
  }
  return inner;
}

/** `bash -c "..."`, with ever more backslashes. */
function nested(text, times) {
  let inner = text;
  for (let i = 0; i < times; i++) {
    const next = `bash -c ${JSON.stringify(inner)}`;
    if (next.length > LENGTH) break;
    inner = next;
  }
  return inner;
}

function doubling() {
  const names = [..."abcdefghijklmn"];
  const bodies = names.slice(1).map((name, i) => `${name}(){ ${names[i]}; ${names[i]}; };`);
  return `a(){ :; }; ${bodies.join(" ")} n`;
}

const hostileNames = Object.keys(texts).filter((name) => name !== "everyday");

const usual = readFileSync(new URL("../test/shell/public.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line).command);
const environment = { home: "/home/dev", shell: "bash", programs: {} };

const WARM_ROUNDS = 40;

/** Reads the texts, or decides them over the bundle in a folder, and tells what the processor spent on each. */
async function spent(names, folder) {
  const run = folder === undefined ? await reading() : await deciding(folder);
  const isWarm = names.length > 1;
  for (let round = 0; isWarm && round < WARM_ROUNDS; round++) for (const command of usual) run(`${command}\n#${round}`);
  return names.map((name) => {
    const text = texts[name]();
    const before = process.cpuUsage();
    run(text);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    return { name, ms, perByte: ms / text.length };
  });
}

async function reading() {
  const shellEngine = loadShellEngine();
  return (text) => shellEngine.read(text, environment);
}

/** The disk is left out: what is asked of it is bounded, and other machines have other disks. */
async function deciding(folder) {
  const { createPolicy } = await import(pathToFileURL(`${folder}/policy.mjs`).href);
  const world = (key) => (key.startsWith("realpath:") ? key.slice("realpath:".length) : undefined);
  const policy = createPolicy({ revision: "", home: environment.home, world });
  const place = { workdir: "/home/dev/shop", cwd: "/home/dev/shop" };
  return (text) =>
    policy.decideSync({ point: "before_tool_call", session_id: "s", tool: "bash", input: { command: text }, ...place });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [name, folder] = process.argv.slice(2);
  console.log(JSON.stringify(await spent(name === "all" ? hostileNames : [name], folder)));
}
