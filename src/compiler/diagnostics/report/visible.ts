// Makes text safe to show: what a terminal, a log viewer or a reader could be fooled by is written as an escape.
// Covers control and ANSI characters, bidi and zero-width characters, tags, line separators and lone surrogates.

/** Variation selectors 15 and 16 only pick how an emoji looks; everything else ignorable is hidden text. */
const UNSAFE = /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;

const NAMED: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\r", "\\r"],
  ["\t", "\\t"],
]);

/** One line of text without anything that acts instead of being shown. */
export function visible(text: string): string {
  return text.replace(UNSAFE, escapeOf);
}

/** The same for text of several lines: line ends stay. */
export function visibleLines(text: string): string {
  return text.replace(UNSAFE, (found) => (found === "\n" ? found : escapeOf(found)));
}

function escapeOf(character: string): string {
  return NAMED.get(character) ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** JSON with every unsafe character as a `\u` escape: the same value, harmless to print. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value, null, 2).replace(UNSAFE, (found) =>
    found === "\n"
      ? found
      : [...Array(found.length).keys()]
          .map((at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, "0")}`)
          .join(""),
  );
}

const ZERO = /^[\p{Mn}\p{Me}]$/u;
const WIDE =
  /^[\p{Emoji_Presentation}\u1100-\u115f\u2e80-\u303e\u3041-\u33ff\u3400-\u4dbf\u4e00-\u9fff\ua000-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]$/u;

/** How many terminal columns one shown character takes. */
export function widthOf(character: string): number {
  if (character.length === 1 && character < "\u0300") return 1;
  return ZERO.test(character) ? 0 : WIDE.test(character) ? 2 : 1;
}
