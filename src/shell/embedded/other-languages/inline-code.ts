// Scans code of other languages for file names and addresses in quotes. This proves nothing, so every result is "maybe".

import type { Draft } from "../../effects/draft/draft.ts";
import { addMaybe, literal } from "../../effects/draft/effect-draft.ts";
import { environmentFile } from "../../effects/draft/environment.ts";
import type { Word } from "../../syntax/model.ts";
import { hostsOfUrl } from "../../syntax/urls.ts";
import { decodeConstants } from "./decode-constants.ts";
import { foldConstants } from "./fold-constants.ts";
import { globOfCode, listsByGlob, movedFiles, namesWorkingFolder, withPlainQuotes } from "./inline-files.ts";
import { readsSecretVariables, runsText } from "./inline-secrets.ts";

const LONGEST_NAME = 4096;
const LONGEST = 65_536;
const deleting =
  /\b(?:rmtree|rmSync|removeSync|rmdirSync|unlinkSync|unlink|rmdir|RemoveAll|del_dir_r|remove|rm_rf|rm_r|removedirs|delete|rimraf|remove_tree)\b|(?<![\w.$])rm\s*\(/i;
const writing =
  /\bwrite|['"](?:[wa][bt+]*|r\+)['"]|>\s*["']|["']\+?>|["']\+<|\bcopy|\bmove|\brename|\bmkdir|\bchmod|\bsymlink|\bhard_?link|\blink(?:Sync)?\s*\(?\s*["']|\bln(?:_sf?)?\b|\bappend|\btruncate|\boutfile\b|\bfile_put|\bf(?:write|puts)\b/i;

/** Adds what the code of another language mentions. `printed`: its value is shown, as by `node -p`. */
export function addInlineCode(draft: Draft, code: string, printed = false): void {
  const text = withPlainQuotes(foldConstants(decodeConstants(code.slice(0, LONGEST))));
  const isListed = listsByGlob(text);
  const deletes = deleting.test(text);
  const writes = writing.test(text);
  const connects = connecting.test(text);
  let mayFetch: boolean | null = null;
  const isBelowHome = homeFolder.test(text) || text.includes("expanduser");
  for (const quoted of quotedTexts(text)) {
    // In Perl the name says how a file is opened: `open F, ">/etc/x"`.
    const value = quoted.replace(/^\+?[<>]{1,2}\s*/, "").replace(homeInText, "~");
    if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(value)) {
      mayFetch ??= fetching.test(text.replace(addresses, "").replace(parsing, ""));
      if (mayFetch) draft.hosts.maybe.push(...hostsOfUrl(value));
      continue;
    }
    if (connects && looksLikeHost(value)) draft.hosts.maybe.push(...hostsOfUrl(value));
    const glob = isListed ? globOfCode(value) : null;
    if (glob === null && !looksLikePath(value)) continue;
    const file = glob ?? value;
    addNamed(draft, "reads", file);
    if (writes) addNamed(draft, "writes", file);
    if (deletes) addNamed(draft, "deletes", file);
    // `homedir() + "/.bashrc"`, `join(expanduser("~"), ".bashrc")`.
    if (writes && isBelowHome && !value.startsWith("~")) addNamed(draft, "writes", `~/${value}`);
  }
  if (readsSecretVariables(text, printed)) draft.reads.maybe.push(environmentFile);
  if (runsText(text) || runsFetched(text, draft.hosts.maybe.length > 0)) draft.evaluates = true;
  for (const [, host = ""] of text.matchAll(/\/inet[46]?\/(?:tcp|udp)\/\d+\/([^/"']+)\//g))
    draft.hosts.maybe.push(host);
  if (deletes && homeFolder.test(text)) addNamed(draft, "deletes", "~");
  if (deletes && namesWorkingFolder(text)) addNamed(draft, "deletes", ".");
  for (const moved of movedFiles(text)) if (looksLikePath(moved)) addNamed(draft, "deletes", moved);
}

const MOST_TEXTS = 64;

/** A file that is downloaded under a name, and a command that names it: `urlretrieve(url, "x"); os.system("sh x")`. */
function runsFetched(text: string, fetches: boolean): boolean {
  if (!fetches || !/\b(?:system|popen|run|call|Popen|exec\w*|spawn\w*)\b/.test(text)) return false;
  const texts = quotedTexts(text).slice(0, MOST_TEXTS);
  return texts.some((name, i) => looksLikePath(name) && texts.some((other, j) => i !== j && other.includes(name)));
}

/** Code that could fetch an address: anything that does more than print it. */
const fetching =
  /\b(?:fetch|urlopen|urlretrieve|urllib\w*|requests?|https?\w*|aiohttp|axios|got|ky|superagent|undici|get\w*|post\w*|put|head|f?open|connect\w*|create\w*|download\w*|curl\w*|wget|file_get_contents|readfile|fpassthru|copy|mirror|LWP|HTTP|URI|Net|require|include\w*|source|load\w*|install\w*|read\w*|repos|WebSocket|ws|ftp\w*|smtp\w*|ssh\w*|clone|pull|push|send\w*|add|system|exec\w*|spawn\w*|popen|run|call|check_output|eval|Client|Request|Session)\b|\b(?:import|from|attach)\s*\(?\s*["'`]/i;
/** Modules that only parse addresses. */
const parsing = /\burllib\.parse\b/g;
const addresses = /\b[A-Za-z][A-Za-z0-9+.-]{0,20}:\/\/[^\s"'`]*/g;
/** Code that opens connections by host name alone. */
const connecting =
  /socket|sockopen|connect|Connection|\bnet\b|Net::|smtp|ftp|telnet|paramiko|gethostby|getaddrinfo|\bresolve\w*|\blookup\b|dgram|sendto|redis|mongo|psycopg|mysql|\btls\b|\bhost(?:name)?\b/i;
const fileEnd =
  /\.(?:py|js|mjs|cjs|ts|json|txt|md|sh|c|h|html?|css|csv|ya?ml|toml|lock|log|sql|db|sqlite3?|xml|png|jpe?g|svg|env|pem|key|crt|ini|cfg|conf|rb|pl|php|lua|go|rs|java|jar|zip|gz|tgz|tar|get|post|env|environ|path|request|socket|client|server)$/i;

const looksLikeHost = (value: string): boolean =>
  /^(?:[a-z0-9-]+\.)+(?:[a-z]{2,}|\d{1,3})(?::\d+)?$/i.test(value) && !fileEnd.test(value);

/** Functions and variables that return the home folder. */
const homeFolder = /\bPath\.home\b|\bhomedir\b|\bDir\.home\b|\b(?:environ|ENV|env|getenv)\b\W{1,4}HOME\b/;

/** The same within a text: `"$ENV{HOME}/.netrc"`, `"#{Dir.home}/.netrc"`, f"{Path.home()}/.netrc". */
const homeInText = /^(?:\$ENV\{["']?HOME["']?\}|\$HOME|[$#]?\{[^{}]{0,60}(?:HOME|home)\b[^{}]{0,20}\})(?=\/)/;

/** `~` in a text of other languages is meant to be expanded: files are not named like that. */
function addNamed(draft: Draft, list: "reads" | "writes" | "deletes", file: string | Word): void {
  if (typeof file === "string" && file.startsWith("~")) draft[list].maybe.push(literal(file));
  else addMaybe(draft, list, file);
}

/** Quoted texts; one without a closing quote ends with the line. */
function quotedTexts(text: string): readonly string[] {
  const found: string[] = [];
  for (let at = 0; at < text.length; at++) {
    const quote = text[at];
    if (quote !== '"' && quote !== "'" && quote !== "`") continue;
    let end = at + 1;
    while (end < text.length && text[end] !== quote && text[end] !== "\n") end += text[end] === "\\" ? 2 : 1;
    if (text[end] === quote && end > at + 1 && end - at <= LONGEST_NAME) found.push(text.slice(at + 1, end));
    at = end;
  }
  return found;
}

/** `Jenkinsfile` and similar names have neither a slash nor an extension. */
function looksLikePath(value: string): boolean {
  return (
    /^[~./]|^[\w@%+,-]+(?:\/|\.[A-Za-z0-9]+$)|^(?:[A-Z]\w*file|CODEOWNERS)$/.test(value) && !/\s{2}|[<>|]/.test(value)
  );
}
