// Does a file in another language show that it reaches beyond its own process? A scan for what starts programs, runs text as
// code, deletes whole folders or contacts hosts, each unless its arguments are constant: those the reader has found. Never proof.

import { LONGEST_CODE } from "./inline-commands.ts";

/** A text constant, alone or as a list of them, as the only arguments that say what happens. */
const constant = String.raw`\s*&?(?:vec!)?(?:\[\s*)?(?:["'][^"'\n{}$%\\]*["']\s*,?\s*)+\]?\s*[,)]`;

/** Functions whose arguments matter: a call with anything but constants shows something. */
const named: readonly string[] = [
  // Programs.
  String.raw`\b(?:os\.(?:system|popen|exec\w+|spawn\w+|posix_spawn\w*)|subprocess\.(?:run|call|check_\w+|Popen|getoutput|getstatusoutput)|pty\.spawn|(?:child_process|cp)\.(?:exec|spawn|fork)\w*|Deno\.(?:run|Command)|Bun\.spawn\w*|IO\.popen|Open3\.\w+|Kernel\.(?:system|exec|spawn)|exec\.Command\w*|Command::new|getRuntime\(\)\.exec|ProcessBuilder|Process\.Start)`,
  String.raw`(?<![\w.$"'\x60>:])(?:system|popen|execl?[vlpe]{0,3}|execSync|execFileSync|execFile|spawn|spawnSync|execa|shell_exec|passthru|proc_open|pcntl_exec|posix_spawnp?)`,
  // Whole folders.
  String.raw`\b(?:rmtree|rmSync|rm_rf|rm_r|RemoveAll|removedirs|rimraf|remove_tree|removeSync|emptyDirSync|remove_dir_all|deleteRecursively|fs\.rm|Deno\.remove(?:Sync)?)`,
];
const calls: readonly RegExp[] = [...named, String.raw`\bCommand::new\b[^;]{0,400}?\.args?`].map(
  (name) => new RegExp(`${name}\\s*\\((?!${constant})`),
);
const anyCalls: readonly RegExp[] = named.map((name) => new RegExp(`${name}\\s*\\(`));

/** Text that becomes code, and ways to hide which function is meant. */
const hides =
  /(?<![\w.$"'`>:])(?:eval|execfile|loadstring|instance_eval|class_eval|create_function)\s*\(|(?<![\w.$"'`])exec\s*\(\s*(?!["'])|\bnew\s+Function\s*\(|\bvm\.(?:run|Script)|\bmarshal\.loads?\b|\b__import__\s*\(|\bimport_module\s*\(\s*(?!["'])|\bgetattr\s*\(\s*(?:os|builtins|__builtins__|subprocess)\b|\bglobals\s*\(\s*\)\s*\[|\bctypes\b|\bdlopen\s*\(|`[^`\n]*`(?=\s*$)(?<=\bqx)|\$`/;

/** Libraries that open connections. */
const connects =
  /\bsocket\s*[.(]|\brequests\.\w+\s*\(|\burllib\d?\b(?!\.parse)|\bhttpx\b|\baiohttp\b|\bhttp\.client\b|(?<![\w.$])fetch\s*\(|\baxios\b|\bXMLHttpRequest\b|\bWebSocket\b|\bnet\.(?:connect|createConnection|Socket|Dial\w*)\b|\btls\.connect\b|\bhttps?\.(?:get|request|Get|Post|NewRequest)\b|\bsmtplib\b|\bftplib\b|\bparamiko\b|\bLWP\b|\bNet::HTTP\b|\bTcpStream\b|\breqwest\b|\bHttpClient\b|\bURLConnection\b|\bcurl_\w+\s*\(/;
/** An address or a host that the code names, which conditions about hosts see. */
const address = /["'`](?:\w+:\/\/[\w.-]+|localhost|(?:\d{1,3}\.){3}\d{1,3}|::1|(?:[\w-]+\.)+[a-z]{2,})["'`:/]/;

/** `isUnseen`: nobody looks at its constants either, as in a program that was compiled from it. */
export function isQuietCode(code: string, isUnseen = false): boolean {
  const suspects = isUnseen || code.length > LONGEST_CODE ? anyCalls : calls;
  if (hides.test(code) || suspects.some((call) => call.test(code))) return false;
  return !connects.test(code) || address.test(code);
}

const MOST_IMPORTS = 64;
const endings = [
  "",
  ".py",
  "/__init__.py",
  ".js",
  ".mjs",
  ".cjs",
  ".ts",
  ".tsx",
  ".jsx",
  "/index.js",
  "/index.ts",
  ".rb",
  ".pl",
];

/** Files beside it that the code may load, relative to its folder: most of them do not exist. */
export function importedFiles(code: string): readonly string[] {
  const names = new Set<string>();
  for (const [, from, list] of code.matchAll(
    /^[ \t]*(?:from[ \t]+(\.*[\w.]*)[ \t]+import\b|import[ \t]+([\w., \t]+))/gm,
  )) {
    const modules = from === undefined ? (list ?? "").split(",").map((one) => one.trim().split(/\s/)[0] ?? "") : [from];
    for (const module of modules) if (module !== "") names.add(module.replace(/^\.+/, "").replaceAll(".", "/"));
  }
  for (const [, path = ""] of code.matchAll(
    /(?:\b(?:require_relative|require|import|from|include|load)\b|#include)\s*\(?\s*["']([\w@./-]+)["']/g,
  ))
    names.add(path.replace(/^\.\//, ""));
  return [...names].slice(0, MOST_IMPORTS).flatMap((name) => endings.map((ending) => `${name}${ending}`));
}
