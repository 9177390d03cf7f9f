// File modes set by code of other languages, as the equivalent `chmod`: `os.chmod("x", 0o777)`,
// `fs.chmodSync("x", 511)`, `Path("x").chmod(0x1ff)`, `chmod 0777, "x"`, `File.chmod(parseInt("777", 8), "x")`.

const number = `(?:0o?|0x)?[0-9a-fA-F]{3,4}`;
const mode = `(?:(?:parseInt|int|oct|Number\\.parseInt)\\s*\\(\\s*)?["']?(${number}|[ugoa]*[+=][rwxXst]+)\\b`;
/** After the file name, or before it. */
const modeCall = new RegExp(
  `\\bl?f?chmod(?:Sync|_R|_r)?\\s*\\(?\\s*(?:(?:"[^"]*"|'[^']*'|[\\w.$]+(?:\\([^()]*\\))?)\\s*,\\s*${mode}|${mode}["']?\\s*(?:,\\s*\\d+\\s*\\))?\\s*\\)?\\s*[,)])`,
  "g",
);
const byName = /\bchmod\w*\b[^;\n]*\bS_I(?:RWXO|WOTH|SUID|SGID)\b/;
const mask = /\bumask\s*\(?\s*(?:0o?)?0{1,3}\b/;

/** `511` is 0777 and `493` is 0755: a number without a base prefix that is a common mode. */
const usual = /^[1-7]?[04567]{3}$/;

function modeOf(text: string): string {
  if (/[+=]/.test(text)) return text;
  if (/^0x/i.test(text)) return Number.parseInt(text, 16).toString(8);
  if (/^0/.test(text)) return text.replace(/^0o?/i, "");
  const inOctal = Number.parseInt(text, 10).toString(8);
  return usual.test(inOctal) ? inOctal : text;
}

export function inlineModes(code: string): readonly string[] {
  if (!/chmod|umask/.test(code)) return none;
  const found = [...code.matchAll(modeCall)].map(([, after, before]) => `chmod ${modeOf(after ?? before ?? "")} file`);
  if (byName.test(code)) found.push("chmod 777 file");
  if (mask.test(code)) found.push("umask 0");
  return found;
}

const none: readonly string[] = [];
