// A git configuration file as a list of settings, in their order. Null: it has an error, and git would refuse it.

export interface GitConfigSetting {
  /** In lower case: `branch`. */
  readonly section: string;
  /** As written: the name of a branch, for example; empty without one. */
  readonly subsection: string;
  /** In lower case: `merge`. */
  readonly key: string;
  readonly value: string;
}

export function gitSettings(text: string): readonly GitConfigSetting[] | null {
  const settings: GitConfigSetting[] = [];
  let section = "";
  let subsection = "";
  let rest = text.replace(/^\uFEFF/, "").replaceAll("\r\n", "\n");
  while (rest !== "") {
    const skipped = /^(?:\s+|[#;][^\n]*)/.exec(rest);
    if (skipped !== null) {
      rest = rest.slice(skipped[0].length);
      continue;
    }
    const header = headerOf(rest);
    if (header !== null) {
      ({ section, subsection } = header);
      rest = rest.slice(header.length);
      continue;
    }
    const key = /^([A-Za-z][A-Za-z0-9-]*)[ \t]*(=?)/.exec(rest);
    if (key?.[1] === undefined || section === "") return null;
    rest = rest.slice(key[0].length);
    const value = settingValue(rest, key[2] === "=");
    if (value === null) return null;
    settings.push({ section, subsection, key: key[1].toLowerCase(), value: value.text });
    rest = rest.slice(value.length);
  }
  return settings;
}

/** `[branch "main"]`, and the old form `[branch.main]`. */
function headerOf(text: string): { section: string; subsection: string; length: number } | null {
  const [whole, name, quoted] = /^\[([A-Za-z0-9.-]+)(?:[ \t]+"((?:[^"\\\n]|\\.)*)")?\]/.exec(text) ?? [];
  if (whole === undefined || name === undefined) return null;
  const dot = name.indexOf(".");
  if (quoted !== undefined)
    return { section: name.toLowerCase(), subsection: quoted.replace(/\\(.)/g, "$1"), length: whole.length };
  return {
    section: (dot === -1 ? name : name.slice(0, dot)).toLowerCase(),
    subsection: dot === -1 ? "" : name.slice(dot + 1).toLowerCase(),
    length: whole.length,
  };
}

const escapes: { readonly [letter: string]: string } = { n: "\n", t: "\t", b: "\b", '"': '"', "\\": "\\", "\n": "" };

/** Up to the end of the line: quotes, escapes, comments, and lines that continue after a backslash. */
function settingValue(text: string, isGiven: boolean): { readonly text: string; readonly length: number } | null {
  let value = "";
  /** Spaces count only between words. */
  let spaces = "";
  let isQuoted = false;
  let at = 0;
  const put = (piece: string): void => {
    value += spaces + piece;
    spaces = "";
  };
  for (; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === "\n") break;
    if (!isQuoted && (char === "#" || char === ";")) {
      const end = text.indexOf("\n", at);
      at = end === -1 ? text.length : end;
      break;
    }
    if (char === "\\") {
      const escaped = escapes[text.charAt(++at)];
      if (escaped === undefined) return null;
      put(escaped);
    } else if (char === '"') {
      isQuoted = !isQuoted;
      put("");
    } else if (!isQuoted && (char === " " || char === "\t")) {
      if (value !== "") spaces += char;
    } else put(char);
  }
  if (isQuoted || (!isGiven && value !== "")) return null;
  return { text: value, length: at };
}
