// The commands of a sed script that read, write or run: `r`, `w`, `e`, and the flags `w` and `e` of `s`.

export interface SedScript {
  readonly reads: readonly string[];
  readonly writes: readonly string[];
  /** Shell text; an empty text means the pattern space, which is unknown. */
  readonly runs: readonly string[];
}

/** Parses a script. It skips what it cannot parse to the end of the line. */
export function readSedScript(script: string): SedScript {
  const found = { reads: [] as string[], writes: [] as string[], runs: [] as string[] };
  let at = 0;
  const lastBracket = script.lastIndexOf("]");
  const line = (): string => {
    const end = script.indexOf("\n", at);
    const text = script.slice(at, end === -1 ? undefined : end);
    at = end === -1 ? script.length : end + 1;
    return text.trim();
  };
  /** The text up to the delimiter, skipping escapes. */
  const part = (delimiter: string): void => {
    for (let inClass = false; at < script.length; at++) {
      const c = script[at];
      if (c === "\\") at++;
      else if (c === "[" && !inClass) inClass = lastBracket > at + 1 && delimiter !== "[";
      else if (c === "]") inClass = false;
      else if (c === delimiter && !inClass) break;
    }
    at++;
  };
  while (at < script.length) {
    const c = script[at] ?? "";
    if (/[\s;{}!,0-9$~+]/.test(c)) at++;
    else if (c === "#") line();
    else if (c === "/" || c === "\\") {
      const delimiter = c === "/" ? "/" : (script[++at] ?? "");
      at++;
      part(delimiter);
      while (/[IM]/.test(script[at] ?? "")) at++;
    } else {
      at++;
      readCommand(c);
    }
  }
  return found;

  function readCommand(c: string): void {
    if (c === "r" || c === "R") found.reads.push(line());
    else if (c === "w" || c === "W") found.writes.push(line());
    else if (c === "e") found.runs.push(line());
    else if (c === "a" || c === "i" || c === "c") {
      while (line().endsWith("\\") && at < script.length);
    } else if (c === "b" || c === "t" || c === "T" || c === ":") {
      while (at < script.length && !/[\n;}]/.test(script[at] ?? "")) at++;
    } else if (c === "s" || c === "y") {
      const delimiter = script[at] ?? "";
      at++;
      part(delimiter);
      const from = at;
      part(delimiter);
      const replacement = script.slice(from, at - 1);
      for (; at < script.length && /[A-Za-z0-9]/.test(script[at] ?? ""); at++) {
        if (script[at] === "e") found.runs.push(/[&\\]/.test(replacement) ? "" : replacement);
        if (script[at] === "w") {
          at++;
          found.writes.push(line());
          return;
        }
      }
    }
  }
}
