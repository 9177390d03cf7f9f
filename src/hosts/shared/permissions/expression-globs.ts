// Simple regular expressions about paths as globs that match at least the same paths. Null for those that are not simple.

/** The globs for an expression that is searched in a path. */
export function globsOfExpression(source: string): readonly string[] | null {
  const alternatives = splitAlternatives(source);
  if (alternatives === null) return null;
  const globs = alternatives.map(globOf);
  return globs.some((glob) => glob === null) ? null : globs.flatMap((glob) => glob ?? []);
}

/** At the top, and in one group: `a|b`, `\.(ts|js)$`. */
function splitAlternatives(source: string): readonly string[] | null {
  const group = /^([^()[\]|]*)\((?:\?:)?([^()[\]]*)\)([^()[\]|]*)$/.exec(source);
  if (group !== null) return (group[2] ?? "").split("|").map((one) => `${group[1]}${one}${group[3]}`);
  return /[()]/.test(source.replace(/\\[()]/g, "")) ? null : source.split("|");
}

function globOf(source: string): readonly string[] | null {
  const starts = source.startsWith("^");
  const ends = /(?<!\\)\$$/.test(source);
  const inner = source.slice(starts ? 1 : 0, ends ? -1 : undefined);
  let glob = "";
  for (let at = 0; at < inner.length; at++) {
    const char = inner[at] ?? "";
    const next = inner[at + 1] ?? "";
    if (char === "\\") {
      if (!/[^\w\s]/.test(next)) return null;
      glob += /[*?[\]{}\\]/.test(next) ? `\\${next}` : next;
      at++;
    } else if (char === "." && (next === "*" || next === "+")) {
      // Across folders: what stands before and after may be parts of names.
      glob += "\0";
      at++;
    } else if (char === ".") glob += "?";
    else if (/[*+?[\]{}^$]/.test(char)) return null;
    else glob += char;
    // A repetition of the character that was just added.
    if (/[*+?{]/.test(inner[at + 1] ?? "")) return null;
  }
  if (glob.replaceAll("\0", "") === "") return null;
  return placesOf(glob, starts, ends);
}

/** `.*` may cross folders or stay in a name, so both are written. */
function placesOf(glob: string, starts: boolean, ends: boolean): readonly string[] | null {
  const gaps = glob.split("\0").length - 1;
  if (gaps > 2) return null;
  const filled = glob
    .split("\0")
    .reduce<readonly string[]>(
      (begun, part, at) => (at === 0 ? [part] : begun.flatMap((text) => [`${text}*${part}`, `${text}*/**/*${part}`])),
      [],
    );
  const begun = filled.flatMap((text) => {
    if (starts) return text.startsWith("/") ? [text] : [];
    return text.startsWith("/") ? [`**${text}`, text] : [`**/*${text}`];
  });
  if (begun.length === 0) return null;
  return begun.flatMap((text) => (ends ? [text] : [`${text}*`, `${text}*/**`]));
}
