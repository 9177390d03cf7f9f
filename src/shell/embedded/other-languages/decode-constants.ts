// Code of other languages that hides what it runs: constants in base64 or hex, reversed text, and functions under another name.
// The decoded texts are appended to the code, where the scan finds them.

import { fromBase64, fromHex } from "./decode.ts";

const LONGEST = 8192;
const MOST = 8;

const quoted = `b?(?:"([^"\\\\\\n]*)"|'([^'\\\\\\n]*)')`;
const decoders: readonly { readonly written: RegExp; readonly decode: (text: string) => string | null }[] = [
  {
    written: new RegExp(
      `\\b(?:b64decode|decodebytes|atob|decode64|base64_decode|decode_base64)\\s*\\(?\\s*${quoted}`,
      "g",
    ),
    decode: fromBase64,
  },
  { written: new RegExp(`\\bBuffer\\.from\\(\\s*${quoted}\\s*,\\s*["']base64`, "g"), decode: fromBase64 },
  { written: new RegExp(`\\b(?:fromhex|unhexlify|hex2bin)\\s*\\(\\s*${quoted}`, "g"), decode: fromHex },
  { written: new RegExp(`\\bBuffer\\.from\\(\\s*${quoted}\\s*,\\s*["']hex`, "g"), decode: fromHex },
  {
    written: new RegExp(`${quoted}\\s*(?:\\[::-1\\]|\\.reverse\\b|\\.split\\(["']{2}\\)\\.reverse\\b)`, "g"),
    decode: turned,
  },
];

function turned(text: string): string {
  return [...text].reverse().join("");
}

const starting = "system|popen|exec\\w*|spawn\\w*|run|call|check_output|check_call|Popen|getoutput";
const starts = new RegExp(`\\b(?:${starting}|eval|shell_exec|passthru)\\b`);
/** `from os import system as s`, `s = os.system`, `const {execSync: s} = require(...)`. */
const renamed = new RegExp(
  `\\bimport\\s+(?:${starting})\\s+as\\s+(\\w+)|\\b(\\w+)\\s*=\\s*(?:[\\w.]+|require\\([^()]*\\)|__import__\\([^()]*\\))\\.(?:${starting})\\b(?!\\s*\\()|\\b(?:${starting})\\s*:\\s*(\\w+)\\s*[,}]`,
  "g",
);

/** Most code decodes nothing. */
const decodes = /decode|atob|base64|hex|::-1|reverse/;

/** The decoded constants of the code. */
export function decodedConstants(code: string): readonly string[] {
  if (code.length > LONGEST || !decodes.test(code)) return none;
  const texts: string[] = [];
  for (const { written, decode } of decoders)
    for (const found of code.matchAll(written)) {
      const text = decode(found[1] ?? found[2] ?? "");
      if (text !== null && text.trim() !== "" && texts.length < MOST) texts.push(text);
    }
  return texts;
}

const none: readonly string[] = [];

/** The code, followed by its decoded constants. */
export function decodeConstants(code: string): string {
  if (code.length > LONGEST || !starts.test(code)) return code;
  // Code of the same language, or the text of a command.
  const below = decodedConstants(code).map((text) => (starts.test(text) ? text : `system(${JSON.stringify(text)})`));
  const names = [...code.matchAll(renamed)].flatMap((found) => found[1] ?? found[2] ?? found[3] ?? []).slice(0, MOST);
  for (const name of names)
    for (const [, text = ""] of code.matchAll(new RegExp(`\\b${name}\\s*\\(([^)\\n]{1,1024})\\)`, "g")))
      if (below.length < MOST) below.push(`system(${text})`);
  return below.length === 0 ? code : [code, ...below].join("\n");
}
