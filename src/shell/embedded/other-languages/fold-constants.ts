// Constants that code of other languages concatenates: `".cur" + "sor"`, `Path(".claude", "settings.json")`,
// `os.path.join(a, "x")` where `a` is a constant. The results are appended to the code, where the scan for
// quoted texts finds them. Only texts are joined; an expression with anything else is left unchanged.

import { decodedConstants } from "./decode-constants.ts";

const LONGEST = 8192;
const ROUNDS = 8;
const MOST_NAMES = 16;
const LONGEST_VALUE = 256;

const text = `(?:"[^"\\\\\\n]*"|'[^'\\\\\\n]*')`;
const texts = `${text}(?:\\s*,\\s*${text})*`;

/** Expressions that may be folded: most code has none, and is not scanned further. */
const joins =
  /["']\s*(?:\+|\.\.?|\/|%|\|\|)\s*["'(]|["']\s+["']|\bjoin|\bgetattr|["']\s*\]\s*\(|\bPath\s*\(|\bPurePath|\bresolve\s*\(|\bchr\b|fromCharCode|\.format\s*\(|\.concat\s*\(|(?:^|[\s;,({])\$?\w+\s*:?=\s*["'[]|[$#]?\{["']|\bENVIRON\[|environ\b|getenv\b|Deno\.env\b|\bENV\[|process\.env\b|\\x[0-9a-fA-F]{2}|\\u|\\[0-7]{3}|printf\s*\(/;

/** Joins without a separator: `+` in most languages, `.` in Perl and PHP, `..` in Lua, adjacent texts in Python. */
const plus = new RegExp(`(${text})\\s*(?:\\+|\\.\\.?|\\|\\|)\\s*(${text})`, "g");
const sideBySide = new RegExp(`(${text})[ \\t]+(${text})`, "g");
const concat = new RegExp(`(${text})\\.concat\\(\\s*(${texts})\\s*\\)`, "g");
/** Joins with a slash: `Path("a") / "b"`, `os.path.join("a", "b")`, `["a", "b"].join("/")`. */
const paths = new RegExp(
  `\\b(?:os\\.path\\.join|posixpath\\.join|path\\.(?:posix\\.)?(?:join|resolve)|File\\.(?:join|expand_path)|filepath\\.Join|(?:pathlib\\.)?(?:Pure)?(?:Posix)?Path|join|joinpath|resolve|catfile)\\s*\\(\\s*(${texts})\\s*\\)`,
  "g",
);
const slash = new RegExp(`(${text})\\s*(?:\\)\\s*)?/\\s*(${text})`, "g");
const below = new RegExp(`(${text})\\s*(?:\\)\\s*)?\\.joinpath\\(\\s*(${texts})\\s*\\)`, "g");
const listJoin = new RegExp(`\\[\\s*(${texts})\\s*\\]\\s*\\.join\\(\\s*(${text})?\\s*\\)`, "g");
const joinList = new RegExp(`(${text})\\.join\\(\\s*[([]\\s*(${texts})\\s*[)\\]]\\s*\\)`, "g");
/** Texts with holes: `"%s/%s" % ("a", "b")`, `"{}/{}".format("a", "b")`, `f"{'a'}/b"`, `${"a"}`. */
const percent = new RegExp(`(${text})\\s*%\\s*(?:\\(\\s*)?(${texts})(?:\\s*(?:,\\s*)?\\))?`, "g");
const format = new RegExp(`(${text})\\.format\\(\\s*(${texts})\\s*\\)`, "g");
/** Characters by code. */
const characters = /\b(?:chr|String\.fromCharCode|fromCharCode|String\.fromCodePoint)\s*\(\s*([\d\s,xa-f]{1,800})\)/gi;
/** `d = ".claude"`, `cmd = ["git", "push"]`: a name for a text, or for a list of them. */
const named = new RegExp(
  `(?:^|[\\s;,({])(?:const\\s+|let\\s+|var\\s+|my\\s+|local\\s+)?(\\$?[A-Za-z_]\\w*)\\s*:?=\\s*(${text}|\\[\\s*${texts}\\s*\\])(?=\\s*(?:[;,\\n)}]|$))`,
  "g",
);
/** `sprintf("%s -rf %s", "rm", "/")`. */
const printed = new RegExp(`\\b(?:sprintf|Sprintf|String\\.format)\\s*\\(\\s*(${text})\\s*,\\s*(${texts})\\s*\\)`, "g");
/** A variable of the environment: a shell that gets the text expands it. */
const environment =
  /\bENVIRON\[\s*["'](\w+)["']\s*\]|\bos\.environ(?:\.get\(|\[)\s*["'](\w+)["']\s*[\])]|\b(?:(?:os\.)?getenv|Deno\.env\.get)\(\s*["'](\w+)["']\s*\)|\bENV(?:\.fetch\(|\[)\s*["'](\w+)["']\s*[\])]|\bprocess\.env(?:\.(\w+)|\[\s*["'](\w+)["']\s*\])/g;
/** A character by its number, in texts: `"rm\x20-rf"`. */
const escapes = /\\x([0-9a-fA-F]{2})|\\u\{?([0-9a-fA-F]{2,4})\}?|\\([0-7]{3})/g;
/** Functions looked up by a text: `getattr(os, "system")(...)`, `cp["execSync"](...)`. */
const byName = /\bgetattr\(\s*([\w.]+)\s*,\s*["'](\w+)["']\s*\)/g;
const byKey = /\[\s*["'](\w+)["']\s*\](?=\s*\()/g;
/** `f"..."`, `rb'...'`: the prefix before the quotes in Python. */
const prefix = /(?<=^|[=(,\s+[:])[fFrRbBuU]{1,2}(?=["'])|`([^`$\\\n]*)`/g;

const plain = (quoted: string): string => quoted.slice(1, -1);
const each = (list: string): readonly string[] => (list.match(new RegExp(text, "g")) ?? []).map(plain);
const quote = (value: string): string => (value.includes('"') ? `'${value}'` : `"${value}"`);

/** An absolute part discards the parts before it. */
const asPath = (parts: readonly string[]): string =>
  parts.reduce((path, part) => (part.startsWith("/") || path === "" ? part : `${path.replace(/\/$/, "")}/${part}`), "");

const filled = (hole: RegExp) => (template: string, values: readonly string[]) => {
  let next = 0;
  return template.replace(hole, (found, place?: string) =>
    place === undefined || place === "" ? (values[next++] ?? found) : (values[Number(place)] ?? found),
  );
};
const inPercent = filled(/%s()/g);
const inBraces = filled(/\{(\d{0,2})\}/g);

type Fold = readonly [written: RegExp, come: (first: string, second: string) => string];

/** In this order: inner joins come first. */
const folds: readonly Fold[] = [
  [concat, (first, rest) => quote([plain(first), ...each(rest)].join(""))],
  [listJoin, (list, between) => quote(each(list).join(between === undefined ? "," : plain(between)))],
  [joinList, (between, list) => quote(each(list).join(plain(between)))],
  [printed, (template, list) => quote(inPercent(plain(template), each(list)))],
  [format, (template, list) => quote(inBraces(plain(template), each(list)))],
  [percent, (template, list) => quote(inPercent(plain(template), each(list)))],
  [below, (first, rest) => quote(asPath([plain(first), ...each(rest)]))],
  [plus, (first, second) => quote(plain(first) + plain(second))],
  [sideBySide, (first, second) => quote(plain(first) + plain(second))],
  [paths, (list) => quote(asPath(each(list)))],
  [slash, (first, second) => quote(asPath([plain(first), plain(second)]))],
];

/** The code, followed by a copy with its constants folded, if that differs. */
export function foldConstants(code: string): string {
  const folded = foldedCode(code);
  const decoded = decodedConstants(code).filter((value) => !/["'\\\n]/.test(value));
  if (folded === code && decoded.length === 0) return code;
  return [code, ...(folded === code ? [] : [folded]), ...decoded.map(quote)].join("\n");
}

function foldedCode(code: string): string {
  if (code.length > LONGEST || !joins.test(code)) return code;
  let folded = withNames(
    unescaped(code)
      .replace(environment, (...found) => quote(`$${found.slice(1, 7).find((name) => name !== undefined)}`))
      .replace(characters, (found, numbers: string) => {
        const codes = numbers.split(",").map(Number);
        return codes.every((one) => one >= 32 && one < 127) ? quote(String.fromCharCode(...codes)) : found;
      }),
  );
  for (let round = 0; round < ROUNDS; round++) {
    const before = folded;
    for (const [written, come] of folds)
      folded = folded.replace(written, (_found, first: string, second: string) => come(first, second));
    // A name may stand for a text that was put together: `c = sprintf(...)`.
    if (round === 0 && folded !== before) folded = withNames(folded);
    if (folded === before || folded.length > LONGEST) break;
  }
  return folded.replace(byName, "$1.$2").replace(byKey, ".$1");
}

/** Printable characters that do not end a text; others stay as they are written. */
const unescaped = (code: string): string =>
  code.replace(escapes, (found, hex?: string, long?: string, octal?: string) => {
    const value = octal === undefined ? Number.parseInt(hex ?? long ?? "", 16) : Number.parseInt(octal, 8);
    return value >= 0x20 && value < 0x7f && !/["'`\\$]/.test(String.fromCharCode(value))
      ? String.fromCharCode(value)
      : found;
  });

/** Names assigned exactly one text, with that text; a name assigned two is ignored. */
function withNames(code: string): string {
  const values = new Map<string, string | null>();
  for (const [, name = "", value = ""] of code.matchAll(named))
    values.set(name, values.has(name) && values.get(name) !== value ? null : value);
  let found = code;
  for (const [name, value] of [...values].slice(0, MOST_NAMES)) {
    if (value === null || value.length > LONGEST_VALUE) continue;
    const bare = name.replace(/^\$/, "");
    // `{d}` in an f-string, `${d}` in a template, `#{d}` in Ruby; then the bare name.
    if (!value.startsWith("["))
      found = found.replace(new RegExp(`[$#]?\\{\\s*\\$?${bare}\\s*\\}`, "g"), () => plain(value));
    const word = name.startsWith("$") ? `\\$${bare}` : `(?<![\\w.$"'/-])${bare}`;
    found = found.replace(new RegExp(`${word}(?![\\w"'(]|\\s*:?=(?!=))`, "g"), () => value);
    if (found.length > LONGEST) return code;
  }
  return found.replace(prefix, (_all, inner?: string) => (inner === undefined ? "" : quote(inner)));
}
